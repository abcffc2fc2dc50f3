"""The report as one HTML page that stands alone: no script, no request, nothing taken from elsewhere.

All text goes through jinja2's escaping, and a Content-Security-Policy forbids what would be left. The page is the same
to the byte for the same run: no time, no random name, no order of a set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from .contrast import CONTRAST_HEAD, CONTRAST_TITLE, contrast_tables
from .discrimination import Discrimination, discriminate
from .frames import Scores
from .html_curves import HEIGHT, WIDTH, interval_bar, ladders
from .html_evidence import Evidence, TextsOf, evidence_of
from .html_run import run_facts
from .html_table import SHADES, GroupView, table_view, verdicts
from .html_worst import worst_examples
from .notes import Note, lower_is_better, one_line
from .scorecard import FALL, FEWEST, MOVE, RULES, Scorecard, ranked, scorecards
from .table import ABSENT, AVERAGE, NO_SCORE, build_grid

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

__all__ = ["to_html"]

_WORST_EACH: Final = 2
_BREAKS: Final = re.compile(r"(?<=[._/:@|,])(?=.)")
_SECTIONS: Final = {
    "Blind spots": "cards",
    "Injected instructions": "cards",
    "Not applicable": "validity",
    "Failures": "validity",
    "Scores with a remark": "validity",
    "Audit": "validity",
    "Run": "nowhere",  # the page has tables of the same
}
"""Note to the section it stands in; others stand under the main table."""


def to_html(scores: Scores, deltas: pd.DataFrame, meta: Mapping[str, Any], texts: TextsOf | None = None) -> str:
    """The page.

    Args:
        scores: The scores frame, or the path of its file, which is read in pieces.
        deltas: The deltas frame made of it.
        meta: As for `metricstress.reports.table.build_grid`, and what else a run's manifest says.
        texts: Gives the evidence of single examples; without it the page has none.
    """
    grid = build_grid(scores, deltas, meta)
    intents = {str(name): str(intent) for name, intent in zip(deltas["perturbation"], deltas["intent"], strict=True)}
    lower = lower_is_better(meta)
    discrimination = discriminate(scores, intents, lower_is_better=lower)
    cards = scorecards(grid, discrimination, meta)
    evidence = Evidence()
    if texts is not None:
        worst = worst_examples(scores, intents, each=_WORST_EACH, lower_is_better=lower)
        evidence = evidence_of(grid, worst, texts)
    groups = table_view(grid, evidence.anchors)
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            grid=grid,
            groups=groups,
            cards=cards,
            ranking=ranked(cards),
            verdict=_verdict(groups, ranked(cards)),
            rules=RULES,
            shades=SHADES,
            bounds={"fall": FALL, "move": MOVE, "fewest": FEWEST},
            notes={name: _notes_of(grid.notes, name) for name in ("table", "cards", "validity")},
            contrast={"title": CONTRAST_TITLE, "head": CONTRAST_HEAD, "tables": contrast_tables(meta)},
            ladders=ladders(grid, deltas),
            panel={"width": WIDTH, "height": HEIGHT},
            evidence=evidence,
            has_texts=texts is not None,
            run=run_facts(meta),
            absent=ABSENT,
            average=AVERAGE,
            no_score=NO_SCORE,
        )
    )


def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    folder = files("metricstress.reports").joinpath("templates")
    environment = Environment(
        loader=FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"breakable": _breakable, "bar": _bar, "capitalize_first": _sentence}
    return environment


def _breakable(text: str) -> Markup:
    """A long name that may wrap at its points and slashes."""
    from markupsafe import Markup

    return Markup("<wbr>").join(_BREAKS.split(text))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _bar(found: Discrimination) -> tuple[str, str, str]:
    return interval_bar(found.auc, found.low, found.high)


def _notes_of(notes: Sequence[Note], section: str) -> list[Note]:
    return [note for note in notes if _SECTIONS.get(note.title, "table") == section]


def _verdict(groups: tuple[GroupView, ...], ranking: Sequence[Scorecard]) -> list[str]:
    """The report in two or three sentences."""
    said = []
    altering, preserving = (verdicts(groups, intent) for intent in ("altering", "preserving"))
    parts = []
    for judged, what, wrong in (
        (altering, "where the meaning was altered", "the score did not fall enough"),
        (preserving, "where the meaning was kept", "it moved"),
    ):
        if judged:
            n_failing = sum(judgement.status == "fails" for judgement in judged)
            parts.append(f"{wrong} in {n_failing} of {len(judged)} cells {what}")
    borderline = sum(judgement.borderline for judgement in [*altering, *preserving])
    if parts:
        text = "; ".join(parts)
        close = f" ({borderline} of all are borderline)" if borderline else ""
        said.append(f"{text[0].upper()}{text[1:]}{close}.")
    else:
        said.append("No cell could be judged: see the rules under the table.")
    best = [card for card in ranking if card.discrimination and card.discrimination.auc >= 0]
    if len(best) > 1:
        first, last = (one_line(f"{card.label} (AUC {_area(card)})") for card in (best[0], best[-1]))
        said.append(f"Best at telling altered meaning from kept meaning: {first}; worst: {last}.")
    clean = [
        card.label for card in ranking if card.n_altering and card.n_preserving and not card.blind and not card.jumpy
    ]
    if clean:
        said.append(f"Without a fault in this suite: {', '.join(clean)}.")
    elif parts:
        said.append("No metric is without a fault in this suite.")
    return said


def _area(card: Scorecard) -> str:
    return f"{card.discrimination.auc:.3f}" if card.discrimination else ""
