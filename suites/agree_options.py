"""The options of `metricstress agree correlate`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from .ev2r_options import with_ev2r_options

__all__ = ["with_correlate_options"]

_LEVELS = ("pooled", "within", "system", "item", "all")
_PATH = click.Path(path_type=Path)
_COLUMN = "COLUMN"

_WHAT: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--score",
        "scores",
        multiple=True,
        metavar="[NAME=]COLUMN",
        help="Scores to judge; repeatable. COLUMN/COLUMN is a share of counts.",
    ),
    click.option("--rating", "ratings", multiple=True, metavar=_COLUMN, required=True, help="Ratings; repeatable."),
    click.option(
        "--scores",
        "scores_file",
        type=_PATH,
        metavar="FILE",
        help="Scores of another file, joined by id: a table, or what `metricstress score --json` prints.",
    ),
    click.option("--id", "id_column", metavar=_COLUMN, help="What rows are called (default: id, if there is one)."),
    click.option("--group", metavar=_COLUMN, help="The system (or source) of a row: adds levels within and system."),
    click.option("--item", metavar=_COLUMN, help="The item that systems answered: adds the level item."),
    click.option(
        "--level",
        "levels",
        type=click.Choice(_LEVELS),
        multiple=True,
        help="pooled, within groups, system (means of groups), item; repeatable (default: all there can be).",
    ),
    click.option(
        "--min-group",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help="Leave smaller groups out of within and system.",
    ),
    click.option(
        "--recipe",
        type=click.Choice(("clean", "paper")),
        default="clean",
        show_default=True,
        help="paper: as the Ev²R authors did (first ratings of a repeated id, missing = 0), to reproduce them.",
    ),
)
_TEXTS: tuple[Callable[[Any], Any], ...] = (
    click.option("--metric", "metrics", multiple=True, help="Score the texts of TABLE with this metric; repeatable."),
    *(
        click.option(f"--{role}", metavar=_COLUMN, help=f"With --metric: the column of the {role}.")
        for role in ("candidate", "reference", "claim", "verdict")
    ),
)
_HOW: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--interval",
        type=click.Choice(("analytic", "bootstrap")),
        default="analytic",
        show_default=True,
        help="analytic: Fisher z (r), Bonett–Wright (rho), Fieller (tau). bootstrap: BCa for r and rho.",
    ),
    click.option(
        "--resamples",
        type=click.IntRange(min=100),
        default=10_000,
        show_default=True,
        help="Of the bootstrap, and swaps of the permutation tests.",
    ),
    click.option(
        "--cluster", metavar=_COLUMN, help="Rows that share this (a rater, a document) are resampled together."
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="Where chance plays."),
    click.option("--pairwise", is_flag=True, help="Also the share of pairs ordered as people do (csv and JSON)."),
    click.option("--compare", is_flag=True, help="Compare every two scorers on the rows that both have."),
    click.option(
        "--test",
        type=click.Choice(("williams", "perm-both", "perm-inputs", "perm-systems")),
        default="williams",
        show_default=True,
        help="With --compare: perm-inputs needs --item, perm-systems --group.",
    ),
    click.option(
        "--coefficient",
        type=click.Choice(("pearson", "spearman")),
        default="pearson",
        show_default=True,
        help="With --compare: what is compared; Williams' test is for pearson.",
    ),
    click.option(
        "--adjust",
        type=click.Choice(("holm", "bh", "bonferroni", "none")),
        default="holm",
        show_default=True,
        help="With --compare: correction for the number of tests.",
    ),
)
_OUT: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--to",
        "kind",
        type=click.Choice(("terminal", "markdown", "csv", "json", "latex")),
        default="terminal",
        show_default=True,
    ),
    click.option("--output", type=_PATH, help="File to write (default: standard output)."),
    click.option("--plot", type=_PATH, metavar="FILE", help="Forest plot, .png or .svg (extra: plots)."),
    click.option("--scatter", type=_PATH, metavar="FILE", help="Scatter plots, .png or .svg (extra: plots)."),
    click.option("--json", "as_json", is_flag=True, help="Print JSON; the same as --to json."),
)


def with_correlate_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with its options; those of Ev²R come as one mapping `ev2r`."""
    wrapped = command
    for option in reversed((*_HOW, *_OUT)):
        wrapped = option(wrapped)
    wrapped = with_ev2r_options(wrapped)
    for option in reversed((*_WHAT, *_TEXTS)):
        wrapped = option(wrapped)
    return wrapped
