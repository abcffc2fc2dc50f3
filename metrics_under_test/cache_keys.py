"""What a cached score is found again by: a hash of the recipe, a hash of the texts."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

from .metric import Item, Metric, Text

__all__ = ["DIGEST", "Keys", "code_files", "is_cacheable"]

DIGEST = 16
"""Bytes of a hash: 2**64 texts before two of them are likely to share one."""
_MOST_REMEMBERED = 256


def is_cacheable(metric: Metric) -> bool:
    """Whether the metric says that its signature covers everything that changes the number, and repeats itself."""
    return getattr(metric, "cacheable", False) is True and metric.deterministic is True


class Keys:
    """The keys of scores; remembers the recipes of metrics and the hashes of the last texts."""

    def __init__(self) -> None:
        self._recipes: dict[int, tuple[weakref.ref[Metric], bytes]] = {}
        self._digests: dict[int, tuple[Text, bytes]] = {}

    def forget_texts(self) -> None:
        self._digests.clear()

    def of(self, metric: Metric, items: Sequence[Item]) -> list[tuple[bytes, bytes]] | None:
        """For each item the key of its row and the hash of its candidate; None if the metric cannot be cached."""
        recipe = self._recipe(metric)
        if recipe is None:
            return None
        used = [name for name in ("reference", "claim", "verdict") if name in metric.needs]
        # Where nothing ties an example's variants together, each has a row to itself instead of all one endless row.
        alone = not {"reference", "claim"} & set(used)
        keys: list[tuple[bytes, bytes]] = []
        previous: list[Text | None] | None = None
        shared = b""
        try:
            for item in items:
                candidate = self._candidate(item.candidate)
                values: list[Text | None] = [getattr(item, name) for name in used]
                if alone:
                    shared = _digest([*map(_flat, values)], recipe + candidate)
                elif previous is None or any(one is not other for one, other in zip(values, previous, strict=True)):
                    shared, previous = _digest([*map(_flat, values)], recipe), values
                keys.append((shared, candidate))
        except (AttributeError, TypeError):  # What is neither a text nor passages is the metric's to complain about.
            return None
        return keys

    def _candidate(self, text: Text) -> bytes:
        """Its hash, remembered since every metric is asked about the same objects twice."""
        known = self._digests.get(id(text))
        if known is not None and known[0] is text:
            return known[1]
        if len(self._digests) >= _MOST_REMEMBERED:
            self._digests.clear()
        digest = _digest([_flat(text)])
        self._digests[id(text)] = text, digest
        return digest

    def _recipe(self, metric: Metric) -> bytes | None:
        """A hash of all that the numbers depend on beside the texts; None if the metric cannot be cached."""
        known = self._recipes.get(id(metric))
        if known is not None and known[0]() is metric:
            return known[1]
        try:
            if not is_cacheable(metric):
                return None
            said = [metric.name, *metric.components, "needs", *sorted(metric.needs), metric.signature(), *_ground()]
            recipe = _digest(map(_flat, said))
        except Exception:  # What the metric lacks (WordNet, say) is said when it scores.
            return None
        if len(self._recipes) >= _MOST_REMEMBERED:
            self._recipes.clear()
        try:
            self._recipes[id(metric)] = weakref.ref(metric), recipe
        except TypeError:  # An object that no weak reference can be made to is asked anew each time.
            return recipe
        return recipe


def _flat(text: Text | None) -> str:
    """The text behind a head that says its kind and lengths, so that no two lists of texts look the same joined."""
    if text is None:
        return "n"
    if isinstance(text, str):
        return f"s{len(text)}:{text}"
    parts = [part for passage in text for part in (passage.question, passage.text)]
    return f"p{','.join(str(len(part)) for part in parts)}:{''.join(parts)}"


def _digest(flat: Iterable[str], prefix: bytes = b"") -> bytes:
    return blake2b(prefix + "".join(flat).encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def code_files() -> list[Path]:
    """The modules on which scores may depend: those of metrics and language, in packages within them too."""
    import metricstress.language

    folders = (Path(__file__).parent, *map(Path, metricstress.language.__path__))
    return [file for folder in folders for file in sorted(folder.rglob("*.py"))]


@cache
def _ground() -> tuple[str, ...]:
    """What changes numbers though no signature says so: this package's code, Python, and the libraries beneath."""
    import platform
    import unicodedata
    from importlib.metadata import PackageNotFoundError, version

    code = blake2b(digest_size=DIGEST)
    for file in code_files():
        code.update(_digest([_flat(file.name)]) + blake2b(file.read_bytes()).digest())
    found = [platform.machine(), platform.python_version(), unicodedata.unidata_version, code.hexdigest()]
    for name in ("metricstress", "numpy", "rapidfuzz", "sacrebleu", "scipy"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} none")
    return tuple(found)
