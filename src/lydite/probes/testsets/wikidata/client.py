"""SPARQL over HTTP: patient, polite, and answered from disk where the same was asked before."""

from __future__ import annotations

import contextlib
import hashlib
import json
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite import __version__
from lydite.core.errors import InputError
from lydite.core.io.files import cache_folder, contents, write_cache

if TYPE_CHECKING:
    from collections.abc import Callable

ENDPOINT = "https://query.wikidata.org/sparql"
TIMEOUT = 90.0  # seconds to wait for one answer
ATTEMPTS = 5
_PAUSE = 1.0  # seconds before the second attempt; doubled before each further one
_AGAIN = {429, 500, 502, 503, 504}
_LONGEST = 300.0  # seconds between two attempts; who asks for more is left in peace
_THROTTLED = 60.0  # seconds to stay away after a 429 that does not say how long
BROKEN = (urllib.error.URLError, ConnectionError, TimeoutError, ssl.SSLError, HTTPException, EOFError)
"""How a connection ends that should be tried again: refused, timed out, broken off midway."""
_ODD = (ValueError, KeyError, TypeError, AttributeError, RecursionError)  # what odd answers raise

Row = dict[str, str]


@dataclass(frozen=True)
class SparqlClient:
    """Asks one endpoint. Answers are kept in ``cache`` and used again, so that a set can be built offline."""

    endpoint: str = ENDPOINT
    contact: str = ""
    """An address or page that goes into the user agent, as Wikimedia asks of heavy users."""
    cache: Path | None = None
    offline: bool = False
    sleep: Callable[[float], None] = time.sleep
    tell: Callable[[str], None] = lambda _: None
    """Is told of every attempt that failed and how long the next one waits."""

    def __post_init__(self) -> None:
        if urllib.parse.urlsplit(self.endpoint).scheme not in ("http", "https"):
            raise InputError(f"the endpoint must be an http or https address, not {self.endpoint!r}")

    @property
    def agent(self) -> str:
        """Who asks."""
        contact = f"; {self.contact}" if self.contact else ""
        return f"lydite/{__version__} (test sets for word embeddings{contact})"

    def ask(self, query: str) -> list[Row]:
        """Return the rows of an answer, variables to values; from disk where it is known already."""
        known = self._file(query)
        if known is not None and known.is_file():
            with contextlib.suppress(*_ODD, InputError):
                return rows(json.loads(contents(known)))
        if self.offline:
            asked = " ".join(query.split())
            raise InputError(f"offline, and this was never asked of {self.endpoint} before: {asked}")
        answer = self._answer(query)
        if known is not None:
            write_cache(known, json.dumps(answer, ensure_ascii=False))
        return rows(answer)

    def _answer(self, query: str) -> dict[str, Any]:
        trouble = ""
        for attempt in range(ATTEMPTS):
            wait = min(_PAUSE * 2**attempt, _LONGEST)
            try:
                with self._open(query) as response:
                    answer: dict[str, Any] = json.load(response)
                rows(answer)  # an answer that is cut off or of another shape is asked for again
            except urllib.error.HTTPError as error:
                trouble = f"status {error.code}{_reason(error)}"
                if error.code not in _AGAIN:
                    raise InputError(f"{self.endpoint}: {trouble}") from error
                wait = max(wait, _after(error))
                if wait > _LONGEST:
                    raise InputError(f"{self.endpoint}: {trouble}; it asks to wait {wait:,.0f} s") from error
            except _ODD as error:
                trouble = f"the answer is not SPARQL JSON: {error}"
            except BROKEN as error:
                trouble = f"{getattr(error, 'reason', error)}" or type(error).__name__
            else:
                return answer
            if attempt + 1 < ATTEMPTS:
                self.tell(f"{self.endpoint}: {trouble}; asking again in {wait:.0f} s")
                self.sleep(wait)
        raise InputError(f"{self.endpoint}: gave up after {ATTEMPTS} attempts; the last: {trouble}")

    def _open(self, query: str) -> Any:
        request = urllib.request.Request(  # noqa: S310 - http and https only, see __post_init__
            self.endpoint,
            urllib.parse.urlencode({"query": query}).encode(),
            {
                "User-Agent": self.agent,
                "Accept": "application/sparql-results+json",
                "Content-Type": "application/x-www-form-urlencoded",
            },
        )
        return urllib.request.urlopen(request, timeout=TIMEOUT)  # noqa: S310

    def _file(self, query: str) -> Path | None:
        folder = self.cache or cache_folder()
        if folder is None:
            return None
        name = hashlib.sha256(f"{self.endpoint}\n{query}".encode()).hexdigest()[:32]
        return folder / "wikidata" / f"{name}.json"


def rows(answer: Any) -> list[Row]:
    """Return the bindings of SPARQL's JSON results as plain rows."""
    return [{k: _text(v["value"]) for k, v in row.items()} for row in answer["results"]["bindings"]]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a value is a text, not {value!r:.40}")
    return value


def _reason(error: urllib.error.HTTPError) -> str:
    with contextlib.suppress(*BROKEN, ValueError):
        text = error.read(4000).decode("utf-8", "replace")
        if "TimeoutException" in text:
            return ": the query took longer than the endpoint allows; ask for a narrower class"
        first = next((line.strip() for line in text.splitlines() if line.strip()), "")
        hint = " (--contact says who asks)" if error.code == 403 else ""
        return (f": {first[:200]}" if first else "") + hint
    return ""


def _after(error: urllib.error.HTTPError) -> float:
    """Return the seconds that a Retry-After header asks for."""
    value = error.headers.get("Retry-After", "") if error.headers else ""
    if value.isdigit():
        return float(value)
    with contextlib.suppress(ValueError, TypeError):
        return max(parsedate_to_datetime(value).timestamp() - time.time(), 0.0)
    return _THROTTLED if error.code == 429 else 0.0
