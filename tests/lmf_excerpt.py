"""A WN-LMF file for us and for others to read: part of the embedded WordNet, with all that is above it.

``tools/wn_paths.py`` gives it to the ``wn`` package, whose path lengths tests/sources/test_wn_paths.py holds.
"""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from lydite.knowledge.wordnet import POS, Taxonomy, open_wordnet

WORDS = (
    *(
        "dog",
        "cat",
        "cake",
        "bread",
        "teacher",
        "birdcage",
        "furniture",
        "bank",
        "logic",
        "water",
        "house",
        "red",
    ),
    *("admire", "enclose", "run", "eat", "give", "think", "swim", "build", "break", "whisper", "love", "buy"),
)


def synsets() -> list[int]:
    """Return the synsets of some words and all above them."""
    wordnet = open_wordnet()
    taxonomy = Taxonomy(wordnet)
    found = {above for word in WORDS for s in wordnet.match([word]) for above in taxonomy.above(s)}
    return sorted(s for s in found if s >= 0 and POS[wordnet.pos[s]] in "nv")


def write_lmf() -> str:
    """Return the file: synsets by number, each with its first word and its hypernyms."""
    wordnet = open_wordnet()
    taxonomy = Taxonomy(wordnet)
    entries, sets = [], []
    for s in synsets():
        pos, word = POS[wordnet.pos[s]], quoteattr(wordnet.words(s)[0])
        entries.append(
            f'<LexicalEntry id="x-e{s}"><Lemma writtenForm={word} partOfSpeech="{pos}"/>'
            f'<Sense id="x-s{s}" synset="x-{s}"/></LexicalEntry>'
        )
        above = "".join(f'<SynsetRelation relType="hypernym" target="x-{p}"/>' for p in taxonomy.parents(s))
        sets.append(f'<Synset id="x-{s}" ili="" partOfSpeech="{pos}" members="x-e{s}">{above}</Synset>')
    body = "\n".join([*entries, *sets])
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE LexicalResource SYSTEM '
        '"http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">\n'
        '<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">\n'
        '<Lexicon id="x" label="excerpt" language="en" email="a@example.org" '
        'license="https://wordnet.princeton.edu/license" version="1">\n'
        f"{body}\n</Lexicon>\n</LexicalResource>\n"
    )
