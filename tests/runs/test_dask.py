"""A real Dask cluster on this machine: the same digits, also when workers are killed; clusters of no use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inner import name_inside, replace_inside
from lydite.core.errors import InputError
from lydite.core.executors import executor_of, map_tasks, place_of
from made_work import models, searched, stores
from spread_work import Deadly, collection, refuse, told

distributed = pytest.importorskip("distributed", reason="needs the extra cluster")
from lydite.cluster import Dask  # noqa: E402

pytestmark = pytest.mark.extra

LOCAL: dict[str, Any] = {
    "threads_per_worker": 1,
    "host": "127.0.0.1",
    "dashboard_address": "127.0.0.1:0",
    "worker_dashboard_address": "127.0.0.1:0",
    "memory_limit": 0,
    "silence_logs": 50,
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, **LOCAL) as cluster:
        yield cluster


def test_a_cluster_of_its_own_with_a_worker_killed_in_mid_run(tmp_path: Path) -> None:
    gold, systems = collection()
    del systems["two"]
    here = told("here", gold, systems, chance=20)
    assert told(Deadly(place_of("dask(workers=2)"), str(tmp_path), 1), gold, systems, chance=20) == here
    assert {p.name.rpartition(".")[2] for p in tmp_path.iterdir()} == {"score_part 0"}


def test_a_cluster_that_is_there(cluster: Any) -> None:
    gold, systems = collection(300)
    on = f'dask(address="{cluster.scheduler_address}")'
    assert told(on, gold, systems, chance=20) == told("here", gold, systems, chance=20)


def test_stores_and_models_are_the_same(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wikipedia and hashtags to the byte, tuning to the last digit.

    A worker is killed in the middle of each of them.
    """
    pytest.importorskip("gensim")
    replace_inside(monkeypatch, "lydite.knowledge.wikipedia.dumps", "UNIT", 400)
    replace_inside(monkeypatch, "lydite.hashtags", "BATCH", 16)
    (tmp_path / "deaths").mkdir()
    on = Deadly(Dask(address=cluster.scheduler_address), str(tmp_path / "deaths"), 1)
    assert stores(on, tmp_path / "there") == stores("here", tmp_path / "here")
    assert searched(on) == searched("here")
    assert models(on) == models("here")
    assert len(list((tmp_path / "deaths").iterdir())) == 4


def test_workers_of_another_version(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.cluster", "__version__", "99.1")
    with pytest.raises(InputError, match=r"tcp://127.0.0.1:\d+: .*99\.1"):
        told(Dask(address=cluster.scheduler_address), *collection(5))


def test_workers_of_another_commit(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    on = Dask(address=cluster.scheduler_address)
    replace_inside(monkeypatch, "lydite.cluster", "commit", lambda: "")  # not known: nothing to compare
    assert told(on, *collection(5)) == told("here", *collection(5))
    with distributed.Client(cluster, set_as_default=False) as client:
        there = set(client.run(name_inside("lydite.cluster", "_asked")).values())
    if not all(commit for _, commit in there):
        pytest.skip("no commit is known of this tree")
    replace_inside(monkeypatch, "lydite.cluster", "commit", lambda: "f" * 40)
    with pytest.raises(InputError, match=r"commit [0-9a-f]{12}.* f{12}"):
        told(on, *collection(5))


def test_a_file_by_a_relative_path(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers stand in another folder, and read the file of the client all the same."""
    (tmp_path / "v.txt").write_text("car 1 0\nauto 0.9 0.1\n")
    monkeypatch.chdir(tmp_path)
    given: Any = {"a": ["car"]}, {"one": {"a": ["auto"]}}, "F1(match=cosine(vectors=v.txt))"
    there = told(Dask(address=cluster.scheduler_address), *given)
    assert there == told("here", *given)


def test_workers_without_lydite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text('import sys\nsys.modules["lydite"] = None\n')
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with (
        distributed.LocalCluster(n_workers=1, **LOCAL) as cluster,
        pytest.raises(InputError, match="install lydite"),
    ):
        told(Dask(address=cluster.scheduler_address), *collection(5))


def test_no_workers_and_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.cluster", "_PATIENCE", 1)
    with distributed.LocalCluster(n_workers=0, **LOCAL) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(InputError, match="no workers"):
            told(Dask(address=address), *collection(5))
    with pytest.raises(InputError, match="Dask scheduler"):
        told(Dask(address=address), *collection(5))


@pytest.mark.parametrize("address", ["tcp://10.1.2.3:8786", "host.example:8786"])
def test_beyond_this_machine_only_with_tls_or_a_word(address: str) -> None:
    with pytest.raises(InputError, match="trusted=yes"):
        told(f'dask(address="{address}")', *collection(5))


def test_workers_or_an_address() -> None:
    for spec in ("dask", 'dask(workers=2, address="tcp://127.0.0.1:1")'):
        with pytest.raises(InputError, match=r"dask .*workers=.*address="):
            told(spec, *collection(5))


def test_an_error_of_a_worker_is_raised_here(cluster: Any) -> None:
    with (
        executor_of(Dask(address=cluster.scheduler_address)) as executor,
        pytest.raises(InputError, match="^file:3: bad$"),
    ):
        list(map_tasks(executor, refuse, [0, 2, 3]))


def test_a_worker_that_dies_each_time(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="worker .*3 times"):
        told(Deadly(Dask(workers=1), str(tmp_path), 3), *collection(20))


def test_a_scheduler_that_dies(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        f"    cluster = LocalCluster(n_workers=1, **{LOCAL!r})\n"
        "    print(cluster.scheduler_address, flush=True)\n    time.sleep(120)\n"
    )
    (tmp_path / "cluster.py").write_text(code)
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "cluster.py")],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    try:
        with executor_of(Dask(address=address)) as executor:
            results = map_tasks(executor, refuse, [0] * 10_000)
            assert next(results) == 0
            os.killpg(process.pid, signal.SIGKILL)
            with pytest.raises(InputError, match=f"^{address}: .*cluster"):
                list(results)
    finally:
        process.kill()
        process.communicate()


def test_a_cluster_of_its_own_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with executor_of(Dask(workers=1)) as executor:
        assert list(map_tasks(executor, refuse, [0])) == [0]
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())
