"""Plain text, a line at a time; a line without end is cut, so that memory stays bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.reading import opening
from lydite.reading.decoding import checked_utf8, utf8

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST = 1 << 20  # bytes of a line that are kept together


def lines(path: Path, encoding: str | None, notes: list[str]) -> Iterator[str]:
    """Yield the lines of a text; longer ones in pieces of about a million bytes, cut at white space."""
    cuts = 0
    for line, cut in _pieces(path, encoding):
        cuts += cut
        yield line
    if cuts:
        notes.append(f"{path.name}: lines of more than {LONGEST >> 20} MiB were cut, at {cuts:,} places")


def _pieces(path: Path, encoding: str | None) -> Iterator[tuple[str, bool]]:
    number, rest = 1, b""
    with opening.binary(path) as file:
        for piece in utf8(iter(file), file.name, encoding):
            block = rest + piece
            end = block.rfind(b"\n") + 1
            cut = not end and len(block) > LONGEST
            if cut:
                end = _cut(block)
            rest = block[end:]
            if end:
                text = checked_utf8(block[:end], file.name, number)
                number += text.count("\n")
                for line in text.split("\n"):
                    yield line, False
                if cut:
                    yield "", True
        if rest:
            for line in checked_utf8(rest, file.name, number).split("\n"):
                yield line, False


def _cut(block: bytes) -> int:
    """Return the last place at which a line can be cut: after a blank, else between two characters."""
    blank = max(block.rfind(b" "), block.rfind(b"\t"))
    if blank > 0:
        return blank + 1
    end = len(block) - 1
    while end > len(block) - 4 and block[end] & 0xC0 == 0x80:  # within a character
        end -= 1
    return end
