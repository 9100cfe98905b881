"""Runs: what is asked, scored part by part, and found; saved runs are compared without scoring again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.runs.asked import parse_measures
    from lydite.runs.compare import side_by_side
    from lydite.runs.files import FilePart, plan_files
    from lydite.runs.gate import run_gate
    from lydite.runs.pairing import pair
    from lydite.runs.parts import Part, PartResult, complete, join
    from lydite.runs.performing import perform
    from lydite.runs.request import Chance, Policy, Reading, Request
    from lydite.runs.run import Block, Evidence, Run
    from lydite.runs.run_file import read_run
else:
    __getattr__ = lazily(
        __name__,
        {
            "archive": "pack with_seal",
            "asked": "parse_measures",
            "compare": "side_by_side",
            "files": "FilePart plan_files",
            "gate": "run_gate",
            "measures": "fits",
            "pairing": "pair",
            "parts": "Part PartResult complete join",
            "performing": "perform score_parts",
            "request": "Chance Policy Reading Request",
            "run": "Block Evidence Run",
            "run_file": "pack_run read_run unpack_run",
            "scoring": "PartScorer Work score_items score_part",
            "sources": "read_items",
        },
    )

__all__ = [
    "Block",
    "Chance",
    "Evidence",
    "FilePart",
    "Part",
    "PartResult",
    "Policy",
    "Reading",
    "Request",
    "Run",
    "complete",
    "join",
    "pair",
    "parse_measures",
    "perform",
    "plan_files",
    "read_run",
    "run_gate",
    "side_by_side",
]
