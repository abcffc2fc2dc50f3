"""Units: the pieces that passage perturbations drop, copy, swap and insert.

Evidence of several passages has its passages as units. Evidence of one passage has the sentences of
its text, so that plain text can be perturbed in the same ways; its question, if any, stays in front.
"""

from __future__ import annotations

from dataclasses import dataclass

from metricstress.language.passages import Evidence, Passage
from metricstress.language.sentences import sentence_spans

from .edits import Edit
from .words import splits_grapheme

__all__ = ["Units", "units_of"]


@dataclass(frozen=True, slots=True)
class Units:
    """The units of one piece of evidence and the edits that act on them.

    Attributes:
        evidence: What they are units of.
        spans: Places of the sentences in the only passage; empty if the units are passages.
    """

    evidence: Evidence
    spans: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.spans) or len(self.evidence)

    @property
    def are_sentences(self) -> bool:
        return bool(self.spans)

    def content(self, index: int) -> Passage:
        """Unit `index` as a passage of its own."""
        if not self.are_sentences:
            return self.evidence[index]
        start, end = self.spans[index]
        return Passage(self.evidence[0].text[start:end])

    def is_blank(self, index: int) -> bool:
        """Whether the unit says nothing."""
        return not self.content(index).text.strip()

    def replace(self, index: int, content: Passage) -> Edit:
        """The edit that puts `content` in the place of unit `index`."""
        if not self.are_sentences:
            return Edit(index, index + 1, (self.evidence[index],), (content,), field="passages")
        start, end = self.spans[index]
        return Edit(start, end, self.evidence[0].text[start:end], content.text)

    def delete(self, index: int, keeper: int) -> Edit:
        """The edit that takes unit `index` out, with the white space on its side away from `keeper`.

        `keeper` is a unit that stays: seen from it, each sentence goes with the gap towards it, so
        that any set of deletions is disjoint and leaves no gap at either end.
        """
        if not self.are_sentences:
            return Edit(index, index + 1, (self.evidence[index],), (), field="passages")
        start, end = self.spans[index]
        if index < keeper:
            end = self.spans[index + 1][0]
        else:
            start = self.spans[index - 1][1]
        return Edit(start, end, self.evidence[0].text[start:end], "")

    def insert(self, boundary: int, content: Passage) -> Edit:
        """The edit that inserts `content` before unit `boundary` (`len(self)`: after the last)."""
        if not self.are_sentences:
            return Edit(boundary, boundary, (), (content,), field="passages")
        if boundary < len(self.spans):
            place = self.spans[boundary][0]
            return Edit(place, place, "", content.text + self._gap())
        place = self.spans[-1][1]
        return Edit(place, place, "", self._gap() + content.text)

    def _gap(self) -> str:
        """White space as it stands between the text's own sentences."""
        text = self.evidence[0].text
        for (_, end), (start, _) in zip(self.spans, self.spans[1:], strict=False):
            if start > end:
                return text[end:start]
        return " "


def units_of(evidence: Evidence, *, whole_answers: bool = False) -> Units:
    """The units of `evidence`: its passages, or the sentences of its only one.

    With `whole_answers`, a question with its answer is one unit even if it stands alone.
    """
    if len(evidence) != 1 or (whole_answers and evidence[0].question):
        return Units(evidence, ())
    text = evidence[0].text
    spans: list[tuple[int, int]] = []
    for start, end in sentence_spans(text):
        if spans and (splits_grapheme(text, start) or splits_grapheme(text, spans[-1][1])):
            start = spans.pop()[0]  # A border inside a grapheme is none.
        spans.append((start, end))
    if not spans or splits_grapheme(text, spans[0][0]) or splits_grapheme(text, spans[-1][1]):
        spans = [(0, len(text))]
    return Units(evidence, tuple(spans))
