"""SemEval-2007 Task 10, lexical substitution: gold in the task's own form, or as SWORDS's authors give it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.probes.agreement.questions.question import Question, QuestionSet, Substitute
from lydite.reading.fields import ReadingContext

if TYPE_CHECKING:
    from collections.abc import Mapping

KEY = "ss"
PEOPLE = 5  # annotators of the task, all of whom were asked for every item
_ITEM = re.compile(r"(?P<word>\S+)\.(?P<pos>\w+)\s+(?P<id>\S+)\s+:::?(?P<rest>.*)")
_ANSWER = re.compile(
    r"(?P<phrase>[^\S\n]*+\S.*) (?P<count>\d{1,9})"
)  # "give " is another answer than "give", as for the organisers
_PROPER = "pn"  # stands for a proper name, which is no substitute
_SILENT = "people proposed substitutes and rejected none: nothing is bad, so BS and Combo have no value"


def is_gold(text: str) -> bool:
    """Whether a text begins as the task's gold does."""
    return _ITEM.fullmatch(text.lstrip().partition("\n")[0].strip()) is not None


def parse_gold(text: str, source: str, name: str) -> QuestionSet:
    """Read ``side.n 301 :: team 5;group 1;``, one item a line."""
    items: dict[str, tuple[str, str, Mapping[str, int]]] = {}
    context = ReadingContext(source)
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        with context.keep_fault():
            item, answers = _item(line.strip(), source, number)
            if item in items:
                raise InputError(f"item {item!r} is there twice", source, number)
            items[item] = answers
    context.raise_faults()
    return pool_substitutes(items, source, name)


def _item(line: str, source: str, number: int) -> tuple[str, tuple[str, str, Mapping[str, int]]]:
    """Return the name of an item, and its word, part of speech and votes."""
    found = _ITEM.fullmatch(line)
    if found is None:
        told = "expected a question as JSON, or an item: side.n 301 :: team 5;group 1;"
        raise InputError(told, source, number)
    votes: Counter[str] = Counter()
    for part in filter(None, map(str.strip, found["rest"].split(";"))):
        answer = _ANSWER.fullmatch(part)
        if answer is None:
            raise InputError(
                f"expected a substitute and how many gave it, found {part!r:.40}", source, number
            )
        votes[answer["phrase"]] += int(answer["count"])
    return f"{found['word']}.{found['pos']} {found['id']}", (found["word"], found["pos"], votes)


def convert(content: dict[str, Any], source: str, name: str) -> QuestionSet:
    """Make one question of each target of the JSON form (``ss``, ``ws``, ``wprimes``, ``human_labels``)."""
    items: dict[str, tuple[str, str, Mapping[str, int]]] = {}
    try:
        for sentence in content[KEY]:
            for target in sentence["ws"]:
                raw = target["extra"]["raw"]
                votes = {w["wprime"]: len(w["human_labels"]) for w in target["wprimes"]}
                word, pos = raw["lemma"], raw["w_pos"]
                "".join((word, pos, *votes))  # a TypeError where one of them is no text
                if (item := f"{word}.{pos} {sentence['id']}") in items:
                    raise InputError(f"item {item!r:.80} is there twice", source)
                items[item] = (word, pos, votes)
    except (KeyError, TypeError) as error:
        why = (
            f"{error.args[0]!r:.80} is nowhere" if isinstance(error, KeyError) else "a value of another kind"
        )
        raise InputError(f"is not SemEval-2007 as published with SWORDS: {why}", source) from error
    return pool_substitutes(items, source, name)


def pool_substitutes(
    items: Mapping[str, tuple[str, str, Mapping[str, int]]], source: str, name: str
) -> QuestionSet:
    """Put everything that was proposed for a word in any sentence before each of its sentences.

    Items with fewer than two answers (proper names aside) do not count, as in the organisers' scorer. What
    nobody proposed for a sentence has score 0.
    """
    usable, pool = {}, defaultdict[tuple[str, str], dict[str, None]](dict)
    for item, (word, pos, votes) in items.items():
        kept = {p: n for p, n in votes.items() if p != _PROPER}
        if sum(kept.values()) >= 2:
            usable[item] = (word, pos, kept)
            pool[word, pos] |= dict.fromkeys(kept)
    if not usable:
        raise InputError("there are no items with two answers or more in it", source)
    questions = []
    for item, (word, pos, votes) in usable.items():
        coverage = max(PEOPLE, *votes.values())
        those = tuple(Substitute(p, n := votes.get(p, 0), coverage, n) for p in pool[word, pos])
        questions.append(Question(item, word, those, (), {"pos": pos}))
    lost = len(items) - len(usable)
    sentence = "{count:,} items with fewer than two answers are left out"
    notes = [Note(sentence, source, count=lost)] if lost else []
    return QuestionSet(name, tuple(questions), (*notes, Note(_SILENT, source)))
