"""Why a pair of phrases has its score, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lydite.matchers.base import AlignedWord, PathStep
from lydite.matchers.knowledge.substitution import AspectPath
from lydite.matchers.meaning.model import DENIED, MEANT
from lydite.matchers.meaning.phrases import weigh
from lydite.matchers.meaning.tracing import trace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.matchers.meaning.engine import CodedPhrase, MeaningEngine, PhraseComparison
    from lydite.matchers.meaning.relations import WordPairs


def parts_of(
    engine: MeaningEngine, left: CodedPhrase, right: CodedPhrase, comparison: PhraseComparison
) -> tuple[AlignedWord, ...]:
    """Return the alignment: every word of both phrases once, with its share of what its phrase weighs."""
    names, zipf = engine.words.names, engine.zipf()
    mine, theirs = (_shares(zipf, unit.words) for unit in (left, right))
    parts, free = [], list(range(len(right.words)))
    for place, partner in enumerate(comparison.partner.tolist()):
        word = left.words[place]
        if partner < 0:
            parts.append(AlignedWord(names[word], "", 0.0, mine[place], 0.0, "stands for nothing there"))
            continue
        free.remove(partner)
        other = right.words[partner]
        related = engine.related(word, other)
        score = DENIED if related.inside[0] < 0 else float(related.inside[0])
        why = why_related(related, same=word == other)
        parts.append(AlignedWord(names[word], names[other], score, mine[place], theirs[partner], why))
    parts += [
        AlignedWord("", names[right.words[c]], 0.0, 0.0, theirs[c], "nothing stands for it") for c in free
    ]
    return tuple(sorted(parts, key=lambda part: -part.score))


def _shares(zipf: FloatArray, words: Sequence[int]) -> list[float]:
    weights = weigh(zipf[list(words)]) if words else np.zeros(0)
    shares: list[float] = (weights / max(float(weights.sum()), 1e-12)).tolist()
    return shares


def why_related(related: WordPairs, *, same: bool = False) -> str:
    """Return what speaks for one word standing for another."""
    path, back, letters, cosine = (
        float(getattr(related, n)[0]) for n in ("path", "back", "letters", "cosine")
    )
    if related.opposition[0] > 0:
        return "opposites, of which one is denied"
    if related.accepted[0] == 1:
        return "the same word" if same else "one word by its stem"
    reasons = []
    if path > 0 and back > 0 and min(path, back) >= MEANT * max(path, back):
        reasons.append(f"same meaning in common senses (both ways {min(path, back):.2f})")
    elif path > 0 or back > 0:
        there = f"path {path:.2f}" if path > 0 else "no path"
        reasons.append(f"{there}, {f'way back {back:.2f}' if back > 0 else 'no way back'}")
    if letters > 0:
        reasons.append("alike in letters")
    if np.isfinite(cosine):
        reasons.append(f"cosine {cosine:.2f}")
    return ", ".join(reasons) or "nothing speaks for it but how often both are used"


def why_aligned(
    engine: MeaningEngine, one: CodedPhrase, other: CodedPhrase, comparison: PhraseComparison,
    parts: Sequence[AlignedWord],
) -> str:  # fmt: skip
    """Return why two phrases have their score, beside what their words say."""
    said = []
    if any(p.score for p in parts):
        said = [f"retained {comparison.retained[0]:.2f}, supported {comparison.supported[0]:.2f}"]
    if comparison.opposite[0] and not comparison.denied[0]:
        pair = opposites_of(engine, one, other)
        said.insert(0, f"{pair[0]} and {pair[1]} are opposites" if pair else "")
    if comparison.denied[0] and not comparison.opposite[0]:
        said.insert(0, "only one of the two denies")
    if comparison.differs_from_head[0]:
        said.append("what they share is part of a phrase that means something else")
    if comparison.acronym[0]:
        said.append("initials of the words")
    if comparison.scores[0] > max(comparison.aligned[0], comparison.whole[0]) + 1e-9:
        said.append(f"decided by the cosine {comparison.cosine[0]:.2f}")
    for unit in (one, other):
        if unit.cut:
            said.append(f"of {unit.cut:,} words the {len(unit.words)} rarest are compared")
    return "; ".join(filter(None, said))


def opposites_of(engine: MeaningEngine, left: CodedPhrase, right: CodedPhrase) -> tuple[str, str] | None:
    """Return two words of a pair of phrases that are opposites."""
    names = engine.words.names
    for one in left.words:
        for other in right.words:
            if engine.related(one, other).opposition[0] > 0:
                return names[one], names[other]
    return None


def leg_of(engine: MeaningEngine, left: int, right: int) -> tuple[AspectPath | None, bool]:
    """Return the path that supports one word in place of another, and whether it is the way back."""
    words = engine.words
    if not words.senses_of(left) or not words.senses_of(right):
        return None, False
    sets = words.arrays.senses[[left, right]].tolist()
    for back in (False, True):
        path = trace(words.climbs, *(sets[::-1] if back else sets), back=back)
        if path is not None:
            ends = (right, left) if back else (left, right)
            namers = [b for end in ends if (b := engine.sides[words.owner[end]].base) is not None]
            synsets = (path.ends[0], *(step.target for step in path.steps))
            names = [namers[i > 0].name(s) for i, s in enumerate(synsets)]
            steps = tuple(
                PathStep(a, b, step.kind.label, step.score)
                for a, b, step in zip(names, names[1:], path.steps, strict=False)
            )
            score = math.prod([*path.weights, *(step.score for step in steps)])
            return AspectPath(
                words.names[ends[0]], words.names[ends[1]], score, names[0], steps, path.weights
            ), back
    return None, False


def vote_note(
    related: WordPairs, candidate: str, reference: str, leg: AspectPath | None, *, back: bool
) -> str:
    """Return the expected acceptance of a word, what people are asked, and the path behind it, as a note."""
    note = f"{100 * related.accepted[0]:.0f} of 100 people would accept it"
    asked = f"is {reference} a type of {candidate}?"
    note += f" ({100 * related.chance[0]:.0f} if nothing spoke for it; asked: {asked})"
    if leg is None or not leg.steps:
        return note
    between = [step.target for step in leg.steps[:-1]]
    short = [name.strip("[").partition("]")[0].partition(",")[0] for name in between if name]
    way = " → ".join(dict.fromkeys([leg.substitute, *short, leg.substitutee]))
    return f"{note}: {'the way back ' if back else ''}{way}"
