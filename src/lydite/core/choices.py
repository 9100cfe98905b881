"""Choices that the library and the command line share; nothing heavy is loaded to show them in a help."""

from __future__ import annotations

from typing import Literal

DEFAULT_MATCHER = "meaning"
"""What phrases are compared with where nothing else was asked for."""
Interval = Literal["auto", "expanded", "percentile", "centred", "bca", "poisson"]
"""Kinds of bootstrap interval; ``auto`` is what each measure declares, ``poisson`` follows from sums."""
TestName = Literal["randomisation", "bootstrap", "simultaneous", "none"]
"""Kinds of paired test; simultaneous is for all pairs of many systems at once, none for intervals alone."""
SWAPS = 10_000
"""How many random swaps a test of randomisation makes."""
FailIf = Literal["proven-drop", "possible-drop"]
"""What stops a build: an interval that lies below −margin as a whole, or one whose lower end does."""
Judge = Literal["auto", "value", "corrected"]
"""What letters and ranks belong to; ``auto`` is corrected for soft measures, the value for all others."""
Missing = Literal["zero", "skip", "error", "wrong"]
"""What becomes of gold items for which a system gave nothing: 0 for phrases, a wrong answer for labels."""
NoGold = Literal["unscored", "zero"]
"""What becomes of items without any gold phrase: no figure, or 0 as trec_eval has it."""
Best = Literal["highest", "lowest", "order"]
"""Which score is the best; ``order``: the order of the list counts, whatever the scores."""
Ties = Literal["order", "trec"]
"""How equal scores are ranked: in order of appearance, or by phrase in descending order as trec_eval does."""
Oov = Literal["wrong", "skip"]
"""What becomes of words that vectors do not know."""
Tokeniser = Literal["words", "spaces"]
"""How lines of a corpus are split."""
NORMALISERS = ("nfc", "lower")
"""What makes spellings of one word equal, in a corpus and its test set."""
Undecodable = Literal["strict", "replace", "ignore"]
"""What becomes of words that are not UTF-8."""
Order = Literal["nearest", "popular", "permuted"]
"""What the synonyms of a hashtag are sorted by."""
VALIDATED = ("predictions", "gold", "labels", "questions", "vectors", "test-set", "run")
"""What a file can be held to be, besides the formats of SemEval's subtasks."""
SUBTASKS = "ABCDE"
"""Of SemEval-2016 Task 4."""
Spaces = Literal["drop", "keep"]
"""What becomes of labels with spaces."""
Human = Literal["questions", "answers", "none"]
Average = Literal["item", "system", "none"]
"""How rows of people are taken: over questions, over single answers, or not at all."""
"""What goes down in a table of results."""
