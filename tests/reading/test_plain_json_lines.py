"""Files whose rows are all alike are read at once: the same table as the careful reader's, or none."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.tables_read import content, in_blocks

from inner import replace_inside
from lydite.core.errors import InputError
from lydite.core.io.opening import decode_text
from lydite.reading import FieldNames, Phrases, ReadingContext, read, read_json_lines, read_plain_json_lines

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


def fast(data: bytes, context: ReadingContext, size: int = 1 << 22) -> Phrases | None:
    return in_blocks(data, size, lambda file: read_plain_json_lines(file, context))


def careful(data: bytes, context: ReadingContext) -> Phrases:
    return read_json_lines(decode_text(data, "a.jsonl"), context)


def result(reading: Callable[[], Phrases | None]) -> Any:
    """Return what a reader says, a table or an error; None where the file is left to another."""
    try:
        table = reading()
    except InputError as error:
        return str(error)
    return None if table is None else content(table)


def context(role: Any = "run", **fields: Any) -> ReadingContext:
    return ReadingContext("a.jsonl", FieldNames(**fields), role)


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


@given(rows(), st.sampled_from(["gold", "run", None]), st.sampled_from([1, 40, 1 << 22]))
@example(b'{"id": "a", "phrases": ["b"], "phrases": ["c"]}', "run", 1 << 22)
@example(
    b'{"id": "a", "phrases": ["b"], "title": null}\n{"id": "b", "phrases": [], "title": "x"}', "run", 1 << 22
)
@example(
    b'{"id": "a", "phrases": ["b"], "title": "x"}\n{"id": "b", "phrases": [], "title": null}', "run", 1 << 22
)
@example(
    b'{"id": 7, "phrases": ["b"], "tags2": ["x"]}\n{"id": 8, "phrases": [], "tags2": null}', "run", 1 << 22
)
@example(b'{"id": "a", "phrases": ["\\ud83d\\ude00", "\\/"]}\n', "run", 1 << 22)
@example(b'{"id": "a", "phrases": ["b"]}\n{"id": "a", "phrases": ["b"]}\n', "run", 1 << 22)
@example(b'{"id": "a", "phrases": ["b"]}\n{"phrases": ["b"], "id": "c"}\n', "run", 1 << 22)
@example(b'{"id": "a", "phrases": ["b", "c"], "scores": [1e999, 1]}', "run", 1 << 22)
@example(b'{"id": "a", "phrases": ["b", "c", "b"], "scores": [-0.0, 0, 5e-324]}', "run", 1 << 22)
@example(b'{"id": "a", "phrases": ["b", "c"], "scores": [1]}', "run", 1 << 22)
@example(b'{"id": "a", "scores": [0, 1], "phrases": ["b", "\\u0062"]}', "gold", 1 << 22)
def test_same_table_or_left_to_the_careful_reader(data: bytes, role: Any, size: int) -> None:
    plain = fast(data, context(role), size)
    if plain is not None:
        assert content(plain) == content(careful(data, context(role)))


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
ITEMS = st.tuples(TEXTS, st.lists(st.tuples(TEXTS, NUMBERS), max_size=4), TEXTS)


@given(
    cells=st.lists(ITEMS, min_size=1, max_size=9, unique_by=lambda row: row[0]),
    ascii_only=st.booleans(), numbered=st.booleans(), scored=st.booleans(),
    role=st.sampled_from(["gold", "run"]),
    order=st.permutations(["id", "keywords", "topic", "scores"]), size=st.sampled_from([1, 100, 1 << 22]),
)  # fmt: skip
def test_plain_files_are_never_left_to_the_careful_reader(
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
    plain = result(lambda: fast(data, context(role, topic="topic"), size))
    expected = result(lambda: careful(data, context(role, topic="topic")))
    assert plain == expected or (plain is None and isinstance(expected, str))  # whose errors name lines


def test_large_files_are_read_at_once_and_odd_ones_told_by_line(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_inside(monkeypatch, "lydite.reading", "_LARGE_TEXT", 0)
    replace_inside(monkeypatch, "lydite.reading", "BLOCK", 1 << 10)
    lines = [json.dumps({"id": f"d{n}", "keywords": ["cat", f"dog {n % 7}"]}) for n in range(500)]
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(lines))
    table = read(path)
    assert not isinstance(table.index, list)  # as polars gave them
    assert table.to_dict()["d499"] == ["cat", "dog 2"]
    path.write_text("\n".join([*lines, '{"id": "d500", "keywords": ["cat"']))
    with pytest.raises(InputError, match=r"gold.jsonl:501: .*JSON"):
        read(path)
    path.write_text("\n".join([*lines, lines[3]]))
    with pytest.raises(InputError, match=r"gold.jsonl:501: item 'd3' .*line 4"):
        read(path)
