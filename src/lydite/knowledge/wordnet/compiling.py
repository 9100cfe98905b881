"""From a lexicon to the arrays of a store."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.languages import known_code, stemmer_of
from lydite.core.store.saving import save
from lydite.core.text import pieces, stem_each, tokens
from lydite.knowledge.graph import Graph, Relation, TransitionKind
from lydite.knowledge.labels import Labels
from lydite.knowledge.wordnet.lexicon import POS, Lexicon
from lydite.knowledge.wordnet.opposites import list_opposites
from lydite.knowledge.wordnet.relations import list_relations
from lydite.knowledge.wordnet.spellings import list_spellings, write_lines

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lydite.core.array_types import AnyArray, ByteArray, Int32Array, IntArray

VERSION = 2
AS_IS, CAPITAL, TITLE, UPPER, SPELLED = range(5)  # how a word of a synset differs from its folded label
ALIAS = 255  # the place of a word that is only another way to find a synset


def compile_lexicon(lexicon: Lexicon, path: str | Path, *, relations: bool = True) -> None:
    """Write the store of a lexicon; without ``relations`` only what the search needs.

    So is the embedded store: the links beside its graph are kept elsewhere, and of spellings that fold alike
    only the first is kept.
    """
    labels, own = compile_labels(lexicon)
    numbers = {labels.key(i): i for i in range(len(labels))}
    arrays: dict[str, AnyArray] = {
        **_graph(lexicon).arrays(),
        **own,
        "opposites": list_opposites(lexicon, numbers),
        **({**list_relations(lexicon), **list_spellings(lexicon)} if relations else {}),
        "pos": np.array([POS.index(p) for p in lexicon.pos], np.uint8),
    }
    save(path, "wordnet", VERSION, arrays, describe_labels(lexicon))


def compile_labels(lexicon: Lexicon, part: str = "") -> tuple[Labels, dict[str, AnyArray]]:
    """Return the labels of a lexicon and the arrays of its words; ``part`` tells several languages apart."""
    labels, counts, places, cases, spelled = _labels(lexicon)
    stemmer = "none" if lexicon.english else stemmer_of(lexicon.language)
    return labels, {
        **labels.arrays(part),
        **({} if stemmer == "none" else _stems(labels, places, stemmer).arrays(f"{part}stem_")),
        f"{part}label_counts": counts,
        f"{part}word_places": places,
        f"{part}word_cases": cases,
        f"{part}word_spelled": write_lines(spelled),
        f"{part}exceptions": write_lines(
            f"{pos} {form}|{'|'.join(bases)}"
            for pos, table in sorted(lexicon.exceptions.items())
            for form, bases in sorted(table.items())
        ),
    }


def describe_labels(lexicon: Lexicon) -> dict[str, Any]:
    """Return what a store notes of the words of one language."""
    longest = max((parts_of(word, lexicon) for words in lexicon.words for word in words), default=0)
    notes = {"name": lexicon.name, "language": lexicon.language, "longest": longest}
    # said only where it is so: the embedded store does not change
    return notes if lexicon.english else notes | {"accents": "keep"}


def parts_of(word: str, lexicon: Lexicon) -> int:
    """Return how many words a word has, or pieces where spaces part none."""
    folded = lexicon.label(word)
    return max(len(word.split()), len(pieces(folded, known_code(lexicon.language) or "")))


def _stems(labels: Labels, places: ByteArray, stemmer: str) -> Labels:
    """Return which labels have which stems."""
    by_stem: dict[str, list[int]] = defaultdict(list)
    for i, stem in enumerate(stem_each([labels.key(i) for i in range(len(labels))], stemmer)):
        if stem and places[labels.starts[i]] != ALIAS:
            by_stem[stem].append(i)
    return Labels.build(by_stem)


def _graph(lexicon: Lexicon) -> Graph:
    down = _distinct((parent, child) for child, parent in lexicon.hypernyms)
    breadth = np.bincount(down[:, 0], minlength=len(lexicon.pos))
    by_label: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, words in enumerate(lexicon.words):
        for word in words:
            by_label[lexicon.pos[i], lexicon.label(word)].append(i)
    senses = {(a, b) for a, _, b, _ in lexicon.derivations}
    lemmas = {
        (a, t) for a, _, b, word in lexicon.derivations for t in by_label[lexicon.pos[b], lexicon.label(word)]
    }
    relations = [
        Relation(
            down[:, 0],
            down[:, 1],
            TransitionKind.SPECIALISATION,
            TransitionKind.GENERALISATION,
            breadth[down[:, 0]],
        ),
        *_both_ways(lexicon.similar, TransitionKind.SIMILAR),
        *_both_ways(lexicon.see_also, TransitionKind.SEE_ALSO),
        *_both_ways(senses, TransitionKind.DERIVATION),
        *_both_ways(lemmas - senses, TransitionKind.LEMMA_DERIVATION),
    ]
    return Graph.build(len(lexicon.pos), relations)


def _both_ways(pairs: Iterable[tuple[int, int]], kind: TransitionKind) -> list[Relation]:
    """Return one symmetric relation of the pairs that hold both ways and one of the others."""
    distinct = {pair for pair in pairs if pair[0] != pair[1]}
    mutual = _distinct((a, b) for a, b in distinct if a < b and (b, a) in distinct)
    single = _distinct((a, b) for a, b in distinct if (b, a) not in distinct)
    return [Relation(mutual[:, 0], mutual[:, 1], kind, kind), Relation(single[:, 0], single[:, 1], kind)]


def _distinct(pairs: Iterable[tuple[int, int]]) -> IntArray:
    return np.array(sorted(set(pairs)), np.int64).reshape(-1, 2)


def _labels(
    lexicon: Lexicon,
) -> tuple[Labels, Int32Array, ByteArray, ByteArray, list[str]]:
    """Return the labels and, beside their entities, how often, where and how a word stands for it."""
    order = {
        (pos, i, lexicon.label(word)): n
        for (pos, word), entities in lexicon.senses.items()
        for n, i in enumerate(entities)
    }
    entities: dict[str, dict[int, tuple[tuple[int, int], int, str]]] = defaultdict(dict)
    for i, words in enumerate(lexicon.words):
        pos = lexicon.pos[i]
        for place, word in enumerate(words):
            label = lexicon.label(word)
            rank = (POS.index(pos), order.get((pos, i, label), 1 << 20))
            entities[label].setdefault(i, (rank, min(place, ALIAS - 1), word))
    for i, forms in lexicon.forms.items():
        for form in forms:
            entities[lexicon.label(form)].setdefault(i, ((POS.index(lexicon.pos[i]), 1 << 20), ALIAS, form))
    aliased: dict[str, str] = {}
    for label in sorted(entities):  # what is written with hyphens or points, in English with accents, ...
        loose = lexicon.label(" ".join(tokens(label, accents="fold" if lexicon.english else "keep")))
        if loose and loose not in entities:  # ... is found without them, too
            entities[loose] = {i: (rank, ALIAS, loose) for i, (rank, _, _) in entities[label].items()}
            aliased[loose] = label
    keys = sorted(entities, key=lambda key: key.encode("utf-8", "surrogatepass"))
    ordered = {key: sorted(entities[key], key=lambda i: (entities[key][i][0], i)) for key in keys}
    counts, places, cases, spelled = [], [], [], []
    for key in keys:
        for i in ordered[key]:
            _, place, word = entities[key][i]
            counts.append(lexicon.counts.get((aliased.get(key, key), i), 0))
            case = _case(key, word)
            places.append(place)
            cases.append(case)
            if case == SPELLED:
                spelled.append(word)
    stored = np.array(counts, np.int32), np.array(places, np.uint8), np.array(cases, np.uint8)
    return Labels.build(ordered), *stored, spelled


def _case(label: str, word: str) -> int:
    for case in (AS_IS, CAPITAL, TITLE, UPPER):
        if restore_case(label, case) == word:
            return case
    return SPELLED


def restore_case(label: str, case: int) -> str:
    """Return a folded label as it is written in its synset.

    >>> restore_case("new york", TITLE)
    'New York'
    """
    if case == CAPITAL:
        return label[:1].upper() + label[1:]
    if case == TITLE:
        return " ".join(part[:1].upper() + part[1:] for part in label.split(" "))
    return label.upper() if case == UPPER else label
