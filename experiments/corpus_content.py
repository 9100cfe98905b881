"""What three corpora are about (section 4 of "OddOneOut and Topk"): the charts of docs/content.md.

    python experiments/scarce_vectors.py prepare FOLDER
    python experiments/corpus_content.py FOLDER

Corpora: the first 40,000 sentences of the Schools selection, Health News in Twitter, the whole Latgalian
Wikipedia. Test sets: CLDR's months and weekdays in both languages, its countries in English.
"""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path

from lydite.cli import main as lydite
from lydite.sources.corpus.encoded import open_corpus
from lydite.sources.corpus.preparing import TextPreparation
from lydite.sources.models.lines import Lines
from lydite.sources.vectors import save
from lydite.spec import parse

DATA = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
MODEL = "word2vec(type=skipgram, dim=60, epochs=5, min_count=3)"
SENTENCES = 40_000
KINDS = "countries,months,weekdays"


def main(folder: Path) -> None:
    """Train, ask and draw."""
    with (folder / "schools.txt").open(encoding="utf-8") as text:
        (folder / "some.txt").write_text("".join(islice(text, SENTENCES)), "utf-8")
    corpora = {
        "schools-en": folder / "some.txt",
        "tweets-en": folder / "tweets.txt",
        "ltg": DATA / "wikipedia/ltgwiki-pages-articles.xml.bz2",
    }
    preparation = TextPreparation.of(normalisers=["nfc", "lower"])
    pairs = []
    for name, place in corpora.items():
        corpus = open_corpus([str(place)], preparation)
        vectors = parse(MODEL, "model").train(Lines(corpus), 0)
        print(f"{name}: {corpus.tokens:,} words, {len(vectors.words):,} of them seen three times")
        save(vectors, folder / name)
        language = name.rpartition("-")[2]
        sets = folder / f"{name}.json"
        _run("build", "testset", "cldr", "--language", language, "--kind", KINDS, "-o", str(sets))
        pairs += ["--pair", f"{folder / name}={sets}"]
    charts = ["--chart", str(folder / "content-bars.svg"), "--heat-map", str(folder / "content-map.svg")]
    _run("content", *pairs, "-m", "topk", "-m", "odd_one_out(samples=1000)", *charts)


def _run(*args: str) -> None:
    try:
        lydite(list(args))
    except SystemExit as end:
        if end.code:
            raise


if __name__ == "__main__":
    main(Path(sys.argv[1]))
