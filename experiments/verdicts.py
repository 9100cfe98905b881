"""Does what `lydite agree` says of drawn pairs cover the truth: 500 simulated teams with known votes.

The pairs are real: the controlled keyphrases of Inspec's test documents as predictions of the uncontrolled
ones. A team of five votes on every pair, so that the true figure of each matcher, and of each difference, is
known. Then 100 pairs are drawn, the team's votes on these are gathered, and `agree` gives its intervals.
How pairs are drawn, and the interval, were chosen on the first worlds; `--fresh` has others that nothing was
chosen on, and `--data nus` other pairs: phrases of authors as predictions of those of readers.

    python experiments/verdicts.py [--simulations 500] [--number 100] [--fresh] [--data nus] [FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lydite.choices import RANDOM
from lydite.inference import Options, compare_blocks
from lydite.measures.phrases.items import align
from lydite.probes.agreement.metrics.credit import Credit
from lydite.probes.agreement.pairs import PairSet
from lydite.probes.agreement.pairs.pair import Pair
from lydite.probes.agreement.pairs.rated import PairScores
from lydite.probes.agreement.sheets.items import VerdictItem
from lydite.reading import read
from lydite.runs.drawing import PairPopulation
from lydite.spec import parse
from lydite.statistics import ItemStatistics

MATCHERS = ("stem", "wordnet", "meaning")
TEAM = 5


@dataclass(frozen=True)
class World:
    """How a team votes: log-odds of acceptance from matchers' scores, and from what none of them knows."""

    name: str
    base: float
    slopes: tuple[float, ...]
    noise: float

    def votes(self, scores: np.ndarray, seed: int) -> np.ndarray:
        """Return the share of the team that accepts each pair."""
        draw = np.random.default_rng(seed)
        logits = (
            self.base + np.array(self.slopes) @ scores + self.noise * draw.standard_normal(scores.shape[1])
        )
        return draw.binomial(TEAM, 1 / (1 + np.exp(-logits))) / TEAM


WORLDS = (
    World("as meaning says", -3.0, (0.0, 0.0, 6.0), 1.0),
    World("as wordnet says", -3.0, (0.0, 6.0, 0.0), 1.0),
    World("as all say together", -3.0, (2.0, 2.0, 2.0), 1.0),
    World("few are accepted", -5.0, (1.0, 1.0, 1.0), 1.5),
    World("as nobody says", -1.0, (0.0, 0.0, 0.0), 2.0),
)
FRESH = (
    World("half of all", 0.0, (0.0, 0.0, 0.0), 1.0),
    World("most are accepted", 2.0, (1.0, 1.0, 1.0), 1.0),
    World("as stem says, nearly", -4.0, (8.0, 0.0, 0.0), 0.5),
    World("as meaning says, sharply", -8.0, (0.0, 0.0, 16.0), 0.5),
    World("as wordnet says, sharply", -6.0, (0.0, 12.0, 0.0), 0.5),
    World("against all", 2.0, (0.0, -3.0, -4.0), 1.0),
    World("few, and nobody knows which", -4.0, (0.0, 1.0, 2.0), 2.5),
)
DATA = {"inspec": ("uncontr", "contr"), "nus": ("reader", "author")}


def population(folder: Path, documents: int | None = None, data: str = "inspec") -> PairPopulation:
    """Return the pairs of a collection's test documents that some matcher scores above 0."""
    sides = []
    for kind in DATA[data]:
        found = json.loads((folder / f"keyphrases/{data}/test.{kind}.json").read_text("utf-8"))
        few = sorted(found)[:documents]
        sides.append(read({d: [phrase for variants in found[d] for phrase in variants[:1]] for d in few}))
    return PairPopulation.of({DATA[data][1]: align(*sides)}, [parse(m, "matcher") for m in MATCHERS])


def truth(pairs: PairPopulation, votes: np.ndarray) -> np.ndarray:
    """Return the credit of each matcher over all occurrences."""
    shares = pairs.occurrences / pairs.occurrences.sum()
    return ((pairs.scores - votes) ** 2 * shares).sum(axis=1)


def estimates(
    pairs: PairPopulation, votes: np.ndarray, drawn: Sequence[VerdictItem], bootstrap: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return (value, low, high) of each matcher, and of each difference, as ``agree`` gives them."""
    place = {pair: n for n, pair in enumerate(pairs.pairs)}
    rows = [one for one in drawn for _ in range(one.drawn)]
    places = np.array([place[one.candidate, one.reference] for one in rows])
    judged = PairSet(
        "drawn",
        tuple(
            Pair(one.candidate, one.reference, votes[i], accepted=votes[i], weight=one.weight)
            for one, i in zip(rows, places, strict=True)
        ),
    )
    order = np.array([place[p.candidate, p.reference] for p in judged.pairs])
    systems = [
        ItemStatistics(
            name,
            judged.ids,
            (Credit(),),
            (Credit().statistics(PairScores.of(judged.pairs, scores[order])),),
            gold=judged.digest,
        )
        for name, scores in zip(MATCHERS, pairs.scores, strict=True)
    ]
    found = compare_blocks([systems], Options(bootstrap=bootstrap, seed=seed), times=1)
    own = np.array([(r.value, r.low, r.high) for r in found.results])
    return own, np.array([(t.difference, t.low, t.high) for t in found.tests])


def coverage(
    pairs: PairPopulation,
    world: World,
    simulations: int,
    number: int,
    random: float = RANDOM,
    bootstrap: int = 1_000,
    first_seed: int = 0,
) -> dict[str, list[float]]:
    """Return by figure how often its interval covers the truth, how wide it is, and its mean error."""
    one, other = np.triu_indices(len(MATCHERS), 1)
    names = [*MATCHERS, *(f"{MATCHERS[a]} − {MATCHERS[b]}" for a, b in zip(one, other, strict=True))]
    covered, widths, errors = [], [], []
    for seed in range(first_seed, first_seed + simulations):
        votes = world.votes(pairs.scores, seed)
        true = truth(pairs, votes)
        true = np.concatenate([true, true[one] - true[other]])
        drawn = pairs.draw(number, random, seed)
        rows = np.concatenate(estimates(pairs, votes, drawn, bootstrap, seed))
        covered.append((rows[:, 1] <= true) & (true <= rows[:, 2]))
        widths.append(rows[:, 2] - rows[:, 1])
        errors.append(rows[:, 0] - true)
    columns = np.stack([np.mean(covered, axis=0), np.mean(widths, axis=0), np.mean(errors, axis=0)], axis=1)
    return dict(zip(names, columns.tolist(), strict=True))


def main(asked: argparse.Namespace) -> None:
    """Print the coverage of every figure in every world."""
    pairs = population(Path(asked.folder), asked.documents, asked.data)
    worlds = FRESH if asked.fresh else WORLDS
    total = pairs.occurrences.sum()
    print(f"{len(pairs):,} pairs, {total:,} occurrences; {asked.number} drawn, {asked.simulations} times")
    for world in worlds[asked.world - 1 : asked.world] if asked.world else worlds:
        print(f"\n{world.name}")
        for name, (share, width, error) in coverage(
            pairs, world, asked.simulations, asked.number, asked.random, asked.bootstrap, asked.seed
        ).items():
            print(f"  {name:<22}{share:7.1%}  width {width:.3f}  mean error {error:+.4f}")


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("folder", nargs="?", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    options.add_argument("--simulations", type=int, default=500)
    options.add_argument("--number", type=int, default=100)
    options.add_argument("--random", type=float, default=RANDOM)
    options.add_argument("--seed", type=int, default=0, help="of the first simulation")
    options.add_argument("--bootstrap", type=int, default=100, help="resamples; the intervals need none")
    options.add_argument("--world", type=int, default=0, help="one of the worlds, from 1; all unless given")
    options.add_argument("--data", choices=list(DATA), default="inspec")
    options.add_argument("--fresh", action="store_true", help="seven further worlds")
    options.add_argument("--documents", type=int, default=None)
    main(options.parse_args())
