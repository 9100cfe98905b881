"""Pages of a MediaWiki export (pages-articles XML): plain, many bz2 streams in one file, or read in one go.

A plain file, or one of many bz2 streams, is cut into units that depend on the file alone. A page belongs to
the unit in which its ``<page>`` begins, and that unit reads on until the page ends; so units can be read in
any order by any number of processes. What is compressed in another way, or comes from standard input, is cut
as it is read. Entities other than the five of XML and numbers are never expanded.
"""

from __future__ import annotations

import mmap
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.io.decoding import ensure_within, marked_encoding, utf8
from lydite.core.io.unpacking import unpack
from lydite.knowledge.wikipedia.titles import WikiSite

if TYPE_CHECKING:
    from collections.abc import Iterator

UNIT = 4 << 20  # bytes of a file in one unit, before decompression for many-stream files
_STREAM = b"1AY&SY"  # after "BZh" and a digit: the first block of a bz2 stream
_BEGIN, _END, _LAST = b"<page>", b"</page>", b"</mediawiki>"
_TAIL = 1 << 16  # bytes in which the end of a file is looked for
_FIELD = re.compile(
    rb"<(?P<name>title|ns|id|redirect|text)\b(?P<attributes>[^<>]*?)(?:/>|>(?P<value>[^<]*)</(?P=name)>)"
)
_NAMESPACE = re.compile(rb'<namespace key="(-?\d{1,9})"[^<>]*?(?:/>|>([^<]*)</namespace>)')
_WHOLE = re.compile(r"-?[0-9]{1,9}")
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
class ExportUnit:
    """A stretch of one file: plain bytes, or whole bz2 streams; or (``held``) pages already unpacked."""

    path: str
    start: int
    stop: int
    packed: bool = False
    held: bytes | None = None


def units(path: Path) -> Iterator[ExportUnit]:
    """Cut a file into units; what must be read in one go is unpacked here, all else where it is used."""
    head = opening.beginning(path, 64)
    if not head:
        raise InputError("is empty; a MediaWiki export was expected", path)
    packed = None
    if str(path) != "-":
        with opening.binary(path) as file:
            packed = file.compression
    if (
        str(path) == "-"
        or packed not in (None, ".bz2")
        or marked_encoding(head, str(path)) in ("utf-16", "utf-32")
    ):
        yield from _held(path)
        return
    size = path.stat().st_size
    if packed is None:
        _check_end(path, [max(0, size - 200)], packed=False)
        cuts = [*range(0, size, UNIT), size]
        yield from (ExportUnit(str(path), a, b) for a, b in pairwise(cuts))
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
    yield from (ExportUnit(str(path), a, b, packed=True) for a, b in pairwise(cuts))


def read_site(path: Path) -> WikiSite:
    """Read language, namespaces and case from the head of an export."""
    for size in (1 << 16, 1 << 20, 8 << 20):
        head = opening.beginning(path, size, text=True)
        if b"</siteinfo>" in head or _BEGIN in head or len(head) < size:
            break
    root = head.find(b"<mediawiki")
    if root < 0:
        raise InputError("is not a MediaWiki export: no <mediawiki> element at its beginning", path)
    tag = head[root : head.find(b">", root)].decode("utf-8", "replace")
    language = re.search(r'xml:lang="([^"]*)"', tag)
    info = head[: head.find(_BEGIN)] if _BEGIN in head else head
    names = {
        unescape((name or b"").decode("utf-8", "replace")): int(key) for key, name in _NAMESPACE.findall(info)
    }
    case = re.search(rb"<case>([^<]*)</case>", info)
    database = re.search(rb"<dbname>([^<]*)</dbname>", info) or re.search(
        rb"<sitename>([^<]*)</sitename>", info
    )
    return WikiSite(
        language[1] if language else "en",
        {name: key for name, key in names.items() if name},
        case is None or case[1] != b"case-sensitive",
        database[1].decode("utf-8", "replace") if database else "",
    )


def read_pages(unit: ExportUnit) -> Iterator[RawPage]:
    """Yield the pages that begin in a unit."""
    for body in _bodies(unit):
        page = _page(body, unit.path)
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


def _page(body: bytes, path: str) -> RawPage | None:
    namespace: int | None = None
    title, target, text = "", None, ""
    for found in _FIELD.finditer(body):
        name = found["name"]
        value = (found["value"] or b"").decode("utf-8", "replace")
        if name == b"title":
            title = unescape(value)
        elif name == b"ns":
            if not _WHOLE.fullmatch(value):  # whether it is an article is unknown
                raise InputError(f"page {title!r} is of namespace {value!r}, which is no number", path)
            namespace = int(value)
        elif name == b"redirect":
            named = re.search(rb'title="([^"]*)"', found["attributes"])
            target = unescape(named[1].decode("utf-8", "replace")) if named else ""
        elif name == b"text":
            text = unescape(value)  # the last revision wins
    return RawPage(title, namespace, target, text) if title else None


def _bodies(unit: ExportUnit) -> Iterator[bytes]:
    """Yield the inside of each <page> that begins in the unit; read beyond its end to finish the last."""
    path = Path(unit.path)
    buffer, owned, sought = bytearray(), 0, 0
    for own, block in _blocks(unit):
        buffer += block
        owned += len(block) if own else 0
        at = 0
        begin = buffer.find(_BEGIN)
        while 0 <= begin < owned:
            end = buffer.find(_END, max(begin, sought))
            if end < 0:
                break
            yield bytes(buffer[begin + len(_BEGIN) : end])
            at = end + len(_END)
            begin = buffer.find(_BEGIN, at)
        open_page = 0 <= begin < owned
        if open_page:
            ensure_within(len(buffer) - begin, "page", unit.path)
        if not own and not open_page and len(buffer) - owned >= len(_BEGIN):
            return
        keep = begin if open_page else max(at, len(buffer) - len(_LAST))
        del buffer[:keep]
        owned = max(0, owned - keep)
        sought = max(0, len(buffer) - len(_END)) if open_page else 0  # a long page is looked through once
    if _BEGIN in buffer[:owned]:
        title = re.search(rb"<title>([^<]*)", buffer)
        where = f" ({title[1].decode('utf-8', 'replace')})" if title else ""
        raise InputError(f"ends inside a page{where}; the file is cut: fetch it again", path)


def _check_end(path: Path, starts: list[int], *, packed: bool) -> None:
    """Refuse a file that does not end as an export does, read from one of the starts on."""
    for start in starts:
        unit = ExportUnit(str(path), start, path.stat().st_size, packed)
        tail = b""
        for _, block in _blocks(unit):
            tail = (tail + block)[-_TAIL:]  # a stream may unpack to any size
        tail = tail.rstrip()
        if tail.endswith(_LAST):
            return
        if len(tail) >= len(_LAST):
            break
    raise InputError("ends without </mediawiki>; the file is cut: fetch it again", path)


def _blocks(unit: ExportUnit) -> Iterator[tuple[bool, bytes]]:
    """Yield the bytes of a unit in blocks (True), then what follows it in the file (False)."""
    if unit.held is not None:
        yield True, unit.held
        yield False, b" " * len(_BEGIN)
        return
    with opening.open_raw(unit.path) as file:
        file.seek(unit.start)
        own = _pieces(file, unit.stop - unit.start)
        yield from ((True, block) for block in (unpack(own, ".bz2", unit.path) if unit.packed else own))
        rest = iter(lambda: file.read(1 << 16), b"")
        yield from ((False, block) for block in (unpack(rest, ".bz2", unit.path) if unit.packed else rest))


def _pieces(file: IO[bytes], left: int) -> Iterator[bytes]:
    while left > 0 and (piece := file.read(min(left, 1 << 20))):
        left -= len(piece)
        yield piece


def _held(path: Path) -> Iterator[ExportUnit]:
    """Read a file from its beginning to its end into units that end after a page."""
    held: list[bytes] = []
    length = start = 0
    with opening.binary(path) as file:
        for piece in utf8(iter(file), file.name):
            held.append(piece)
            length += len(piece)
            if length >= 4 * UNIT:
                text = b"".join(held)
                cut = text.rfind(_END) + len(_END)
                if cut >= len(_END):
                    yield ExportUnit(str(path), start, file.reached, held=text[:cut])
                    text, start = text[cut:], file.reached
                held, length = [text], len(text)
                ensure_within(length, "page", file.name)
        text = b"".join(held)
        if _LAST not in text:
            raise InputError("ends without </mediawiki>; the file is cut: fetch it again", path)
        yield ExportUnit(str(path), start, file.reached, held=text)


def _streams(path: Path) -> Iterator[int]:
    """Yield where the streams of a bz2 file begin: each at a byte, by ten bytes that chance does not make."""
    with opening.open_raw(path) as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.find(_STREAM, 4)
        while at >= 0:
            if data[at - 4 : at - 1] == b"BZh" and 0x31 <= data[at - 1] <= 0x39:
                yield at - 4
            at = data.find(_STREAM, at + 1)
