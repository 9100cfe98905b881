"""Pages of a MediaWiki export (pages-articles XML): plain, bz2, or many bz2 streams in one file.

A file is cut into units that depend on the file alone. A page belongs to the unit in which its
``<page>`` begins, and that unit reads on until the page ends; so units can be read in any order by any
number of processes. Entities other than the five of XML and numbers are never expanded.
"""

from __future__ import annotations

import bz2
import mmap
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.sources.wikipedia.titles import Site

if TYPE_CHECKING:
    from collections.abc import Iterator

UNIT = 4 << 20  # bytes of a file in one unit, before decompression for many-stream files
_STREAM = b"1AY&SY"  # after "BZh" and a digit: the first block of a bz2 stream
_BEGIN, _END, _LAST = b"<page>", b"</page>", b"</mediawiki>"
_FIELD = re.compile(
    rb"<(?P<name>title|ns|id|redirect|text)\b(?P<attributes>[^>]*?)(?:/>|>(?P<value>[^<]*)</(?P=name)>)"
)
_NAMESPACE = re.compile(rb'<namespace key="(-?\d+)"[^>]*?(?:/>|>([^<]*)</namespace>)')
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_NAMED = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}


@dataclass(frozen=True)
class RawPage:
    """One page as it stands in the export; ``redirect`` is None, or the target (empty: only marked).

    ``namespace`` is None where the export does not say, as before 2012: then the title does.
    """

    title: str
    namespace: int | None
    redirect: str | None
    text: str


@dataclass(frozen=True)
class Unit:
    """A stretch of one file: plain bytes, or whole bz2 streams; or (``held``) pages already unpacked."""

    path: str
    start: int
    stop: int
    packed: bool = False
    held: bytes | None = None


def is_bz2(path: Path) -> bool:
    """Tell by its first bytes whether a file is bz2."""
    with path.open("rb") as file:
        return file.read(3) == b"BZh"


def units(path: Path) -> Iterator[Unit]:
    """Cut a file into units; one long bz2 stream is unpacked here, everything else where it is read."""
    size = path.stat().st_size
    if size == 0:
        raise InputError("is empty; a MediaWiki export was expected", path)
    if not is_bz2(path):
        _check_end(path, [max(0, size - 200)], packed=False)
        cuts = [*range(0, size, UNIT), size]
        yield from (Unit(str(path), a, b) for a, b in pairwise(cuts))
        return
    cuts = [0]
    last: list[int] = []
    for at in _streams(path):
        last = [*last[-50:], at]
        if at - cuts[-1] >= UNIT // 4:
            cuts.append(at)
    if len(cuts) == 1:
        yield from _held(path)
        return
    _check_end(path, last[::-1], packed=True)
    cuts.append(size)
    yield from (Unit(str(path), a, b, packed=True) for a, b in pairwise(cuts))


def read_site(path: Path) -> Site:
    """Read language, namespaces and case from the head of an export."""
    head = b""
    for _, block in _blocks(Unit(str(path), 0, path.stat().st_size, packed=is_bz2(path))):
        head += block
        if b"</siteinfo>" in head or _BEGIN in head or len(head) > 8 << 20:
            break
    root = head.find(b"<mediawiki")
    if root < 0:
        raise InputError("is not a MediaWiki export: no <mediawiki> element at its beginning", path)
    opening = head[root : head.find(b">", root)].decode("utf-8", "replace")
    language = re.search(r'xml:lang="([^"]*)"', opening)
    info = head[: head.find(_BEGIN)] if _BEGIN in head else head
    names = {
        unescape((name or b"").decode("utf-8", "replace")): int(key) for key, name in _NAMESPACE.findall(info)
    }
    case = re.search(rb"<case>([^<]*)</case>", info)
    database = re.search(rb"<dbname>([^<]*)</dbname>", info) or re.search(
        rb"<sitename>([^<]*)</sitename>", info
    )
    return Site(
        language[1] if language else "en",
        {name: key for name, key in names.items() if name},
        case is None or case[1] != b"case-sensitive",
        database[1].decode("utf-8", "replace") if database else "",
    )


def read_pages(unit: Unit) -> Iterator[RawPage]:
    """Yield the pages that begin in a unit."""
    for body in _bodies(unit):
        page = _page(body)
        if page is not None:
            yield page


def unescape(text: str) -> str:
    """Replace the five entities of XML and numeric ones; leave every other alone.

    >>> unescape("a &lt; b &amp;amp; &#233; &xxe; &#99999999;")
    'a < b &amp; é &xxe; &#99999999;'
    """
    return _ENTITY.sub(_entity, text) if "&" in text else text


def _entity(found: re.Match[str]) -> str:
    whole = found[0]
    if whole[1] != "#":
        return _NAMED[whole]
    code = int(whole[3:-1], 16) if whole[2] == "x" else int(whole[2:-1])
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else whole


def _page(body: bytes) -> RawPage | None:
    namespace: int | None = None
    title, target, text = "", None, ""
    for found in _FIELD.finditer(body):
        name = found["name"]
        value = (found["value"] or b"").decode("utf-8", "replace")
        if name == b"title":
            title = unescape(value)
        elif name == b"ns":
            namespace = int(value) if value.lstrip("-").isdigit() else -1
        elif name == b"redirect":
            named = re.search(rb'title="([^"]*)"', found["attributes"])
            target = unescape(named[1].decode("utf-8", "replace")) if named else ""
        elif name == b"text":
            text = unescape(value)  # the last revision wins
    return RawPage(title, namespace, target, text) if title else None


def _bodies(unit: Unit) -> Iterator[bytes]:
    """Yield the inside of each <page> that begins in the unit; read beyond its end to finish the last."""
    path = Path(unit.path)
    buffer, owned = b"", 0
    for own, block in _blocks(unit):
        buffer += block
        owned += len(block) if own else 0
        at = 0
        begin = buffer.find(_BEGIN)
        while 0 <= begin < owned:
            end = buffer.find(_END, begin)
            if end < 0:
                break
            yield buffer[begin + len(_BEGIN) : end]
            at = end + len(_END)
            begin = buffer.find(_BEGIN, at)
        open_page = 0 <= begin < owned
        if not own and not open_page and len(buffer) - owned >= len(_BEGIN):
            return
        keep = begin if open_page else max(at, len(buffer) - len(_LAST))
        buffer, owned = buffer[keep:], max(0, owned - keep)
    if _BEGIN in buffer[:owned]:
        title = re.search(rb"<title>([^<]*)", buffer)
        where = f" ({title[1].decode('utf-8', 'replace')})" if title else ""
        raise InputError(f"ends inside a page{where}; the file is cut: fetch it again", path)


def _check_end(path: Path, starts: list[int], *, packed: bool) -> None:
    """Refuse a file that does not end as an export does, read from one of the starts on."""
    for start in starts:
        unit = Unit(str(path), start, path.stat().st_size, packed)
        tail = b"".join(block for _, block in _blocks(unit)).rstrip()
        if tail.endswith(_LAST):
            return
        if len(tail) >= len(_LAST):
            break
    raise InputError("ends without </mediawiki>; the file is cut: fetch it again", path)


def _blocks(unit: Unit) -> Iterator[tuple[bool, bytes]]:
    """Yield the bytes of a unit in blocks (True), then what follows it in the file (False)."""
    if unit.held is not None:
        yield True, unit.held
        yield False, b" " * len(_BEGIN)
        return
    with Path(unit.path).open("rb") as file:
        file.seek(unit.start)
        left = unit.stop - unit.start
        unpack = bz2.BZ2Decompressor() if unit.packed else None
        while block := file.read(min(left, 1 << 20) if left else 1 << 16):
            own = left > 0
            left -= len(block) if own else 0
            if unpack is None:
                yield own, block
                continue
            while block:
                try:
                    yield own, unpack.decompress(block)
                except (OSError, EOFError) as error:
                    raise InputError(f"is damaged: {error}; fetch it again", unit.path) from error
                block = unpack.unused_data
                if unpack.eof:
                    unpack = bz2.BZ2Decompressor()
        if unpack is not None and unpack.needs_input and not _fresh(unpack):
            raise InputError("is cut in the middle of its bz2 data: fetch it again", unit.path)


def _fresh(unpack: bz2.BZ2Decompressor) -> bool:
    """Tell whether a decompressor has seen nothing yet, as after the end of the last stream."""
    try:
        unpack.decompress(b"BZh9")
    except OSError:
        return False
    return unpack.needs_input and not unpack.eof


def _held(path: Path) -> Iterator[Unit]:
    """Unpack one long bz2 stream into units that end after a page."""
    unpack, buffer, count = bz2.BZ2Decompressor(), b"", 0
    size = path.stat().st_size
    with path.open("rb") as file:
        while True:
            block = file.read(1 << 18)
            if not block:
                break
            try:
                while block:
                    buffer += unpack.decompress(block)
                    block = unpack.unused_data
                    if unpack.eof and block:
                        unpack = bz2.BZ2Decompressor()
            except OSError as error:
                raise InputError(f"is damaged: {error}; fetch it again", path) from error
            while len(buffer) >= 4 * UNIT and (cut := buffer.rfind(_END)) >= 0:
                cut += len(_END)
                yield Unit(str(path), count, min(file.tell(), size), held=buffer[:cut])
                buffer, count = buffer[cut:], file.tell()
    if not unpack.eof:
        raise InputError("is cut in the middle of its bz2 data: fetch it again", path)
    if _LAST not in buffer:
        raise InputError("ends without </mediawiki>; the file is cut: fetch it again", path)
    yield Unit(str(path), count, size, held=buffer)


def _streams(path: Path) -> Iterator[int]:
    """Yield where the streams of a bz2 file begin: each at a byte, by ten bytes that chance does not make."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.find(_STREAM, 4)
        while at >= 0:
            if data[at - 4 : at - 1] == b"BZh" and 0x31 <= data[at - 1] <= 0x39:
                yield at - 4
            at = data.find(_STREAM, at + 1)
