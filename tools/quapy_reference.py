"""Make tests/labels/quapy.json: what QuaPy says of some pairs of distributions.

Run where QuaPy is installed (pip install quapy): python tools/quapy_reference.py
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import quapy
from quapy import error

OUT = Path(__file__).parent.parent / "tests" / "labels" / "quapy.json"


def main() -> None:
    """Write the file."""
    generator = np.random.default_rng(0)
    cases = []
    for classes in (2, 2, 3, 5, 5, 7):
        rows = int(generator.integers(10, 500))
        true = generator.multinomial(rows, generator.dirichlet(np.ones(classes))) / rows
        estimated = generator.dirichlet(np.ones(classes) / 2).round(4)
        estimated[-1] += 1 - estimated.sum()
        eps = 1 / (2 * rows)
        case = {"rows": rows, "true": true.tolist(), "estimated": estimated.tolist()}
        case |= {f: float(getattr(error, f)(true, estimated, eps)) for f in ("kld", "rae")}
        case |= {f: float(getattr(error, f)(true, estimated)) for f in ("ae", "nmd")}
        cases.append(case)
    OUT.write_text(json.dumps({"quapy": quapy.__version__, "cases": cases}, indent=1) + "\n")


if __name__ == "__main__":
    main()
