"""The command line: `metricstress`. The contract of names, flags and exit codes is in the README.

This module only reads arguments and prints; what a command does stands in the modules it calls, which are
imported inside the command so that `--help` is quick.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from metricstress.metrics_under_test.metric import CannotScore

from .agree_cli import agree
from .averitec_command import averitec
from .data_options import data_options
from .diff_command import diff
from .errors import UsageError
from .ev2r_options import with_ev2r_options
from .figure_command import figure
from .show_command import show
from .train_cli import train

__all__ = ["main"]

_REPORTS = ("terminal", "html", "markdown", "latex", "csv", "json", "parquet")


class _Commands(click.Group):
    """A group that turns a UsageError into one line and exit code 2, and suggests commands."""

    asked: Sequence[str] = ()
    """What was typed behind the program's name; a run says so in its report."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        self.asked = tuple(args)
        return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        # A console script does not look into the folder it is run from, where the user's own metric is.
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        try:
            return super().invoke(ctx)
        except (UsageError, CannotScore) as error:
            click.echo(f"error: {error}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(2)
        except BrokenPipeError:
            # The reader (`| head`) has what it wanted; closing the pipe must not become a traceback at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from metricstress.language.suggest import did_you_mean

        if args and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"no command {args[0]!r}{did_you_mean(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="metricstress")
def main() -> None:
    """Stress-test text-evaluation metrics.

    Evidence (or any candidate text) is changed in known ways; original and changed text are scored with every
    metric. A change that keeps the meaning should not move a good metric; one that alters it must.

    \b
    First steps:
      metricstress run                               Table 5 on the bundled sample
      metricstress run --data FILE --metric my_module:my_metric
      metricstress perturb typos --text "The bridge was opened in spring."
    """


@main.command()
@click.argument("suite", default="ev2r")
@data_options
@click.option("--metric", "metrics", multiple=True, help="Registered name or package.module:function; repeatable.")
@click.option("--perturbation", "perturbations", multiple=True, metavar="NAME[:KIND][@SEVERITY]", help="Repeatable.")
@click.option(
    "--severities",
    metavar="S,S,…",
    help="A ladder, such as 0.05,0.1,0.2,0.4, for every perturbation whose severity has degrees.",
)
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME=FILE", help="A perturbed copy of --data made elsewhere."
)
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that score.")
@click.option(
    "--engine",
    default="local",
    show_default=True,
    metavar="ENGINE",
    help="Where the work is done: local, dask (processes of a cluster on this machine) or dask:ADDRESS.",
)
@with_ev2r_options
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the run (default: runs/SUITE-FINGERPRINT).")
@click.option("--no-cache", is_flag=True, help="Score everything anew, and do not remember the scores.")
@click.option("--dry-run", is_flag=True, help="Perturb and count, but score nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of the table.")
def run(as_json: bool, **options: Any) -> None:
    """Perturb, score, and report: writes a run folder and prints its table.

    SUITE is a built-in name (default ev2r, Table 5 of the Ev²R paper) or a .toml file. A run that was stopped goes on
    where it was when the same command is given again. Scores of the metrics that come with metricstress are
    remembered for later runs, in the folder that METRICSTRESS_CACHE names or in your own cache folder.

    \b
    metricstress run
    metricstress run --data dev.json --metric bleu --metric my_package.scores:f1 --workers 2
    metricstress run --data dev.json --perturbation typos@0.2 --perturbation typos:keyboard
    metricstress run --data dev.json --variant paraphrased=dev_paraphrased.json
    metricstress run --data dev.json --engine dask:tcp://scheduler:8786
    metricstress run --data dev.json --metric ev2r.weighted --judge llm --proxy llm --max-calls 5000
    """
    from .commands import run_command

    sys.exit(run_command(as_json=as_json, asked=main.asked, **options))


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--to", "kind", type=click.Choice(_REPORTS), default="terminal", show_default=True)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="File to write (default: standard output). csv, json and parquet: both frames.",
)
def report(folder: Path, kind: str, output: Path | None) -> None:
    """Render a saved run; nothing is scored again.

    latex is a whole document that compiles as it is. csv, json and parquet are the cells of the table; with --output
    the scores go beside them (cells.csv, cells.scores.csv, cells.meta.json), or into an existing folder.

    \b
    metricstress report runs/ev2r-1a2b3c4d5e --to markdown --output report.md
    """
    from .commands import report_command

    report_command(folder, kind, output)


@main.command()
@click.argument("name", metavar="NAME[:KIND][@SEVERITY]")
@click.option("--text", help="One text; it is split into sentences where the perturbation works on passages.")
@click.option("--claim", default="", help="With --text: the claim that it is about (number_change looks at it).")
@click.option(
    "--gold",
    type=click.Path(path_type=Path),
    metavar="OUT.jsonl",
    help="With a suite's name (facts) and --data: write a test set for fact verifiers.",
)
@data_options
@click.option("--json", "as_json", is_flag=True, help="Print status, reason, text and edits as JSON.")
def perturb(name: str, text: str | None, claim: str, gold: Path | None, as_json: bool, **options: Any) -> None:
    """Show what a perturbation does to a text, or to every example of a file.

    With --gold, write sentences with known factual errors instead: documents, sentences, labels (1: wrong) and error
    types, as many wrong sentences as right ones.

    \b
    metricstress perturb num2text --text "It cost $1,234.50 in 1999."
    metricstress perturb typos:keyboard@0.2 --data dev.json --json
    metricstress perturb facts --data dev.json --gold verifier_test.jsonl
    """
    from .commands import gold_command, perturb_command

    if gold is not None:
        gold_command(name, gold, text=text, **options)
    else:
        perturb_command(name, text, claim, as_json=as_json, **options)


@main.command()
@click.argument("metrics", nargs=-1, required=True, metavar="METRIC...")
@click.option("--pairs", type=click.Path(path_type=Path), required=True, help="A JSON object a line; - for stdin.")
@with_ev2r_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line instead of a table.")
def score(metrics: Sequence[str], pairs: Path, as_json: bool, ev2r: Mapping[str, Any]) -> None:
    """Score pairs of texts.

    A line of FILE is {"id", "candidate", "reference", "claim", "verdict"}; what the metrics do not need may be
    absent.

    \b
    metricstress score bleu meteor --pairs pairs.jsonl --json
    metricstress score ev2r.reference_based --judge replay:replies.jsonl --pairs pairs.jsonl
    """
    from .commands import score_command

    sys.exit(score_command(metrics, pairs, as_json=as_json, ev2r=ev2r))


@main.command()
@click.option("--output", type=click.Path(path_type=Path), help="File to write (default: standard output).")
@click.option("--cache", type=click.Path(path_type=Path), help="File of replies (default: your own cache).")
@click.option("--recipe", help="Only replies of this recipe: model, prompt and parameters, as a signature gives it.")
def replies(output: Path | None, cache: Path | None, recipe: str | None) -> None:
    """Write the replies of language models that have been kept, for --judge replay:FILE.

    A line is {"id", "response", "key", "model", "recipe"}; the id stands for the texts that were judged.

    \b
    metricstress replies --output replies.jsonl
    """
    from .replies_command import replies_command

    replies_command(output, cache, recipe)


@main.command()
@click.argument("arguments", nargs=-1, metavar="[SUITE.toml] [CELL]...")
@click.option(
    "--from", "run", type=click.Path(path_type=Path), metavar="DIR", help="A finished run; nothing is scored."
)
@click.option("--baseline", type=click.Path(path_type=Path), help="Default: stress-baseline.toml beside the suite.")
@click.option("--update", is_flag=True, help="Accept the numbers of the cells that are named, or of all.")
@click.option("--prune", is_flag=True, help="Take cells out of the baseline that the suite no longer has.")
@click.option("--seed", type=int, help="Where chance plays (default: the suite's).")
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that score.")
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Write JUnit XML, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def gate(**options: Any) -> None:
    """Compare with the committed baseline: exit code 0 (fine), 1 (worse) or 2 (cannot judge).

    SUITE.toml is by default stress.toml, or [tool.metricstress] of pyproject.toml. A cell is
    METRIC/PERTURBATION[@SEVERITY]; * stands for anything.

    \b
    metricstress gate --update                              the first time: write the baseline, review it, commit it
    metricstress gate                                       in CI
    metricstress gate --update 'bleu/typos@0.1' 'rouge1/*'  accept the new numbers of these cells
    """
    from .gate_command import Options, gate_command

    sys.exit(gate_command(Options(**options)))


@main.command("list")
@click.argument("what", type=click.Choice(("perturbations", "metrics", "suites")))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_(what: str, as_json: bool) -> None:
    """List perturbations, metrics or suites, and where each comes from."""
    from .listing import listing

    entries = listing(what)
    if as_json:
        click.echo(json.dumps(entries, indent=2))
        return
    width = max(len(entry["name"]) for entry in entries)
    for entry in entries:
        click.echo(f"{entry['name']:<{width}}  {entry['about']}")


@main.command()
@click.argument("suite", metavar="SUITE.toml")
def check(suite: str) -> None:
    """Validate a suite, its expectations and the plugins it names; nothing is scored."""
    from .commands import check_command

    check_command(suite)


main.add_command(agree)
main.add_command(averitec)
main.add_command(diff)
main.add_command(figure)
main.add_command(show)
main.add_command(train)


if __name__ == "__main__":
    main()
