"""What commands about sheets share: writing them, asking for answers by the number of a sheet."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.reporting.views.counts import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lydite.probes.agreement.sheets import SheetAnswers, SheetSet
    from lydite.probes.agreement.sheets.answers import SheetAnswer
    from lydite.probes.agreement.sheets.items import SheetItem
    from lydite.probes.agreement.sheets.sheet import Sheet
    from lydite.reporting.report import Report


def written(sheets: SheetSet, folder: Path) -> Report:
    """Write sheets into a folder, and say what they are."""
    from lydite.reporting.sheets import write_sheets

    write_sheets(sheets, folder)
    rows = [
        ("sheets", len(sheets.sheets)),
        ("asked", len(sheets.items)),
        ("on all sheets together", sum(len(s.entries) for s in sheets.sheets)),
    ]
    back = f"put answers into {folder}, then: lydite questions gather {folder} -o FILE"
    return counted(f"sheets {sheets.numbers} in {folder}", rows, (back,))


def typed(sheets: SheetSet, number: int, by: str) -> SheetAnswers:
    """Ask for the answers on a sheet, line by line: at a terminal, or from standard input."""
    from lydite.probes.agreement.sheets.answers import collected

    sheet = sheets.sheet(number)
    if sheet is None:
        raise InputError(f"there is no sheet {number} (there is {sheets.numbers})")
    asking = _asked(sheets, sheet) if sys.stdin is not None and sys.stdin.isatty() else _read(sheets, sheet)
    return collected(sheets, sheet, by, list(asking))


def _read(sheets: SheetSet, sheet: Sheet) -> Iterator[SheetAnswer]:
    """Yield the answers of a text: a line for each item of the sheet, in its order."""
    from lydite.probes.agreement.sheets.answers import typed_answer
    from lydite.reading import opening

    source = opening.source_name("-")
    lines = [line for _, line in opening.lines("-")]
    if len(lines) != len(sheet.entries):
        raise InputError(
            f"expected {len(sheet.entries)} lines, one for each on sheet {sheet.number}, found {len(lines)}",
            source,
        )
    for place, (line, entry) in enumerate(zip(lines, sheet.entries, strict=True), 1):
        try:
            yield typed_answer(line, place, sheets.items[entry.item])
        except InputError as error:
            raise InputError(str(error), source, place) from error


def _asked(sheets: SheetSet, sheet: Sheet) -> Iterator[SheetAnswer]:
    """Show what stands on the sheet, and ask again where an answer cannot be right."""
    from lydite.probes.agreement.sheets.answers import typed_answer
    from lydite.reporting.readable import escape_control

    told = "2 -1 circles the second and crosses the first out; ? for don't know; nothing for no answer"
    sys.stderr.write(f"sheet {sheet.number}: {told}\n")
    for place, entry in enumerate(sheet.entries, 1):
        item = sheets.items[entry.item]
        sys.stderr.write(escape_control(f"{place}. {_shown(item, entry.order)}", keep="\n") + "\n")
        while True:
            line = _line()
            try:
                answer = typed_answer(line, place, item)
                break
            except InputError as error:
                sys.stderr.write(f"   {error}\n")
        yield answer


def _line() -> str:
    try:
        return input("   > ")
    except EOFError:
        raise InputError("the sheet was not typed in whole; nothing is saved") from None


def _shown(item: SheetItem, order: list[int]) -> str:
    from lydite.probes.agreement.sheets.items import QuestionItem

    options = [item.options[i] for i in order]
    title = item.substitutee if isinstance(item, QuestionItem) else " | ".join(options) or item.name
    return f"{title}: " + "  ".join(f"{n} {text}" for n, text in enumerate(item.choices or options, 1))
