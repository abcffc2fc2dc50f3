"""Labels of a summary's sentences by one annotator or several, as a file gives them, and their majority."""

from __future__ import annotations

from dataclasses import dataclass, field

from metricstress.reports.finesumfact_annotations import label_of_type, majority

__all__ = ["Annotation", "SentenceRow", "type_evidence"]


@dataclass(frozen=True, slots=True)
class Annotation:
    """One set of labels, as they stand in the file, with the types beside them.

    Attributes:
        labels: 0, 1 or None (no label).
        types: A type a sentence, or empty.
    """

    labels: tuple[int | None, ...]
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """A summary's row of one file.

    Attributes:
        id: Its id; for FineSurE's rows document and model.
        system: Who wrote the summary; empty if the row does not say.
        n_sentences: How many sentences the row shows, or None.
        annotations: One, or one an annotator; none if a reply was to be read and failed.
        label_field: Where the labels stand; empty if they were read from a reply, whose categories leave no doubt.
        defined: Whether 1 is known to be the error there.
        failure: Why a reply could not be read, or None.
        repaired: Whether a reply was read after repairs.
        stored_differs: Whether labels stored beside a reply are others than the reply says.
        n_lists_unusable: Type lists that have another length than the sentences, and so are left out.
    """

    id: str
    system: str
    n_sentences: int | None
    annotations: tuple[Annotation, ...]
    label_field: str = ""
    defined: bool = True
    failure: str | None = None
    repaired: bool = False
    stored_differs: bool = False
    n_lists_unusable: int = 0
    any_types: tuple[frozenset[str], ...] = field(default=())

    def merged(self, error_label: int) -> Annotation:
        """The majority of the annotations, labels turned so that 1 is the error.

        A type needs more than half of all annotators, as a label does; a tie is no label.
        """
        turned = [tuple(_turned(label, error_label) for label in one.labels) for one in self.annotations]
        if len(turned) == 1:
            return Annotation(turned[0], self.annotations[0].types)
        labels = tuple(majority(votes) for votes in zip(*turned, strict=True))
        types = [
            majority([one.types[index] if one.types else None for one in self.annotations])
            for index in range(len(labels))
        ]
        return Annotation(labels, tuple(name or "" for name in types))


def _turned(label: int | None, error_label: int) -> int | None:
    return None if label is None else int(label == error_label)


def type_evidence(row: SentenceRow) -> tuple[int, int]:
    """How many labels say, with 1 as the error, what the type beside them says; and how many contradict it."""
    agree = conflict = 0
    for one in row.annotations:
        for label, name in zip(one.labels, one.types, strict=False):
            told = label_of_type(name)
            if label is not None and told is not None:
                agree += label == told
                conflict += label != told
    return agree, conflict
