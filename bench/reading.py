"""Read files of phrases to numbers: lydite beside polars, which reads them to strings, or numbers these, too.

Every file has the same 275,000 items with ten predictions each (55 MB as JSON lines). Each contestant has a
process of its own for each file; the least processor time (of all cores) of several turns counts, and the
peak memory of the process. polars is loaded before; what lydite loads to read a large CSV (numba and its
kernel, some 0.6 s) counts. lydite checks every line, numbers the phrases, ranks them by their scores, and
refuses items that come again. ``numbered`` is polars' reading with phrases (and items that come again) as
categories, which are numbers: lists taken apart, scores neither checked nor sorted by.

    python bench/reading.py [--items 275000] [--runs 5]
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import polars as pl
from rivals import sample

FILES = {
    "run.jsonl": "polars.read_ndjson",
    "gold.jsonl": "polars.read_ndjson",
    "accents.jsonl": "polars.read_ndjson",
    "scores.jsonl": "polars.read_ndjson",
    "run.jsonl.gz": "gzip, polars.read_ndjson",
    "long.csv": "polars.read_csv",
    "scores.csv": "polars.read_csv",
    "lists.csv": "polars.read_csv",
    "run.parquet": "polars.read_parquet",
}
CONTESTANTS = ("lydite", "polars", "numbered")
ONE = """
import gzip, os, sys
import polars as pl
from lydite.reading import read
path, who, role = sys.argv[1:]
readers = {"jsonl": pl.read_ndjson, "csv": pl.read_csv, "parquet": pl.read_parquet}
kind = path.removesuffix(".gz").rpartition(".")[2]
before = sum(os.times()[:2])
if who == "lydite":
    read(path, role=role)
else:
    frame = readers[kind](gzip.open(path).read() if path.endswith(".gz") else path)
    if who == "numbered":
        phrases = frame[frame.columns[1]]
        if path.endswith("lists.csv"):
            phrases = phrases.str.split(";")
        if phrases.dtype == pl.List:
            phrases = phrases.explode()
        else:
            items = frame[frame.columns[0]].cast(pl.Categorical).to_physical()
        codes = phrases.cast(pl.Categorical).to_physical()
spent = sum(os.times()[:2]) - before
peak = next(row.split()[1] for row in open("/proc/self/status") if row.startswith("VmHWM"))
print(spent, float(peak) / 1e3)
"""


def write(folder: Path, items: int) -> None:
    """Write the same lists in every form; gold under another name, in accents with escapes, with scores."""
    gold, run = sample(items)
    for name, lists, key in (("gold", gold, "keywords"), ("run", run, "predictions")):
        with Path(folder, f"{name}.jsonl").open("w") as file:
            file.writelines(json.dumps({"id": i, key: p}) + "\n" for i, p in lists.items())
    with Path(folder, "accents.jsonl").open("w") as file:
        for number, phrases in enumerate(run.values()):
            accents = [p.replace("number", "número") for p in phrases]
            file.write(json.dumps({"id": number, "predictions": accents}) + "\n")
    scores = [round(1 - n / 10, 1) for n in range(10)]
    with Path(folder, "scores.jsonl").open("w") as file:
        file.writelines(
            json.dumps({"id": i, "predictions": p, "scores": scores}) + "\n" for i, p in run.items()
        )
    with gzip.open(Path(folder, "run.jsonl.gz"), "wb", 6) as packed:
        packed.write(Path(folder, "run.jsonl").read_bytes())
    with Path(folder, "long.csv").open("w") as file:
        file.write("id,phrase\n")
        file.writelines(f"{i},{p}\n" for i, phrases in run.items() for p in phrases)
    with Path(folder, "scores.csv").open("w") as file:
        file.write("id,phrase,score\n")
        file.writelines(
            f"{i},{p},{s}\n" for i, phrases in run.items() for p, s in zip(phrases, scores, strict=True)
        )
    with Path(folder, "lists.csv").open("w") as file:
        file.write("id,phrases\n")
        file.writelines(f"{i},{';'.join(p)}\n" for i, p in run.items())
    pl.DataFrame({"id": list(run), "phrases": list(run.values())}).write_parquet(Path(folder, "run.parquet"))


def measured(path: Path, who: str) -> tuple[float, float]:
    """Return processor seconds and peak megabytes of one contestant in a process of its own."""
    role = "gold" if path.stem == "gold" else "run"
    command = [sys.executable, "-c", ONE, str(path), who, role]
    seconds, peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), float(peak)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--items", type=int, default=275_000)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--only", nargs="*", default=list(FILES))
    chosen = options.parse_args()
    print(f"{chosen.items:,} items, least of {chosen.runs}, {os.cpu_count()} cores, polars {pl.__version__}")
    print(f"{'file':14} {'MB':>5}  {'lydite':>15} {'polars':>15} {'numbered':>15}  ratios      peer")
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), chosen.items)
        for name in chosen.only:
            path = Path(folder, name)
            turns = [[measured(path, who) for who in CONTESTANTS] for _ in range(chosen.runs)]
            least = [tuple(map(min, zip(*side, strict=True))) for side in zip(*turns, strict=True)]
            size, ratios = path.stat().st_size / 1e6, [least[0][0] / peer[0] for peer in least[1:]]
            cells = " ".join(f"{s:6.2f} s {m:4.0f} MB" for s, m in least)
            both = " ".join(f"{ratio:5.2f}" for ratio in ratios)
            print(f"{name:14} {size:5.0f}  {cells} {both}  {FILES[name]}", flush=True)


if __name__ == "__main__":
    main()
