"""What trec_eval reports, to its last digit."""

from __future__ import annotations

from lydite.measures.tasks import MeasureSet

SET = MeasureSet(
    name="trec",
    about="equal to trec_eval -c; with --missing skip, to trec_eval without -c",
    measures=(
        "AP(match=identical)",
        "AP(match=identical, divisor=gold)@10",
        "RR(match=identical)",
        "nDCG(match=identical)",
        "nDCG(match=identical)@10",
        "P(match=identical, pad=yes)@5,10",
        "R(match=identical)@10,100",
        "hit_rate(match=identical)@1,10",
    ),
    policies={"no_gold": "zero"},
)
