"""Parts are joined into what the whole gives; files are parts, wherever they are scored."""

from __future__ import annotations

import gc
import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lydite
from command import Lydite, caller
from inner import replace_inside
from lydite.core.errors import InputError, LyditeError
from lydite.core.executors import place_of
from lydite.inference import Inference
from lydite.runs import FilePart, PartScorer, complete, join, plan_files
from performing import joined, parts_of, run_of, score
from spread_work import WORDS, Deadly

MEASURES = ["F1", "F1(match=stem)", "P(match=rouge)@3", "AP"]


def lists(n: int, seed: int) -> dict[str, list[str]]:
    draw = np.random.default_rng(seed)
    return {f"d{i:04}": draw.choice(WORDS, draw.integers(0, 5)).tolist() for i in range(n)}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lydite:
    monkeypatch.chdir(tmp_path)
    return caller(capsys)


def write_files(n: int = 90, files: int = 3, ending: str = ".jsonl") -> None:
    """Write gold and two systems, each in several files, and whole."""
    for name, seed in (("gold", 1), ("one", 2), ("two", 3)):
        Path(name).mkdir()
        rows = [
            {"id": item, "phrases": words, "topic": f"t{place % 4}"}
            for place, (item, words) in enumerate(lists(n, seed).items())
        ]
        write(Path(f"{name}.jsonl"), rows)
        for part in range(files):
            write(Path(name, f"part-{part}{ending}"), rows[part::files])


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    text = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)


@pytest.mark.parametrize("of", [1, 2, 7, 60])
def test_parts_of_items_are_joined_to_the_whole(of: int) -> None:
    """Every array, to the last bit, in any order; some joined first."""
    given = (lists(300, 1), {"one": lists(300, 2), "two": lists(300, 3)}, MEASURES)
    whole, _ = score(*given, chance=3)
    results = parts_of(*given, of, chance=3)
    np.random.default_rng(of).shuffle(results)  # type: ignore[arg-type]
    halves = [join(half) for half in (results[: of // 2], results[of // 2 :]) if half]
    for one, other in zip(joined(halves, MEASURES), whole, strict=True):
        for name in ("statistics", "chance", "chance_sums", "coverage", "net", "shuffles"):
            assert repr_of(getattr(one, name)) == repr_of(getattr(other, name)), name


def repr_of(value: Any) -> Any:
    """Return arrays by their bytes."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    if isinstance(value, dict):
        return {k: repr_of(v) for k, v in value.items()}
    return [repr_of(v) for v in value] if isinstance(value, tuple | list) else value


def test_what_cannot_be_joined_is_refused() -> None:
    """Parts that are missing, given twice, or of another run; the message says why."""
    given = (lists(200, 1), {"one": lists(200, 2)})
    one, two, three = parts_of(*given, MEASURES, 3)
    with pytest.raises(InputError, match="of 3 parts, missing: 2, 3"):
        complete(one)
    with pytest.raises(InputError, match="of 3 parts, given twice: 1$"):
        join([one, two, three, one])
    others = {
        "there are 2 parts, not 3": parts_of(*given, MEASURES, 2)[1],
        "same measures": parts_of(*given, MEASURES[:2], 3)[1],
        "same gold and predictions": parts_of(*given[:1], {"one": lists(200, 9)}, MEASURES, 3)[1],
        "same chance": parts_of(*given, MEASURES, 3, chance=7)[1],
        "same policy": parts_of(*given, MEASURES, 3, no_gold="zero")[1],
        "one keeps sums": parts_of(*given, MEASURES, 3, Inference(interval="poisson", bootstrap=2))[1],
    }
    for why, other in others.items():
        with pytest.raises(InputError, match=f"part 2 is of another run than part 1: .*{why}"):
            join([one, other])


def test_files_give_what_one_file_gives(run: Lydite) -> None:
    """The same values; chance is of the gold of the same file, and signatures say so."""
    write_files(ending=".jsonl.gz")
    more = ("-m", "F1", "-m", "P(match=rouge)", "-f", "json", "--bootstrap", "50")
    whole = json.loads(run("score", "gold.jsonl", "one.jsonl", "two.jsonl", *more)[1])["results"]
    status, out, err = run("score", "gold/*.jsonl.gz", "one/*.jsonl.gz", "two/*.jsonl.gz", *more)
    assert status == 0, err
    parts = json.loads(out)["results"]
    for one, other in zip(parts, whole, strict=True):
        assert (one["system"], one["n"], one["low"]) == (other["system"], other["n"], other["low"])
        assert one["value"] == pytest.approx(other["value"], abs=1e-15)
        if other["chance"] is not None:
            assert one["chance"] == pytest.approx(other["chance"], abs=0.02)
            assert "within 3 files" in one["signature"]
    folders = json.loads(run("score", "gold", "one", "two", *more)[1])["results"]
    assert folders == parts
    tested = run("score", "gold/*", "one/*", "two/*", "-m", "F1", "--by", "topic")
    assert "first − second" in tested[1]
    assert "t3" in tested[1]


def test_sums_of_files_are_those_of_rows(run: Lydite) -> None:
    """Values and Poisson intervals, of clusters too; there are no tests, and nothing to save."""
    write_files()
    more = ("-m", "F1", "-m", "P(match=rouge)", "-f", "json", "--interval", "poisson")
    for drawn in ((), ("--cluster", "topic")):
        sums = json.loads(run("score", "gold/*", "one/*", *more, *drawn)[1])["results"]
        rows = json.loads(run("score", "gold.jsonl", "one.jsonl", *more, *drawn)[1])["results"]
        for one, other in zip(sums, rows, strict=True):
            assert (one["value"], one["low"], one["high"]) == (other["value"], other["low"], other["high"])
            assert (one["corrected"] is None) == (other["corrected"] is None)
    told = run("score", "gold/*", "one/*", "two/*", "-m", "F1", "--interval", "poisson")
    assert "no paired tests" in told[1]
    assert "no corrected value" not in told[1]
    for option in (["--save", "x.run"], ["--by", "topic"], ["--test", "bootstrap"]):
        status, _, err = run(
            "score", "gold/*", "one/*", "two/*", "-m", "F1", "--interval", "poisson", *option
        )
        assert (status, option[0] in err) == (2, True), err
    assert not Path("x.run").exists()


def test_runs_of_files_are_saved_and_compared(run: Lydite) -> None:
    write_files()
    assert run("score", "gold/*", "one/*", "-m", "F1", "--save", "one.run")[0] == 0
    assert run("score", "gold/*", "two/*", "-m", "F1", "--save", "two.run")[0] == 0
    status, out, _ = run("compare", "one.run", "two.run")
    assert status == 0
    assert "one" in out


def test_labels_in_files(run: Lydite) -> None:
    draw = np.random.default_rng(5)
    for name in ("gold", "run"):
        Path(name).mkdir()
        rows = [{"id": f"i{n}", "label": str(draw.choice(["a", "b", "c"]))} for n in range(60)]
        write(Path(f"{name}.jsonl"), rows)
        for part in (0, 1):
            write(Path(name, f"{part}.jsonl"), rows[part::2])
    more = ("-m", "accuracy", "-m", "macro_F1", "--labels", "a,b,c", "-f", "json")
    whole, parts = (
        json.loads(run("score", *files, *more)[1])["results"]
        for files in (("gold.jsonl", "run.jsonl"), ("gold/*", "run/*"))
    )
    assert [r["value"] for r in parts] == pytest.approx([r["value"] for r in whole])
    assert [r["n"] for r in parts] == [r["n"] for r in whole]


@pytest.mark.parametrize("interval", ["auto", "poisson"])
def test_workers_and_one_that_dies(tmp_path: Path, run: Lydite, interval: Any) -> None:
    """Files and items, in processes of which one is killed, give what this process gives."""
    write_files(ending=".jsonl.gz")
    (tmp_path / "deaths").mkdir()
    given = ("gold/*.gz", {"one": "one/*.gz"}, MEASURES[:3])
    dying = Deadly(place_of("processes(2)"), str(tmp_path / "deaths"), 1)  # type: ignore[arg-type]
    here, there = (run_of(*given, on, interval=interval) for on in ("here", dying))
    options = Inference(interval=interval)
    assert [r.row() for r in there.results(options)] == [r.row() for r in here.results(options)]
    assert here.notes == there.notes
    assert len(list((tmp_path / "deaths").iterdir())) == 1


def test_files_that_do_not_fit_each_other(run: Lydite) -> None:
    write_files()
    Path("two/part-1.jsonl").unlink()
    assert "system two has no file for part-1, which gold has" in run("score", "gold", "two", "-m", "F1")[2]
    assert "system one has files for part-1" in run("score", "two", "one", "-m", "F1")[2]
    said = run("score", "gold/*", "one.jsonl", "-m", "F1")[2]
    assert "gold is in several files, system one in one" in said
    assert "no file has such a name" in run("score", "nothing/*", "one/*", "-m", "F1")[2]
    said = run("score", "gold", "one", "-m", "F1", "--items", "x.csv")[2]
    assert "--items" in said
    assert not Path("x.csv").exists()
    Path("one/part-2.jsonl").write_text('{"id": "d0002", "phrases": ["cat"]}\n{"id"\n')
    assert re.search(
        r"one/part-2\.jsonl:2: ", run("score", "gold", "one", "-m", "F1", "--on", "processes(2)")[2]
    )


def test_an_item_in_two_files_is_named(run: Lydite) -> None:
    write_files()
    again = Path("gold/part-0.jsonl").read_text().splitlines(keepends=True)[0]
    with Path("gold/part-2.jsonl").open("a") as file:
        file.write(again)
    for more in ((), ("--interval", "poisson")):
        status, _, err = run("score", "gold/*", "one/*", "-m", "F1", *more)
        assert status == 2
        assert "gold/part-2.jsonl: 1 item is in two files, the first in gold/part-0.jsonl, too" in err


def test_an_item_that_is_answered_beside_another_file_is_named(run: Lydite) -> None:
    """It would count as unanswered, though the system answered it."""
    write_files()
    first, *others = Path("one/part-0.jsonl").read_text().splitlines(keepends=True)
    Path("one/part-0.jsonl").write_text("".join(others))
    with Path("one/part-1.jsonl").open("a") as file:
        file.write(first)
    for more in ((), ("--interval", "poisson"), ("--missing", "skip")):
        status, _, err = run("score", "gold/*", "one/*", "-m", "F1", *more)
        assert status == 2
        assert "gold/part-1.jsonl: 1 item is answered beside this file, and in another one of gold" in err
        assert "gold/part-0.jsonl; systems must be divided as gold is" in err
    Path("one/part-1.jsonl").write_text(Path("one/part-1.jsonl").read_text().replace("d0000", "no such"))
    status, out, err = run("score", "gold/*", "one/*", "-m", "F1")
    assert (status, "1 item that is not in gold/part-1.jsonl (no such)" in out + err) == (0, True)


def test_columns_that_some_files_lack_are_named(run: Lydite) -> None:
    """Of whichever system: its rows would have gaps."""
    write_files()
    for part in (0, 1):
        path = Path(f"two/part-{part}.jsonl")
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        write(path, [row | {"language": "en" if n % 2 else "la"} for n, row in enumerate(rows)])
        status, _, err = run("score", "gold/*", "one/*", "two/*", "-m", "F1")
        assert status == 2
        assert "not the same columns (language); each file must have those of all" in err


def test_notes_on_one_file_name_it(run: Lydite) -> None:
    """What is so in one of the files is not said of all."""
    write_files()
    rows = [{"id": f"x{n}", "phrases": [], "topic": "t1"} for n in range(3)]
    write(Path("gold/part-2.jsonl"), rows)
    write(Path("one/part-2.jsonl"), [row | {"phrases": ["qwxyz"]} for row in rows])
    out, err = run("score", "gold/*", "one/*", "-m", "F1(match=wordnet)", "--no-chance")[1:]
    assert "gold/part-2.jsonl: no item has a gold phrase" in out + err
    assert "one, gold/part-2.jsonl: F1(match=wordnet): its source knows none of the predicted" in out + err


def test_topics_of_labels_are_counted_once(run: Lydite) -> None:
    for name in ("gold", "run"):
        Path(name).mkdir()
        for part in (0, 1):
            rows = [{"id": f"{part}{n}", "label": "ab"[n % 2], "topic": f"t{n % 3}"} for n in range(12)]
            write(Path(name, f"{part}.jsonl"), rows)
    out, err = run("score", "gold", "run", "-m", "accuracy")[1:]
    assert "average=topics is the mean over the 3 topics" in out + err


@pytest.mark.parametrize("on", ["here", "processes(2)"])
def test_nothing_is_held_after_an_error(run: Lydite, on: str) -> None:
    write_files()
    with pytest.raises(InputError, match="no column"):
        lydite.evaluate("gold/*", "one/*", "F1", cluster="nothing", on=on)
    gc.collect()
    assert not [one for one in gc.get_objects() if type(one) is PartScorer]


def test_a_folder_of_items_is_read_as_before(run: Lydite) -> None:
    """And one in which tables are, too, is asked about."""
    for folder in ("gold", "run"):
        Path(folder).mkdir()
        for item in "ab":
            Path(folder, f"{item}.key").write_text("cat\ndog\n")
    assert json.loads(run("score", "gold", "run", "-m", "F1", "-f", "json")[1])["results"][0]["value"] == 1.0
    Path("gold/x.jsonl").write_text('{"id": "a", "phrases": ["cat"]}\n')
    status, _, err = run("score", "gold", "run", "-m", "F1")
    assert status == 2
    assert "'gold/*.jsonl*'" in err
    assert "a.key" in err


def test_files_are_told_apart_by_what_their_pattern_leaves_open(run: Lydite) -> None:
    for name in ("gold-1.jsonl", "gold-2.jsonl", "run-2.csv", "run-1.csv"):
        Path(name).write_text("")
    assert plan_files("gold-*.jsonl", {"run": "run-*.csv"}) == [
        FilePart(1, 2, "gold-1.jsonl", (("run", "run-1.csv"),)),
        FilePart(2, 2, "gold-2.jsonl", (("run", "run-2.csv"),)),
    ]
    assert plan_files({"a": ["x"]}, {"run": {"a": ["x"]}}) == []
    for name in ("a b-c.csv", "a-b c.csv"):
        Path(name).write_text("")
    assert [part.gold for part in plan_files("*-? *.csv", {"run": "*-? *.csv"})] == ["a-b c.csv"]
    assert [part.gold for part in plan_files("a*-*c.csv", {"run": "a*-*c.csv"})] == ["a b-c.csv", "a-b c.csv"]
    with pytest.raises(InputError, match="no file has such a name"):
        plan_files("no such *" + "x" * 5000, {"run": "*"})
    Path("odd[1].jsonl").write_text("")
    assert plan_files("odd[1].jsonl", {"run": "gold-1.jsonl"}) == []


def test_python_takes_patterns(run: Lydite) -> None:
    write_files()
    results = lydite.evaluate("gold/*", "one/*", "F1", bootstrap=0)
    whole = lydite.evaluate("gold.jsonl", "one.jsonl", "F1", bootstrap=0)
    assert results[0].value == pytest.approx(whole[0].value)
    both = lydite.compare("gold/*", {"one": "one/*", "two": "two/*"}, "F1", bootstrap=50)
    assert len(both.tests) == 1
    with pytest.raises(LyditeError, match="no phrases"):
        results.matches()
    with pytest.raises(InputError, match="paired tests need items"):
        lydite.compare("gold/*", {"one": "one/*", "two": "two/*"}, "F1", interval="poisson")
    gated = run("gate", "--gold", "gold", "one", "two", "-m", "F1", "--interval", "poisson")
    assert (gated[0], "paired tests need items" in gated[2]) == (2, True)


def test_a_file_with_too_little_gold_for_chance(run: Lydite) -> None:
    write_files()
    rows = [{"id": "z", "phrases": ["cat"], "topic": "t1"}]
    for name in ("gold", "one"):
        write(Path(name, "part-9.jsonl"), rows)
    assert "gold/part-9.jsonl: has fewer than two items" in run("score", "gold", "one", "-m", "F1")[2]
    assert run("score", "gold", "one", "-m", "F1", "--no-chance")[0] == 0
    for name in ("gold", "one"):
        write(Path(name, "part-9.jsonl"), [{"id": "z", "phrases": ["cat"]}])
    said = run("score", "gold", "one", "-m", "F1", "--no-chance")[2]
    assert "gold/part-9.jsonl does not fit gold/part-0.jsonl: not the same columns" in said


def test_threads_are_refused() -> None:
    with ThreadPoolExecutor(1) as threads, pytest.raises(InputError, match="threads"):
        run_of(lists(5, 1), {"one": lists(5, 2)}, ["F1"], threads)


def test_few_items_make_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """And many as many as there is work for; the numbers are those of one."""
    replace_inside(monkeypatch, "lydite.runs", "FEWEST", 64)
    given = (lists(300, 1), {"one": lists(300, 2)}, ["F1(match=rouge)"])
    here, there = (run_of(*given, on, by=None) for on in ("here", "processes(2)"))
    assert [r.row() for r in here.results()] == [r.row() for r in there.results()]
    assert replace(here, blocks=()).notes == replace(there, blocks=()).notes


def test_a_folder_of_gold_beside_one_file_is_one_source(run: Lydite) -> None:
    """A folder of tweets is gold of one file of predictions, as before: with --items, and of submissions."""
    for folder in ("gold", "runs"):
        Path(folder).mkdir()
    for part in "ab":
        write(Path("gold", f"{part}.jsonl"), [{"id": part, "text": f"it is #cats{part}"}])
    write(Path("runs/one.jsonl"), [{"id": "a", "phrases": ["#catsa"]}, {"id": "b", "phrases": ["#dog"]}])
    for asked in (("runs/one.jsonl", "--items", "items.csv"), ("--runs", "runs", "--rank-by", "F1")):
        status, out, err = run("score", "gold", *asked, "-m", "F1", "-f", "json")
        assert status == 0, err
        assert json.loads(out).get("leaderboard", json.loads(out).get("results"))
    assert Path("items.csv").exists()
    values = lydite.evaluate("gold", "runs/one.jsonl", "F1", bootstrap=0)
    assert values[0].value == 0.5
