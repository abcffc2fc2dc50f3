"""Donors: the other examples, from which `noise` and `unsupported_sentence` take what they put in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Final, NamedTuple

from metricstress.language.passages import Evidence

__all__ = ["REACH", "Donor", "DonorPool", "draw_key", "ring_point"]

REACH: Final = 32
"""How many donors an example looks at. So few that they can be sent along with it to another machine."""

_DRAWS: Final = {"noise": "", "unsupported_sentence": "\x1fsentence"}
"""What is added to the name of the point from which a perturbation draws; others add their own name."""


class Donor(NamedTuple):
    """An example that can give a passage away."""

    example_id: str
    claim: str
    evidence: Evidence


class DonorPool:
    """The pristine examples, on a ring of hashes.

    Each example draws the `REACH` donors that follow a point of its own on the ring. The order of the data set
    therefore does not matter, in a subset an example keeps its donor unless that very donor is gone, and a pool of
    just those donors that some examples reach serves these examples as the whole one does.
    """

    def __init__(self, donors: Iterable[Donor]) -> None:
        placed = sorted((ring_point(donor.example_id), donor.example_id, donor) for donor in donors)
        self._points = [point for point, _, _ in placed]
        self._donors = [donor for _, _, donor in placed]

    def __len__(self) -> int:
        return len(self._donors)

    def following(self, key: str) -> Iterator[Donor]:
        """The donors within reach, beginning behind the point of `key`."""
        first = bisect_left(self._points, ring_point(key))
        yield from [*self._donors[first : first + REACH], *self._donors[:first]][:REACH]

    def foreign(self, example_id: str, claim: str, *, seed: int, perturbation: str) -> Iterator[Donor]:
        """The donors within the reach of a perturbation of an example: neither itself nor about the same claim."""
        own = _plain(claim)
        for donor in self.following(draw_key(seed, example_id, perturbation)):
            if donor.example_id != example_id and not (own and _plain(donor.claim) == own):
                yield donor


def ring_point(key: str) -> bytes:
    """The place of an example id or a draw key on the ring: 16 bytes, ordered as bytes are."""
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def draw_key(seed: int, example_id: str, perturbation: str) -> str:
    """What names the point of the ring from which a perturbation draws for an example."""
    return f"{seed}\x1f{example_id}{_DRAWS.get(perturbation, chr(31) + perturbation)}"


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
