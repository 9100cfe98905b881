"""Which measures are asked for: specs, sweeps and named sets; where none is named, those that suit gold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.core.errors import SpecError
from lydite.core.notes import Note
from lydite.core.spec import expand
from lydite.measures.labels.recognised import MEASURES, labels_of_gold
from lydite.measures.tasks import find
from lydite.runs.sources import field_names

if TYPE_CHECKING:
    from lydite.matchers.base import Matcher
    from lydite.measures.base import Measure
    from lydite.runs.request import Request


def asked_measures(request: Request, gold: Any) -> tuple[list[Measure], tuple[Note, ...]]:
    """Return the measures of a request, and a note where they are those of labels because gold has such.

    ``gold`` is what is looked at to find that out: gold itself, or the first of its files. Options that only
    phrases have say that gold has phrases.

    >>> from lydite.runs.request import Request
    >>> gold = {"1": "pos", "2": "neg", "3": "pos", "4": "neg"}
    >>> measures, notes = asked_measures(Request(gold=gold, systems={}), gold)
    >>> [str(m) for m in measures], notes[0][:33]
    (['accuracy', 'macro_F1', 'macro_recall'], 'gold: label has one of 2 labels f')
    """
    names, told = _names(request, gold)
    measures = parse_measures(names, request.policy.let, request.match)
    if request.hashtags:
        from lydite.measures.phrases.synonyms import with_thesaurus

        measures = [*with_thesaurus(measures, request.hashtags)]
    return measures, told


def _names(request: Request, gold: Any) -> tuple[Any, tuple[Note, ...]]:
    if request.measures is not None:
        return request.measures, ()
    reading, policy = request.reading, request.policy
    of_lists = (reading.scores, reading.separator, policy.no_gold, reading.best, policy.ties != "order")
    phrases = request.of_phrases or bool(request.match) or bool(request.hashtags)
    if phrases or reading.documents is not None or any(of_lists):
        return request.usual, ()

    found = labels_of_gold(gold, field_names(request), format=reading.input_format, encoding=reading.encoding)
    if found is None:
        return request.usual, ()
    sentence = "{labels}, so measures of labels are shown; -m (measures=) names others"
    return MEASURES, (Note(sentence, "gold", labels=found),)


def parse_measures(
    measures: str | Measure | Sequence[str | Measure],
    let: Mapping[str, str] | None = None,
    match: Sequence[Matcher] = (),
) -> list[Measure]:
    """Return measures from specs, sweeps and named sets, each once, in order.

    Those that name no matcher are taken with each of ``match``.

    >>> [str(m) for m in parse_measures(["trec", "F1"])][:2]
    ['AP(match=identical)', 'AP(match=identical, divisor=gold)@10']
    """
    many = [measures] if not isinstance(measures, Sequence) or isinstance(measures, str) else measures
    specs = [spec for one in many for spec in _named(one)]
    parsed = [m for one in specs for by in match or (None,) for m in _several(one, let, by)]
    for measure in parsed:
        if getattr(measure, "kind", None) != "measure":
            raise SpecError(f"a measure is a spec (F1@10) or what parse makes of one, not {measure!r}")
    if not parsed:
        raise SpecError("there is no measure to score by")
    if match and all(getattr(m, "match", None) not in match for m in parsed):
        raise SpecError(f"match: {parsed[0]} has a matcher of its own, or takes none; leave match out")
    different = list(dict.fromkeys(parsed))
    names = Counter(map(str, different))
    if twice := next((m for m in different if names[str(m)] > 1), None):
        raise SpecError(f"{twice}: two functions have this name; name them with lydite.custom(…, name=…)")
    return different


def _several(
    measure: str | Measure, let: Mapping[str, str] | None, match: Matcher | None
) -> Sequence[Measure]:
    """Return the measures of a spec, or of several between commas.

    >>> [str(m) for m in _several("precision, F1@5,10", None, None)]
    ['P', 'F1@5', 'F1@10']
    """
    try:
        return _parsed(measure, let, match)
    except SpecError:
        parts = _apart(measure) if isinstance(measure, str) else []
        if len(parts) < 2 or any(part.isdigit() for part in parts[1:]):
            raise
    return [m for part in parts for m in _parsed(part, let, match)]


def _apart(text: str) -> list[str]:
    """Return what stands between commas, outside of brackets and quotes; cutoffs stay with their measure."""
    found = re.findall(
        r'(?:[^,("]|,(?=\s*[\dMO]\s*(?:,|$|\d))|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))+', text
    )
    return [part.strip() for part in found]


def listed_matchers(text: str, let: Mapping[str, str] | None = None) -> list[Matcher]:
    """Return the matchers of ``exact,meaning``; a comma within brackets or quotes is part of a matcher.

    >>> [str(m) for m in listed_matchers("exact, bleu(n=2, stem=no)")]
    ['exact', 'bleu(n=2, stem=no)']
    """
    specs = re.findall(r'(?:[^,("]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))+', text)
    return [one for spec in specs for one in expand(spec.strip(), "matcher", let)]


def _parsed(
    measure: str | Measure, let: Mapping[str, str] | None, match: Matcher | None
) -> Sequence[Measure]:
    if isinstance(measure, str):
        return expand(measure, let=let, defaults={} if match is None else {"match": match})
    known: Any = getattr(measure, "parameters", dict)()  # what is no measure is refused later
    taken = match is not None and "match" in known and measure.is_default("match")
    changed: Any = replace(measure, match=match) if taken else measure  # type: ignore[type-var]
    return [changed]


def _named(measure: str | Measure) -> Sequence[str | Measure]:
    if not isinstance(measure, str) or not measure.isidentifier():  # the name of a set is a bare word
        return [measure]

    known = find(measure)
    return [measure] if known is None else known.measures


def policies_of_sets(measures: Any) -> Mapping[str, Any]:
    """Return the policies that come with named sets of measures."""
    many = [measures] if isinstance(measures, str) else measures if isinstance(measures, Sequence) else []
    words = [one for one in many if isinstance(one, str) and one.isidentifier()]
    if not words:
        return {}

    sets = [measure_set for word in words if (measure_set := find(word)) is not None]
    return {k: v for measure_set in sets for k, v in measure_set.policies.items()}
