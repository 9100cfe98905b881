"""JSON lines are read as a careful reader reads them: each line by json, each object by itself."""

from __future__ import annotations

import gc
import itertools
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.tables_read import content, in_blocks

from full_size import size
from inner import name_inside, replace_inside
from lydite.core.errors import InputError, TextError
from lydite.core.io.opening import decode_text
from lydite.reading import FieldNames, Phrases, ReadingContext, from_odd_records, read, read_json_lines

KEYS = (
    "id",
    "phrases",
    "keywords",
    "predictions",
    "topic",
    "title",
    "scores",
    "text",
    "Müller",
    "a b",
    'x"y',
)
STRINGS = st.text(max_size=6) | st.sampled_from(
    ["cat", "Hund", 'say "hi"', "a\\b", "é", "猫", "😀", "\x00", "\u2028"]
)
SCALARS = (
    STRINGS | st.integers() | st.integers(-3, 3) | st.none() | st.booleans() | st.floats(allow_nan=False)
)
NUMBERS = (
    st.floats(allow_nan=False, allow_infinity=False)
    | st.floats(0, 1).map(lambda x: round(x, 3))
    | st.integers()
)
VALUES = SCALARS | st.lists(STRINGS, max_size=3) | st.lists(SCALARS, max_size=3) | st.just({"a": ["b"]})
ODD = (
    b"\xff", b"\xef\xbb\xbf", b"\\ud800", b"\\udc00",
    b"\\uD83D\\uDE00", b"\\u0000", b"\\x", b"\\/", b"\x00", b"\t",
    b"\r", b"\n", b"\n\n", b" ", b'"', b",", b"}", b"]", b"{", b"[", b"null", b"1", b"-0", b"1e5", b"NaN",
    b"'", b"\xc2\xa0",
    b"\x0b", b"\x0c", b'"id":"z",', b'"x":1,', b"99999999999999999999", b"//", b"\xe2\x80\xa8",
)  # fmt: skip


BLOCKS = st.sampled_from([1, 40, 1 << 22])
decode_json, python_literal = (name_inside("lydite.reading", n) for n in ("decode_json", "python_literal"))


class RefusedError(ValueError):
    """Raised for JSON that has a key twice, or what is no number."""


def unlike(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise RefusedError
    return dict(pairs)


def no_number(_: str) -> None:
    raise ValueError


def in_line(row: str, line: int) -> Any:
    """Return what one line holds: JSON, or what Python prints."""
    try:
        value = json.loads(row, object_pairs_hook=unlike, parse_constant=no_number)
        json.dumps(value, ensure_ascii=False).encode()  # no half characters
    except ValueError as error:
        value = None if isinstance(error, RefusedError) else python_literal(row)
        if value is None:
            with pytest.raises(InputError) as refused:
                decode_json(row, "a.jsonl", line, "the key")  # says what is wrong
            raise refused.value from None
    return value


def careful(data: bytes, context: ReadingContext) -> Phrases:
    """Read the lines one by one, and then the objects."""
    text = decode_text(data, "a.jsonl")
    if not text.strip():
        raise InputError("is empty", "a.jsonl")
    records, lines = [], []
    for line, row in enumerate(text.split("\n"), 1):
        if row and not row.isspace():
            with context.keep_fault():
                records.append(in_line(row, line))
                lines.append(line)
    return from_odd_records(records, lines, context, "jsonl")


def in_parts(data: bytes, size: int, context: ReadingContext) -> Phrases:
    return in_blocks(data, size, lambda file: read_json_lines(iter(file), context))


def result(reading: Callable[[ReadingContext], Phrases], context: ReadingContext) -> Any:
    """Return what a reader says, a table or an error."""
    try:
        with context.told_together():
            return content(reading(context))
    except InputError as error:
        none = any(isinstance(fault, TextError) for fault in (error, *error.faults))
        return "no text" if none else str(error)  # of several reasons, blocks may have another first


def context(role: Any = "run", *, skip_bad: bool = False, **fields: Any) -> ReadingContext:
    return ReadingContext("a.jsonl", FieldNames(**fields), role, skip_bad)


@st.composite
def rows(draw: st.DrawFn) -> bytes:
    """Draw lines of objects: mostly alike, any of them with something odd."""
    plain: dict[str, Any] = {"id": STRINGS, "phrases": st.lists(STRINGS, max_size=3)}
    further = st.sampled_from([STRINGS, STRINGS | st.none(), st.integers(0, 9), st.lists(STRINGS), VALUES])
    scored = None
    if draw(st.booleans()):
        scored = draw(st.sampled_from([None, NUMBERS, st.integers(-2, 2), NUMBERS | SCALARS]))
        kinds = {**plain, **draw(st.dictionaries(st.sampled_from(KEYS[4:6]), further, max_size=1))}
    else:
        kinds = draw(st.dictionaries(st.sampled_from(KEYS), further, min_size=1, max_size=4))
    lines = []
    for number in range(draw(st.integers(1, 4))):
        record = {k: draw(v) for k, v in kinds.items()}
        if isinstance(record.get("id"), str):
            record["id"] += str(number)
        if scored is not None:
            record["scores"] = [draw(scored) for _ in record["phrases"]]
        spaced = draw(st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", "\t: ")]))
        lines.append(json.dumps(record, ensure_ascii=draw(st.booleans()), separators=spaced))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    data = (end.join(lines) + draw(st.sampled_from(["", end, end * 2, " \n"]))).encode(
        "utf-8", "surrogatepass"
    )
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        place = draw(st.integers(0, len(data)))
        data = data[:place] + draw(st.sampled_from(ODD)) + data[place + draw(st.integers(0, 2)) :]
    return data


@settings(max_examples=size(200, 2_000))
@given(rows(), st.sampled_from(["gold", "run", None]), BLOCKS, st.booleans())
@example(b'{"id": "a", "phrases": ["b"], "phrases": ["c"]}', "run", 1 << 22, False)
@example(
    b'{"id": "a", "phrases": ["b"], "title": null}\n{"id": "b", "phrases": [], "title": "x"}',
    "run",
    1 << 22,
    False,
)
@example(
    b'{"id": "a", "phrases": ["b"], "title": "x"}\n{"id": "b", "phrases": [], "title": null}',
    "run",
    1 << 22,
    False,
)
@example(
    b'{"id": 7, "phrases": ["b"], "tags2": ["x"]}\n{"id": 8, "phrases": [], "tags2": null}',
    "run",
    1 << 22,
    False,
)
@example(b'{"id": "a", "phrases": ["\\ud83d\\ude00", "\\/"]}\n', "run", 1 << 22, False)
@example(b'{"id": "a", "phrases": ["b"]}\n{"id": "a", "phrases": ["b"]}\n', "run", 1 << 22, False)
@example(b'{"id": "a", "phrases": ["b"]}\n{"phrases": ["b"], "id": "c"}\n', "run", 1 << 22, False)
@example(b'{"id": "a", "phrases": ["b", "c"], "scores": [1e999, 1]}', "run", 1 << 22, False)
@example(b'{"id": "a", "phrases": ["b", "c", "b"], "scores": [-0.0, 0, 5e-324]}', "run", 1 << 22, False)
@example(b'{"id": "a", "phrases": ["b", "c"], "scores": [1]}', "run", 1 << 22, False)
@example(b'{"id": "a", "scores": [0, 1], "phrases": ["b", "\\u0062"]}', "gold", 1 << 22, False)
def test_read_as_by_a_careful_reader(data: bytes, role: Any, size: int, skip_bad: Any) -> None:
    expected = result(partial(careful, data), context(role, skip_bad=skip_bad))
    assert result(partial(in_parts, data, size), context(role, skip_bad=skip_bad)) == expected


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
ITEMS = st.tuples(TEXTS, st.lists(st.tuples(TEXTS, NUMBERS), max_size=4), TEXTS)


@given(
    cells=st.lists(ITEMS, min_size=1, max_size=9, unique_by=lambda row: row[0]),
    ascii_only=st.booleans(), numbered=st.booleans(), scored=st.booleans(),
    role=st.sampled_from(["gold", "run"]),
    order=st.permutations(["id", "keywords", "topic", "scores"]), size=st.sampled_from([1, 100, 1 << 22]),
)  # fmt: skip
def test_plain_files_hold_what_was_written(
    *,
    cells: list[Any],
    ascii_only: bool,
    numbered: bool,
    scored: bool,
    role: Any,
    order: list[str],
    size: int,
) -> None:
    lines = []
    for place, (item, pairs, topic) in enumerate(cells):
        record = {
            "id": place if numbered else item, "keywords": [p for p, _ in pairs], "topic": topic,
            "scores": [s for _, s in pairs],
        }  # fmt: skip
        kept = {k: record[k] for k in order if scored or k != "scores"}
        lines.append(json.dumps(kept, ensure_ascii=ascii_only) + "\n")
    data = "".join(lines).encode()
    how = {"topic": "topic", "best": "highest"}
    found = result(partial(in_parts, data, size), context(role, **how))
    assert found == result(partial(careful, data), context(role, **how))
    if isinstance(found, str):
        assert scored
        return
    assert found[0] == tuple(str(place) if numbered else item for place, (item, _, _) in enumerate(cells))
    assert found[5] == {"topic": tuple(topic for _, _, topic in cells)}
    if scored:
        worth = [[float(s) for _, s in pairs] for _, pairs, _ in cells]
        kept = [
            [p for (p, s), w in zip(pairs, own, strict=True) if w > 0]
            if role == "gold"
            else [p for (p, _), w in sorted(zip(pairs, own, strict=True), key=lambda one: -one[1])]
            for (_, pairs, _), own in zip(cells, worth, strict=True)
        ]
    else:
        kept = [[p for p, _ in pairs] for _, pairs, _ in cells]
    starts = found[3]
    assert [[found[1][c] for c in found[2][a:b]] for a, b in itertools.pairwise(starts)] == kept


@pytest.mark.parametrize("many", [100, 1 << 18])
def test_lines_are_told_where_blocks_end(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    replace_inside(monkeypatch, "lydite.reading", "BLOCK", 1 << 10)
    replace_inside(monkeypatch, "lydite.reading", "_MANY", many)
    lines = [json.dumps({"id": f"d{n}", "keywords": ["cat", f"dog {n % 7}"]}) for n in range(500)]
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(lines))
    assert read(path).to_dict()["d499"] == ["cat", "dog 2"]
    path.write_text("\n".join([*lines, '{"id": "d500", "keywords": ["cat"']))
    with pytest.raises(InputError, match=r"gold.jsonl:501: .*JSON"):
        read(path)
    path.write_text("\n".join([*lines, lines[3]]))
    with pytest.raises(InputError, match=r"gold.jsonl:501: item 'd3' .*line 4"):
        read(path)
    path.write_text("\n".join(lines[:400]) + "\n\n" + '{"id": "z", "keywords": 7}')
    with pytest.raises(InputError, match=r"gold.jsonl:402: item 'z': expected a list of phrases"):
        read(path)
    path.write_bytes("\n".join(lines).encode() + b"\n\xff")
    with pytest.raises(InputError, match=r"gold.jsonl:501: not UTF-8"):
        read(path)
    path.write_bytes("\n".join(lines).encode("utf-16"))
    assert read(path).to_dict()["d499"] == ["cat", "dog 2"]
    path.write_text("\n".join([*lines, '{"keywords": ["owl"], "id": "last", "note": 1}']))
    table = read(path)
    assert (len(table), table.to_dict()["last"], table.columns["note"][-1]) == (501, ["owl"], "1")


def test_garbage_is_collected_again_whatever_happens() -> None:
    for data in (b'{"id": "a", "keywords": []}', b'{"id": "a", "keywords": [', b"\xff"):
        result(partial(in_parts, data, 1), context())
        assert gc.isenabled()


def test_a_name_that_saved_runs_have_is_one_like_any_other() -> None:
    line = b'{"id": "a", "phrases": ["cat", "run.json"]}'
    data = line.replace(b"cat", b"c" * (30 - line.index(b"run.json") + 3))
    assert data[30:].startswith(b"run.json")
    assert in_parts(data, 1 << 22, context()).to_dict()["a"][1] == "run.json"
