"""WordNet 3.0: synsets, lemmas, morphology, sense frequencies.

A small reader of Princeton's database files. `WordNet.synsets` answers as NLTK's corpus reader does
(same order, same morphology), so a `WordNet` can be handed to NLTK's METEOR; but it opens in
milliseconds where NLTK loads for seconds, and it may be used from several threads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path

from .wordnet_files import SortedLines, WordNetMissing, find_wordnet, open_file, why_unusable

__all__ = ["POSES", "Lemma", "Synset", "WordNet", "WordNetMissing", "find_wordnet", "wordnet"]

POSES = ("n", "v", "a", "r")
"""Parts of speech in the order of `synsets`: noun, verb, adjective (satellites, "s", included), adverb."""

_SUFFIXES = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
_POS_NUMBERS = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}

# The detachment rules of WordNet's morphology (morphy(7WN)), and "men" for "man" as NLTK has it.
_ADJECTIVE_RULES = (("er", ""), ("est", ""), ("er", "e"), ("est", "e"))
_RULES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "n": (
        *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z")),
        *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    ),
    "v": (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
        *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    ),
    "a": _ADJECTIVE_RULES,
    "s": _ADJECTIVE_RULES,
    "r": (),
}

_MARKER = re.compile(r"\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Lemma:
    """One word of a synset, which is one sense of the word.

    Attributes:
        synset: The synset it belongs to.
        index: Its place among the synset's lemmas.
        lex_id: Tells senses of one spelling in one lexicographer file apart.
    """

    synset: Synset
    index: int
    lex_id: int = field(compare=False)
    _name: str = field(compare=False)

    def name(self) -> str:
        """The word in its own case, with underscores for blanks and without "(a)", "(p)", "(ip)"."""
        return self._name

    def key(self) -> str:
        """The sense key, as in WordNet's index.sense."""
        head, head_id = "", ""
        if self.synset.pos == "s":
            first = self.synset.related("&")[0].lemmas()[0]
            head, head_id = first.name(), f"{first.lex_id:02d}"
        number = _POS_NUMBERS[self.synset.pos]
        return f"{self._name}%{number}:{self.synset.file_number:02d}:{self.lex_id:02d}:{head}:{head_id}".lower()

    def count(self) -> int:
        """How often the sense was tagged in the concordance texts; 0 if it was not."""
        return self.synset.wordnet.count(self.key())

    def related(self, symbol: str) -> tuple[Lemma, ...]:
        """The lemmas that a pointer of this kind ("!" antonym, "+" derived form) leads to."""
        return tuple(
            self.synset.wordnet.synset(pos, offset).lemmas()[target - 1]
            for kind, offset, pos, source, target in self.synset.pointers
            if kind == symbol and source == self.index + 1
        )

    def antonyms(self) -> tuple[Lemma, ...]:
        """The words that mean the opposite of this one."""
        return self.related("!")


@dataclass(frozen=True, slots=True)
class Synset:
    """A set of words that share a meaning.

    Attributes:
        wordnet: Where it was read from.
        pos: "n", "v", "a", "s" (satellite adjective) or "r".
        offset: Its number, unique within the part of speech.
        file_number: Number of the lexicographer file, which is a coarse topic (5 animals, 18 persons).
        pointers: (symbol, offset, pos, source, target); the last two count lemmas from 1, or are 0 for the whole set.
        gloss: Definition and examples.
    """

    wordnet: WordNet = field(repr=False)
    pos: str
    offset: int
    file_number: int = field(compare=False, repr=False)
    pointers: tuple[tuple[str, int, str, int, int], ...] = field(compare=False, repr=False)
    gloss: str = field(compare=False, repr=False)
    _words: tuple[tuple[str, int], ...] = field(compare=False)

    def lemmas(self) -> list[Lemma]:
        """Its words in WordNet's order, the most frequent sense of the set first."""
        return [Lemma(self, index, lex_id, name) for index, (name, lex_id) in enumerate(self._words)]

    def lemma_names(self) -> list[str]:
        """The names of its words."""
        return [name for name, _ in self._words]

    def name(self) -> str:
        """NLTK's name for it, such as "dog.n.01"."""
        first = self._words[0][0].lower()
        same = [synset for synset in self.wordnet.entry(first, self.pos) if self.pos != "s" or synset.pos == "s"]
        return f"{first}.{self.pos}.{same.index(self) + 1:02d}"

    def related(self, symbol: str) -> tuple[Synset, ...]:
        """The synsets that a pointer of this kind ("@" hypernym, "&" similar, ...) leads to."""
        return tuple(
            self.wordnet.synset(pos, offset)
            for kind, offset, pos, source, _ in self.pointers
            if kind == symbol and source == 0
        )


class WordNet:
    """The WordNet 3.0 at a directory (or zip archive).

    It can be pickled (a copy opens the same place again), survives a fork and is thread safe: the files
    are read-only and have no position.

    Raises:
        WordNetMissing: if the place is not a whole WordNet 3.0.
    """

    def __init__(self, place: Path | str) -> None:
        self.place = Path(place)
        reason = why_unusable(self.place)
        if reason:
            raise WordNetMissing(f"{self.place} {reason}: give a directory with all files of WordNet 3.0")
        self._files: dict[str, SortedLines] = {}
        # Bounded caches an instance, so that a dropped WordNet takes its memory with it.
        self._offsets = lru_cache(maxsize=1 << 17)(self._read_offsets)
        self._synset = lru_cache(maxsize=1 << 16)(self._read_synset)
        self.synonyms = lru_cache(maxsize=1 << 16)(self._find_synonyms)
        self.is_word = lru_cache(maxsize=1 << 17)(self._find_is_word)

    def __repr__(self) -> str:
        return f"WordNet({str(self.place)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordNet) and self.place == other.place

    def __hash__(self) -> int:
        return hash(self.place)

    def __reduce__(self) -> tuple[type[WordNet], tuple[str]]:
        return WordNet, (str(self.place),)

    def signature(self) -> str:
        """What to store with a result that depends on it."""
        return "wordnet-3.0"

    def synsets(self, word: str, pos: str | None = None) -> list[Synset]:
        """The synsets of a word or of an inflected form of it, most frequent first within a part of speech."""
        word = word.lower()
        return [
            synset
            for part in (POSES if pos is None else (pos,))
            for form in self.base_forms(word, part)
            for synset in self.entry(form, part)
        ]

    def synset(self, pos: str, offset: int) -> Synset:
        """The synset with this number.

        Raises:
            KeyError: if there is none.
        """
        return self._synset("a" if pos == "s" else pos, offset)

    def entry(self, lemma: str, pos: str) -> list[Synset]:
        """The synsets that list exactly this lower-case word with underscores; no morphology."""
        found = [self._synset("a" if pos == "s" else pos, offset) for offset in self._offsets(lemma, _SUFFIXES[pos])]
        return [synset for synset in found if synset.pos == "s"] if pos == "s" else found

    def has(self, lemma: str, pos: str) -> bool:
        """Whether `lemma` (lower case, underscores) is itself an entry of this part of speech."""
        return bool(self._offsets(lemma, _SUFFIXES[pos]))

    def base_forms(self, form: str, pos: str) -> list[str]:
        """All entries that `form` may be an inflected form of, itself first, as `morphy` finds them."""
        exceptions = self._exceptions[_SUFFIXES[pos]]
        if form in exceptions:
            candidates = exceptions[form]
        else:
            candidates = tuple(form[: -len(old)] + new for old, new in _RULES[pos] if form.endswith(old))
        return [lemma for lemma in dict.fromkeys((form, *candidates)) if self.has(lemma, pos)]

    def morphy(self, form: str, pos: str | None = None) -> str | None:
        """The first base form of `form`, or None; without `pos` the first part of speech that has one."""
        for part in POSES if pos is None else (pos,):
            forms = self.base_forms(form, part)
            if forms:
                return forms[0]
        return None

    def exceptions(self, pos: str) -> Mapping[str, tuple[str, ...]]:
        """The irregular forms of a part of speech with their base forms."""
        return self._exceptions[_SUFFIXES[pos]]

    def count(self, key: str) -> int:
        """How often the sense with this key was tagged in the concordance texts."""
        line = self._file("cntlist.rev").find(_encoded(key))
        return int(line.rsplit(None, 1)[-1]) if line else 0

    def _find_synonyms(self, word: str) -> frozenset[str]:
        """All single words of all synsets of `word`: what METEOR counts as its synonyms."""
        word = word.lower()
        found = (self.single_words(form, pos) for pos in POSES for form in self.base_forms(word, pos))
        return frozenset().union(*found)

    def _find_is_word(self, word: str) -> bool:
        """Whether `word` is an entry or an inflected form of one, in any case."""
        word = word.lower()
        return any(word in self.exceptions(pos) or self.base_forms(word, pos) for pos in POSES)

    def _file(self, name: str) -> SortedLines:
        # Two threads may both open a file; the loser's is dropped, and nobody has written to it.
        return self._files.get(name) or self._files.setdefault(name, SortedLines(open_file(self.place, name)))

    def _line(self, suffix: str, offset: int) -> bytes:
        line = self._file(f"data.{suffix}").at(offset, b"%08d" % offset)
        if line is None:
            raise KeyError(f"WordNet has no synset {suffix} {offset:08d}")
        return line

    def single_words(self, lemma: str, pos: str) -> list[str]:
        """The words without underscores in all synsets of `entry`; to read the rest takes ten times as long."""
        suffix = _SUFFIXES[pos]
        found: list[bytes] = []
        for offset in self._offsets(lemma, suffix):
            fields = self._line(suffix, offset).split(b" ", 4)
            found += fields[4].split(b" ", 2 * int(fields[3], 16))[:-1:2]
        names = [name.decode() for name in found if b"_" not in name]
        return [_MARKER.sub("", name) if name.endswith(")") else name for name in names]

    @cached_property
    def _exceptions(self) -> dict[str, dict[str, tuple[str, ...]]]:
        return {
            suffix: {
                form: tuple(bases)
                for form, *bases in (line.split() for line in self._file(f"{suffix}.exc").data[:].decode().splitlines())
            }
            for suffix in ("noun", "verb", "adj", "adv")
        }

    def _read_offsets(self, lemma: str, suffix: str) -> tuple[int, ...]:
        line = self._file(f"index.{suffix}").find(_encoded(lemma))
        fields = line.split() if line else []
        return tuple(map(int, fields[-int(fields[2]) :])) if fields else ()

    def _read_synset(self, pos: str, offset: int) -> Synset:
        columns, _, gloss = self._line(_SUFFIXES[pos], offset).decode().partition("|")
        fields = columns.split()
        after_words = 4 + 2 * int(fields[3], 16)
        pairs = zip(fields[4:after_words:2], fields[5:after_words:2], strict=True)
        after_pointers = after_words + 1 + 4 * int(fields[after_words])
        pointers = [fields[at : at + 4] for at in range(after_words + 1, after_pointers, 4)]
        return Synset(
            wordnet=self,
            pos=fields[2],
            offset=offset,
            file_number=int(fields[1]),
            pointers=tuple((kind, int(to), part, *bytes.fromhex(ends)) for kind, to, part, ends in pointers),
            gloss=gloss.strip(),
            _words=tuple((_MARKER.sub("", name), int(lex_id, 16)) for name, lex_id in pairs),
        )


@cache
def wordnet() -> WordNet:
    """The WordNet of this installation, opened once a process.

    Raises:
        WordNetMissing: if there is none (asked again at the next call).
    """
    return WordNet(find_wordnet())


def _encoded(word: str) -> bytes:
    return word.encode("utf-8", "surrogatepass")
