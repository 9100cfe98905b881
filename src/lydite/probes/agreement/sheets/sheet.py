"""Sheets together, as the file beside them keeps them: what is asked, on which sheet, in which order."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from lydite.arrays import content_digest
from lydite.errors import InputError
from lydite.files import writing
from lydite.probes.agreement.sheets.items import SheetItem
from lydite.reading import opening
from lydite.reading.formats.json_text import decode_json
from lydite.replacing import ensure_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

FILE = "sheets.json"
Place = Annotated[int, Meta(ge=0, le=2**31)]
Number = Annotated[int, Meta(ge=1, le=999_999)]


class SheetEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One item on a sheet, and in which order its options stand there."""

    item: Place
    order: list[Place]


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """What one person gets."""

    number: Number
    entries: Annotated[list[SheetEntry], Meta(min_length=1)]


class SheetSet(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All sheets that were made together."""

    kind: Literal["lydite sheets"]
    schema: Literal[1]
    name: str
    seed: int  # whatever it was, the sheets are laid out
    items: Annotated[list[SheetItem], Meta(min_length=1)]
    sheets: Annotated[list[Sheet], Meta(min_length=1)]

    @functools.cached_property
    def digest(self) -> str:
        """What identifies the sheets, whatever they are called, so that answers to others are noticed."""
        return content_digest(msgspec.json.encode([self.items, self.sheets]))

    def sheet(self, number: int) -> Sheet | None:
        """Return the sheet of a number, None where there is none."""
        return next((s for s in self.sheets if s.number == number), None)

    @property
    def numbers(self) -> str:
        """The numbers there are, as messages tell them."""
        first, last = self.sheets[0].number, self.sheets[-1].number
        return f"{first}" if first == last else f"{first} to {last}"


def page_name(number: int) -> str:
    """Return the name of the page of a sheet.

    >>> page_name(7)
    'sheet-007.html'
    """
    return f"sheet-{number:03}.html"


def write_folder(sheets: SheetSet, folder: Path, pages: Mapping[str, str]) -> None:
    """Write pages by name and, in the end, what the sheets are: all of them, or nothing."""
    record = msgspec.json.encode(sheets).decode() + "\n"
    files = {**pages, FILE: record}
    ensure_folder(folder)
    if taken := next((name for name in (FILE, *pages) if (folder / name).exists()), None):
        raise InputError(f"has {taken} already; name another folder", folder)
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    try:
        for name, content in files.items():
            with writing(folder / name) as file:
                file.write(content)
            written.append(folder / name)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        raise


def read_sheets(folder: str | PathLike[str]) -> SheetSet:
    """Read the file beside sheets; ``folder`` may also be the file itself."""
    path = Path(folder)
    path = path / FILE if path.is_dir() else path
    if not path.exists():
        raise InputError(f"there is no {FILE} in it; lydite questions sheets makes one", folder)
    try:
        sheets = msgspec.convert(decode_json(opening.text(path), str(path)), SheetSet)
    except msgspec.ValidationError as error:
        raise InputError(f"is not what lydite questions sheets wrote: {error}", path) from error
    _check(sheets, path)
    return sheets


def _check(sheets: SheetSet, path: Path) -> None:
    if len({type(item) for item in sheets.items}) > 1:
        raise InputError("has items of several kinds", path)
    seen: set[int] = set()
    for sheet in sheets.sheets:
        if sheet.number in seen:
            raise InputError(f"two sheets have the number {sheet.number}", path)
        seen.add(sheet.number)
        for entry in sheet.entries:
            size = len(sheets.items[entry.item].options) if entry.item < len(sheets.items) else -1
            if sorted(entry.order) != list(range(size)):
                raise InputError(f"sheet {sheet.number} names what is not there", path)
        if len({entry.item for entry in sheet.entries}) < len(sheet.entries):
            raise InputError(f"something stands twice on sheet {sheet.number}", path)
