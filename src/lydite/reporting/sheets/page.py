"""From a sheet to one page that needs nothing else; nothing that users wrote is markup there."""

from __future__ import annotations

import json
from string import Template
from typing import TYPE_CHECKING

from lydite.probes.agreement.sheets.answers import SheetAnswer
from lydite.probes.agreement.sheets.items import MOST_CIRCLED, ComparisonItem, ListItem, QuestionItem
from lydite.probes.agreement.sheets.sheet import page_name, write_folder
from lydite.reporting.pages import document
from lydite.reporting.pages.document import safe as _safe
from lydite.reporting.sheets.forms import FORMS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.probes.agreement.sheets.items import SheetItem, VerdictItem
    from lydite.probes.agreement.sheets.sheet import Sheet, SheetSet
    from lydite.reporting.sheets.forms import SheetForm


def write_sheets(sheets: SheetSet, folder: Path) -> None:
    """Write the pages, one a sheet, and in the end the file by which answers are read back."""
    write_folder(sheets, folder, {page_name(s.number): render_sheet(sheets, s) for s in sheets.sheets})


def render_sheet(sheets: SheetSet, sheet: Sheet) -> str:
    """Return the page of a sheet."""
    form = FORMS[type(sheets.items[0])]
    own, script, page = (document.part(__package__, n) for n in ("sheet.css", "sheet.js", "page.html"))
    style = document.style("base.css") + own
    boxes = [
        _box(sheets.items[entry.item], entry.order, form, number)
        for number, entry in enumerate(sheet.entries, 1)
    ]
    about = {"sheets": sheets.digest, "sheet": sheet.number, "most": MOST_CIRCLED}
    example = _content(form.example, range(len(form.example.options)), form, 0, form.answer)
    return Template(page).substitute(
        number=sheet.number,
        count=len(sheet.entries),
        instructions="\n".join(f"<p>{_safe(line)}</p>" for line in form.instructions.splitlines()),
        example=example,
        items="\n".join(boxes),
        data=json.dumps(about),
        style=style,
        script=script,
        style_hash=document.content_hash(style),
        script_hash=document.content_hash(script),
    )


def _box(item: SheetItem, order: Sequence[int], form: SheetForm, number: int) -> str:
    content = _content(item, order, form, number)
    return f'<section class="item" data-item="{number}" aria-label="No. {number}">\n{content}\n</section>'


def _content(
    item: SheetItem, order: Sequence[int], form: SheetForm, number: int, told: SheetAnswer | None = None
) -> str:
    """Return what stands in a box; ``told`` fills it in."""
    label = f'<span class="number">{number}.</span> ' if number else ""
    unknown = f'<label class="unknown"><input type="checkbox"> <span>{_safe(form.unknown)}</span></label>'
    if isinstance(item, QuestionItem):
        before, after = item.context
        prompt = f"{label}<bdi>{_safe(before)}<b>{_safe(item.substitutee)}</b>{_safe(after)}</bdi>"
        options = _options([item.substitutes[i] for i in order], told)
        return f'<p class="prompt">{prompt}</p>\n<div class="row">\n{options}\n{unknown}\n</div>'
    asked = _asked(item, order, label)
    return f'{asked}\n<div class="row">\n{_choices(item, number, told)}\n{unknown}\n</div>'


def _options(phrases: Sequence[str], told: SheetAnswer | None) -> str:
    """Return the phrases, each with what circles it and what crosses it out."""
    rows = []
    for place, phrase in enumerate(phrases, 1):
        marked, tools = "", ""
        if told is None:
            tools = (
                '<span class="tools"><button type="button" class="circle" aria-pressed="false" '
                f'aria-label="circle {_safe(phrase)}">◯</button><button type="button" class="cross" '
                f'aria-pressed="false" aria-label="cross out {_safe(phrase)}">✕</button></span>'
            )
        elif place in told.circled or place in told.crossed:
            marked = " circled" if place in told.circled else " crossed"
        rows.append(
            f'<li class="option{marked}" data-place="{place}">'
            f'<bdi class="phrase">{_safe(phrase)}</bdi>{tools}</li>'
        )
    return '<ul class="options">\n' + "\n".join(rows) + "\n</ul>"


def _asked(item: ComparisonItem | ListItem | VerdictItem, order: Sequence[int], label: str) -> str:
    if isinstance(item, ComparisonItem):
        sides = [
            (name, f"<p>{_instead(*item.sides[i])}</p>")
            for name, i in zip(("the first", "the second"), order, strict=True)
        ]
        return _sides(label, sides)
    if isinstance(item, ListItem):
        lists = (("people", item.gold), ("the system", item.predicted))
        sides = [(name, _list(phrases)) for name, phrases in lists]
        if not item.text:
            return _sides(label, sides)
        parts = "".join(f"<p><bdi>{_safe(part)}</bdi></p>" for part in item.text.splitlines())
        return f'<p class="prompt">{label}</p>\n<div class="text">{parts}</div>\n{_sides("", sides)}'
    return f'<p class="prompt">{label}{_instead(item.candidate, item.reference)}</p>'


def _instead(candidate: str, reference: str) -> str:
    return f"<bdi>{_safe(candidate)}</bdi> in place of <b><bdi>{_safe(reference)}</bdi></b>"


def _sides(label: str, sides: Sequence[tuple[str, str]]) -> str:
    heads = [f"{label if not n else ''}{_safe(name)}" for n, (name, _) in enumerate(sides)]
    both = "\n".join(
        f'<div class="side"><p>{head}</p>{content}</div>'
        for head, (_, content) in zip(heads, sides, strict=True)
    )
    return f'<div class="sides">\n{both}\n</div>'


def _list(phrases: Sequence[str]) -> str:
    if not phrases:
        return "<p>(nothing)</p>"
    return "<ol>" + "".join(f"<li><bdi>{_safe(phrase)}</bdi></li>" for phrase in phrases) + "</ol>"


def _choices(item: SheetItem, number: int, told: SheetAnswer | None) -> str:
    labels = []
    for value, text in enumerate(item.choices, 1):
        state = " checked" if told is not None and told.choice == value else ""
        labels.append(
            f'<label><input type="radio" name="item-{number}" value="{value}"{state}> {_safe(text)}</label>'
        )
    return f'<fieldset class="choices">{"".join(labels)}</fieldset>'
