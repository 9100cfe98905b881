"""How much of real keyphrases knowledge bases know: as a whole, by aspects, or not at all (Figure 5.1).

    python experiments/knowledge_coverage.py STORE [DATA] [--chart FILE]

STORE is a Wikipedia of English (Simple English categories: simple_wikipedia.py); DATA
the folder of the public data, or LYDITE_SHARED_DATA. Distinct keyphrases of Inspec, SemEval-2010 and NUS, the
first variant of each, are looked up in WordNet, in the Wikipedia, and in both joined. French has no
keyphrases and no text corpus in the public data, so its words are those of the examples and glosses of its
Wiktionary entries, looked up in WordNet with the Open Multilingual Wordnet's French words; Portuguese has no
text there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lydite
from lydite.reporting.charts.saving import save
from lydite.reporting.charts.theme import palette
from lydite.text import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

SETS = {
    "Inspec": ("inspec/test.contr.json", "inspec/test.uncontr.json"),
    "SemEval-2010": ("semeval2010/train.combined.json",),
    "NUS": ("nus/test.combined.json",),
}
BASES = {
    "WordNet": "wordnet",
    "Simple English": "wikipedia(store=wp)",
    "joined": "joined(wn=wordnet, wp=wikipedia(store=wp))",
}
HOW = ("direct", "aspects", "none")


def keyphrases(files: list[Path]) -> list[str]:
    """Return the distinct keyphrases of some files, of each the first variant."""
    documents = [document for file in files for document in json.loads(file.read_text("utf-8")).values()]
    return list(dict.fromkeys(variants[0] for document in documents for variants in document))


def french_words(file: Path) -> list[str]:
    """Return the distinct words of the French texts in Wiktionary entries."""
    entries = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return list(dict.fromkeys(word for entry in entries for text in _texts(entry) for word in tokens(text)))


def _texts(entry: dict[str, Any]) -> Iterator[str]:
    for sense in entry.get("senses", ()):
        yield from sense.get("glosses", ())
        yield from (example["text"] for example in sense.get("examples", ()) if "text" in example)


def shares(spec: str, phrases: list[str], let: dict[str, str]) -> dict[str, float]:
    """Return which share of phrases a matcher knows in each way."""
    known = lydite.matcher(spec, let=let).known_as(phrases)
    return {how: known.count(how) / len(known) for how in HOW}


def main(store: str, data: Path, chart: Path | None) -> None:
    """Print the shares, and draw those of keyphrases."""
    rows = []
    print(f"{'phrases':14} {'base':15} {'n':>6}  " + "  ".join(f"{how:>8}" for how in HOW))
    for name, files in SETS.items():
        phrases = keyphrases([data / "keyphrases" / file for file in files])
        for base, spec in BASES.items():
            found = shares(spec, phrases, {"wp": store})
            print(_line(name, base, len(phrases), found))
            rows += [{"set": name, "base": base, "how": how, "share": found[how]} for how in HOW]
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "french"
        build = [sys.executable, "-m", "lydite", "build", "wordnet", str(data / "omw" / "wn-data-fra.tab")]
        subprocess.run([*build, "-o", str(built)], check=True, capture_output=True)
        words = french_words(data / "wiktionary" / "fr-fr.jsonl")
        found = shares("wordnet(store=fr, language=fra)", words, {"fr": str(built)})
        print(_line("French words", "WordNet + OMW", len(words), found))
    if chart is not None:
        save(drawn(rows), chart)


def _line(name: str, base: str, count: int, found: dict[str, float]) -> str:
    return f"{name:14} {base:15} {count:6,}  " + "  ".join(f"{found[how]:8.1%}" for how in HOW)


def drawn(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the chart: a bar for each base, a panel for each set."""
    colours = [palette()[0], palette()[1], "#dddddd"]
    order = [{"order": HOW.index(row["how"]), **row} for row in rows]
    return {
        "title": "Keyphrases that a knowledge base knows",
        "data": {"values": order},
        "facet": {
            "row": {
                "field": "set",
                "title": None,
                "sort": list(SETS),
                "header": {"labelAngle": 0, "labelAlign": "left", "labelPadding": 40},
            }
        },
        "spec": {
            "width": 420,
            "height": {"step": 22},
            "mark": "bar",
            "encoding": {
                "y": {"field": "base", "title": None, "sort": list(BASES)},
                "x": {
                    "field": "share",
                    "type": "quantitative",
                    "title": "share of distinct keyphrases",
                    "axis": {"format": "%"},
                    "scale": {"domain": [0, 1]},
                },
                "color": {
                    "field": "how",
                    "title": "known",
                    "scale": {"domain": list(HOW), "range": colours},
                },
                "order": {"field": "order"},
            },
        },
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("store")
    parser.add_argument("data", nargs="?", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    parser.add_argument("--chart", type=Path)
    given = parser.parse_args()
    main(given.store, Path(given.data), given.chart)
