"""What ``lydite`` alone prints: what it is for, what to type for what one has, and where to go from there.

Every command runs as printed in the folder that ``lydite demo --files DIR`` writes.
"""

from __future__ import annotations

import shutil
import textwrap

PURPOSE = (
    "lydite scores predictions against gold, by meaning as well as by spelling, with intervals and "
    "significance tests. It also tests word vectors. It works offline."
)
CASES = {
    "keyphrases or tags, and gold": "lydite score gold.jsonl speller.jsonl meaner.jsonl",
    "recommended hashtags, and a thesaurus of synonyms": (
        "lydite score gold-tags.json recommender.json -m reval --hashtags thesaurus.tsv"
    ),
    "sentiment labels": "lydite semeval B sentiment/two_point/gold.tsv sentiment/two_point/wary.tsv",
    "word vectors, in any language": (
        "lydite probe latin/small.vec latin/large.vec -t latin/categories.csv -m topk"
    ),
    "submissions to a shared task": "lydite score gold.jsonl --runs teams --rank-by F1",
    "people's judgements of phrases": "lydite agree fruit.jsonl --using wordnet --using stem",
}
"""What users have, and what to type then."""
AFTER = (
    "See it work: lydite demo (or demo keyphrases, tags, sentiment, vectors, hops).",
    "To try these commands: lydite demo --files DIR writes the files; then cd DIR.",
    "All commands: lydite --help. One: lydite score --help. Measures: lydite list.",
)


def first_screen(width: int | None = None) -> str:
    """Return at most 24 lines of 80 columns; in a narrower terminal prose is folded, commands never are."""
    wide = max(24, min(80, width or shutil.get_terminal_size().columns))

    def folded(text: str) -> list[str]:
        return textwrap.wrap(text, wide, subsequent_indent="  ", break_on_hyphens=False)

    cases = [line for have, command in CASES.items() for line in (*folded(f"… {have} →"), f"  {command}")]
    after = [line for text in AFTER for line in folded(text)]
    return "\n".join([*textwrap.wrap(PURPOSE, wide), "", "I have …", *cases, "", *after])
