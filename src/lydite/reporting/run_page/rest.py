"""The file beside a page: the items that do not fit into it, under the digest that the page has, too."""

from __future__ import annotations

import hashlib
import json
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError, OutputError, written_address
from lydite.files import ensure_writable, writing
from lydite.measures.labels.tables import plural
from lydite.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from types import TracebackType

_MARK = '{"lydite":"items of a page","digest":"'
_DIGITS = 16


class RestFile(ExitStack):
    """Where items go that do not fit; the file is there once the context that this is ends well.

    The page is written within that context, so that neither is there without the other: what a page and a
    file of another day have in common is told by the digest.
    """

    def __init__(self, path: Path, say: Callable[[str], object] = lambda _: None) -> None:
        super().__init__()
        self.path = path
        self._say = say
        self._items = 0

    def ensure_ours(self) -> None:
        """Refuse to replace what is no such file; nobody gave its name."""
        ensure_writable(self.path)
        if self._beginning() not in (None, _MARK.encode()):
            told = "is there, and is not of a page; items that do not fit would replace it"
            raise OutputError(f"{self.path}: {told}: name another page, or --inside more (lydite report)")

    def _beginning(self) -> bytes | None:
        """Return what the file that is there begins with; None for none, or one that nobody may read."""
        from lydite.reading.opening import beginning

        if (address := written_address(self.path)) is None:
            return beginning(self.path, len(_MARK)) if self.path.exists() else None
        with suppress(InputError):
            return beginning(address, len(_MARK))
        return None

    def write(self, inside: Mapping[str, Any], blocks: Iterable[Mapping[str, Any]], left: int) -> str:
        """Write blocks, one a line; return the digest of what is inside the page and of what is here."""
        known = hashlib.sha256(_line(inside).encode())
        with ExitStack() as held, progress_bar("items", left) as count:
            file = held.enter_context(writing(self.path))
            file.write(_head("0" * _DIGITS))
            for block in blocks:
                line = _line(block)
                known.update(line.encode())
                file.write(line)
                self._items += len(block["items"])
                count.update(self._items)
            digest = known.hexdigest()[:_DIGITS]
            file.seek(0)
            file.write(_head(digest))
            self.push(held.pop_all())
        return digest

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Rename the file, or leave what was there before."""
        done = super().__exit__(kind, error, trace)
        if kind is None and self._items:
            self._say(f"wrote {self.path}: {plural(self._items, 'item')} more than fit into the page")
        elif kind is None and self._beginning() == _MARK.encode():
            self._say(f"{self.path} is of an earlier page, and holds its gold and predictions")
        return bool(done)


def _head(digest: str) -> str:
    return f'{_MARK}{digest}"}}\n'


def _line(block: Mapping[str, Any]) -> str:
    return json.dumps(block, allow_nan=False, separators=(",", ":")) + "\n"
