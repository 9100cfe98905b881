"""Where work is done changes no digit: here, on processes, on processes that die."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

import hopwiki
import lydite
import sample_runs
from inner import replace_inside
from lydite.cli import main
from lydite.core.errors import InputError, MissingExtra, SpecError
from lydite.core.executors import SentFile, SentSpec, SharedTask, executor_of, map_tasks, place_of
from lydite.core.spec import REGISTRIES, parse
from lydite.knowledge.wikipedia.dumps import ExtractionTask, recognise
from made_work import searched, stores
from planted import both, fail, loaded_in, threads_of
from sample_runs import ANSWERS, GOLD
from spread_work import Deadly, collection, refuse, told

Processes = REGISTRIES["place"]["processes"]


def test_processes_give_the_same(tmp_path: Path) -> None:
    """A killed process costs one task."""
    gold, systems = collection()
    here = told("here", gold, systems)
    assert told(Deadly(Processes(2), str(tmp_path), 1), gold, systems) == here
    assert {p.name.rpartition(".")[2] for p in tmp_path.iterdir()} == {"score_part 0"}


def test_a_tuned_matcher_is_the_same(tmp_path: Path) -> None:
    """On threads, and on processes of which one is killed."""
    here = searched("here")
    assert searched(Deadly(Processes(2), str(tmp_path), 1)) == here
    assert len(list(tmp_path.iterdir())) == 1


def test_stores_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wikipedia and hashtags to the byte, with a process killed."""
    replace_inside(monkeypatch, "lydite.knowledge.wikipedia.dumps", "UNIT", 400)
    replace_inside(monkeypatch, "lydite.hashtags", "BATCH", 16)
    (tmp_path / "deaths").mkdir()
    here = stores("here", tmp_path / "here")
    assert len(here) > 20
    assert stores(Deadly(Processes(2), str(tmp_path / "deaths"), 1), tmp_path / "there") == here
    assert len(list((tmp_path / "deaths").iterdir())) == 2


def test_topics_variants_documents_and_missing_items(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.runs", "FEWEST", 2)  # several parts, which are joined
    texts = {item: f"a text of {words[:1]}" for item, words in GOLD.items()}
    measures = ["F1(part=present)", "F1(match=stem)", "P(match=rouge)"]
    for how in ({"seed": 3}, {"missing": "skip"}):
        given = {
            "gold": sample_runs.gold(),
            "systems": ANSWERS,
            "measures": measures,
            "documents": texts,
            **how,
        }
        assert told("processes(2)", **given) == told("here", **given)


def test_a_worker_that_dies_each_time(tmp_path: Path) -> None:
    gold, systems = collection(20)
    with pytest.raises(InputError, match=r"3 times \(killed by SIGKILL\).*memory"):
        told(Deadly(Processes(1), str(tmp_path), 3), gold, systems)


def test_the_command_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    demo = Path(lydite.__file__).parent / "data" / "demo"
    printed = []
    for on in ("here", "processes(2)"):
        with pytest.raises(SystemExit) as ended:
            main(
                ["score", f"{demo}/gold.jsonl", f"{demo}/meaner.jsonl", "-m", "F1", "--on", on, "-f", "json"]
            )
        assert ended.value.code == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_interrupted_work_leaves_nothing_behind(tmp_path: Path) -> None:
    """Ctrl-C ends all processes."""
    code = "import sys\nfrom lydite.cli import main\nmain(sys.argv[1:])"
    gold, systems = collection(3_000)
    for name, lists in (("gold", gold), ("run", systems["one"])):
        (tmp_path / f"{name}.json").write_text(json.dumps(lists))
    shared = tmp_path / "shared"
    shared.mkdir()
    asked = ["score", f"{tmp_path}/gold.json", f"{tmp_path}/run.json", "-m", "F1(match=wordnet)"]
    asked += ["--shuffles", "100000", "--on", "processes(2)"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *asked],
        env={**os.environ, "TMPDIR": str(shared)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(6)  # which is more than it takes to begin
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 2, said
    assert "Traceback" not in said, said
    assert not list(shared.glob("lydite-*"))
    for _ in range(100):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a process was left behind")


def test_places_that_are_none() -> None:
    with pytest.raises(SpecError, match=r"'proceses'.*processes"):
        place_of("proceses(2)")
    with pytest.raises(SpecError, match="processes: n .*1024"):
        place_of("processes(0)")
    with pytest.raises(InputError, match=r"processes\(2\).*3\.5"):
        place_of(3.5)  # type: ignore[arg-type]


def test_files_of_a_spec_are_found_in_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker has the very file, or refuses: a number is never signed with the digest of another."""
    for folder, line in (("here", "cat 1 0\n"), ("there", "cat 0 1\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "v.txt").write_text(line)
    monkeypatch.chdir(tmp_path / "here")
    measure = parse("F1(match=cosine(vectors=v.txt))@5")
    chooser = parse("vectors(file=v.txt)", "chooser")
    sent = [SentSpec.of(measure), SentSpec.of(chooser)]
    monkeypatch.chdir(tmp_path / "there")
    assert [s.received().signature() for s in sent] == [s.signature for s in sent]
    (tmp_path / "here" / "v.txt").write_text("cat 2 0\n")
    for one in sent:
        with pytest.raises(InputError, match=r"here/v\.txt: .*digest"):
            one.received()
    (tmp_path / "here" / "v.txt").unlink()
    for one in (*sent, SentFile(str(tmp_path / "here" / "v.txt"), "0")):
        with pytest.raises(InputError, match=r"here/v\.txt: "):
            one.received()


def test_other_sources_of_a_worker(tmp_path: Path) -> None:
    """What no file of the spec says (WordNet, weights inside a package) is in the signature."""
    sent = SentSpec.of(parse("F1(match=wordnet)"))
    assert sent.received() == parse("F1(match=wordnet)")
    other = SentSpec("measure", sent.spec, (), sent.signature.replace("wordnet", "Wordnet"))
    with pytest.raises(InputError, match=r"worker .*sources: F1\(match=wordnet"):
        other.received()
    gone = SentSpec("measure", f"F1(match=cosine(vectors={tmp_path}/v.txt))", (), "")
    with pytest.raises(InputError, match=r"worker .*v\.txt"):
        gone.received()


def test_another_dump_of_a_worker(tmp_path: Path) -> None:
    (tmp_path / "wiki.xml").write_text(hopwiki.export(), "utf-8")
    dump = recognise([tmp_path / "wiki.xml"])
    assert ExtractionTask(dump, True, False, dump.size()).received()
    with pytest.raises(InputError, match=r"worker .*dump .*[\d,]+ bytes.* 7"):
        ExtractionTask(dump, True, False, 7).received()


def test_a_script_without_a_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import lydite\nlydite.evaluate({'a': ['x']}, {'a': ['x']}, 'F1', on='processes(2)')\n", "utf-8"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert "exit 1" in last
    assert 'if __name__ == "__main__":' in last


def test_processes_that_die(tmp_path: Path) -> None:
    """A task whose process is killed is tried again; one that kills each is named, the others are done."""
    task = partial(fail, str(tmp_path))
    with executor_of("processes(2)") as executor:
        ended = list(map_tasks(executor, task, iter([0, 1, 2, 3]), lost=lambda one, why: (one, str(why))))
        assert ended == [0, 10, (2, "its worker died 3 times (killed by SIGKILL)"), 30]
        with pytest.raises(
            InputError, match=r"^part 2 .*: its worker died 3 times \(killed by SIGKILL\); .*memory"
        ):
            list(map_tasks(executor, task, [0, 2, 3]))
        assert list(map_tasks(executor, task, [3, 4])) == [30, 40]
        with pytest.raises(ValueError, match="nine"):
            list(map_tasks(executor, task, [9]))
        assert list(map_tasks(executor, os._exit, [0], lost=lambda _, why: str(why))) == [
            "its worker died 3 times (exit 0)"
        ]
        assert list(map_tasks(executor, threads_of, [0])) == ["1"]


def test_errors_that_cannot_be_sent() -> None:
    with executor_of(1) as executor:
        for task, words in ((4, "^ValueError: the true cause$"), (5, "^TwoPartError: the cause$")):
            with pytest.raises(RuntimeError, match=words):
                list(map_tasks(executor, refuse, [task]))


def test_errors_come_from_other_processes_as_they_are() -> None:
    with executor_of(1) as executor:
        for task, error, words in ((1, MissingExtra, "gensim"), (2, InputError, "^file:3: bad$")):
            with pytest.raises(error, match=words):
                list(map_tasks(executor, refuse, [task]))


@pytest.mark.parametrize("on", ["here", "processes(2)"])
def test_a_few_tasks_are_taken_from_a_stream(on: str) -> None:
    """Results are in the order of the tasks, and a source is read as they are."""
    taken = []

    def stream() -> Iterator[int]:
        for task in range(100):
            taken.append(task)
            yield task

    with executor_of(on) as executor:
        results = map_tasks(executor, abs, stream())
        for n in range(20):
            assert next(results) == n
            assert len(taken) <= n + (1 if on == "here" else 4)
        results.close()


def test_what_is_shared_is_loaded_once_in_each_process(tmp_path: Path) -> None:
    """By any executor; for one task after the other, also where a process dies."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        for number, on in enumerate(("here", "processes(2)", pool)):
            folder = tmp_path / str(number)
            folder.mkdir()
            task = SharedTask(both, loaded_in, (str(folder),))
            with executor_of(on) as executor:
                found = [*map_tasks(executor, task, range(8)), *map_tasks(executor, task, range(8, 12))]
            assert [one for _, one in found] == list(range(12))
            assert {where for where, _ in found} == {f"in {p.name}" for p in folder.iterdir()}
    (tmp_path / "3").mkdir()
    deadly = Deadly(Processes(1), str(tmp_path / "3"), 1)
    with executor_of(deadly) as executor:
        assert list(map_tasks(executor, SharedTask(pow, int, ("3",)), [2, 3])) == [9, 27]


def test_executors_of_others() -> None:
    """Processes give the same numbers; threads are refused, for caches are not for them."""
    gold, systems = collection()
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        assert told(pool, gold, systems) == told("here", gold, systems)
    with ThreadPoolExecutor(1) as threads, pytest.raises(InputError, match="threads"):
        told(threads, gold, systems)
