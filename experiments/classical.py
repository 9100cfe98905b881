"""Prepare a corpus as section 3.4 of "OddOneOut and Topk" does: by CLTK's normalisers and tokenisers.

    pip install cltk indic-nlp-library simplemma
    python experiments/classical.py lat TEXT... --lemmas lat.tsv > lat.txt
    lydite tune vectors lat.txt --tokeniser spaces --lemmas lat.tsv -t lat.json

Each line of the output is one sentence, its words separated by spaces; what has no letter or digit is left
out. Hindi, Telugu and other languages of India are split by the Indic NLP Library. --lemmas also writes a
table of the lemmas that simplemma knows. CLTK requires older versions of other packages: install it in an
environment of its own. Its Latin tokeniser reads its own model of sentences, which CLTK downloads.
"""

from __future__ import annotations

import argparse
import functools
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

LATIN = "cltk.tokenizers.lat.lat:LatinWordTokenizer"
OWN = {"lat": LATIN} | {
    code: f"cltk.tokenizers.{code}:{name}WordTokenizer"
    for code, name in {
        "akk": "Akkadian", "arb": "Arabic", "enm": "MiddleEnglish", "fro": "OldFrench",
        "gmh": "MiddleHighGerman", "non": "OldNorse",
    }.items()
}  # fmt: skip
INDIC = {"ben": "bn", "hin": "hi", "mal": "ml", "mar": "mr", "pan": "pa", "san": "sa", "tel": "te"}
SENTENCE = re.compile(r"(?<=[.!?;·।؟])\s+")


def tokeniser(language: str) -> Callable[[str], list[str]]:
    """Return what splits a sentence into words."""
    if language in INDIC:
        from indicnlp.tokenize.indic_tokenize import trivial_tokenize

        return functools.partial(trivial_tokenize, lang=INDIC[language])
    module, _, name = OWN.get(language, "cltk.tokenizers.word:CLTKTreebankWordTokenizer").partition(":")
    return getattr(__import__(module, fromlist=[name]), name)().tokenize


def normaliser(language: str) -> Callable[[str], str]:
    """Return what makes spellings of one word equal."""
    if language == "lat":
        from cltk.alphabet.lat import JVReplacer, remove_macrons

        replace = JVReplacer().replace
        return lambda text: replace(remove_macrons(text)).lower()
    if language == "grc":
        from cltk.alphabet.grc.grc import normalize_grc

        return lambda text: normalize_grc(text).lower()
    if language in ("arb", "heb"):
        points = re.compile("[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670\u06d6-\u06ed]")
        return lambda text: points.sub("", unicodedata.normalize("NFC", text))
    return lambda text: unicodedata.normalize("NFC", text).lower()


def sentences(language: str, files: list[Path]) -> Iterator[list[str]]:
    """Yield the words of each sentence."""
    split, normalise = tokeniser(language), normaliser(language)
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            for sentence in SENTENCE.split(line):
                words = [w for w in split(normalise(sentence)) if any(map(str.isalnum, w))]
                if words:
                    yield words


def main() -> None:
    """Print the prepared corpus."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("language", help="code of ISO 639-3: lat, grc, arb, hin, ...")
    options.add_argument("files", nargs="+", type=Path)
    options.add_argument("--lemmas", type=Path, help="write a table of lemmas by simplemma")
    given = options.parse_args()
    seen: dict[str, None] = {}
    for words in sentences(given.language, given.files):
        print(" ".join(words))
        seen.update(dict.fromkeys(words))
    if given.lemmas is not None:
        from simplemma import lemmatize

        code = {"lat": "la", "grc": "el", "hin": "hi", "enm": "enm"}.get(given.language, given.language[:2])
        rows = (f"{word}\t{lemmatize(word, lang=code)}\n" for word in seen)
        given.lemmas.write_text("".join(rows), "utf-8")


if __name__ == "__main__":
    main()
