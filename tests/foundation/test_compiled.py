"""Kernels: the plain and the compiled twin are one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lydite.core.compiled import kernel, prefetch


@kernel
def half(x):  # type: ignore[no-untyped-def]
    return x / 2


@kernel(large=10)
def halves(values, out):  # type: ignore[no-untyped-def]
    for i in range(len(values)):
        out[i] = half(values[i])


def test_small_work_stays_plain_and_large_work_is_compiled() -> None:
    values = np.arange(100.0)
    plain, compiled = np.zeros(100), np.zeros(100)
    small = halves.for_work(9)
    assert small is halves.plain
    small(values, plain)
    large = halves.for_work(10)
    assert large is halves.compiled
    large(values, compiled)
    assert halves.for_work(1) is halves.compiled
    assert plain.tolist() == compiled.tolist() == (values / 2).tolist()


@kernel
def gathered(values, places):  # type: ignore[no-untyped-def]
    total = 0.0
    for i in range(len(places)):
        if i + 4 < len(places):
            prefetch(values, places[i + 4])
        prefetch(values, -i)  # outside of it, too
        prefetch(values, 10**9)
        total += values[places[i]]
    return total


def test_asking_memory_ahead_changes_nothing() -> None:
    values = np.arange(50.0)
    places = np.random.default_rng(3).permutation(50)
    assert gathered.plain(values, places) == gathered.compiled(values, places) == values.sum()


def test_much_little_work_is_large() -> None:
    @kernel(large=10)
    def third(x):  # type: ignore[no-untyped-def]
        return x / 3

    assert [third.for_work(3) is third.plain for _ in range(3)] == [True] * 3
    assert third.for_work(3) is third.compiled


@pytest.mark.parametrize(
    ("one", "use"),
    [
        ("from lydite.core.compiled import kernel\n@kernel\ndef more(x):\n    return x + {}\n", "more(x)"),
        ("more = {}\n", "(x + more)"),
    ],
    ids=["kernel", "constant"],
)
def test_a_change_of_what_another_file_says_is_noticed(tmp_path: Path, one: str, use: str) -> None:
    head = "from lydite.core.compiled import kernel\n"
    twice = f"from one import more\n@kernel\ndef twice(x):\n    return 2 * {use}\nprint(twice.compiled(1))"
    (tmp_path / "two.py").write_text(head + twice)
    for added in (1, 10):
        (tmp_path / "one.py").write_text(one.format(added))
        environment = {
            **os.environ,
            "NUMBA_CACHE_DIR": str(tmp_path / "kept"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        done = subprocess.run(
            [sys.executable, "two.py"],
            check=False,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
        )
        assert (done.stdout, done.stderr) == (f"{2 * (1 + added)}\n", "")
    assert list((tmp_path / "kept").rglob("two.*.nbc"))  # it was kept on disk, and made anew


def test_runs_where_nothing_can_be_written(tmp_path: Path) -> None:
    code = (
        "from lydite.core.compiled import kernel\n@kernel\ndef f(x):\n    return x + 1\nprint(f.compiled(1))"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    tmp_path.chmod(0o555)
    environment = {
        **os.environ,
        "HOME": "/nonexistent",
        "NUMBA_CACHE_DIR": "",
        "XDG_CACHE_HOME": "/nonexistent",
    }
    try:
        done = subprocess.run(
            [sys.executable, "-B", str(script)], env=environment, capture_output=True, text=True, check=False
        )
    finally:
        tmp_path.chmod(0o755)
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


def test_runs_where_numba_is_told_to_compile_nothing() -> None:
    """With NUMBA_DISABLE_JIT, njit gives the function back, which has no cache."""
    code = "import numpy as np\nfrom lydite.inference import count_drawn\n"
    code += "print(count_drawn.compiled(np.array([0, 5], np.uint32), 4, 0, np.zeros(4)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


def test_a_cache_that_names_a_class_of_before_is_written_anew(tmp_path: Path) -> None:
    """As after an upgrade: numba's index on disk holds the types that a kernel was given."""
    module = """
from typing import NamedTuple
from lydite.core.compiled import kernel
class NAME(NamedTuple):
    one: int
@kernel
def first(pair):
    return pair.one
print(first.compiled(NAME(3)))
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": ""}  # beside the module
    for name in ("Before", "Later"):
        (tmp_path / "module.py").write_text(module.replace("NAME", name))
        command = [sys.executable, "-c", "import module"]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment
        )
        assert (done.stdout, done.returncode) == ("3\n", 0), done.stderr
    assert list(tmp_path.rglob("*.nbi"))
