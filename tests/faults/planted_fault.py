"""The harness on a lydite with a planted fault: all vector files have one digest. It must find other numbers.

PYTHONPATH=src:tests python -m faults.planted_fault
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from faults.cases import cases
from faults.harness import search
from lydite.sources.vectors import table

if __name__ == "__main__":
    table.file_digest = lambda path: "0" * 16  # type: ignore[attr-defined] # it is imported there
    chosen = [case for case in cases() if case.name == "probe vectors"]
    with tempfile.TemporaryDirectory() as folder:
        findings, counts = search(chosen, Path(folder), "0", 60, 25)
    wrong = [f for f in findings if ", under " in f.what]
    print(f"{len(wrong)} of {sum(counts.values())} commands gave another number under the same signature")
