"""What trec_eval reports, to its last digit."""

from __future__ import annotations

from lydite.tasks import MeasureSet

SET = MeasureSet(
    name="trec",
    about="equal to trec_eval -c; with --missing skip, to trec_eval without -c",
    measures=(
        "AP",
        "AP(divisor=gold)@10",
        "RR",
        "nDCG",
        "nDCG@10",
        "P(pad=yes)@5,10",
        "R@10,100",
        "hit_rate@1,10",
    ),
    policies={"no_gold": "zero"},
)
