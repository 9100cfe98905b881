"""The nearest words to 1,000 others among 50,000 vectors of 300 numbers, beside faiss' flat index.

    python bench/neighbours.py [--words 50000]

Processor time of one thread, the fastest of interleaved runs. faiss gets unit vectors, and its index is not
counted; lydite starts from the words as they are, and puts the nearest in order in double precision. Vectors
are isotropic, or their variance falls with the number of the dimension, as that of trained vectors does.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import faiss
import numpy as np

from lydite.sources.vectors import Vectors
from lydite.sources.vectors.neighbours import neighbours

K, DIMENSIONS, QUERIES = 4, 300, 1_000


def timed(work: Callable[..., Any], *given: object) -> tuple[float, Any]:
    """Return processor seconds, and what came out."""
    start = time.process_time()
    found = work(*given)
    return time.process_time() - start, found


def main() -> None:
    """Print both times and their ratio for three kinds of vectors."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--words", type=int, default=50_000)
    options.add_argument("--runs", type=int, default=4)
    asked = options.parse_args()
    for kind, power in (("isotropic", 0.0), ("falling slowly", 0.25), ("falling", 0.5)):
        rng = np.random.default_rng(0)
        matrix = rng.normal(size=(asked.words, DIMENSIONS)).astype(np.float32)
        matrix *= (np.arange(1, DIMENSIONS + 1) ** -power).astype(np.float32)
        vectors = Vectors.of({f"w{i}": row for i, row in enumerate(matrix)})
        queries = matrix[rng.choice(asked.words, QUERIES, replace=False)].astype(np.float64)
        unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
        narrow = (queries / np.linalg.norm(queries, axis=1, keepdims=True)).astype(np.float32)
        index = faiss.IndexFlatIP(DIMENSIONS)
        index.add(unit)
        neighbours(vectors, queries[:100], K)  # loads kernels
        ours, theirs = [], []
        for _ in range(asked.runs):
            spent, (rows, _) = timed(neighbours, vectors, queries, K)
            ours.append(spent)
            spent, (_, there) = timed(index.search, narrow, K)
            theirs.append(spent)
        assert (rows == there).mean() > 0.999
        ratio = min(ours) / min(theirs)
        print(f"{kind:15} lydite {min(ours):.3f} s, faiss {min(theirs):.3f} s: {ratio:.2f} times")


if __name__ == "__main__":
    main()
