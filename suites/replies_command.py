"""`metricstress replies`: the kept replies of language models as a file that a judge can replay."""

from __future__ import annotations

import io
import json
from pathlib import Path

from metricstress.metrics_under_test.llm.cache import ReplyCache, default_replies_path

from .errors import UsageError, told
from .parts import write_whole
from .screen import say

__all__ = ["replies_command"]


def replies_command(output: Path | None, cache: Path | None, recipe: str | None) -> None:
    """Write replies as `{"id", "response"}` lines.

    Raises:
        UsageError: if there are none, or the file cannot be written.
        CannotScore: if the kept replies cannot be read.
    """
    path = cache or default_replies_path()
    if not path.is_file():
        raise UsageError(f"no replies are kept in {str(path)!r}: run with --judge llm or --proxy llm first")
    file = io.StringIO()
    number = ReplyCache(path).export(file, recipe)
    recipes = sorted({json.loads(line)["recipe"] for line in file.getvalue().splitlines()})
    if not number:
        raise UsageError(f"{str(path)!r} has no reply of that recipe" if recipe else f"{str(path)!r} has no replies")
    if output is None:
        print(file.getvalue(), end="")
    else:
        try:
            write_whole(output, file.getvalue().encode("ascii"))
        except OSError as error:
            raise UsageError(f"cannot write {str(output)!r}: {told(error)}") from error
    say(f"replies: {number}; recipes: {len(recipes)}")
    if len(recipes) > 1:
        say("a pair that two recipes judged stands there twice, which a replay refuses; choose with --recipe:")
        for name in recipes:
            say(f"  {name}")
