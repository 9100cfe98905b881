"""Section 3 of "OddOneOut and Topk" on corpora that are at hand: what its claims are worth there.

    python experiments/scarce_vectors.py prepare FOLDER            corpora and test sets as plain files
    python experiments/scarce_vectors.py tune FOLDER latgalian     the best hyperparameters (3.4)

Corpora: the Schools selection's English (one sentence a line), Health News in Twitter without addresses, the
whole Latgalian Wikipedia. Test sets: Google's categories and analogies for English; for Latgalian the months
and weekdays of CLDR and the one-word titles in eight of its Wikipedia's own categories.
"""

from __future__ import annotations

import argparse
import bz2
import html
import json
import os
import re
from collections import defaultdict
from pathlib import Path

from lydite.cli import main as lydite

DATA = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
LATGALIAN = "wikipedia/ltgwiki-pages-articles.xml.bz2"
CATEGORIES = (
    "Pasauļa vaļsteibys", "Dzeivinīki", "Mīsti Latgolā", "Geografeja", "Latgolys azari", "Latgaļu vyrtuve",
    "Volūdys", "Latvejis nūvodu centri",
)  # fmt: skip
SMALL = ("-p", "dim=15:150", "-p", "epochs=1:5")  # what a small machine can train
TINY = ("-p", "dim=15:100", "-p", "epochs=1:10", "-p", "min_count=1:3")
TUNED = {
    "tweets": ("--samples", "100", *SMALL),
    "schools": ("--samples", "12", "--again", "4", *SMALL),
    "small": ("--samples", "100", *TINY),
    "latgalian": ("--samples", "100", *TINY),
}
LINES = 4_000  # sentences of English that have as many words as the Latgalian Wikipedia


def prepare(folder: Path) -> None:
    """Write the corpora and the Latgalian test set."""
    from article_corpus import main as articles

    folder.mkdir(parents=True, exist_ok=True)
    articles(DATA / "wikipedia/schools-2007.tar.xz", folder / "articles.txt")
    with (
        (folder / "articles.txt").open(encoding="utf-8") as text,
        (folder / "schools.txt").open("w", encoding="utf-8") as out,
    ):
        for article in text:
            out.writelines(f"{s}\n" for s in re.split(r"(?<=[.!?])\s+", article.strip()) if s)
    with (folder / "schools.txt").open(encoding="utf-8") as text:
        some = [line for _, line in zip(range(LINES), text, strict=False)]
    (folder / "small.txt").write_text("".join(some), "utf-8")
    with (folder / "tweets.txt").open("w", encoding="utf-8") as out:
        for file in sorted((DATA / "health-tweets").glob("*.txt")):
            for line in file.read_bytes().splitlines():
                out.write(f"{_tweet(line)}\n")
    lydite_quietly("build", "testset", "cldr", "--language", "ltg", "-o", f"{folder}/cldr.json")
    known = json.loads((folder / "cldr.json").read_text("utf-8"))
    sets = {k: sorted(known[k].values()) for k in ("months", "weekdays")}
    (folder / "latgalian.json").write_text(json.dumps(sets | _titles(), ensure_ascii=False), "utf-8")


def _tweet(line: bytes) -> str:
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode("cp1252", "replace")
    return " ".join(html.unescape(re.sub(r"https?://\S+|www\.\S+", " ", text.split("|", 2)[-1])).split())


def _titles() -> dict[str, list[str]]:
    """Return titles of one word by category of the Latgalian Wikipedia."""
    text = bz2.decompress((DATA / LATGALIAN).read_bytes()).decode()
    titles = defaultdict(set)
    for page in re.findall(r"<page>(.*?)</page>", text, re.DOTALL):
        title = html.unescape(re.search(r"<title>(.*?)</title>", page)[1]).lower()
        if "<ns>0</ns>" in page and " " not in title:
            for category in re.findall(r"\[\[(?:Kategoreja|Category)\s*:\s*([^\]|]+)", page):
                titles[category.strip()].add(title)
    return {c: sorted(titles[c]) for c in CATEGORIES}


def lydite_quietly(*args: str) -> None:
    """Run a command; its status is that of this program where it fails."""
    try:
        lydite(list(args))
    except SystemExit as end:
        if end.code:
            raise


def main(asked: argparse.Namespace) -> None:
    """Run what was asked for."""
    folder = Path(asked.folder)
    if asked.what == "prepare":
        prepare(folder)
        return
    corpus = str(DATA / LATGALIAN) if asked.corpus == "latgalian" else f"{folder}/{asked.corpus}.txt"
    test = f"{folder}/latgalian.json" if asked.corpus == "latgalian" else "google"
    out = f"{folder}/tune-{asked.corpus}"
    lydite_quietly(
        "tune", "vectors", corpus, "-t", test, *TUNED[asked.corpus], "--seeds", str(asked.seeds),
        "--on", asked.on, "-f", "json", "-o", f"{out}.json",
    )  # fmt: skip


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("what", choices=["prepare", "tune"])
    options.add_argument("folder")
    options.add_argument("corpus", nargs="?", choices=list(TUNED), default="tweets")
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--on", default="here", help="where models are trained, as processes(2)")
    main(options.parse_args())
