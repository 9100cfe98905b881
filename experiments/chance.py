"""What corrected values are worth: attacks, power of tests, coverage of intervals, and the error of chance.

    python experiments/chance.py FOLDER [--part PART] [--match MATCHER] [--draws N] [--items N …]

FOLDER has the keyphrases of Inspec (``inspec/*.uncontr.json`` and ``*.contr.json``). Gold are uncontrolled
keyphrases; documents are drawn at random from all three parts. Systems are the controlled keyphrases, and
gold of which a share was replaced by the gold of other documents (noise). To compare versions, run it with
PYTHONPATH set to the sources of another one (34a513c6 has Taxonomy in lydite.sources.wordnet.taxonomy).

``attacks``: corrected of the controlled keyphrases, then by how much it rises where something is done to
every list; * where a paired test finds a difference (p < .05). The first ones know nothing of their items;
the others make more of the system's own phrases, or empty the fifth of the lists with the lowest F1.
``power``: how often a paired test finds that noise of 0.48 is better than noise of 0.50, where both replace
the same phrases but for the difference, each by other ones.
``coverage``: how often 95% intervals of the value and of corrected contain those of all documents, and how
often a paired test finds a difference (p < .05) between two systems whose lists were exchanged by coins.
``error``: the standard deviation of chance and of corrected over seeds of the shuffles, over half the 95%
interval of the value and of corrected.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import lydite
from lydite.knowledge.wordnet import Taxonomy, open_wordnet

if TYPE_CHECKING:
    from lydite.inference import Result

Lists = dict[str, list[str]]
MEASURES = "F1(match={})", "P(match={})", "R(match={})", "AP(match={})", "nDCG(match={})@10", "RR(match={})"
TESTED = (0, 3, 4)
"""The measures whose tests are looked at."""
NOISE = 0.50, 0.48
SURE = 0.05
GENERIC = ["entity", "object", "system", "method"]


def documents(folder: Path) -> tuple[Lists, Lists]:
    """Return the uncontrolled and the controlled keyphrases of all documents that have both."""
    both: list[Lists] = []
    for kind in ("uncontr", "contr"):
        files = sorted((folder / "inspec").glob(f"*.{kind}.json"))
        rows = [(i, p) for file in files for i, p in json.loads(file.read_text("utf-8")).items() if p]
        both.append({i: [variants[0] for variants in phrases] for i, phrases in rows})
    ids = sorted(both[0].keys() & both[1].keys())
    return {i: both[0][i] for i in ids}, {i: both[1][i] for i in ids}


def noisy(gold: Lists, shares: tuple[float, ...], seed: int) -> list[Lists]:
    """Return gold with shares of its phrases replaced; a smaller share replaces some of the same phrases."""
    draw, every = random.Random(seed), [p for phrases in gold.values() for p in phrases]
    rows = {
        i: [(p, draw.random(), [draw.choice(every) for _ in shares]) for p in phrases]
        for i, phrases in gold.items()
    }
    return [
        {i: [others[n] if u < share else p for p, u, others in row] for i, row in rows.items()}
        for n, share in enumerate(shares)
    ]


def attacks(gold: Lists, terms: Lists, measures: list[str], items: int, _: int) -> Iterator[str]:
    """Yield corrected of the controlled keyphrases, then its rise where something is done to every list."""
    mine = _drawn(gold, items, 0)
    own = {i: terms[i] for i in mine}
    scored = lydite.evaluate(mine, own, measures, bootstrap=0)
    yield _row(f"{items} as they are", [r.corrected or 0.0 for r in scored])
    for name, lists in _attacked(mine, own, scored[0].items).items():
        tests = lydite.compare(
            mine, {"own": own, "attacked": lists}, measures, bootstrap=0, judge="corrected"
        ).tests
        rises = ((t.difference if t.first == "attacked" else -t.difference, t.p < SURE) for t in tests)
        yield f"{f'{items} {name}':36}" + "".join(
            f"{rise:+8.3f}{'*' if sure else ' '}" for rise, sure in rises
        )


def _attacked(gold: Lists, own: Lists, values: Mapping[str, float]) -> dict[str, Lists]:
    draw, ids = random.Random(0), sorted(gold)
    frequent = [p for p, _ in Counter(p.casefold() for i in ids for p in gold[i]).most_common(3)]
    others = {i: draw.sample([p for j in ids if j != i for p in gold[j]], 4) for i in ids}
    above, worst = _hypernyms({p for i in ids for p in own[i]}), sorted(ids, key=lambda i: values[i])
    at_random = draw.sample(ids, len(ids))
    out = {}
    for name, more in (("entity", GENERIC[:1]), ("four generic words", GENERIC), ("frequent gold", frequent)):
        out[f"{name} at the end"] = {i: own[i] + more for i in ids}
        out[f"{name} first"] = {i: more + own[i] for i in ids}
    out["gold of others"] = {i: own[i] + others[i] for i in ids}
    out["a fifth emptied"] = {i: [] if i in at_random[: len(ids) // 5] else own[i] for i in ids}
    out["words split"] = {i: [w for p in own[i] for w in p.split()] for i in ids}
    out["words added"] = {i: own[i] + [w for p in own[i] if " " in p for w in p.split()] for i in ids}
    out["hypernyms added"] = {i: own[i] + [above[p] for p in own[i] if p in above] for i in ids}
    out["plurals added"] = {i: own[i] + [_other_number(p) for p in own[i]] for i in ids}
    out["worst fifth emptied"] = {i: [] if i in worst[: len(ids) // 5] else own[i] for i in ids}
    return out


def _hypernyms(phrases: Iterable[str]) -> dict[str, str]:
    """Return a word for what is above the first meaning of each phrase, or of its last word."""
    wordnet, out = open_wordnet(), {}
    taxonomy = Taxonomy(wordnet)
    for phrase in phrases:
        for words in (phrase.split(), phrase.split()[-1:]):
            above = [p for s in wordnet.match(words)[:1] for p in taxonomy.parents(s)]
            if above:
                out[phrase] = wordnet.words(above[0])[0].replace("_", " ")
                break
    return out


def _other_number(phrase: str) -> str:
    return phrase[:-1] if phrase.endswith("s") and not phrase.endswith("ss") else phrase + "s"


def power(gold: Lists, _: Lists, measures: list[str], items: int, draws: int) -> Iterator[str]:
    """Yield how often the test finds the better system, by measure."""
    found = np.zeros(len(measures))
    for seed in range(draws):
        mine = _drawn(gold, items, seed)
        worse, better = noisy(mine, NOISE, seed)
        tests = lydite.compare(
            mine, {"worse": worse, "better": better}, measures, bootstrap=0, judge="corrected"
        ).tests
        found += [t.p < SURE and (t.difference < 0) == (t.first == "worse") for t in tests]
    yield _row(items, found / draws)


def coverage(gold: Lists, terms: Lists, measures: list[str], items: int, draws: int) -> Iterator[str]:
    """Yield how often intervals contain the figures of all documents, and how often equal systems differ."""
    systems = {"terms": terms, "noise": noisy(gold, NOISE[:1], 0)[0]}
    other = noisy(gold, NOISE[:1], 1)[0]
    truth = {name: lydite.evaluate(gold, lists, measures, bootstrap=0) for name, lists in systems.items()}
    held = {(name, what): np.zeros(len(measures)) for name in systems for what in ("value", "corrected")}
    differ = np.zeros(len(measures))
    for seed in range(draws):
        mine, coins = _drawn(gold, items, seed), random.Random(seed)
        heads = {i: coins.random() < 0.5 for i in mine}
        lists = {name: {i: every[i] for i in mine} for name, every in systems.items()}
        pair = [
            {i: (other if heads[i] == side else systems["noise"])[i] for i in mine} for side in (True, False)
        ]
        for name, one in lists.items():
            results = lydite.evaluate(mine, one, measures)
            for place, (result, true) in enumerate(zip(results, truth[name], strict=True)):
                held[name, "value"][place] += _within(true.value, result.low, result.high)
                inside = _within(true.corrected, result.corrected_low, result.corrected_high)
                held[name, "corrected"][place] += inside
        tests = lydite.compare(
            mine, dict(zip("ab", pair, strict=True)), measures, bootstrap=0, judge="corrected"
        ).tests
        differ += [t.p < SURE for t in tests]
    for (name, what), times in held.items():
        yield _row(f"{items} {name}, {what}", times / draws)
    yield _row(f"{items} p < {SURE}", differ / draws)


def error(gold: Lists, terms: Lists, measures: list[str], items: int, draws: int) -> Iterator[str]:
    """Yield by how much shuffles move chance and corrected, over half their intervals."""
    mine = _drawn(gold, items, 0)
    answers = {i: terms[i] for i in mine}
    runs = [lydite.evaluate(mine, answers, measures, seed=seed) for seed in range(draws)]
    for what in ("chance", "corrected"):
        shares = [_share(what, [run[place] for run in runs]) for place in range(len(measures))]
        yield _row(f"{items} {what}", shares)


def _share(what: str, results: list[Result]) -> float:
    sides = ("low", "high") if what == "chance" else ("corrected_low", "corrected_high")
    widths = [getattr(r, sides[1]) - getattr(r, sides[0]) for r in results]
    return float(np.std([getattr(r, what) for r in results], ddof=1) / (np.mean(widths) / 2))


def _drawn(gold: Lists, items: int, seed: int) -> Lists:
    return {i: gold[i] for i in sorted(random.Random(seed).sample(sorted(gold), min(items, len(gold))))}


def _within(true: float | None, low: float | None, high: float | None) -> bool:
    return None not in (true, low, high) and low <= true <= high  # type: ignore[operator]


def _row(name: object, figures: Iterable[float]) -> str:
    return f"{name!s:36}" + "".join(f"{x:7.3f}" for x in figures)


PARTS = {"attacks": attacks, "power": power, "coverage": coverage, "error": error}


def main(arguments: list[str] | None = None) -> None:
    """Print one table for each part."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("folder", type=Path)
    options.add_argument("--part", choices=PARTS, nargs="+", default=list(PARTS))
    options.add_argument("--match", default="meaning")
    options.add_argument("--draws", type=int, default=100)
    options.add_argument("--items", type=int, nargs="+", default=[20, 60, 200])
    asked = options.parse_args(arguments)
    gold, terms = documents(asked.folder)
    measures = [m.format(asked.match) for m in MEASURES]
    for part in asked.part:
        names = [measures[i] for i in TESTED] if part == "power" else measures
        wide = 8 if part == "attacks" else 7
        print(f"\n{part}\n{'items':36}" + "".join(f"{m.partition('(')[0]:>{wide}}" for m in names))
        for items in asked.items:
            print(*PARTS[part](gold, terms, names, items, asked.draws), sep="\n", flush=True)


if __name__ == "__main__":
    main()
