"""Which server and model are asked, with which key; and keeping that key out of everything else."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from ..metric import CannotScore

__all__ = ["OPENAI_URL", "Endpoint", "EndpointError", "Secret", "endpoint"]

OPENAI_URL: Final = "https://api.openai.com/v1"
_OPENAI_HOST: Final = "api.openai.com"
_LOCAL: Final = "local"
_NO_KEY: Final = "none"
"""What is sent where no key is needed; the client library wants one."""
_SHORTEST_KEY: Final = 8
"""Shorter ones ("EMPTY", "ollama") are words that local servers are given, and stand in texts too."""
_LIKE_A_KEY = re.compile(r"\b(?:sk|pk|key|AIza)[-_][\w-]{8,}|(?<=[Bb]earer )\S+")


class EndpointError(CannotScore):
    """Server, model or key are not said, or not usable; the message says what to set."""


class Secret:
    """A key. It shows in no representation, and is left out when something that holds it is pickled."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def reveal(self) -> str:
        """The key, for the one place that sends it."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "Secret('…')" if self._value else "Secret()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(Secret)

    def __reduce__(self) -> tuple[type[Secret], tuple[()]]:
        return Secret, ()


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model on a server that speaks OpenAI's chat completions.

    Attributes:
        base_url: Up to and with `/v1`.
        model: As the server calls it.
        kind: What stands for the server in cache keys and signatures: its host, or `local` for this machine, whose
            ports change. Name it yourself if two local servers give one name to different models.
        key: Empty after unpickling, so that a worker process reads it from the environment.
    """

    base_url: str
    model: str
    kind: str
    key: Secret

    @property
    def is_local(self) -> bool:
        return _is_local(_host(self.base_url))

    def key_to_send(self) -> str:
        """The key, from the environment if the endpoint has none.

        Raises:
            EndpointError: if there is none and the server is not on this machine.
        """
        key = self.key or _key(self.base_url, os.environ)
        if not key and _host(self.base_url) == _OPENAI_HOST:
            raise EndpointError(f"no key for {_OPENAI_HOST}: set METRICSTRESS_LLM_API_KEY")
        return key.reveal() or _NO_KEY

    def redact(self, text: str, *, guess: bool = False) -> str:
        """`text` without the key.

        Args:
            guess: Also without whatever looks like a key; for messages, not for replies.
        """
        key = (self.key or _key(self.base_url, os.environ)).reveal()
        if len(key) >= _SHORTEST_KEY:
            text = text.replace(key, "[key]")
        return _LIKE_A_KEY.sub("[key]", text) if guess else text


def endpoint(
    base_url: str | None = None,
    model: str | None = None,
    api_key: str | None = None,
    *,
    kind: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Endpoint:
    """The endpoint of the arguments, else of METRICSTRESS_LLM_BASE_URL, _MODEL and _API_KEY, else of OPENAI_….

    OPENAI_API_KEY goes only to OpenAI, to the server that OPENAI_BASE_URL names, and to this machine: a server that is
    named for metricstress alone must not be sent the key of another.

    Raises:
        EndpointError: if no model is said, or the address is none.
    """
    given = os.environ if environment is None else environment
    url = (base_url or _variable(given, "BASE_URL") or OPENAI_URL).strip()
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise EndpointError(f"the server's address must start with http:// or https://, got {_shown(url)}")
    if parts.username or parts.password or parts.query:
        raise EndpointError(
            f"the address of {parts.hostname} holds a password or a query, which would be written into reports;"
            " set METRICSTRESS_LLM_API_KEY instead"
        )
    name = (model or _variable(given, "MODEL") or "").strip()
    if not name:
        raise EndpointError("no model is named: set METRICSTRESS_LLM_MODEL (or give model=…)")
    host = parts.hostname
    key = Secret(api_key) if api_key else _key(url, given)
    return Endpoint(url.rstrip("/"), name, kind or (_LOCAL if _is_local(host) else host), key)


def _variable(environment: Mapping[str, str], name: str) -> str | None:
    return environment.get(f"METRICSTRESS_LLM_{name}") or environment.get(f"OPENAI_{name}")


def _key(url: str, environment: Mapping[str, str]) -> Secret:
    own = environment.get("METRICSTRESS_LLM_API_KEY", "").strip()
    if own:
        return Secret(own)
    host = _host(url)
    theirs = _host(environment.get("OPENAI_BASE_URL", "") or OPENAI_URL)
    if host in (theirs, _OPENAI_HOST) or _is_local(host):
        return Secret(environment.get("OPENAI_API_KEY", "").strip())
    return Secret()


def _host(url: str) -> str:
    return urlsplit(url.strip()).hostname or ""


def _is_local(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def _shown(url: str) -> str:
    """An address that is none, without what might be a password."""
    return repr(url if "@" not in url else "…@" + url.rpartition("@")[2])
