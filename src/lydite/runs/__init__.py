"""Runs: what a scoring command found, as one file that is merged, compared and read again without scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.runs.compare import side_by_side
    from lydite.runs.gate import run_gate
    from lydite.runs.merging import merge
    from lydite.runs.pairing import pair
    from lydite.runs.request import Chance, Policy, Reading, Request, SourceOptions
    from lydite.runs.run import Block, Evidence, Run
    from lydite.runs.run_file import read_run
    from lydite.runs.scoring import parse_measures, score
    from lydite.runs.shard import Shard
else:
    __getattr__ = lazily(
        __name__,
        {
            "archive": "pack with_seal",
            "compare": "side_by_side",
            "gate": "run_gate",
            "measures": "fits",
            "merging": "merge",
            "pairing": "pair",
            "prepared_checking": "check",
            "run": "Block Evidence Run",
            "run_file": "pack_run read_run unpack_run",
            "scoring": "parse_measures score score_items",
            "shard": "Shard",
            "shared_items": "mapped",
            "request": "Chance Policy Reading Request SourceOptions",
        },
    )

__all__ = [
    "Block",
    "Chance",
    "Evidence",
    "Policy",
    "Reading",
    "Request",
    "Run",
    "Shard",
    "SourceOptions",
    "merge",
    "pair",
    "parse_measures",
    "read_run",
    "run_gate",
    "score",
    "side_by_side",
]
