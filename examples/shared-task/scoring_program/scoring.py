"""Score one submission as Codabench asks: gold is in input/ref, the submission in input/res."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import lydite

MEASURES = {"f1_meaning": "F1(match=meaning)@10", "f1": "F1@10"}
"""By the key of its column in competition.yaml; soft measures have a column KEY_corrected, too."""


def submission(folder: Path) -> Path:
    """Return the one file that was submitted; the platform's own and hidden files do not count."""
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.name not in ("metadata", "metadata.yaml")
        and not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    ]
    if len(files) != 1:
        sys.exit(f"expected a zip archive with one file, found {len(files)} files")
    return files[0]


def call(*arguments: object) -> None:
    """Run a command of lydite; what is wrong with a submission goes to standard error, and scoring ends."""
    done = subprocess.run([sys.executable, "-m", "lydite", *map(str, arguments)], check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main(source: Path, output: Path) -> None:
    """Write scores.json, and a page of details that shows no gold."""
    (gold,) = (source / "ref").iterdir()
    asked = [word for measure in MEASURES.values() for word in ("-m", measure)]
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "submission.run"
        call("score", gold, submission(source / "res"), *asked, "--save", run)
        call("report", run, "--no-items", "-o", output / "detailed_results.html")
        results = lydite.read_run(run).results()
    scores = {}
    for key, result in zip(MEASURES, results, strict=True):
        scores[key] = result.value
        if result.corrected is not None:
            scores[f"{key}_corrected"] = result.corrected
    numbers = {key: value for key, value in scores.items() if math.isfinite(value)}  # all that JSON can hold
    (output / "scores.json").write_text(json.dumps(numbers), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
