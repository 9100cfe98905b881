"""Run files that are damaged, of another version, or made up: one line each, never a traceback."""

from __future__ import annotations

import io
import json
import random
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sample_runs
from lydite.cli import main
from lydite.core.errors import InputError, LyditeError
from lydite.inference import Inference, Scorable
from lydite.runs import fits, pack, pack_run, unpack_run, with_seal
from sample_runs import put_together, taken_apart


def draw() -> random.Random:
    """Return where chance comes from: the same every time."""
    return random.Random(7)  # noqa: S311


def one_line(error: LyditeError) -> None:
    assert "\n" not in str(error)


@pytest.fixture(scope="module", params=sample_runs.KINDS)
def data(request: pytest.FixtureRequest) -> bytes:
    return pack_run(sample_runs.make(request.param))


@pytest.fixture(scope="module")
def plain() -> bytes:
    return pack_run(sample_runs.make("phrases"))


def refused(data: bytes, said: str = "") -> str:
    with pytest.raises(InputError) as caught:
        unpack_run(data, "x.run")
    text = str(caught.value)
    assert text.startswith("x.run: ")
    assert "\n" not in text
    assert len(text) < 400
    assert re.search(said, text)
    return text


def test_taken_apart_and_put_together_it_is_the_same(plain: bytes) -> None:
    header, arrays = taken_apart(plain)
    assert unpack_run(put_together(header, arrays), "x").systems == ("speller", "meaner")


def test_truncated_at_any_byte(plain: bytes) -> None:
    for end in [*range(0, len(plain), 29), *range(len(plain) - 70, len(plain))]:
        refused(plain[:end])
    refused(plain + b"\n")


def test_any_byte_flipped(data: bytes) -> None:
    for place in draw().sample(range(len(data)), 60):
        spoiled = bytearray(data)
        spoiled[place] ^= 1 << place % 8
        refused(bytes(spoiled))


def test_any_byte_flipped_by_somebody_who_seals_again(data: bytes) -> None:
    """What the seal does not tell, sums of the zip and the checks of the content do, or nothing changed."""
    whole = results(data)
    for place in draw().sample(range(len(data) - 64), 60):
        spoiled = bytearray(data)
        spoiled[place] ^= 1 << place % 8
        try:
            found = results(with_seal(bytes(spoiled)))
        except LyditeError as error:
            one_line(error)
        else:
            assert found == whole  # a date or the like


def results(data: bytes) -> Any:
    return [r.row() for r in unpack_run(data, "x.run").results(Inference(0))]


def test_headers_spoiled_at_random(data: bytes) -> None:
    """Whatever stands in a header: the run is refused in one line, or gives results."""
    header, arrays = taken_apart(data)
    whole = json.dumps(header)
    chance = draw()
    odd = [None, -1, 0, 1, 3.5, 2**40, "", "x", "F1", [], {}, [0], True, "topk", {"a": 1}]
    seen = 0
    for _ in range(50):
        spoiled = json.loads(whole)
        spoil(spoiled, chance, odd)
        try:
            run = unpack_run(put_together(spoiled, arrays), "x.run")
            run.results(Inference(0))
            run.comparison(Inference(2), times=4)
        except LyditeError as error:
            one_line(error)
            seen += 1
    assert seen > 20


def spoil(tree: Any, chance: random.Random, odd: list[Any]) -> None:
    """Change, remove or add one thing somewhere in a tree."""
    while True:
        key = chance.choice(list(tree)) if isinstance(tree, dict) else chance.randrange(len(tree))
        inner = tree[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.85:
            tree = inner
            continue
        how = chance.random()
        if how < 0.6:
            tree[key] = chance.choice(odd)
        elif how < 0.8:
            del tree[key]
        elif isinstance(tree, dict):
            tree["more"] = chance.choice(odd)
        else:
            tree.append(chance.choice(odd))
        return


def test_arrays_spoiled_at_random(data: bytes) -> None:
    header, arrays = taken_apart(data)
    chance = draw()
    makers: list[Callable[[np.ndarray], np.ndarray]] = [
        lambda a: a[:-1], lambda a: a[..., None], lambda a: a.astype(np.float32), lambda a: a.ravel(),
        lambda a: a.astype(np.float64) * np.nan, lambda a: np.concatenate([a, a]), lambda a: a * 0 - 1,
        lambda a: a * 0 + 2**40, lambda a: a[:0], lambda a: np.zeros((0, 2)), lambda a: a.astype(str),
        lambda a: a[:, :1] if a.ndim > 1 else a, lambda a: np.concatenate([a, a], axis=-1),
    ]  # fmt: skip
    for _ in range(25):
        place = chance.randrange(len(arrays))
        spoiled = [chance.choice(makers)(a) if i == place else a for i, a in enumerate(arrays)]
        try:
            run = unpack_run(put_together(header, spoiled), "x.run")
            with np.errstate(all="ignore"):  # less than nothing was counted
                run.results(Inference(2))
                run.comparison(Inference(2), times=4)
        except LyditeError as error:
            one_line(error)


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (0, "older version.* 0.* 1 to 3"),
        (4, "newer version of lydite: schema 4; this one reads 1 to 3$"),
        (99, "newer version.* 99"),
        ("1", "schema"),
        (None, "schema"),
    ],
)
def test_other_versions(plain: bytes, schema: Any, said: str) -> None:
    header, arrays = taken_apart(plain)
    refused(put_together(header | {"schema": schema}, arrays), said)


def one_measure(header: Any) -> Any:
    return header["blocks"][0]["systems"][0]["measures"][0]


def all_unknown(header: Any) -> None:
    for system in header["blocks"][0]["systems"]:
        for measure in system["measures"]:
            measure["spec"] = "F2"


def statistics(header: Any) -> Any:
    return one_measure(header)["statistics"]


def beside(header: Any) -> Any:
    """Return a measure with chance and net gains."""
    return next(m for m in header["blocks"][0]["systems"][0]["measures"] if "net" in m)


def note(header: Any, sentence: str, **values: Any) -> None:
    header["notes"] = [{"sentence": sentence, "values": values}]


def topics(header: Any) -> Any:
    return header["items"][0]["columns"]["topic"]["codes"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda h, _: h.pop("notes"), "Object missing required field `notes`"),
        (lambda h, _: h.update(more=1), "Object contains unknown field `more`"),
        (lambda h, _: h.update(kind="songs"), "Invalid enum value 'songs'"),
        (lambda h, _: h.update(blocks=[]), r"`\$.blocks`"),
        (lambda h, _: h.update(shard=None), "Object contains unknown field `shard`"),
        (lambda h, _: h.update(schema=2, shard={"number": 1, "of": 2}), r"shard \(part 1 of 2\) of an"),
        (lambda h, _: h.update(schema=2, shard={"number": "1\n", "of": 2}), "schema 2 of .*: Expected `int`"),
        (lambda h, _: h.update(notes=[1]), r"Expected `str \| object`, got `int` - at `\$.notes\[0\]`"),
        (lambda h, _: note(h, "{n", n=1), "note that says nothing"),
        (lambda h, _: note(h, "{more}", n=1), "note that says nothing"),
        (lambda h, _: note(h, "{n.real}", n=1, **{"n.real": 1}), "schema 3 of runs: .*notes"),
        (lambda h, _: note(h, "{n:d}", n="x\ny"), "note that says nothing"),
        (lambda h, _: note(h, "{n:.2f}", n=10**400), "note that says nothing"),
        (lambda h, _: note(h, "{n}", n=None), "schema 3 of runs: .*notes"),
        (lambda h, _: beside(h).update(chance=None), "net gains of .* whole"),
        (lambda h, _: beside(h).pop("net_sums"), "net gains of .* whole"),
        (lambda h, _: beside(h).update(net=None, net_sums=None), "net gains of .* whole"),
        (lambda h, _: beside(h).update(net=beside(h)["chance"]), "^x.run: net of .* fit"),
        (lambda h, _: beside(h).update(chance_error=beside(h)["net"]), "chance_sums of .* fit"),
        (lambda h, _: h["items"][0]["ids"].__setitem__(1, "a"), "item twice"),
        (lambda h, _: h["items"][0]["ids"].append("z"), "7"),
        (lambda h, _: one_measure(h).update(spec="F2"), "speller.*measures"),
        (lambda h, _: all_unknown(h), "measures .*version"),
        (lambda h, _: one_measure(h).update(spec="P"), "speller.*measures"),
        (lambda h, _: one_measure(h).update(statistics=10**6), "array 1000000"),
        (lambda h, _: one_measure(h).update(statistics=-1), "`int` >= 0"),
        (lambda h, _: one_measure(h).update(statistics="0"), "Expected `int`, got `str`"),
        (lambda h, a: a.__setitem__(statistics(h), np.zeros((6, 1))), "statistics of speller "),
        (lambda h, a: a.__setitem__(statistics(h), np.zeros((5, 2))), "statistics of speller .*6 items"),
        (lambda h, a: a.__setitem__(statistics(h), np.full((6, 2), np.nan)), "finite"),
        (lambda h, a: a.__setitem__(statistics(h), np.full((6, 2), np.inf)), "finite"),
        (lambda h, a: a.__setitem__(statistics(h), np.full((6, 2), -1e200)), "too large"),
        (lambda h, a: a.__setitem__(statistics(h), np.tile([1.0, 5e-324], (6, 1))), "statistics of speller "),
        (lambda h, a: a[statistics(h)].__setitem__(0, [1.0, 5e-324]), "statistics of speller "),
        (lambda h, a: a[statistics(h)].__setitem__(0, [1.0, 1e-200]), "statistics of speller "),
        (lambda h, a: a[statistics(h)].__setitem__(0, [1e100, 1e-140]), "statistics of speller "),
        (lambda h, _: h["blocks"][0]["systems"][1].update(cluster="null"), "column 'null'"),
        (lambda h, a: a.append(np.zeros(3)), "arrays"),
        (lambda h, a: a.__setitem__(topics(h), np.full(6, -1)), "codes .*-1"),
        (lambda h, a: a.__setitem__(topics(h), np.full(6, 2)), "codes .*2"),
    ],
)  # fmt: skip
def test_other_schemas(plain: bytes, change: Callable[[Any, Any], Any], said: str) -> None:
    header, arrays = taken_apart(plain)
    change(header, arrays)
    refused(put_together(header, arrays), said)


def test_measures_of_other_versions_are_left_out_with_a_note(plain: bytes) -> None:
    header, arrays = taken_apart(plain)
    for system in header["blocks"][0]["systems"]:
        system["measures"][0]["spec"] = "F2"
    run = unpack_run(put_together(header, arrays), "x.run")
    assert len(run.blocks[0].systems[0].measures) == len(sample_runs.PHRASES) - 1
    assert [note for note in run.notes if note.startswith("F2 ")]


class Odds(Scorable):
    """Of which there is no end: as many to none."""

    high = np.inf

    def value(self, sums: Any) -> Any:
        return sums[..., 0].sum(-1) / sums[..., 1].sum(-1)


class Share(Odds):
    """The same, where it has an end."""

    high = 1.0


@pytest.mark.parametrize(
    ("measure", "row", "good"),
    [
        (Odds(), [1.0, 0.0], True),
        (Share(), [1.0, 0.0], False),
        (Odds(), [1.0, 5e-324], False),
        (Odds(), [1.0, 1e-200], False),
        (Odds(), [1e-200, 1.0], True),
    ],
)
def test_infinite_values_are_of_measures_that_have_them(
    measure: Scorable, row: list[float], *, good: bool
) -> None:
    assert fits(measure, np.array([row])) == good


def test_other_files(plain: bytes, tmp_path: Path) -> None:
    refused(b"", ": .*run")
    refused(b"\x00" * 1000, ": .*run")
    np.savez(tmp_path / "x.npz", a=np.zeros(3))
    refused((tmp_path / "x.npz").read_bytes(), ": .*run")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("word.xml", "x")
        archive.comment = b"0" * 64
    refused(with_seal(buffer.getvalue()), "archive")
    refused(pack(b"[1, 2]", []), "schema")
    refused(pack(b"{" * 100_000, []), "JSON")
    refused(pack(b'{"schema": NaN}', []), "JSON")
    refused(pack(b"\xff\xfe", []), "JSON")
    header, arrays = taken_apart(plain)
    refused(pack(json.dumps(header).encode(), [*arrays, np.array(["text"])]), r"arrays/.*\.npy ")
    refused(pack(json.dumps(header).encode(), [*arrays, np.zeros((1, 1, 1))]), r"arrays/.*\.npy ")


def test_declared_sizes(plain: bytes) -> None:
    """A member that says it is huge is not unfolded; nor an array that says so."""
    spoiled = bytearray(plain)
    at = plain.index(b"PK\x01\x02")  # of the header, in the directory
    spoiled[at + 24 : at + 28] = struct.pack("<I", 2**32 - 2)
    refused(with_seal(bytes(spoiled)), "4,29")
    header, _ = taken_apart(plain)
    refused(pack(json.dumps(header).encode() + b" " * (2**20), []), "array 0")
    buffer = io.BytesIO()
    np.save(buffer, np.zeros((6, 2)))
    claimed = (
        buffer.getvalue().replace(b"(6, 2), }", b"(6, 2000000000000), }").replace(b" " * 12 + b"\n", b"\n")
    )
    with zipfile.ZipFile(buffer := io.BytesIO(), "w") as archive:
        archive.writestr("run.json", json.dumps(header))
        archive.writestr("arrays/0.npy", claimed)
        archive.comment = b"0" * 64
    refused(with_seal(buffer.getvalue()), r"arrays/0\.npy ")


@pytest.mark.parametrize("command", ["compare", "report"])
def test_the_commands_say_it_in_one_line(
    plain: bytes, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.run"
    header, arrays = taken_apart(plain)
    for content in (
        b"",
        plain[:99],
        plain[:-1],
        put_together(header | {"schema": 9}, arrays),
        plain[:90] + plain,
    ):
        path.write_bytes(content)
        with pytest.raises(SystemExit) as stop:
            main([command, str(path), *(["-o", str(tmp_path / "x.html")] if command == "report" else [])])
        printed = capsys.readouterr()
        assert (stop.value.code, printed.out, printed.err.count("\n")) == (2, "", 1)
        assert printed.err.startswith(f"lydite: {path}: ")


def test_walks_with_links_missing_alone() -> None:
    header, arrays = taken_apart(pack_run(sample_runs.make("hops")))
    for block in header["blocks"]:
        block["group"] = "10% of links missing"
    refused(put_together(header, arrays), "nothing but walks with links missing")
