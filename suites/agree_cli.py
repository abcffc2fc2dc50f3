"""The commands of `metricstress agree`: they read arguments, and import what does the work when they are called."""

from __future__ import annotations

import sys
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click

from .agree_options import with_correlate_options

__all__ = ["agree"]

KINDS: Final = ("terminal", "markdown", "csv", "json", "latex")


@click.group()
def agree() -> None:
    """How well a scorer agrees with known truth or human ratings."""


@agree.command()
@click.argument("table", type=click.Path(path_type=Path))
@with_correlate_options
def correlate(**options: Any) -> None:
    """Correlate scores with human ratings: Pearson's r, Spearman's rho, Kendall's tau-b, each with its n.

    TABLE (csv, jsonl or parquet) has a row a rated text. Scores are columns of it (--score), come from another file by
    id (--scores), or are computed from its texts (--metric). A missing rating or failed score leaves its row out, and
    is counted; what is not defined is null with a reason.

    \b
    metricstress agree correlate ratings.csv --score rouge --score bleu --rating coverage --rating relevance
    metricstress agree correlate summaries.csv --score bleu --rating factuality --group system --item document
    metricstress agree correlate rated.csv --metric ev2r.weighted --metric meteor --candidate predicted \\
        --reference gold --rating coverage --compare --to latex --output table.tex --plot forest.svg
    """
    from .agree_command import correlate_command

    sys.exit(correlate_command(**options))


def _output_options(command: Any) -> Any:
    """The options that say how and where results are shown; the command gets them as `kind` and `output`."""

    @wraps(command)
    def with_output(as_json: bool, kind: str, **options: Any) -> Any:
        return command(kind="json" if as_json else kind, **options)

    wrapped: Any = with_output
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document; the same as --to json."),
        click.option("--output", type=click.Path(path_type=Path), help="File to write (default: standard output)."),
        click.option("--to", "kind", type=click.Choice(KINDS), default="terminal", show_default=True),
    ):
        wrapped = option(wrapped)
    return wrapped


@agree.command()
@click.option("--predictions", type=click.Path(path_type=Path), required=True, help="What the verifier says.")
@click.option("--gold", type=click.Path(path_type=Path), required=True, help="What is true.")
@click.option(
    "--error-label",
    type=click.Choice((1, 0)),
    help="Which label means an error; needed where neither the field nor error types beside the labels say it.",
)
@click.option("--predictions-error-label", type=click.Choice((1, 0)), help="The same for the predictions alone.")
@click.option(
    "--min-n",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Leave systems with fewer summaries out of the system figures (FineSurE: 5).",
)
@_output_options
def finesumfact(**options: Any) -> None:
    """Judge a fact verifier as FineSumFact does: balanced accuracy, ranking of summaries and systems, localization.

    Files have a JSON object a line: {"id", "labels", "error_types", "system"} with labels 1 for a wrong sentence and 0
    for a right one (as `perturb facts --gold` writes; types and system may be absent), FineSumFact's human and machine
    labels, FineSurE's samples and results, or, as predictions, {"id", "response"}: replies of a model that name a
    category for every sentence. Several annotators' majority is gold; where they tie, there is no label.

    \b
    metricstress agree finesumfact --predictions answers.jsonl --gold verifier_test.jsonl
    metricstress agree finesumfact --predictions replies.jsonl --gold human_label_test.json --to latex
    """
    from .agree_finesumfact import finesumfact_command

    sys.exit(finesumfact_command(**options))


@agree.command()
@click.argument("table", type=click.Path(path_type=Path))
@click.option("--item", required=True, metavar="COLUMN", help="What was rated.")
@click.option("--rater", required=True, metavar="COLUMN", help="Who rated it.")
@click.option("--rating", required=True, metavar="COLUMN", help="The rating; an empty cell is missing.")
@click.option("--level", type=click.Choice(("nominal", "ordinal", "interval")), required=True)
@click.option(
    "--recipe",
    type=click.Choice(("clean", "paper")),
    default="clean",
    show_default=True,
    help="paper: fill missing ratings with the item's mode, as for Table 1 of the Ev²R paper.",
)
@_output_options
def annotators(**options: Any) -> None:
    """How far annotators agree with each other: the ceiling for any scorer.

    TABLE (csv, jsonl or parquet) has a row a rating. Krippendorff's alpha takes missing ratings as they are; Fleiss'
    kappa needs as many ratings of every item. The pooled deviation of Table 1 is shown with a warning of what it is.

    \b
    metricstress agree annotators ratings.csv --item id --rater rater --rating label --level nominal
    """
    from .agree_annotators import annotators_command

    annotators_command(**options)


@agree.command("check-printed")
@click.argument("table", type=click.Path(path_type=Path))
@click.option("--one-sided", is_flag=True, help="The printed p-values are one-sided.")
@click.option(
    "--rounding",
    type=click.Choice(("nearest", "any")),
    default="nearest",
    show_default=True,
    help="any: numbers may also have been cut off or rounded up, so that 0.119 may be anything in 0.118 to 0.120.",
)
@_output_options
def check_printed(**options: Any) -> None:
    """Say which printed correlations, p-values and averages are not possible together.

    TABLE is a csv file, a row a printed cell, numbers exactly as printed (the last digit says how they were rounded).
    Columns, of which all but name and r may be absent or empty:

    \b
      name        what the cell is called
      r           the printed correlation, or the printed average
      p           its p-value; 0.000 is read as below 0.0005, <0.001 as below 0.001
      n           the number of examples that the text claims
      group       cells said to rest on the same examples
      average_of  on the row of an average: the names of its rows with ; between them, or a group

    From r and p follows which n is possible, by the t test; cells of a group need one n in common; an average is
    compared with the mean of its rows, and if that fails with the mean of absolute values, the harmonic mean and the
    mean by Fisher's z. Exit code 1 if something is not possible.

    \b
    metricstress agree check-printed table13.csv
    """
    from .agree_printed import check_printed_command

    sys.exit(check_printed_command(**options))
