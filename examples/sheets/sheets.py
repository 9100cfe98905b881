"""Question sheets to print, and typed answers turned into the questions that ``lydite agree`` reads.

    python sheets.py print questions.jsonl sheets --first 127
    python sheets.py gather sheets answers.txt judged.jsonl

The sheets are those of section 4.1 of "Quantifying Substitutability" (Wang 2014): ten questions below an
example, questions and substitutes shuffled, each sheet with a number by which its answers are typed in.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

from lydite import LyditeError
from lydite.core.errors import InputError
from lydite.probes.agreement.questions import Answer, Question, QuestionSet, write_questions

CIRCLED, UNMARKED, CROSSED = 1, 0, -1
CELLS = {
    CIRCLED: '<td class="circled"><b>{}</b></td>',
    UNMARKED: "<td>{}</td>",
    CROSSED: "<td><s>{}</s></td>",
}
EXAMPLE = ("John likes to eat apples", "apples", ("Food", "Vegetables", "Pear", "Fruit"))
EXAMPLE_MARKS = (UNMARKED, CROSSED, UNMARKED, CIRCLED)
STYLE = """
body { max-width: 50rem; margin: 1rem auto; font: 11pt/1.25 sans-serif; color: #000; background: #fff; }
section { break-after: page; } h1 { font-size: 1.2rem; text-align: right; margin: 0; }
ol { padding: 0; } li { margin-left: 1.8rem; } li, .example { break-inside: avoid; margin-bottom: 2.4mm; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; overflow-wrap: anywhere; }
td { border: 1px solid #000; padding: 1.2mm; text-align: center; } .unknown { width: 22%; font-size: 0.8em; }
.circled b { border: 2px solid; border-radius: 50%; padding: 0 0.5em; }
@page { size: A4; margin: 12mm; } @media print { body { margin: 0; max-width: none; font-size: 9.5pt; } }
"""
INSTRUCTIONS = (
    "Which phrase is best used in place of the one in capitals? Circle it, or two if you cannot decide. "
    "Cross out every phrase that is definitely unsuitable. Leave the others as they are. "
    "If you do not know the meaning of all phrases in a box, tick it at the right."
)


def read_unanswered(path: Path) -> list[dict[str, Any]]:
    """Return the questions of a file, one JSON object a line, without any votes that they have."""
    questions: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(path.read_text("utf-8-sig").split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            phrases = [s if isinstance(s, str) else s["phrase"] for s in record["substitutes"]]
            asked = [phrase.strip() for phrase in (record["substitutee"], *phrases)]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError("expected an object with substitutee and substitutes", path, number) from error
        if len(asked) < 2 or not all(asked) or len(set(asked[1:])) < len(asked) - 1:
            raise InputError("expected a substitutee and different substitutes for it", path, number)
        name = str(record.get("id", asked[0]))
        if name in questions:
            raise InputError(f"a question {name!r} is there already", path, number)
        columns = {k: str(v) for k, v in record.items() if isinstance(v, str | int | float)}
        questions[name] = columns | {"id": name, "substitutee": asked[0], "substitutes": asked[1:]}
    if not questions:
        raise InputError("the file contains no questions", path)
    return list(questions.values())


def lay_out(sizes: list[int], per_sheet: int, times: int, seed: int) -> list[list[tuple[int, list[int]]]]:
    """Return sheets: for each question its place among all, and the order of its substitutes.

    Each question is on ``times`` sheets, never twice on one.
    """
    draw, sheets = random.Random(seed), []
    for _ in range(times):
        shuffled = draw.sample(range(len(sizes)), len(sizes))
        entries = [(place, draw.sample(range(sizes[place]), sizes[place])) for place in shuffled]
        sheets += [entries[start : start + per_sheet] for start in range(0, len(entries), per_sheet)]
    return sheets


def box(sentence: str, substitutee: str, phrases: tuple[str, ...], marks: tuple[int, ...] = ()) -> str:
    """Return a question as a table of two rows, as in Figure 4.1."""
    found = re.search(rf"(?<!\w){re.escape(substitutee)}(?!\w)", sentence, re.IGNORECASE)
    before, after = (
        (sentence[: found.start()], sentence[found.end() :]) if found else (f"{sentence} … ", " …")
    )
    prompt = f"{escape(before)}<b>{escape(substitutee.upper())}</b>{escape(after)}"
    marks = marks or (UNMARKED,) * len(phrases)
    cells = "".join(CELLS[mark].format(escape(phrase)) for phrase, mark in zip(phrases, marks, strict=True))
    unknown = '<td class="unknown">Don’t know all the terms</td>'
    head = f'<tr><td colspan="{len(phrases)}">{prompt}</td>{unknown}</tr>'
    return f"<table>{head}<tr>{cells}<td></td></tr></table>\n"


def print_sheets(path: Path, folder: Path, per_sheet: int, times: int, first: int, seed: int) -> str:
    """Write sheets.html, and sheets.json by which answers are read back, into a new folder."""
    questions = read_unanswered(path)
    sizes = [len(q["substitutes"]) for q in questions]
    sheets = dict(enumerate(lay_out(sizes, per_sheet, times, seed), first))
    page = '<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>Question sheets</title>\n'
    page += f"<style>{STYLE}</style>\n"
    for number, entries in sheets.items():
        page += f"<section><h1>Sheet no. {number}</h1>\n<p>{INSTRUCTIONS}</p>\n"
        page += f'<div class="example">{box(*EXAMPLE, EXAMPLE_MARKS)}</div><ol>\n'
        for place, order in entries:
            asked = questions[place]
            phrases = tuple(asked["substitutes"][i] for i in order)
            page += f"<li>{box(asked.get('sentence', ''), asked['substitutee'], phrases)}</li>\n"
        page += "</ol></section>\n"
    if folder.exists():  # answers may belong to the sheets in it
        raise InputError("there is already a folder or file of this name; name a new folder", folder)
    folder.mkdir(parents=True)
    kept = json.dumps({"questions": questions, "sheets": sheets}, ensure_ascii=False, indent=1)
    (folder / "sheets.json").write_text(f"{kept}\n", "utf-8")
    (folder / "sheets.html").write_text(page, "utf-8")
    return f"{folder / 'sheets.html'}: {len(questions)} questions on {len(sheets)} sheets"


def parse_answer(text: str, order: list[int], by: str, where: tuple[Path, int]) -> Answer:
    """Return an answer: ``2 -1`` circles the second phrase and crosses out the first; ? is "don't know"."""
    words = text.split()
    numbers = [word for word in words if word != "?"]
    known = {str(sign * n) for n in range(1, len(order) + 1) for sign in (1, -1)}
    if not words or not known.issuperset(numbers):
        raise InputError(
            f"expected ? or numbers from 1 to {len(order)} (-1 crosses out), found {text!r}", *where
        )
    if len({abs(int(word)) for word in numbers}) < len(numbers):
        raise InputError("a phrase is marked twice", *where)
    if sum(int(word) > 0 for word in numbers) > 2:
        raise InputError("more than two phrases are circled", *where)
    marks = [UNMARKED] * len(order)
    for word in numbers:
        marks[order[abs(int(word)) - 1]] = CIRCLED if int(word) > 0 else CROSSED
    return Answer(tuple(marks), by, "?" in words)


def gather(folder: Path, typed: Path, output: Path) -> str:
    """Write the answers of a text as questions: ``sheet 127 ann`` and then ``1: 2 -1`` for each answer."""
    kept = json.loads((folder / "sheets.json").read_text("utf-8"))
    questions, sheets = kept["questions"], kept["sheets"]
    answers: list[dict[str, Answer]] = [{} for _ in questions]
    sheet, by = [], ""
    for number, line in enumerate(typed.read_text("utf-8-sig").split("\n"), 1):
        head = re.fullmatch(r"\s*sheet\s+([0-9]+)\s*(.*?)\s*", line)
        told = re.fullmatch(r"\s*([0-9]+)\s*:\s*(.*?)\s*", line)
        if head:
            if head[1] not in sheets:
                raise InputError(f"there is no sheet {head[1]} in {folder}", typed, number)
            sheet, by = sheets[head[1]], head[2] or f"sheet {head[1]}"
        elif told:
            if not 1 <= int(told[1]) <= len(sheet):
                raise InputError(f"there is no question {told[1]} on the sheet", typed, number)
            place, order = sheet[int(told[1]) - 1]
            if by in answers[place]:
                raise InputError(f"{by} has already answered {questions[place]['id']!r}", typed, number)
            answers[place][by] = parse_answer(told[2], order, by, (typed, number))
        elif line.strip():
            raise InputError(f"expected 'sheet 127 NAME' or '1: 2 -1', found {line.strip()!r}", typed, number)
    if all(answer.unknown for those in answers for answer in those.values()):
        raise InputError("the file contains no judgements", typed)
    judged = [
        Question.of(q.pop("id"), q.pop("substitutee"), q.pop("substitutes"), list(those.values()), q)
        for q, those in zip(questions, answers, strict=True)
        if those
    ]
    write_questions(QuestionSet(output.stem, tuple(judged)), output)
    return f"{output}: {sum(map(len, answers))} answers to {len(judged)} of {len(questions)} questions"


def main() -> None:
    """Run the command that was typed; what is wrong with a file is told in one line, with status 2."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    made = commands.add_parser("print", help="write sheets.html to print, and sheets.json for gather")
    made.set_defaults(do=print_sheets)
    made.add_argument("path", metavar="QUESTIONS", type=Path)
    made.add_argument("folder", metavar="FOLDER", type=Path)
    for name, default in (("--per-sheet", 10), ("--times", 1), ("--first", 1), ("--seed", 0)):
        made.add_argument(name, type=int, default=default, help=f"default: {default}")
    gathered = commands.add_parser("gather", help="turn typed answers into questions with answers")
    gathered.set_defaults(do=gather)
    for name in ("folder", "typed", "output"):
        gathered.add_argument(name, metavar=name.upper(), type=Path)
    options = vars(parser.parse_args())
    if any(options.get(name, 1) < 1 for name in ("per_sheet", "times", "first")):
        parser.error("--per-sheet, --times and --first must be 1 or more")
    try:
        print(options.pop("do")(**options))
    except (LyditeError, OSError, ValueError) as error:
        sys.stderr.write(f"sheets.py: {error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
