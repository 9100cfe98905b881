"""Write what nltk and rouge-score give for pairs of made-up phrases: the oracle of the lexical matchers.

    python tools/lexical_oracles.py FOLDER_OF_WORDNET_FILES > tests/matchers/lexical_oracles.json

The folder holds WordNet 3.1 in its own format (data.noun, index.noun, noun.exc, lexnames, …). Needs nltk
and rouge-score, which the tests then do not need.
"""

from __future__ import annotations

import importlib.metadata
import itertools
import json
import random
import sys
import warnings
from pathlib import Path
from typing import Any

WORDS = """
car cars automobile race racing wine red white system systems network networks neural model modelling
language learning machine natural science sciences computer retrieval information search query of the
"""
OWN_STEMS = "car auto motorcar job task chore web network net film flick red white wine vino"
PARAMETERS = {"alpha": 0.81, "beta": 0.83, "gamma": 0.28}


class NoSynonyms:
    """A WordNet without any synset."""

    def synsets(self, word: str) -> list[Any]:
        """Return nothing."""
        del word
        return []


def wordnet(folder: str) -> Any:
    """Return nltk's reader of WordNet's own files."""
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    nltk.data.path.append(str(Path(folder).resolve()))  # it reads from folders that it was told of only
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # no map to the numbers of WordNet 3.0: it would ask for nltk's own copy
        return type("Files", (WordNetCorpusReader,), {"map_wn": lambda *_: {}})(folder, None)


def main() -> None:
    """Print the pairs and the oracles' numbers."""
    from nltk.stem.porter import PorterStemmer
    from nltk.translate.bleu_score import sentence_bleu
    from nltk.translate.meteor_score import single_meteor_score
    from rouge_score.rouge_scorer import RougeScorer

    stemmer = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)
    files = wordnet(sys.argv[1])
    scorer = RougeScorer(["rouge1", "rouge2"], use_stemmer=False)
    generator = random.Random(4)
    rows = []
    for number in range(600):
        words = (WORDS if number < 400 else OWN_STEMS).split()
        short = generator.randint(1, 4)
        long = generator.randint(short, 6)
        y = generator.choices(words, k=long)
        x = generator.choices(y if generator.random() < 0.7 else words, k=short)
        if generator.random() < 0.3:
            first = generator.randint(0, long - short)
            x = y[first : first + short]
        plain = single_meteor_score(y, x, stemmer=stemmer, wordnet=NoSynonyms(), **PARAMETERS)
        full = single_meteor_score(y, x, stemmer=stemmer, wordnet=files, **PARAMETERS)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            bleu = {n: sentence_bleu([y], x, weights=[1 / n] * n) for n in (1, 2, len(x)) if n <= len(x)}
        rouge = scorer.score(" ".join(y), " ".join(x))
        rows.append(
            {
                "x": " ".join(x),
                "y": " ".join(y),
                "meteor_without_synonyms": plain,
                "meteor": full,
                "bleu": bleu,
                "rouge1_recall": rouge["rouge1"].recall,
                "rouge2_recall": rouge["rouge2"].recall,
            }
        )
    versions = {name: importlib.metadata.version(name) for name in ("nltk", "rouge-score")}
    rows.sort(key=lambda row: (row["x"], row["y"]))
    distinct = [
        row for row, before in zip(rows, itertools.chain([None], rows), strict=False) if row != before
    ]
    sys.stdout.write('{"versions": ' + json.dumps(versions) + ', "pairs": [\n')
    sys.stdout.write(",\n".join(json.dumps(row) for row in distinct))
    sys.stdout.write("\n]}\n")


if __name__ == "__main__":
    main()
