"""Every array of every kind of store with faults planted in it, and digests that fit them.

Each is refused in one line. What is believed all the same is written down here: an array whose numbers may
be anything, or as many as one likes.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from faults.cases import _stores, prepare
from faults.harness import command
from faults.planting import FAULTS, arrays_of, plant, planted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="work is forked")
VALUES = ("highest", "lowest", "beyond", "falling")
LENGTHS = ("shorter", "longer", "none")
KINDS = {store: kind.partition(",")[0] for kind, (store, _) in reversed(_stores().items())}
TEXTS = {
    "title_text", "label_text", "gloss_text", "word_text", "stem_label_text", "lead_text", "word_spelled",
    "ids",    "tags", "model-words", "exceptions", "words",
}  # fmt: skip
"""Other letters are other texts; where each ends is checked."""
COUNTS = {"graph_breadths", "label_counts", "sense_counts", "counts", "word_places"}
"""Any number that is not negative."""
NAMES = {"label_names", "title_names", "stem_names", "word_names", "near_names", "seen"}
"""Hashes: any number, in order where they are looked up."""
ANY_ORDER = {
    "graph_classes", "graph_inverses", "graph_kinds", "graph_neighbours", "label_entities", "lead_targets",
    "near_weights", "redirect_ends", "sense_nodes", "stem_label_entities", "link_label_entities",
    "title_nodes", "word_weights", "index", "sums", "model-right", "label_how", "lead_flags", "pos",
    "language", "word_cases", "model-idf", "hidden", "beside", "parts", "opposed", "opposites",
    "spelling_synsets", "spelling_places",
}  # fmt: skip
"""Places of what is there, in any order; 0 is one of them, and so may be the place after another's."""
SORTED = {"inlink_sources", "outlink_targets", "near_concepts", "word_pages"}
"""The same in order within each list, where they are merged: the other way round they are refused."""
ANY_LENGTH = {"model-words", "seen", "ids", "tags", "word_spelled", "exceptions"}


def believed(name: str, fault: str) -> bool:
    """Whether an array with this fault may be as it is."""
    if fault in LENGTHS:
        return name in ANY_LENGTH
    if fault not in VALUES:
        return False
    if name in TEXTS or name in COUNTS or name in NAMES:
        return True
    return fault != "highest" and (name in ANY_ORDER or (name in SORTED and fault != "falling"))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    os.environ["LYDITE_CACHE"] = str(folder / ".cache")
    prepare(folder)
    return folder


@pytest.mark.parametrize("store", KINDS)
def test_arrays_with_faults_and_digests_that_fit(store: str, sound: Path, tmp_path: Path) -> None:
    uses = [args for there, args in _stores().values() if there == store]

    def use(path: Path) -> list[str]:
        told = []
        for args in uses:
            status, _, err = command(args(str(path), sound))
            told.append(f"{status} {err[-200:]}")
            if status == 2 and "damaged" in err:
                break
        return told

    outcomes = _plant_all(sound / store, tmp_path / "store", tmp_path, use)
    for (name, fault), told in outcomes.items():
        where = f"{store}, {name}, {fault}: {told}"
        assert all(t[:2] in ("0 ", "2 ") for t in told), where
        assert "damaged" in told[0] or believed(name, fault), where
    assert len(outcomes) > 40


def apart(work: Callable[[], None]) -> tuple[int, str]:
    """Do something in a process of its own; return its status and its error, if any."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        status = 1
        try:
            work()
            status = 0
        except BaseException as error:  # noqa: BLE001 # the caller shows it
            os.write(write, f"{type(error).__name__}: {error}".encode()[-40_000:])
        os._exit(status)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        said = file.read().decode()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said


def _plant_all(
    store: Path, place: Path, log: Path, use: Callable[[Path], list[str]]
) -> dict[tuple[str, str], list[str]]:
    """Plant each fault in each array, in a process of its own; return what using each store gave."""
    cases = [
        (name, fault, other)
        for name, array in arrays_of(store)
        for fault in FAULTS
        if (other := planted(array, fault)) is not None
    ]

    def all_of_them() -> None:
        with (log / "outcomes").open("w") as out:
            for number, (name, _, other) in enumerate(cases):
                os.environ["LYDITE_CACHE"] = f"{log}/cache{number}"
                shutil.rmtree(place, ignore_errors=True)
                plant(store, name, other, place)
                out.write(json.dumps(use(place)) + "\n")
                out.flush()

    status, said = apart(all_of_them)
    told = [json.loads(line) for line in (log / "outcomes").read_text().splitlines()]
    assert status == 0, f"the process died of {cases[len(told)][:2]}: {said}"
    return {(name, fault): one for (name, fault, _), one in zip(cases, told, strict=True)}
