"""``lydite questions gather``: from answered sheets to judgements."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.reporting.report import Report

EXAMPLES = (
    "Examples: lydite questions gather sheets -o judged.jsonl · "
    "lydite questions gather sheets ~/Downloads/answers-*.json -o judged.jsonl · "
    "lydite questions gather sheets --sheet 127 --by ann -o judged.jsonl"
)


@o.reports()
def command(
    folder: Annotated[Path, typer.Argument(help="The folder of the sheets.")],
    answers: Annotated[
        list[str], typer.Argument(help="What the sheets downloaded; else all answers-*.json in the folder.")
    ] = [],  # noqa: B006
    *,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help="Questions (.jsonl), or a table of what else was asked.",
            callback=o.writable,
        ),
    ],
    sheet: Annotated[
        int | None,
        typer.Option(help="Type in what stands on this sheet; it is kept in the folder first.", min=1),
    ] = None,
    by: Annotated[str, typer.Option(help="Who filled in the sheet that is typed in.")] = "",
    shared: o.ReportOptions,  # noqa: ARG001
) -> Report:
    """Read answered sheets back: into questions, comparisons, scores of lists, or judged pairs."""
    import msgspec

    from lydite.cli import _sheets
    from lydite.errors import InputError
    from lydite.files import writing
    from lydite.probes.agreement.sheets import read_sheets
    from lydite.probes.agreement.sheets.answers import answers_name, beside, ensure_new, read_all
    from lydite.probes.agreement.sheets.gathering import GatheredAnswers
    from lydite.reporting.views.counts import counted, first_rows

    sheets = read_sheets(folder)
    if by and sheet is None:
        raise InputError("--by names who filled in the sheet that --sheet types in")
    if sheet is not None:
        ensure_new(folder, sheet, by)
        told = _sheets.typed(sheets, sheet, by)
        kept = beside(folder) / answers_name(sheet, told.by)
        with writing(kept, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
        answers = [*answers, str(kept)] if answers else []
    gathered = GatheredAnswers.of(sheets, read_all(folder, answers, sheets))
    gathered.write(output)
    unknown = sum(one.answer.unknown for one in gathered.answers)
    rows = [
        ("people", gathered.people),
        ("answers", len(gathered.answers)),
        ("of these, don't know all the terms", unknown),
        ("asked", len(sheets.items)),
        ("of these, answered by anybody", len(gathered.judged)),
    ]
    head, judged = gathered.table()
    every = list(judged)
    shown = first_rows("Judgements", head, every, len(every), output.name)
    return counted(f"{output}: gathered from {folder}", rows, made=[shown])
