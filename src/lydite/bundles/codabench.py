"""A competition bundle for Codabench: pages, gold, scoring program, validator and a sample submission."""

from __future__ import annotations

import json
import shutil
import struct
import zipfile
import zlib
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.bundles.resources import copy_resources, named_files
from lydite.bundles.scoring import TASK, passed_over
from lydite.bundles.task import CORRECTED, LONGEST, SEMEVAL, figures, read_task, score_task
from lydite.errors import InputError
from lydite.replacing import ensure_new, new_folder
from lydite.spec import parse
from lydite.version import version_text

if TYPE_CHECKING:
    from lydite.bundles.task import TaskFile
    from lydite.result import Result, Results

COMMAND = "python3 /app/program/scoring.py /app/program /app/input /app/output"
"""Codabench lays the scoring program, gold (input/ref) and the submission (input/res) out under /app."""
_SCORING = """\"\"\"Scores one submission; the work is done by lydite, which the container image holds.\"\"\"

import sys

from lydite.bundles.scoring import main

sys.exit(main(*sys.argv[1:4]))
"""
_VALIDATOR = """\"\"\"Look for faults of your submission before you send it: python validate.py FILE

Needs lydite (the same as scores submissions); nothing is sent anywhere.
\"\"\"

import sys
from pathlib import Path

from lydite.cli import main

ids = Path(__file__).parent / {ids!r}
main(["validate", *sys.argv[1:], *{options!r}, "--ids", str(ids)])
"""
IDS, VALIDATOR, ARCHIVE = "ids.jsonl", "validate.py", "sample_submission.zip"
"""What stands in the starting kit beside the sample."""


def write_bundle(path: str | Path, output: str | Path) -> list[str]:
    """Write the bundle of a task file into a new folder; return what is in it.

    The sample is scored first: a bundle that could not score it is not written.
    """
    output = Path(output)
    ensure_new(output)
    task = read_task(path)
    folder = Path(path).parent
    gold = folder / task.gold
    ids = _ids(task, gold)
    with new_folder(output) as place:
        sample = _sample(task, folder, gold, ids, place)
        let = named_files(task.measures, folder)
        _write(task, folder, place, score_task(task, gold, sample, let), ids)
    return sorted(str(p.relative_to(output)) for p in output.rglob("*") if p.is_file())


def _ids(task: TaskFile, gold: Path) -> list[str]:
    """Return the items that are to be answered; gold is looked at on the way."""
    from lydite.runs.validation_kinds import ValidationOptions, check_of

    kind = {"phrases": "gold"}.get(task.kind, task.kind)
    checked = check_of(kind)(str(gold), ValidationOptions(labels=task.labels or None), set())
    if checked.ids is None:
        raise InputError("has no ids: submissions could not be held against it", gold)
    return list(dict.fromkeys(checked.ids))


def _sample(task: TaskFile, folder: Path, gold: Path, ids: list[str], place: Path) -> Path:
    kit = place / "starting_kit"
    kit.mkdir()
    if task.sample:
        name = Path(task.sample).name
        if name.lower() in (IDS, VALIDATOR, ARCHIVE) or passed_over(name):  # names that mean something else
            name = f"sample-{name.lstrip('._')}"
        return Path(shutil.copy(folder / task.sample, kit / name))
    if task.kind != "phrases":
        raise InputError(f"sample is missing: a {task.kind} submission cannot be made up", gold)
    path = kit / "sample.jsonl"
    lines = (json.dumps({"id": i, "phrases": ["a phrase", "another one"]}, ensure_ascii=False) for i in ids)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def _write(task: TaskFile, folder: Path, place: Path, scored: Results, ids: list[str]) -> None:
    columns = [
        {"title": _title(r, key), "key": key, "index": n, "sorting": _sorting(r, key)}
        for n, (r, key) in enumerate((r, key) for r in scored for key in figures(r))
    ]
    program, reference, kit, pages = (
        place / n for n in ("scoring_program", "reference_data", "starting_kit", "pages")
    )
    for new in (program, reference, pages):
        new.mkdir()
    shutil.copy(folder / task.gold, reference / Path(task.gold).name)
    named = replace(task, gold=Path(task.gold).name)
    if not task.kind.startswith(SEMEVAL):
        measures = [parse(r.measure, "measure") for r in scored]
        copy_resources(measures, program)
        named = replace(named, measures=[m.short() for m in measures])
    (program / TASK).write_text(json.dumps(asdict(named), indent=2, ensure_ascii=False) + "\n", "utf-8")
    (program / "scoring.py").write_text(_SCORING, "utf-8")
    (program / "metadata.yaml").write_text(f"command: {COMMAND}\n", "utf-8")
    sample = next(kit.iterdir())
    with zipfile.ZipFile(kit / ARCHIVE, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(sample, sample.name)
    lines = (json.dumps({"id": i}, ensure_ascii=False) for i in ids)  # whatever an id has in it
    (kit / IDS).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    validator = _VALIDATOR.format(ids=IDS, options=_options(task))
    (kit / VALIDATOR).write_text(validator, "utf-8")
    logo = place / f"logo{Path(task.logo).suffix.lower() or '.png'}"
    if task.logo:
        shutil.copy(folder / task.logo, logo)
    else:
        logo.write_bytes(_square())
    for name, text in _pages(task, scored, sample.name).items():
        (pages / f"{name}.md").write_text(text, "utf-8")
    (place / "Dockerfile").write_text(_dockerfile(task), "utf-8")
    text = json.dumps(_competition(task, columns, logo.name), indent=2, ensure_ascii=False)
    (place / "competition.yaml").write_text(text + "\n", "utf-8")  # JSON is YAML, and quotes everything


def _title(result: Result, key: str) -> str:
    ending = ", corrected" if key.endswith(CORRECTED) else ""
    measure, room = parse(result.measure, "measure").short(), LONGEST - len(ending)
    return (measure if len(measure) <= room else f"{measure[: room - 1]}…") + ending


def _sorting(result: Result, key: str) -> str:
    return "asc" if result.better == "lower" and not key.endswith(CORRECTED) else "desc"


def _options(task: TaskFile) -> list[str]:
    """Return what the validator is told, so that it refuses what scoring would refuse and nothing else."""
    kind = "predictions" if task.kind == "phrases" else task.kind
    missing = task.missing or ("zero" if task.kind == "phrases" else "error")
    labels = ["--labels", ",".join(task.labels)] if task.labels else []
    return ["--as", kind, "--missing", missing, *labels]


def _competition(task: TaskFile, columns: list[dict[str, Any]], logo: str) -> dict[str, Any]:
    phase = {
        "index": 0, "name": "Evaluation", "description": "Send your predictions.", "start": task.start,
        **({"end": task.end} if task.end else {}), "tasks": [0], "max_submissions": task.max_submissions,
        "max_submissions_per_day": task.max_submissions_per_day, "starting_kit": "starting_kit",
    }  # fmt: skip
    return {
        "version": 2,
        "title": task.title,
        "description": task.description or task.title,
        "image": logo,
        "docker_image": task.image,
        "registration_auto_approve": True,
        "enable_detailed_results": True,
        "terms": "pages/terms.md",
        "pages": [
            {"title": "Overview", "file": "pages/overview.md"},
            {"title": "Evaluation", "file": "pages/evaluation.md"},
        ],
        "tasks": [
            {
                "index": 0, "name": task.title, "description": task.description or task.title,
                "reference_data": "reference_data", "scoring_program": "scoring_program",
            }
        ],
        "phases": [phase],
        "leaderboards": [
            {"index": 0, "title": "Results", "key": "results", "submission_rule": "Add", "columns": columns}
        ],
    }  # fmt: skip


def _pages(task: TaskFile, scored: Results, sample: str) -> dict[str, str]:
    from lydite.reporting.formats.markdown import escape

    listed = "\n".join(f"- `{parse(r.measure, 'measure').short()}`" for r in scored)
    overview = (
        f"# {escape(task.title)}\n\n{task.description}\n\nA submission is a zip archive with one file in "
        f"the form of `{sample}` in the starting kit. `python {VALIDATOR} FILE` finds faults beforehand.\n"
    )
    evaluation = (
        "# Evaluation\n\nMeasures; the first ranks (corrected for chance where matching is soft):\n\n"
        f"{listed}\n\n{scored[0].n:,} items. Scored by lydite {version_text()}.\n\n"
        f"Signature: `{scored[0].signature}`\n"
    )
    terms = "# Terms\n\nTo be written by the organisers.\n"
    return {"overview": overview, "evaluation": evaluation, "terms": terms}


def _dockerfile(task: TaskFile) -> str:
    return (
        "# The image that scoring runs in: build it, push it, name it in competition.yaml (docker_image).\n"
        f"# Put the wheel of lydite (make dist) beside this file first.\nFROM {task.image}\n"
        "COPY lydite-*.whl /tmp/\nRUN pip install --no-cache-dir /tmp/lydite-*.whl\n"
    )


def _square(side: int = 64) -> bytes:
    """Return a PNG of one dark colour, for organisers without a logo."""

    def chunk(name: bytes, data: bytes) -> bytes:
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(b"\0" + b"\x20\x24\x28" * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
