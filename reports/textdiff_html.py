"""Word diffs as segments that a page marks with `<ins>` and `<del>`, short however long the texts are.

The segments are plain text: whoever puts them into a page escapes them. What cannot be seen (control characters, marks
of direction, letters of another alphabet inside a word) is written as an escape, since else both sides look the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .texts_file import Passages

__all__ = ["Diff", "Segment", "diff_passages", "diff_texts", "shown"]

Kind: TypeAlias = Literal["same", "del", "ins", "gap"]
_Block: TypeAlias = tuple[int, int, int, int]

_TOKEN: Final = re.compile(r"\n|[^\S\n]+|\S+[^\S\n]*")
_WINDOW: Final = 1_500  # tokens compared behind the first difference; more than ever is shown
_CONTEXT: Final = 6  # unchanged words shown beside a change
_LONGEST: Final = 220  # characters of one side of a change, beyond which its middle is left out
_LIMIT: Final = 700  # characters of a whole diff, its marks among them
_MARK: Final = 11  # characters that a mark takes
_MOST_LOST: Final = 0.4  # share of the words lost or moved, beyond which many changes read worse than the two texts
_FEW: Final = 6  # changes that are readable however long they are
_GAP: Final = " … "


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text: unchanged, deleted, inserted, or a gap where unchanged text is left out."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed.

    Attributes:
        segments: In the order of reading; empty if the texts are equal, or if they stand side by side.
        sides: The two texts, where a diff of the words would be harder to read than they.
        more: Whether there are further changes that are not shown.
    """

    segments: tuple[Segment, ...] = ()
    sides: tuple[str, str] | None = None
    more: bool = False


def diff_passages(before: Passages, after: Passages) -> Diff:
    """`diff_texts` of evidence, a passage a line, its question in front."""
    old, new = ("\n".join(" ".join(part for part in passage if part) for passage in side) for side in (before, after))
    return diff_texts(old, new)


def diff_texts(before: str, after: str, *, limit: int = _LIMIT) -> Diff:
    """The changes of words from `before` to `after`, each with a few words around it.

    The time is linear in the texts' lengths: words are compared in a window behind the first difference.

    Args:
        before: Any text.
        after: Any text.
        limit: Characters to show with their marks, roughly.
    """
    if before == after:
        return Diff()
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    keys = [[token.rstrip(" \t") or token for token in tokens] for tokens in (old, new)]
    if keys[0] == keys[1]:  # nothing but blanks differ
        keys = [old, new]
    start = _common(*keys)
    same = _common(keys[0][start:][::-1], keys[1][start:][::-1])
    old_end, new_end = (min(len(tokens) - same, start + _WINDOW) for tokens in (old, new))
    cut = old_end < len(old) - same or new_end < len(new) - same
    blocks = _changes(keys[0][start:old_end], keys[1][start:new_end], start)
    lost = sum(stop - first for first, stop, *_ in blocks)
    if len(blocks) > _FEW and lost > _MOST_LOST * (old_end - start):
        shift = max(0, start - _CONTEXT)
        sides = (_head(tokens[shift:], shift > 0, limit // 2) for tokens in (old, new))
        return Diff(sides=(next(sides), next(sides)))
    if cut and len(blocks) > 1 and (blocks[-1][1] == old_end or blocks[-1][3] == new_end):
        blocks.pop()  # it has no counterpart only because the window ends
    return _excerpt(old, new, blocks, limit, cut)


def shown(text: str) -> str:
    """`text` with everything that cannot be seen as an escape; line breaks stay."""
    text = text.replace("\r\n", "\n")
    return "".join(char if char.isprintable() or char == "\n" else _code(char) for char in text.replace("\t", " "))


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    return next(
        (n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )


def _changes(old: Sequence[str], new: Sequence[str], offset: int) -> list[_Block]:
    """Runs of tokens that were replaced, as positions in both whole texts."""
    from rapidfuzz.distance import Indel

    found: list[_Block] = []
    for code in Indel.opcodes(old, new):
        if code.tag == "equal":
            continue
        block = (code.src_start + offset, code.src_end + offset, code.dest_start + offset, code.dest_end + offset)
        if found and found[-1][1] == block[0] and found[-1][3] == block[2]:
            found[-1] = (found[-1][0], block[1], found[-1][2], block[3])
        else:
            found.append(block)
    return found


def _excerpt(old: Sequence[str], new: Sequence[str], blocks: Sequence[_Block], limit: int, cut: bool) -> Diff:
    segments: list[Segment] = []
    done, length = 0, 0  # tokens of the old text, characters shown
    for start, stop, new_start, new_stop in blocks:
        if length > limit:
            cut = True
            break
        added = [*_between(old[done:start], first=not segments)]
        added += _pair("".join(old[start:stop]), "".join(new[new_start:new_stop]))
        length += sum(len(segment.text) + _MARK * (segment.kind in ("del", "ins")) for segment in added)
        segments += added
        done = stop
    segments += _between(old[done:], last=True)
    return Diff(tuple(_merged(segments)), more=cut)


def _between(tokens: Sequence[str], *, first: bool = False, last: bool = False) -> Iterator[Segment]:
    """Unchanged tokens; of many only those beside the changes."""
    head, tail = (0 if first else _CONTEXT), (0 if last else _CONTEXT)
    if len(tokens) <= head + tail + 2:
        yield Segment("same", _cut(shown("".join(tokens)), _LONGEST))
        return
    if head:
        yield Segment("same", _cut(shown("".join(tokens[:head]).rstrip()), _LONGEST))
    yield Segment("gap", _GAP)
    if tail:
        yield Segment("same", _cut(shown("".join(tokens[-tail:]).lstrip()), _LONGEST))


def _pair(old: str, new: str) -> Iterator[Segment]:
    """Both sides of a change, without the blank at the end that they share, or the word if only blanks differ."""
    word = old.rstrip()
    if word and word == new.rstrip():
        yield Segment("same", shown(word))
        old, new = old[len(word) :], new[len(word) :]
    end = " " if old.strip() and new.strip() and old.endswith(" ") and new.endswith(" ") else ""
    inner_old, inner_new = (text[: -len(end)] if end else text for text in (old, new))
    if inner_old:
        yield Segment("del", _cut(_seen(inner_old), _LONGEST))
    if inner_new:
        yield Segment("ins", _cut(_seen(inner_new), _LONGEST))
    if end:
        yield Segment("same", end)


def _seen(text: str) -> str:
    if not text.strip():
        return "".join({" ": "␣", "\n": "↵", "\t": "⇥"}.get(char, _code(char)) for char in text)
    return shown(re.sub(r"[^\W\d_]+", lambda word: _one_alphabet(word.group()), text))


def _one_alphabet(word: str) -> str:
    """The word with letters of other alphabets among Latin ones as escapes: they only look like them."""
    if word.isascii():
        return word
    latin = [unicodedata.name(char, "").startswith(("LATIN", "MODIFIER")) for char in word]
    if not any(latin) or all(latin):
        return word
    return "".join(char if fits else _code(char) for char, fits in zip(word, latin, strict=True))


def _merged(segments: Iterable[Segment]) -> Iterator[Segment]:
    """The segments without empty ones, neighbours of one kind made one."""
    last: Segment | None = None
    for segment in segments:
        if not segment.text:
            continue
        if last is not None and last.kind == segment.kind:
            last = Segment(last.kind, last.text if last.kind == "gap" else last.text + segment.text)
            continue
        if last is not None:
            yield last
        last = segment
    if last is not None:
        yield last


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    half = (longest - len(_GAP)) // 2
    head, tail = text[:half], text[-half:]
    if " " in head[half // 2 :] and " " in tail[: half // 2]:  # at words, unless there are none
        head, tail = head[: head.rindex(" ")], tail[tail.index(" ") :]
    return f"{head.rstrip()}{_GAP}{tail.lstrip()}"


def _head(tokens: Sequence[str], begun: bool, longest: int) -> str:
    """The beginning of a text as one of two sides."""
    text = ""
    for token in tokens:
        text += token
        if len(text) > longest:
            text = f"{text[:longest].rstrip()}{_GAP}"
            break
    return shown(_GAP.lstrip() + text if begun else text)


def _code(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
