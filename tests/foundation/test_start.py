"""Compiled kernels that are kept on disk are used only for their own source and types."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MODULE = """
from lydite.core.compiled import kernel
@kernel
def more(x):
    return x + ADDED
@kernel
def twice(x):
    return 2 * more(x)
"""
USE = "from module import *; import numpy as np; print(twice.compiled(np.arange(3)).tolist(), "
USE += "len(twice.compiled.stats.cache_hits))"


def run(code: str, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-B", "-c", code],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_kept_kernel_of_other_types_is_not_used(tmp_path: Path) -> None:
    """Two processes that keep at one moment can take one file; sums of floats were sums of their bits."""
    (tmp_path / "module.py").write_text(MODULE.replace("ADDED", "1"))
    kept = f"{tmp_path}/numba"
    whole, broken = USE, USE.replace("np.arange(3)", "np.arange(3.0)")
    assert run(broken, tmp_path, NUMBA_CACHE_DIR=kept) == "[2.0, 4.0, 6.0] 0"
    late = "from numba.core.caching import IndexDataCacheFile as File; "
    late += "File.save = lambda self, key, data: self._save_data(self._data_name(1), data); "
    assert run(late + whole, tmp_path, NUMBA_CACHE_DIR=kept) == "[2, 4, 6] 0"
    assert run(broken, tmp_path, NUMBA_CACHE_DIR=kept) == "[2.0, 4.0, 6.0] 0"
    assert run(broken, tmp_path, NUMBA_CACHE_DIR=kept) == "[2.0, 4.0, 6.0] 1"


def test_code_of_older_source_is_not_used_where_newer_was_not_kept(tmp_path: Path) -> None:
    """numba writes its index before the code: killed in between, today's index named yesterday's code."""
    kept = f"{tmp_path}/numba"
    (tmp_path / "module.py").write_text(MODULE.replace("ADDED", "1"))
    assert run(USE, tmp_path, NUMBA_CACHE_DIR=kept) == "[2, 4, 6] 0"
    (tmp_path / "module.py").write_text(MODULE.replace("ADDED", "5"))
    full = "from numba.core.caching import IndexDataCacheFile as File\n"
    full += (
        "def fail(self, name, data): raise OSError(28, 'No space left on device')\nFile._save_data = fail\n"
    )
    assert run(full + USE, tmp_path, NUMBA_CACHE_DIR=kept) == "[10, 12, 14] 0"
    assert run(USE, tmp_path, NUMBA_CACHE_DIR=kept) == "[10, 12, 14] 0"
    assert run(USE, tmp_path, NUMBA_CACHE_DIR=kept) == "[10, 12, 14] 1"
