"""What shards share is read once; each then maps it, and parts are as if each had read everything."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from inner import name_inside, replace_inside
from lydite.core.errors import OutputError, StoreError
from lydite.core.io.files import cache_folder
from lydite.core.spec import REGISTRIES, parse
from lydite.core.store import Draft, open_store
from lydite.runs import Run, Shard, SourceOptions, check, merge, score

Exact = REGISTRIES["matcher"]["exact"]

PREPARED = (
    name_inside("lydite.runs", "KIND"),
    name_inside("lydite.runs", "prepared_run").__globals__["VERSION"],
)
MEASURES = ["F1", "P(match=stem)@3", "F1(match=rouge)", "AP(match=identical)"]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Gold with topics and a run in another order, with an item too few and one too many."""
    replace_inside(monkeypatch, "lydite.runs", "_WORTH", 0)
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    draw = np.random.default_rng(5)
    words = ["cat", "Cats", "dog", "réseau", "neural net", "fish", "tree", "trees"]
    rows = [
        {"id": f"d{i:02}", "topic": f"t{i % 3}", "phrases": list(draw.choice(words, 1 + i % 5))}
        for i in range(41)
    ]
    answers = [{"id": row["id"], "phrases": list(draw.choice(words, 4))} for row in rows[:-1]]
    answers.append({"id": "other", "phrases": ["cat"]})
    paths = [tmp_path / "gold.jsonl", tmp_path / "run.jsonl"]
    for path, lines in zip(paths, (rows, draw.permutation(np.array(answers, object))), strict=True):
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return [str(path) for path in paths]


def _parts(files: list[str], folder: Path, count: int, **how: object) -> list[Path]:
    paths = [folder / f"{k}.part" for k in range(1, count + 1)]
    for k, path in enumerate(paths, 1):
        scored, notes = score(files[0], {"run": files[1]}, MEASURES, shard=f"{k}/{count}", **how)  # type: ignore[arg-type]
        Run.of_scored(scored, notes, Shard(k, count)).save(path)
    return paths


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_merged_equals_the_whole(files: list[str], tmp_path: Path, count: int) -> None:
    """With topics, items on one side only, more shards than items; the file is read once."""
    scored, notes = score(files[0], {"run": files[1]}, MEASURES, chance=0)
    whole = Run.of_scored(scored, (*notes, "shards have neither chance nor corrected values"))
    whole.save(tmp_path / "whole.run")
    paths = _parts(files, tmp_path, count)
    merge(paths).save(tmp_path / "merged.run")
    assert (tmp_path / "merged.run").read_bytes() == (tmp_path / "whole.run").read_bytes()
    assert len(list((tmp_path / "cache" / "shards").iterdir())) == 1


def test_parts_do_not_show_where_they_came_from(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    for how in ({}, {"seed": 3}, {"how": SourceOptions(missing="skip")}):
        mapped = _parts(files, tmp_path / "a", 2, **how)
        with monkeypatch.context() as patch:
            replace_inside(patch, "lydite.runs", "_WORTH", 1 << 40)
            read = _parts(files, tmp_path / "b", 2, **how)
        assert [p.read_bytes() for p in mapped] == [p.read_bytes() for p in read]


def test_other_content_is_read_anew(files: list[str], tmp_path: Path) -> None:
    _parts(files, tmp_path, 1)
    before = (tmp_path / "1.part").read_bytes()
    Path(files[1]).write_text(Path(files[1]).read_text().replace("dog", "fox"))
    _parts(files, tmp_path, 1)
    assert (tmp_path / "1.part").read_bytes() != before
    assert len(list((tmp_path / "cache" / "shards").iterdir())) == 2


def test_a_damaged_store_is_made_anew(files: list[str], tmp_path: Path) -> None:
    (before,) = _parts(files, tmp_path, 1)
    content = before.read_bytes()
    (store,) = (tmp_path / "cache" / "shards").iterdir()
    array = store / "0_predicted_codes.bin"
    array.write_bytes(b"\xff" * array.stat().st_size)
    with pytest.raises(StoreError, match="0_predicted_codes.bin"):
        open_store(store, *PREPARED)
    _parts(files, tmp_path, 1)
    assert before.read_bytes() == content
    open_store(store, *PREPARED, check.__module__)


def test_what_does_not_belong_together_is_refused(files: list[str], tmp_path: Path) -> None:
    _parts(files, tmp_path, 1)
    (place,) = (tmp_path / "cache" / "shards").iterdir()
    store = open_store(place, *PREPARED)
    check(store.arrays, store.notes)
    for name in ("0_gold_codes", "0_gold_starts", "0_keys1", "0_column0"):
        wrong = store.arrays[name].copy()
        wrong.flat[-1] += 1_000
        with pytest.raises(ValueError, match=name.removeprefix("0_")):
            check({**store.arrays, name: wrong}, store.notes)


def test_small_and_unwritable(files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept of small files, nor where nothing can be; old stores go."""
    replace_inside(monkeypatch, "lydite.runs", "_WORTH", 1 << 20)
    _parts(files, tmp_path, 1)
    assert not (tmp_path / "cache" / "shards").exists()
    replace_inside(monkeypatch, "lydite.runs", "_WORTH", 0)
    replace_inside(monkeypatch, "lydite.runs", "cache_folder", lambda: None)
    _parts(files, tmp_path, 1)
    assert not (tmp_path / "cache" / "shards").exists()
    replace_inside(monkeypatch, "lydite.runs", "cache_folder", cache_folder)
    _parts(files, tmp_path, 1)
    replace_inside(monkeypatch, "lydite.runs", "_WEEK", -1)
    _parts(files, tmp_path, 1, how=SourceOptions(no_gold="zero"))
    assert len(list((tmp_path / "cache" / "shards").iterdir())) == 1


def test_files_that_change_while_they_are_read(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read is not kept under the name of what was there before."""
    run = Path(files[1])
    before = run.read_text()
    read = name_inside("lydite.runs", "put_side_by_side")

    def rewrite(*given: object) -> object:
        run.write_text(before.replace("dog", "fox"))
        return read(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        replace_inside(patch, "lydite.runs", "put_side_by_side", rewrite)
        (changed,) = _parts(files, tmp_path, 1)
        content = changed.read_bytes()
    assert not list((tmp_path / "cache" / "shards").iterdir())
    run.write_text(before)
    assert _parts(files, tmp_path, 1)[0].read_bytes() != content
    run.write_text(before.replace("dog", "fox"))
    assert _parts(files, tmp_path, 1)[0].read_bytes() == content


def test_nothing_is_kept_of_what_others_wrote(files: list[str], tmp_path: Path) -> None:
    """Its code may change under the same signature."""

    @dataclass(frozen=True)
    class Initial(Exact):
        """Equal first letters."""

        def keys(self, phrases: Sequence[str]) -> Sequence[str]:
            return [phrase[:1] for phrase in phrases]

    measure = replace(parse("F1"), match=Initial())
    first = score(files[0], {"run": files[1]}, measure, shard="1/2", chance=2)[0][0].statistics[0]
    assert not (tmp_path / "cache" / "shards").exists()
    Initial.keys = lambda _, phrases: ["" for _ in phrases]  # type: ignore[method-assign]
    again = score(files[0], {"run": files[1]}, measure, shard="1/2", chance=2)[0][0].statistics[0]
    assert not np.array_equal(first, again)


def test_keys_are_made_anew_by_other_versions(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stems and folded letters follow from the stemmer's version and from Unicode's."""
    _parts(files, tmp_path, 1, chance=0)
    monkeypatch.setattr("Stemmer.version", lambda: "0.1")
    _parts(files, tmp_path, 1, chance=0)
    monkeypatch.setattr("unicodedata.unidata_version", "0.1")
    _parts(files, tmp_path, 1, chance=0)
    assert len(list((tmp_path / "cache" / "shards").iterdir())) == 3


@pytest.mark.parametrize("broken", ["folder", "write", "room"])
def test_where_nothing_can_be_kept(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """No folder, a disk that fills, no room: a shard goes on in memory."""
    (whole,) = [p.read_bytes() for p in _parts(files, tmp_path, 1, chance=400)]
    shutil.rmtree(tmp_path / "cache")
    if broken == "folder":
        (tmp_path / "cache").mkdir()
        (tmp_path / "cache" / "shards").write_text("")
    elif broken == "write":

        def fail(*_: object) -> None:
            raise OutputError("no space left on device")

        monkeypatch.setattr(Draft, "write", fail)
    else:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100))
    assert _parts(files, tmp_path, 1, chance=400)[0].read_bytes() == whole
    assert broken == "folder" or not list((tmp_path / "cache" / "shards").iterdir())


def test_notes_are_of_all_items() -> None:
    """That a source knows nothing is said where it knows nothing of all, not of a shard."""
    gold = {"a": ["qqxqq"], "b": ["cat"]}
    for number in (1, 2):
        _, notes = score(gold, {"run": gold}, "F1(match=wordnet)", shard=f"{number}/2", chance=0)
        assert not [note for note in notes if "F1(match=wordnet" in note]


def test_shards_that_come_together(files: list[str], tmp_path: Path) -> None:
    """One makes the store, the others wait for it."""

    def one(number: int) -> None:
        scored, notes = score(files[0], {"run": files[1]}, MEASURES, shard=f"{number}/3")
        Run.of_scored(scored, notes, Shard(number, 3)).save(tmp_path / f"{number}.part")

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(one, (1, 2, 3)))
    scored, notes = score(files[0], {"run": files[1]}, MEASURES, chance=0)
    whole = Run.of_scored(scored, (*notes, "shards have neither chance nor corrected values"))
    whole.save(tmp_path / "whole.run")
    merge([tmp_path / f"{k}.part" for k in (1, 2, 3)]).save(tmp_path / "merged.run")
    assert (tmp_path / "merged.run").read_bytes() == (tmp_path / "whole.run").read_bytes()
    assert len(list((tmp_path / "cache" / "shards").iterdir())) == 1
