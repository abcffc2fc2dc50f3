"""What a test gives as examples: a file, rows, pairs, or texts, made into examples when a cell first needs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from .errors import UsageError
from .example import Example, content_id

__all__ = ["ExampleFile", "Given", "examples_from", "read_given"]


@dataclass(frozen=True, slots=True)
class ExampleFile:
    """A file of examples that is not read yet.

    Attributes:
        path: As the user gave it; a relative one counts from the root of the tests, or else from where pytest runs.
        format: Its format, or None for what the content tells.
        columns: Role and name of each column that is not called as usual.
        limit: Only the first so many examples; None for all.
    """

    path: Path
    format: str | None = None
    columns: tuple[tuple[str, str], ...] = ()
    limit: int | None = None

    def read(self, root: Path | None = None) -> list[Example]:
        """The examples.

        Raises:
            UsageError: if the file cannot be read.
        """
        from .formats import read_examples

        path = root / self.path if root is not None and (root / self.path).exists() else self.path
        return list(read_examples(path, self.format, columns=dict(self.columns)))[: self.limit]


Given: TypeAlias = (
    ExampleFile | str | PathLike[str] | Iterable[Example | Mapping[str, object] | tuple[str, str] | str] | None
)
"""A file, its path, or rows: examples, mappings with `candidate` and perhaps `reference`, `claim`, `verdict` and `id`,
pairs of candidate and reference, or candidates alone. None is the bundled sample."""


def examples_from(
    path: str | PathLike[str],
    format: str | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    limit: int | None = None,
) -> ExampleFile:
    """Examples of a file in any format that `metricstress run --data` reads; read when a test first needs them.

    Args:
        path: A relative path counts from pytest's root directory, or else from the current one.
        format: By default the content tells.
        columns: Role ("candidate", "reference", "claim", "verdict", "id") to column name.
        limit: Only the first so many.
    """
    return ExampleFile(Path(path), format, tuple(sorted((columns or {}).items())), limit)


def read_given(given: Given, root: Path | None = None) -> list[Example]:
    """The examples that a test gave.

    Raises:
        UsageError: if there are none, or something among them is no example.
    """
    if given is None:
        from .sample import sample_path

        given = ExampleFile(sample_path())
    if isinstance(given, (str, PathLike)):
        given = examples_from(given)
    if isinstance(given, ExampleFile):
        return given.read(root)
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise UsageError(f"examples are a file or a list, but got a {type(given).__name__}: {given!r:.60}")
    examples = _numbered([_example(row, number) for number, row in enumerate(given)])
    if not examples:
        raise UsageError("examples is an empty list; give at least one text, pair or row")
    return examples


def _example(row: object, number: int) -> Example:
    from .formats.errors import FieldError
    from .formats.table import read_table_row

    if isinstance(row, Example):
        return row
    fields: dict[str, object]
    match row:
        case str():
            fields = {"candidate": row}
        case [str() as candidate, str() as reference]:
            fields = {"candidate": candidate, "reference": reference}
        case Mapping():
            fields = {str(name): value for name, value in row.items()}
        case _:
            raise UsageError(
                f"examples[{number}] is {row!r:.60}; "
                "expected a text, a pair (candidate, reference), a mapping with 'candidate', or an Example"
            )
    try:
        draft = read_table_row(fields, {})
    except FieldError as error:
        raise UsageError(
            f"examples[{number}]: field {error.field!r}: expected {error.expected}, got {error.got}"
        ) from error
    name = draft.id or content_id(draft.claim, draft.evidence, draft.reference)
    return Example(name, draft.claim, draft.evidence, draft.reference, draft.verdict, f"examples[{number}]")


def _numbered(examples: Sequence[Example]) -> list[Example]:
    """The examples, those told apart by a count that say the same as an earlier one."""
    from dataclasses import replace

    counts: dict[str, int] = {}
    found = []
    for example in examples:
        counts[example.id] = number = counts.get(example.id, 0) + 1
        found.append(example if number == 1 else replace(example, id=f"{example.id}-{number}"))
    return found
