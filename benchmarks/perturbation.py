"""How fast are the perturbations of Table 5, validity audit included, beside nlpaug's nearest augmenters?

    python benchmarks/perturbation.py [BASE.json]

Every example's evidence goes through all fourteen perturbations and the audit, as `metricstress run` does it; then the
same evidence, as one string, through each augmenter of nlpaug at its own settings. All run in turn, several times,
ours with all caches cold and then once more warm; figures are medians of CPU time. A text is one changed copy of
one example's evidence, so that fourteen perturbations of an example are fourteen texts. Ratios are texts a second of
ours over texts a second of nlpaug's. `SynonymAug` is left out where nltk finds no WordNet on this machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from metricstress.language.passages import evidence_text
from metricstress.language.wordnet import WordNetMissing
from metricstress.perturb.registry import get_perturbation
from metricstress.suites.example import Example
from metricstress.suites.formats import read_examples
from metricstress.suites.sample import sample_path
from metricstress.suites.scoring import perturb_example
from metricstress.suites.suite import load_suite
from metricstress.suites.work import pool_of

Work = Callable[[], int]
"""Does all there is to do, and says how many texts it made."""


def ours(examples: Sequence[Example], names: Sequence[str]) -> Work:
    """The named perturbations with the audit over all examples."""
    chosen = [get_perturbation(name) for name in names]
    pool = pool_of(examples)

    def work() -> int:
        return sum(len(perturb_example(example, chosen, seed=0, donors=pool)) for example in examples)

    return work


def augmenters(wordnet: bool) -> dict[str, Callable[[str], object]]:
    """nlpaug's augmenters by name, at their own settings."""
    import nlpaug.augmenter.char as char
    import nlpaug.augmenter.word as word

    found = {
        "RandomCharAug": char.RandomCharAug(),
        "KeyboardAug": char.KeyboardAug(),
        "SpellingAug": word.SpellingAug(),
        "RandomWordAug swap": word.RandomWordAug(action="swap"),
        "RandomWordAug delete": word.RandomWordAug(action="delete"),
    }
    if wordnet:
        found["SynonymAug"] = word.SynonymAug(aug_src="wordnet")
    return {name: augmenter.augment for name, augmenter in found.items()}


def theirs(texts: Sequence[str], augment: Callable[[str], object]) -> Work:
    """One augmenter over all texts."""

    def work() -> int:
        for text in texts:
            augment(text)
        return len(texts)

    return work


def offer_wordnet(folder: Path) -> bool:
    """Show nltk the package's own WordNet; whether `SynonymAug` can then run (it also wants a tagger's data)."""
    import nltk
    from parity import nltk_wordnet

    try:
        nltk_wordnet(folder)
        nltk.pos_tag(["word"])
    except (LookupError, OSError, WordNetMissing):
        return False
    return True


def forget() -> None:
    """Make every cache of the package cold."""
    for name, module in list(sys.modules.items()):
        if name.startswith("metricstress."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and not isinstance(value, type):
                    value.cache_clear()


def speed(work: Work) -> float:
    """Texts a second of CPU time."""
    start = time.process_time()
    made = work()
    return made / (time.process_time() - start)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the file, run, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path, nargs="?", help="examples (default: the bundled sample)")
    parser.add_argument("--limit", type=int, help="only the first N examples")
    parser.add_argument("--runs", type=int, default=5, help="how often each side runs (5)")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")  # nltk's reader warns that it is not multilingual.
    examples = list(read_examples(options.base or sample_path()))[: options.limit]
    names = load_suite("ev2r").perturbations
    all_ours = ours(examples, names)
    with tempfile.TemporaryDirectory() as folder:
        wordnet = offer_wordnet(Path(folder))
        texts = [evidence_text(example.evidence) for example in examples]
        others = {name: theirs(texts, augment) for name, augment in augmenters(wordnet).items()}
        cold, warm = [], []
        speeds: dict[str, list[float]] = {name: [] for name in others}
        for _ in range(options.runs):
            forget()
            cold.append(speed(all_ours))
            warm.append(speed(all_ours))
            for name, work in others.items():
                speeds[name].append(speed(work))
    ours_cold, ours_warm = statistics.median(cold), statistics.median(warm)
    print(f"{len(examples)} examples, {len(names)} perturbations with audit; medians of {options.runs} runs")
    print(f"{'nlpaug':<24}{'texts a second':>16}{'ours cold':>12}{'ours warm':>12}")
    for name, values in speeds.items():
        other = statistics.median(values)
        print(f"{name:<24}{other:>16.0f}{ours_cold / other:>11.1f}x{ours_warm / other:>11.1f}x")
    print(f"{'ours, all with audit':<24}{'':>16}{ours_cold:>12.0f}{ours_warm:>12.0f}")
    if not wordnet:
        print("SynonymAug: left out, as nltk has no WordNet and tagger data here")
    ratio = ours_cold / statistics.median(speeds["RandomCharAug"])
    print(f"all {len(names)} with audit, cold, against RandomCharAug alone: {ratio:.1f} times the texts a second")


if __name__ == "__main__":
    main()
