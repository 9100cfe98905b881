"""Everything that a matcher by meaning is held to, in one table: agreement, near misses, documents, speed.

    python experiments/meaning.py SPEC... [--only NAME]... [--json FILE] [--folder FOLDER]

FOLDER is that of the public data (or LYDITE_SHARED_DATA). A spec with {fold} in it names one matcher for
each of five folds, fitted without it (see folds.py); it scores HyperLex and SWORDS, and with ``all`` for
the number the rest. Figures "never fitted" are of sets that nobody may fit on. Of the everyday comparisons
those are right whose better pair has the higher score; equal scores are wrong. Of swapped words the half
with an even checksum (folds.py) may be looked at when a parameter is chosen; the other half is kept.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import swaps
from folds import FOLDS, MARK, Folded, fitted_half, fold, pair_key

import lydite
from lydite.core.errors import MissingExtra
from lydite.core.text import tokens
from lydite.probes.agreement import PairSet, agree, read_pairs, read_questions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lydite.matchers import Matcher
    from lydite.probes.agreement import Judgements

    Rows = Iterator[tuple[str, float]]
    Lists = dict[str, list[list[str]]]

DOCUMENTS = {
    "Inspec": ("inspec/test.contr.json", "inspec/test.uncontr.json"),
    "NUS": ("nus/test.author.json", "nus/test.reader.json"),
    "SemEval-2010": ("semeval2010/train.author.json", "semeval2010/train.reader.json"),
}
OTHERS = 10  # documents that each one is told from
BINS = 10
FITS, NEAR = ("hyp-", "syn"), ("r-hyp", "cohyp", "ant", "mero")  # relations of HyperLex
LENIENT = 0.5
SHOWN = 20
TIMED = 20_000


class Sets:
    """The public sets, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "substitution"

    @functools.cached_property
    def hyperlex(self) -> PairSet:
        """HyperLex, training and development together."""
        return read_pairs(self.data / "hyperlex_training_all_random.txt") + self.hyperlex_dev

    @functools.cached_property
    def hyperlex_dev(self) -> PairSet:
        """The 130 pairs of the development part."""
        return read_pairs(self.data / "hyperlex_dev_all_random.txt")

    @functools.cached_property
    def phrases(self) -> list[tuple[str, ...]]:
        """Real keyphrases of two to four words."""
        return swaps.phrases(self.folder)


def value(data: Judgements, matcher: Matcher, metric: str) -> float:
    """Return one figure of agreement."""
    run = agree(data, [matcher], [metric], human="none", baselines=False)
    one = run.scored[0]
    rows = one.statistics[0]
    sums = rows if not one.measures[0].summable else rows.sum(0)[None]
    return float(np.asarray(one.measures[0].value(sums)))


def direction(data: PairSet, matcher: Matcher) -> float:
    """Return how often a general phrase stands for a special one better than the reverse; ties count half."""
    kept = [p for p in data.pairs if p.columns["relation"].startswith(("hyp-", "r-hyp"))]
    sign = np.array([1 if p.columns["relation"].startswith("hyp-") else -1 for p in kept])
    left, right = [p.candidate for p in kept], [p.reference for p in kept]
    lead = np.round((matcher.pairs(left, right) - matcher.pairs(right, left)) * sign, 12)
    return float(((lead > 0) + 0.5 * (lead == 0)).mean())


def near_misses(data: PairSet, matcher: Matcher) -> float:
    """Return how often a pair that fits scores above a related one that does not; ties count half."""
    scores = np.round(matcher.pairs([p.candidate for p in data.pairs], [p.reference for p in data.pairs]), 12)
    relations = [p.columns["relation"] for p in data.pairs]
    fits, near = (scores[[r.startswith(some) for r in relations]] for some in (FITS, NEAR))
    near = np.sort(near)
    below = np.searchsorted(near, fits, "left") + np.searchsorted(near, fits, "right")
    return float(below.mean() / 2 / len(near))


def calibration_error(data: PairSet, matcher: Matcher) -> float:
    """Return the distance between expected and real shares of people who accept, by bins of equal width."""
    judged = data.judge(matcher)
    if judged.acceptance is None:
        return float("nan")
    known = ~np.isnan(judged.acceptance + judged.accepted)
    expected, real = judged.acceptance[known], judged.accepted[known]
    place = np.minimum((expected * BINS).astype(int), BINS - 1)
    return float(np.abs(np.bincount(place, expected - real, BINS)).sum() / len(real))


def told_apart(gold: Lists, run: Lists, spec: str, which: str) -> float:
    """Return how often a document's own predictions have a higher F1 than another one's; ties count half."""
    ids = [i for i in sorted(gold) if gold[i] and run.get(i)]
    order = np.random.default_rng(0).permutation(len(ids))
    count = min(OTHERS, len(ids) - 1)
    if which == "nearest":
        others = list(np.argsort(-_likeness(ids, gold, run), axis=1, kind="stable")[:, :count].T)
    else:  # the documents in a circle, each told from those that follow it
        others = [np.roll(order, -step)[np.argsort(order)] for step in range(1, count + 1)]
    asked = {i: gold[i] for i in ids}
    own, *values = (
        lydite.evaluate(asked, given, f"F1(match={spec})", bootstrap=0, chance=0)[0].items
        for given in (
            {i: run[ids[place]] for i, place in zip(ids, places, strict=True)}
            for places in (np.arange(len(ids)), *others)
        )
    )
    lead = np.round([[own[i] - other[i] for i in ids] for other in values], 12)
    return float(((lead > 0) + 0.5 * (lead == 0)).mean())


def _likeness(ids: list[str], gold: Lists, run: Lists) -> np.ndarray:
    """Return the cosine of each document's words (tf·idf of all its phrases) with each other one's."""
    texts = [
        [t for concept in (*gold[i], *run[i]) for phrase in concept for t in tokens(phrase)] for i in ids
    ]
    known = {word: n for n, word in enumerate(dict.fromkeys(word for text in texts for word in text))}
    table = np.zeros((len(ids), len(known)))
    for row, text in zip(table, texts, strict=True):
        np.add.at(row, [known[word] for word in text], 1)
    table *= np.log((1 + len(ids)) / (1 + (table > 0).sum(0))) + 1
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    cosines = np.round(table @ table.T, 12)
    np.fill_diagonal(cosines, -1)
    return cosines


def words(sets: Sets, matcher: Callable[[str], Matcher]) -> Rows:
    """Agreement on graded pairs of words and of bigrams."""
    of_pairs, whole = matcher("pair"), matcher("all")
    everything = sets.hyperlex
    yield "HyperLex train + dev", value(everything, of_pairs, "spearman")
    for number in range(FOLDS):
        kept = [p for p in everything.pairs if fold(pair_key(p.candidate, p.reference)) == number]
        yield f"  fold {number}", value(replace(everything, pairs=tuple(kept)), of_pairs, "spearman")
    yield "  dev alone", value(sets.hyperlex_dev, of_pairs, "spearman")
    yield "direction, hyponym pairs", direction(everything, of_pairs)
    yield "near misses in HyperLex (area)", near_misses(everything, of_pairs)
    yield "BiRD, never fitted", value(read_pairs(sets.data / "BiRD.txt"), whole, "spearman")
    simlex = read_pairs(sets.data / "simlex999.csv")
    for name, wanted in {"not fitted": False, "fitted": True}.items():
        half = tuple(p for p in simlex.pairs if fitted_half(p) == wanted)
        yield f"SimLex, half {name}", value(replace(simlex, pairs=half), whole, "spearman")


def others(sets: Sets, matcher: Callable[[str], Matcher]) -> Rows:
    """Agreement on sets that the matcher is not held to."""
    whole = matcher("all")
    names = {
        "MEN": "men.csv",
        "WordSim similarity": "wordsim353-sim.csv",
        "WordSim relatedness": "wordsim353-rel.csv",
    }
    for name, file in names.items():
        yield f"{name}, never fitted", value(read_pairs(sets.data / file), whole, "spearman")
    lexsub = read_questions(sets.data / "semeval07_test.json.gz")
    yield "SemEval-2007 GAP, never fitted", value(lexsub, whole, "GAP")


def questions(sets: Sets, matcher: Callable[[str], Matcher]) -> Rows:
    """Substitutes in context: those that people accept come first."""
    asked = read_questions(sets.data / "swords-v1.1_dev.json.gz")
    yield "SWORDS dev GAP, votes above 10%", value(asked, matcher("reference"), "GAP(above=0.1)")


def calibration(sets: Sets, matcher: Callable[[str], Matcher]) -> Rows:
    """Whether the acceptance that a matcher claims is what people say."""
    swords = PairSet.of_questions(read_questions(sets.data / "swords-v1.1_dev.json.gz"))
    lone = tuple(p for p in swords.pairs if p.candidate.isalpha() and p.reference.isalpha())
    words = replace(swords, pairs=lone)
    for name, data, by in (("HyperLex", sets.hyperlex, "pair"), ("words of SWORDS", words, "reference")):
        yield f"ECE, {name}", calibration_error(data, matcher(by))
        yield f"brier, {name}", value(data, matcher(by), "brier")


def misses(sets: Sets, matcher: Callable[[str], Matcher]) -> Rows:
    """Keyphrases with one word swapped, both directions: the share at 0.5 or more."""
    for name, make in {
        "opposites": swaps.opposites, "synonyms": swaps.synonyms, "siblings": swaps.siblings
    }.items():  # fmt: skip
        made = make(sets.phrases)
        lenient = _both_ways(matcher("all"), [(s.phrase, s.swapped) for s in made]) >= LENIENT
        yield f"swapped for {name}: at 0.5 or more", float(lenient.mean())
        held = np.array([fold(pair_key(s.word, s.other), 2) == 1 for s in made] * 2)
        yield f"  {name}, the half kept", float(lenient[held].mean())
        sizes = np.array([len(s.phrase.split()) for s in made] * 2)
        for size in range(swaps.WORDS[0], swaps.WORDS[1] + 1):
            yield f"  {name}, {size} words", float(lenient[sizes == size].mean())
    lists = [(r["kind"], r["negated"], r["plain"]) for r in swaps.rows("negations")]
    for kind in dict.fromkeys(kind for kind, _, _ in lists):
        scores = _both_ways(matcher("all"), [(a, b) for k, a, b in lists if k == kind])
        yield f"negated ({kind}): highest score", float(scores.max())
        yield f"negated ({kind}): at most 0.15", float((scores <= 0.15).mean())


def everyday(sets: Sets, matcher: Callable[[str], Matcher]) -> Rows:
    """The hundred comparisons, and those that are the wrong way round."""
    del sets
    rows = swaps.rows("everyday")
    better, worse = (
        matcher("all").pairs([r[f"{side}_candidate"] for r in rows], [r[f"{side}_reference"] for r in rows])
        for side in ("better", "worse")
    )
    yield "everyday comparisons, right of 100", float((np.round(better - worse, 12) > 0).sum())
    wrong = np.flatnonzero(np.round(better - worse, 12) <= 0)
    text = (
        "  {better_candidate} → {better_reference} {0:.2f} | {worse_candidate} → {worse_reference} {1:.2f}\n"
    )
    for i in wrong[:SHOWN]:
        sys.stderr.write(text.format(better[i], worse[i], **rows[i]))
    if len(wrong) > SHOWN:
        sys.stderr.write(f"  and {len(wrong) - SHOWN} others\n")


def documents(sets: Sets, matcher: Callable[[str], Matcher]) -> Rows:
    """Whether a document's own keyphrases are told from another document's."""
    for name, (gold, answers) in DOCUMENTS.items():
        folder = sets.folder / "keyphrases"
        two = [json.loads((folder / file).read_text("utf-8")) for file in (gold, answers)]
        for which in ("random", "nearest"):
            yield f"{name}, distinguished from {which}", told_apart(*two, str(matcher("all")), which)


def speed(sets: Sets, matcher: Callable[[str], Matcher]) -> Rows:
    """Processor time on real keyphrases, warm, beside wordnet; of a cold match, beside numpy's import."""
    drawn = np.random.default_rng(0).integers(len(sets.phrases), size=(2, 2, TIMED))
    first, second = ([[" ".join(sets.phrases[i]) for i in side] for side in part] for part in drawn)
    times = []
    for one in (matcher("all"), lydite.matcher("wordnet")):
        one.pairs(*first)
        began = time.process_time()
        one.pairs(*second)  # other pairs: what was remembered of the first ones does not count
        times.append(time.process_time() - began)
    yield "µs a pair of keyphrases, warm", 1e6 * times[0] / TIMED
    yield "rate, in rates of wordnet", times[1] / times[0]
    spec = str(matcher("all"))
    script = Path(sys.executable).parent / "lydite"
    cold = _least([str(script), "match", "food", "cake", "--using", spec])
    yield "one cold match, in imports of numpy", cold / _least([sys.executable, "-c", "import numpy"])


PARTS = {
    "words": words, "questions": questions, "misses": misses, "everyday": everyday,
    "calibration": calibration, "documents": documents, "others": others, "speed": speed,
}  # fmt: skip


def _both_ways(matcher: Matcher, pairs: list[tuple[str, str]]) -> np.ndarray:
    left, right = zip(*pairs, strict=True)
    return matcher.pairs([*left, *right], [*right, *left])


def _least(command: list[str], times: int = 7) -> float:
    """Return the least processor time of a command, children's, in seconds."""
    found = []
    for _ in range(times):
        before = os.times()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = os.times()
        found.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    return min(found)


def matchers(spec: str) -> Callable[[str], Matcher]:
    """Return what gives the matcher for pairs, for references (targets), or for all the rest."""
    if MARK not in spec:
        one = lydite.matcher(spec)
        return lambda _: one
    whole = lydite.matcher(spec.replace(MARK, "all"))
    return lambda by: whole if by == "all" else Folded(spec=spec, by=by)


def main(asked: argparse.Namespace) -> None:
    """Make the figures of each matcher, and print them side by side."""
    sets, table = Sets(Path(asked.folder)), dict[str, dict[str, float]]()
    for spec in asked.spec:
        made = matchers(spec)
        try:
            made("all").score("cat", "dog")
        except MissingExtra as missing:
            sys.stderr.write(f"left out: {spec} ({missing})\n")
            continue
        for name, part in PARTS.items():
            if asked.only and name not in asked.only:
                continue
            for row, number in part(sets, made):
                table.setdefault(row, {})[spec] = round(number, 4)
            sys.stderr.write(f"{spec}: {name} done, {time.process_time():.0f} s of processor time so far\n")
    specs = list(dict.fromkeys(spec for row in table.values() for spec in row))
    wide = max(map(len, table), default=0)
    print(" " * wide, *specs, sep="  ")
    for row, cells in table.items():
        shown = [f"{cells.get(spec, float('nan')):>{len(spec)}.3f}" for spec in specs]
        print(f"{row:<{wide}}", *shown, sep="  ")
    if asked.json:
        Path(asked.json).write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("spec", nargs="+")
    options.add_argument("--only", action="append", default=[], choices=list(PARTS))
    options.add_argument("--folder", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    options.add_argument("--json")
    main(options.parse_args())
