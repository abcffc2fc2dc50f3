"""How the Ev²R scorer is set up: which backend judges, which gives verdicts, and how the two are weighed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from metricstress.language.suggest import did_you_mean

from ..metric import Metric

if TYPE_CHECKING:
    from .judge import Judge

__all__ = ["EV2R", "Ev2rOptions", "LlmOptions", "OptionError", "configured", "options_from"]

EV2R: Final = (
    *("ev2r.reference_based", "ev2r.reference_less", "ev2r.proxy_reference", "ev2r.proxy_prior", "ev2r.weighted"),
    "llm_verdict",
)
"""The metrics that the options set up."""
_JUDGES: Final = ("lexical", "semantic", "llm", "replay:FILE")
_PROXIES: Final = ("stance", "hf:PATH", "llm", "none")
_SUPPORTS: Final = ("graded", "binary")


class OptionError(ValueError):
    """An option is unknown, of the wrong kind, or does not go with another; the message says what to write."""


@dataclass(frozen=True)
class LlmOptions:
    """Which server a language model is asked on, how hard, and for how much.

    Attributes:
        base_url: None for that of the environment, as are `model` and, always, the key.
        model: As the server calls it.
        concurrency: Calls under way at once.
        requests_per_minute: None for no limit; so too `tokens_per_minute`.
        prices: A TOML file of prices by model, each for a million tokens: `["name"] input = 2.5, output = 10.0`.
        max_calls: Calls beyond which nothing is sent; None for no limit.
        max_cost: The same for money, in the currency of the prices.
        max_failed: Share of failed pairs above which no headline number is given.
    """

    base_url: str | None = None
    model: str | None = None
    concurrency: int = 8
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    prices: Path | None = None
    max_calls: int | None = None
    max_cost: float | None = None
    max_failed: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.max_failed <= 1:
            raise OptionError(f"max_failed is a share from 0 to 1, got {self.max_failed!r}")
        for name in ("max_calls", "max_cost"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise OptionError(f"{name} cannot be negative, got {value!r}")


@dataclass(frozen=True)
class Ev2rOptions:
    """The Ev²R scorer as the user wants it.

    Attributes:
        judge: `lexical`, `semantic`, `llm` or `replay:FILE`.
        proxy: `stance`, `hf:PATH`, `llm` or `none`.
        alpha: Weight of F1 in the weighted score, from 0 to 1.
        support: `graded` or `binary`; None for the judge's own, which is graded. Replies of models only count.
        questions_as_facts: Whether a question without an answer is a fact; for `lexical` and `semantic`.
        llm: For the backends that ask a model.
    """

    judge: str = "lexical"
    proxy: str = "stance"
    alpha: float = 0.5
    support: str | None = None
    questions_as_facts: bool = False
    llm: LlmOptions = field(default_factory=LlmOptions)

    def __post_init__(self) -> None:
        _check_backend("judge", self.judge, _JUDGES)
        _check_backend("proxy", self.proxy, _PROXIES)
        if not 0 <= self.alpha <= 1:
            raise OptionError(f"alpha lies between 0 and 1, but is {self.alpha!r}")
        if self.support is not None and self.support not in _SUPPORTS:
            raise OptionError(
                f"unknown support {self.support!r}{did_you_mean(self.support, _SUPPORTS)}; use one of graded, binary"
            )
        if self.judge not in ("lexical", "semantic"):
            for name in ("support", "questions_as_facts"):
                if getattr(self, name):
                    raise OptionError(f"{name} goes with the judges lexical and semantic, not with {self.judge!r}")


def options_from(table: Mapping[str, Any], *, where: str = "ev2r") -> Ev2rOptions:
    """The options in a table of a suite file; the keys are the names of the attributes, without a level for `llm`.

    Args:
        table: As TOML gives it.
        where: For messages.

    Raises:
        OptionError: if a key is unknown or a value cannot be used.
    """
    own = [item.name for item in fields(Ev2rOptions) if item.name != "llm"]
    llm = [item.name for item in fields(LlmOptions)]
    for key in table:
        if key not in own + llm:
            raise OptionError(f"{where}: unknown key {key!r}{did_you_mean(key, own + llm)}")
    kinds: dict[str, Any] = {"alpha": float, "questions_as_facts": bool, "concurrency": int, "max_calls": int}
    kinds |= dict.fromkeys(("requests_per_minute", "tokens_per_minute", "max_cost", "max_failed"), float)
    values = {key: _typed(key, value, kinds.get(key, str), where) for key, value in table.items()}
    if "prices" in values:
        values["prices"] = Path(values["prices"])
    try:
        return Ev2rOptions(
            **{key: values[key] for key in own if key in values},
            llm=LlmOptions(**{key: values[key] for key in llm if key in values}),
        )
    except OptionError as error:
        raise OptionError(f"{where}: {error}") from None


def configured(name: str, options: Ev2rOptions) -> Metric:
    """The metric of that name, set up as wanted. Nothing is loaded or asked yet.

    Raises:
        KeyError: if it is none of `EV2R`.
        CannotScore: if an option names a file that cannot be used.
    """
    from .proxy_reference import proxy_prior
    from .weighted import Weighted

    match name:
        case "ev2r.reference_based":
            return _reference_based(options)
        case "ev2r.reference_less":
            return _reference_less(options)
        case "ev2r.proxy_reference":
            return _proxy(options)
        case "ev2r.proxy_prior":
            return proxy_prior
        case "ev2r.weighted":
            return Weighted(_reference_based(options), _proxy(options), options.alpha)
        case "llm_verdict":
            from .judges.llm_verdict import LlmVerdict

            return LlmVerdict(**_llm(options.llm))
    raise KeyError(name)


def _reference_based(options: Ev2rOptions) -> Metric:
    backend, _, path = options.judge.partition(":")
    if backend == "llm":
        from .judges.llm import LlmReferenceBased

        return LlmReferenceBased(**_llm(options.llm))
    if backend == "replay":
        from .judges.replay import ReplayReferenceBased

        return ReplayReferenceBased(Path(path), max_failed=options.llm.max_failed)
    from .reference_based import ReferenceBased

    return ReferenceBased(_judge(options), options.questions_as_facts)


def _reference_less(options: Ev2rOptions) -> Metric:
    backend, _, path = options.judge.partition(":")
    if backend == "llm":
        from .judges.llm import LlmReferenceLess

        return LlmReferenceLess(**_llm(options.llm))
    if backend == "replay":
        from .judges.replay import ReplayReferenceLess

        return ReplayReferenceLess(Path(path), max_failed=options.llm.max_failed)
    from .reference_less import ReferenceLess

    return ReferenceLess(_judge(options))


def _judge(options: Ev2rOptions) -> Judge:
    from .judges.lexical import LexicalJudge

    support: Literal["graded", "binary"] = "binary" if options.support == "binary" else "graded"
    if options.judge == "semantic":
        from .judges.semantic import SemanticJudge

        return SemanticJudge(support=support)
    return LexicalJudge(support=support)


def _proxy(options: Ev2rOptions) -> Metric:
    from .proxy_reference import NoProxy, ProxyReference, StanceProxy

    backend, _, path = options.proxy.partition(":")
    if backend == "llm":
        from .judges.llm_verdict import LlmProxy

        return LlmProxy(**_llm(options.llm))
    if backend == "hf":
        from .hf_proxy import hf_proxy

        return hf_proxy(path)
    return NoProxy() if backend == "none" else ProxyReference(StanceProxy())


def _llm(options: LlmOptions) -> dict[str, Any]:
    from ..llm.client import Limits
    from ..llm.cost import Budget, read_prices
    from ..llm.endpoint import endpoint

    asked = endpoint(options.base_url, options.model)
    prices = {} if options.prices is None else read_prices(options.prices)
    return {
        "endpoint": asked,
        "limits": Limits(
            concurrency=options.concurrency,
            requests_per_minute=options.requests_per_minute,
            tokens_per_minute=options.tokens_per_minute,
        ),
        "budget": Budget(options.max_calls, options.max_cost),
        "price": prices.get(asked.model),
        "max_failed": options.max_failed,
    }


def _check_backend(what: str, value: str, known: tuple[str, ...]) -> None:
    head, colon, path = value.partition(":")
    for name in known:
        wanted, needs_path, argument = name.partition(":")
        if head == wanted and bool(colon) == bool(needs_path):
            if needs_path and not path:
                raise OptionError(f"{what} {value!r} names no {argument.lower()}: write {name}")
            return
    raise OptionError(f"unknown {what} {value!r}{did_you_mean(value, known)}; use one of {', '.join(known)}")


def _typed(key: str, value: Any, kind: type, where: str) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        wanted = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}[kind]
        raise OptionError(f"{where}: {key!r} is {value!r}, expected {wanted}")
    return value
