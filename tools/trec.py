"""Make 200 random topics with grades, ties, short lists, empty topics, and trec_eval's numbers of them.

Needs pytrec_eval-terrier 0.5: ``python tools/trec.py`` writes topics.qrels, topics.run and numbers.json into
tests/data/trec.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytrec_eval

HERE = Path(__file__).parent.parent / "tests" / "data" / "trec"
NAMES = {
    "AP(match=identical)": "map", "AP(match=identical, divisor=gold)@10": "map_cut_10",
    "RR(match=identical)": "recip_rank", "nDCG(match=identical)": "ndcg",
    "nDCG(match=identical)@10": "ndcg_cut_10", "P(match=identical, pad=yes)@5": "P_5",
    "P(match=identical, pad=yes)@10": "P_10", "R(match=identical)@10": "recall_10",
    "R(match=identical)@100": "recall_100", "hit_rate(match=identical)@1": "success_1",
    "hit_rate(match=identical)@10": "success_10",
}  # fmt: skip


def main() -> None:
    """Write topics and numbers."""
    draw = random.Random(14)
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for n in range(200):
        topic = f"t{n:03}"
        documents = [f"{'dD'[i % 2]}{i // 2}" for i in range(60)]  # d7 and D7 are two documents
        judged = draw.sample(documents, draw.randint(1, 30))
        grades = [0] if n % 17 == 0 else [0, 0, 1, 1, 2, 3]  # some topics have nothing relevant
        qrels[topic] = {d: draw.choice(grades) for d in judged}
        if n % 23 == 5:  # no answer at all
            continue
        found = draw.sample(documents, draw.choice([1, 3, 8, 20, 50]))
        run[topic] = {
            d: draw.choice([draw.randint(0, 9) / 10, draw.random(), 1 + draw.random() * 1e-8]) for d in found
        }
    wanted = {"map", "map_cut", "recip_rank", "ndcg", "ndcg_cut", "P", "recall", "success"}
    scored = pytrec_eval.RelevanceEvaluator(qrels, wanted).evaluate(run)
    numbers = {ours: {t: rows[theirs] for t, rows in scored.items()} for ours, theirs in NAMES.items()}
    (HERE / "topics.qrels").write_text(
        "".join(f"{t} 0 {d} {g}\n" for t, many in qrels.items() for d, g in many.items()), "utf-8"
    )
    (HERE / "topics.run").write_text(
        "".join(f"{t} Q0 {d} 0 {s!r} random\n" for t, many in run.items() for d, s in many.items()), "utf-8"
    )
    (HERE / "numbers.json").write_text(json.dumps(numbers, indent=0, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
