"""Word diffs in plain text: `… the ban was [-lawful-]{+unlawful+} in all …`, short enough for a test's failure.

The marks are those of `git diff --word-diff`. A change of blanks is one too, and characters that only look alike are
written as escapes, since else the two sides would read the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

__all__ = ["diff_lines", "word_diff"]

_TOKEN: Final = re.compile(r"\s+|\S+")
_ELLIPSIS: Final = "…"
_MOST_LOST: Final = 0.4  # share of the words lost or moved, beyond which the texts stand below each other
_FEW: Final = 3  # words, up to which a diff is always readable
_LONGEST: Final = 60  # characters of one side of a change, beyond which its middle is left out


def diff_lines(before: str, after: str, *, width: int = 160) -> list[str]:
    """The word diff in one line, or the two texts below each other where a diff would be harder to read than they.

    Args:
        before: Any text.
        after: Any text.
        width: Most characters of a line.
    """
    if before == after:
        return []
    old = _TOKEN.findall(before)
    words = sum(not token.isspace() for token in old)
    lost = sum(not token.isspace() for _, start, stop, *_ in _changes(before, after) for token in old[start:stop])
    if lost <= _MOST_LOST * words or words <= _FEW:
        return [word_diff(before, after, width=width)]
    return [
        f"{sign} {text if len(text) <= width - 2 else text[: width - 3] + _ELLIPSIS}"
        for sign, text in (("-", _plain(_TOKEN.findall(before))), ("+", _plain(_TOKEN.findall(after))))
    ]


def word_diff(before: str, after: str, *, context: int = 3, width: int = 160) -> str:
    """What changed from `before` to `after`, with a few words around every change.

    Args:
        before: Any text.
        after: Any text.
        context: Words to show before and after a change.
        width: Most characters; changes that do not fit are counted at the end.

    Returns:
        One line, without line breaks; empty if the texts are equal.
    """
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    changes = _changes(before, after)
    pieces: list[str] = []
    shown_to = 0  # of the old tokens
    length = 0
    for number, (_, start, stop, new_start, new_stop) in enumerate(changes):
        following = changes[number + 1][1] if number + 1 < len(changes) else len(old)
        lead = max(shown_to, start - 2 * context)
        trail = min(following, stop + 2 * context)
        skipped = _ELLIPSIS if lead > shown_to else ""
        lead_text = skipped + _plain(old[lead:start])
        change = _marked("".join(old[start:stop]), "".join(new[new_start:new_stop]))
        piece = f"{lead_text}{change}{_plain(old[stop:trail])}"
        if pieces and length + len(piece) > width:
            left = len(changes) - number
            return "".join(pieces).rstrip() + f"{_ELLIPSIS} (and {left} more change{'s' if left > 1 else ''})"
        pieces.append(piece)
        length += len(piece)
        shown_to = trail
    if changes and shown_to < len(old):
        pieces.append(_ELLIPSIS)
    return "".join(pieces).strip()


_Block = tuple[str, int, int, int, int]


def _changes(before: str, after: str) -> list[_Block]:
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [block for block in _joined(blocks, old) if block[0] != "equal"]


def _joined(blocks: Sequence[_Block], old: Sequence[str]) -> list[_Block]:
    """The blocks with changes that only blanks keep apart made one, so that a new phrase reads as one."""
    joined: list[_Block] = []
    for block in blocks:
        joined.append(block)
        while (
            len(joined) > 2
            and joined[-2][0] == "equal"
            and joined[-1][0] != "equal" != joined[-3][0]
            and not "".join(old[joined[-2][1] : joined[-2][2]]).strip()
        ):
            first, last = joined[-3], joined[-1]
            joined[-3:] = [("replace", first[1], last[2], first[3], last[4])]
    return joined


def _marked(old: str, new: str) -> str:
    # Blanks at the ends that both sides share stay outside the marks.
    head = len(old) - len(old.lstrip()) if old.strip() and new.strip() else 0
    head = head if old[:head] == new[: len(new) - len(new.lstrip())] else 0
    tail = len(old) - len(old.rstrip()) if old.strip() and new.strip() else 0
    tail = tail if tail and old[-tail:] == new[len(new.rstrip()) :] else 0
    inner_old, inner_new = old[head : len(old) - tail], new[head : len(new) - tail]
    shown_old, shown_new = _escaped(inner_old, inner_new), _escaped(inner_new, inner_old)
    marks = (f"[-{_cut(shown_old)}-]" if inner_old else "") + (f"{{+{_cut(shown_new)}+}}" if inner_new else "")
    return " " * bool(head) + marks + " " * bool(tail)


def _escaped(text: str, other: str) -> str:
    """`text` on one line, with everything visible that tells it from `other`."""
    blank = not text.strip() or text.split() == other.split()
    alike = len(text) == len(other) or _folded(text) == _folded(other)
    strange = {char for char in text if not char.isascii() and char not in other} if alike and other else set()
    return "".join(_code(char) if _must_escape(char, blank) or char in strange else char for char in text)


def _must_escape(char: str, blank: bool) -> bool:
    if char == " ":
        return False
    return not char.isprintable() if not char.isspace() else blank or char not in "\n\r\t"


def _code(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _cut(text: str) -> str:
    text = re.sub(r"[\r\n\t]+ *", " ", text)
    if len(text) <= _LONGEST:
        return text
    half = (_LONGEST - 3) // 2
    return f"{text[:half]} {_ELLIPSIS} {text[-half:]}"


def _plain(tokens: Sequence[str]) -> str:
    """Unchanged words on one line, those that cannot be printed escaped."""
    text = "".join(" " if token.isspace() else token for token in tokens)
    return "".join(char if char.isprintable() else _code(char) for char in text)
