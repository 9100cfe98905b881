"""What importing lydite costs, beside numpy; fresh processes, best of several."""

from __future__ import annotations

import subprocess
import sys
import time


def seconds(code: str, times: int = 9) -> float:
    """Return the shortest wall time of a fresh interpreter that runs the code."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        found.append(time.perf_counter() - start)
    return min(found)


numpy, ours = seconds("import numpy"), seconds("import lydite")
parsed = seconds("import lydite; lydite.parse('F1(match=stem)@10')")
listed = seconds("from lydite.cli import main; main(['--version'])")
print(f"import numpy          {numpy:.3f} s")
print(f"import lydite         {ours:.3f} s   ratio {ours / numpy:.2f} (promised: at most 1.5)")
print(f"parse one measure     {parsed:.3f} s   ratio {parsed / numpy:.2f}")
print(f"lydite --version      {listed:.3f} s   ratio {listed / numpy:.2f}")
