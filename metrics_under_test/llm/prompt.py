"""Prompts: text files with a version and a hash, and evidence that cannot speak for itself in them.

A prompt file has a line `version: N`, then `=== system` and `=== user`, each on a line of its own. The user part holds
`{{data}}` once, on a line of its own; there the data go in as JSON on that one line. What is to be judged therefore
stands inside JSON strings, where it can neither end its line nor its quotes, and every character that the markup of
chat templates, tags and fences is made of is escaped.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from ..metric import CannotScore
from .request import Message

__all__ = ["Prompt", "PromptError", "load_prompt", "quoted", "read_prompt"]

_DATA: Final = "{{data}}"
_LAYOUT = re.compile(r"\Aversion: (\d+)\n=== system\n(.*?)\n=== user\n(.*)\Z", re.DOTALL)
_SPEAKING = re.compile(
    "[<>&`{}|\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]|=(?==)|\\[(?=/?[A-Za-z_]+\\])"
)
"""Of which `<|end|>`, `</data>`, fences, `{{…}}`, `=== user` and `[/INST]` are made; and what is no character."""


class PromptError(CannotScore):
    """A prompt file is not laid out as it must be."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a judge is told, with room for the data.

    Attributes:
        name: Of the file.
        version: As the file says.
        system: Instructions and examples, the same for every pair, so that servers can keep them.
        before: The user part up to the data.
        after: The user part behind the data.
    """

    name: str
    version: int
    system: str
    before: str
    after: str

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that change with every character of the prompt."""
        whole = "\0".join((self.system, self.before, self.after))
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:12]

    def messages(self, data: Any) -> tuple[Message, ...]:
        """The prompt around `data`, which may be anything that JSON can write."""
        return ("system", self.system), ("user", f"{self.before}{quoted(data)}{self.after}")


def quoted(data: Any) -> str:
    """`data` as JSON on one line in which no text looks like anything but text; `json.loads` gives it back.

    The brackets of the JSON itself stay; only those within texts are escaped.
    """
    if isinstance(data, str):
        plain = json.dumps(data, ensure_ascii=False)
        return _SPEAKING.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)
    if isinstance(data, Mapping):
        return "{" + ", ".join(f"{quoted(str(key))}: {quoted(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list | tuple):
        return "[" + ", ".join(map(quoted, data)) + "]"
    return json.dumps(data)


def load_prompt(package: str, name: str) -> Prompt:
    """The prompt `prompts/NAME.txt` of a package.

    Raises:
        PromptError: if there is none, or if it is laid out in another way.
    """
    file = files(package) / "prompts" / f"{name}.txt"
    if not file.is_file():
        raise PromptError(f"{package} has no prompt {name!r}")
    return read_prompt(name, file.read_text(encoding="utf-8"))


def read_prompt(name: str, text: str) -> Prompt:
    """The prompt in a text; see the module for its layout.

    Raises:
        PromptError: if it is laid out in another way.
    """
    found = _LAYOUT.match(text.replace("\r\n", "\n"))
    parts = found[3].split(_DATA) if found else []
    if not found or len(parts) != 2 or not parts[0].endswith("\n") or not parts[1].startswith("\n"):
        raise PromptError(
            f"prompt {name!r}: needs 'version: N', '=== system' and '=== user' on lines of their own,"
            f" and {_DATA} once on a line of its own in the user part"
        )
    return Prompt(name, int(found[1]), found[2].strip(), parts[0], parts[1].rstrip())
