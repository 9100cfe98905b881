"""Why a pair of phrases has its score, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.matchers.base import Part
from lydite.matchers.meaning import relations as e
from lydite.matchers.meaning.alignment import DENIED
from lydite.matchers.meaning.phrases import weigh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lydite.matchers.meaning.engine import Compared, Engine, Unit
    from lydite.matchers.substitution import Leg

MEANT = 0.9  # paths both ways as alike as this join words of one meaning


def parts_of(engine: Engine, left: Unit, right: Unit, found: Compared) -> tuple[Part, ...]:
    """Return the alignment: every word of both phrases once, with its share of what its phrase weighs."""
    names, zipf = engine.words.names, engine.zipf()
    mine, theirs = (_shares(zipf, unit.words) for unit in (left, right))
    parts, free = [], list(range(len(right.words)))
    for place, partner in enumerate(found.partner.tolist()):
        word = left.words[place]
        if partner < 0:
            parts.append(Part(names[word], "", 0.0, mine[place], 0.0, "stands for nothing there"))
            continue
        free.remove(partner)
        other = right.words[partner]
        row = engine.relate(np.array([word]), np.array([other]))[0]
        score = DENIED if row[e.INSIDE] < 0 else float(row[e.INSIDE])
        why = why_related(row, same=word == other)
        parts.append(Part(names[word], names[other], score, mine[place], theirs[partner], why))
    parts += [Part("", names[right.words[c]], 0.0, 0.0, theirs[c], "nothing stands for it") for c in free]
    return tuple(sorted(parts, key=lambda part: -part.score))


def _shares(zipf: NDArray[np.float64], words: Sequence[int]) -> list[float]:
    weights = weigh(zipf[list(words)]) if words else np.zeros(0)
    return (weights / max(float(weights.sum()), 1e-12)).tolist()  # type: ignore[no-any-return]


def why_related(row: NDArray[np.float64], *, same: bool = False) -> str:
    """Return what speaks for one word standing for another."""
    path, back, letters, cosine = (float(row[i]) for i in (e.PATH, e.BACK, e.LETTERS, e.COSINE))
    if row[e.OPPOSITION] > 0:
        return "opposites, of which one is denied"
    if row[e.INSIDE] == 1:
        return "the same word" if same else "one word by its stem"
    found = []
    if path > 0 and back > 0 and min(path, back) >= MEANT * max(path, back):
        found.append(f"same meaning in common senses (both ways {min(path, back):.2f})")
    elif path > 0 or back > 0:
        there = f"path {path:.2f}" if path > 0 else "no path"
        found.append(f"{there}, {f'way back {back:.2f}' if back > 0 else 'no way back'}")
    if letters > 0:
        found.append("alike in letters")
    if np.isfinite(cosine):
        found.append(f"cosine {cosine:.2f}")
    return ", ".join(found) or "nothing speaks for it but how often both are used"


def opposites_of(engine: Engine, left: Unit, right: Unit) -> tuple[str, str] | None:
    """Return two words of a pair of phrases that are opposites."""
    names = engine.words.names
    for one in left.words:
        for other in right.words:
            if engine.relate(np.array([one]), np.array([other]))[0, e.OPPOSITION] > 0:
                return names[one], names[other]
    return None


def votes(row: NDArray[np.float64], legs: Sequence[Leg], *, back: bool) -> str:
    """Return what people would say of a word, and the path that speaks for it."""
    said = f"{100 * row[e.ACCEPTED]:.0f} of 100 people would accept it"
    said += f" ({100 * row[e.CHANCE]:.0f} if nothing spoke for it)"
    names = [name for leg in legs[:1] for name in (leg.start, *(step.target for step in leg.steps))]
    short = [name.strip("[]").partition(",")[0] for name in names if name]
    way = " → ".join(dict.fromkeys(short))
    return f"{said}: {'the way back ' if back else ''}{way}" if len(short) > 1 else said
