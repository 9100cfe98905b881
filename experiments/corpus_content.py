"""What three corpora are about (section 4 of "OddOneOut and Topk"): the chart of docs/content.md.

    python experiments/scarce_vectors.py prepare FOLDER
    python experiments/corpus_content.py FOLDER

Corpora: the first 40,000 sentences of the Schools selection, Health News in Twitter, the whole Latgalian
Wikipedia. Test sets: CLDR's months and weekdays in both languages, its countries in English.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from gensim.corpora import WikiCorpus
from gensim.models import Word2Vec

from lydite.cli import main as lydite

DATA = Path(os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
DUMP = "wikipedia/ltgwiki-pages-articles.xml.bz2"
SENTENCES = 40_000


def words(lines: Iterator[str]) -> list[list[str]]:
    """Return the words of each line, in lower case and composed letters."""
    return [re.findall(r"\w+", unicodedata.normalize("NFC", line).lower()) for line in lines]


def main(folder: Path) -> None:
    """Train, ask and draw."""
    with (
        (folder / "schools.txt").open(encoding="utf-8") as schools,
        (folder / "tweets.txt").open(encoding="utf-8") as tweets,
    ):
        corpora = {"schools-en": words(islice(schools, SENTENCES)), "tweets-en": words(tweets)}
    if (DATA / DUMP).exists():
        corpora["ltg"] = list(WikiCorpus(str(DATA / DUMP), dictionary={}, token_min_len=1).get_texts())
    pairs = []
    for name, lines in corpora.items():
        model = Word2Vec(lines, sg=1, vector_size=60, epochs=5, min_count=3, seed=1, workers=1)
        print(f"{name}: {sum(map(len, lines)):,} words, {len(model.wv):,} of them seen three times")
        model.wv.save_word2vec_format(str(folder / f"{name}.vec"))
        sets, language = folder / f"{name}.json", name.rpartition("-")[2]
        kinds = "countries,months,weekdays"
        run("build", "testset", "cldr", "--language", language, "--kind", kinds, "-o", str(sets))
        pairs += ["--pair", f"{folder / name}.vec={sets}"]
    probes = ("-m", "topk", "-m", "odd_one_out(samples=1000)")
    run("content", *pairs, *probes, "--chart", str(folder / "content-bars.svg"))


def run(*command: str) -> None:
    """Run a command of lydite; its status is that of this program where it fails."""
    try:
        lydite(list(command))
    except SystemExit as end:
        if end.code:
            raise


if __name__ == "__main__":
    main(Path(sys.argv[1]))
