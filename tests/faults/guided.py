"""A fuzzer that is guided by coverage (atheris), on the parsers that strangers' bytes reach first.

    PYTHONPATH=src:tests python -m faults.guided TARGET [SECONDS [SEED]]

Whatever is not an error of one line is a finding: its bytes are written to ``crash-…``, to become a fixture
of the tests beside this; so is what takes over ten seconds. Needs atheris, which is in no extra.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiling takes longer than any case may, and has no coverage
with atheris.instrument_imports(include=["lydite"]):
    from faults.cases import prepare
    from inputs import LMF, export_text, sql
    from lydite.errors import LyditeError
    from lydite.runs.archive import with_seal
    from lydite.runs.reading import unpack_run
    from lydite.sources.vectors import load_vectors
    from lydite.sources.wikipedia.dumps import dumps
    from lydite.sources.wikipedia.dumps.export import RawPage
    from lydite.sources.wikipedia.dumps.extract import PageExtractor
    from lydite.sources.wikipedia.titles import WikiSite
    from lydite.sources.wordnet.lmf import read_lmf
    from lydite.spec import REGISTRIES, parse
    from vectors import fuzzing

SPECS = ["F1(match=wordnet(threshold=0.5))@5", "vectors(path=x.vec)", "combined(of=rates)", "first", "LCS"]
WIKITEXT = (
    "'''Mars''' is a [[planet|world]]{{x|[[y]]}}<ref>a</ref>\n"
    "== H ==\n{|\n| [[File:a.png|b]]\n|}\n[[Category:Z]]"
)
"""Where each begins: a sound one, from which others grow."""


class Target:
    """The parsers, each with what it takes; all work in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.extract = PageExtractor(WikiSite("en", {"Category": 14, "File": 6}), words=True)

    def _file(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.write_bytes(data)
        return path

    def specs(self, data: bytes) -> None:
        """Whatever a command takes as the name of a measure, matcher, probe …"""
        kinds = list(REGISTRIES)
        parse(data[1:].decode("utf-8", "replace"), kinds[data[0] % len(kinds)] if data else kinds[0])

    def vectors(self, data: bytes) -> None:
        """Vectors in any form, told by their bytes and their name."""
        name = ("x", "x.vec", "x.bin", "x.json", "x.safetensors", "x.npy")[data[0] % 6 if data else 0]
        load_vectors(self._file(name, data[1:]), cache=False)

    def wikitext(self, data: bytes) -> None:
        """The text of a page."""
        self.extract(RawPage("Mars", 0, None, data.decode("utf-8", "replace")))

    def sql(self, data: bytes) -> None:
        """Dumps of a table: all are there, one is bad."""
        others = {"page", "categorylinks"}
        files = [self._file(f"{table}.sql", sql(table).encode()) for table in sorted(others)]
        self._dump([self._file("redirect.sql", data), *files])

    def xml(self, data: bytes) -> None:
        """An export of MediaWiki."""
        self._dump([self._file("d.xml", data)])

    def lmf(self, data: bytes) -> None:
        """A wordnet."""
        read_lmf(self._file("w.xml", data))

    def _dump(self, files: list[Path]) -> None:
        dump = dumps.recognise(files, "porter", "en")
        for unit, _ in dump.units():
            dump.columns(unit, lead=True, words=True)

    def runs(self, data: bytes) -> None:
        """A run whose seal fits."""
        unpack_run(with_seal(data) if len(data) > 64 else data, "x.run")  # a seal's length


def beginnings(folder: Path) -> dict[str, list[bytes]]:
    """Return sound contents for each parser."""
    prepare(folder)
    runs = [p.read_bytes() for p in sorted(folder.rglob("*.run")) if p.is_file()]
    return {
        "specs": [bytes([i]) + s.encode() for i in range(len(REGISTRIES)) for s in SPECS],
        "vectors": [bytes([i]) + make() for i in range(6) for make in fuzzing.FORMATS.values()],
        "wikitext": [WIKITEXT.encode()],
        "sql": [sql("redirect").encode()],
        "xml": [export_text().encode()],
        "lmf": [LMF.encode()],
        "runs": [data for data in runs if data[:2] == b"PK"],
    }


def main() -> None:
    """Fuzz one parser for so long."""
    name, seconds, seed = (*sys.argv[1:], *("600", "1")[len(sys.argv) - 2 :])
    folder = Path(tempfile.mkdtemp())
    corpus = folder / "corpus"
    corpus.mkdir()
    for place, content in enumerate(beginnings(folder)[name]):
        (corpus / str(place)).write_bytes(content)
    attempt: Callable[[bytes], None] = getattr(Target(folder), name)

    @functools.wraps(attempt)
    def one(data: bytes) -> None:
        with contextlib.suppress(LyditeError):
            attempt(data)

    options = [f"-max_total_time={seconds}", f"-seed={seed}", "-timeout=10", "-rss_limit_mb=3000"]
    atheris.Setup([sys.argv[0], *options, "-max_len=4096", str(corpus)], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
