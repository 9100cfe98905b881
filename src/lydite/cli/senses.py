"""``lydite senses``: what a phrase may mean, in WordNet or in a store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from lydite.cli import app
from lydite.cli import options as o
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option
from lydite.core.text import stop_words
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.knowledge.wikipedia import Wikipedia
    from lydite.knowledge.wiktionary.store import Wiktionary
    from lydite.knowledge.wordnet import WordNet


@app.command(
    examples=(
        "lydite senses appreciation",
        'lydite senses "red planet" --store en.wikipedia',
        "lydite senses cane --store words --language ita",
    )
)
def command(
    phrase: Annotated[str, Argument("The phrase.")],
    second: Annotated[str | None, Argument(hidden=True)] = None,
    *,
    store: Annotated[
        Path | None,
        Option("A store of a Wikipedia, a Wiktionary or a wordnet; none: WordNet 3.1."),
    ] = None,
    language: Annotated[
        str | None,
        Option("The language of the phrase in a store of several, by ISO 639 code or English name."),
    ] = None,
    most: Annotated[int, Option("How many senses are shown; 0 for all.", low=0)] = 20,
    writing: o.Writing,  # noqa: ARG001
) -> Report:
    """List the meanings of a phrase in a wordnet, a Wiktionary or a Wikipedia."""
    from lydite.core.store.kinds import kind_of

    asides: tuple[str, ...] = ()
    if second is not None:
        if store is not None:
            raise InputError(f"one phrase is looked up: {phrase!r} and {second!r} are two")
        store, phrase = Path(phrase), second
        asides = (f"the phrase comes first now: lydite senses {phrase!r} --store {store}",)
    kind = "wordnet" if store is None else kind_of(store)
    if store is not None and kind == "wiktionary":
        from lydite.knowledge.wiktionary.store import Wiktionary

        return _in_wiktionary(Wiktionary.open(store, language), phrase, most, asides)
    if store is None or kind == "wordnet":
        from lydite.knowledge.wordnet import open_wordnet

        return _in_wordnet(open_wordnet(store, language), phrase, asides)
    from lydite.knowledge.wikipedia import Wikipedia

    if language is not None:
        raise InputError("a Wikipedia is of one language; --language is for other stores", store)

    return _in_wikipedia(Wikipedia.open(store), phrase, most, asides)


def _in_wordnet(wordnet: WordNet, phrase: str, asides: tuple[str, ...]) -> Report:
    """Return the target sets of a phrase, one for each aspect (Tables 3.1 and 3.2 of the thesis)."""
    from lydite.knowledge.labels import find_targets
    from lydite.knowledge.wordnet.lexicon import POS
    from lydite.knowledge.wordnet.taxonomy import Taxonomy

    senses = find_targets(wordnet, phrase, stop_words(wordnet.language))
    if not senses:
        raise InputError(f"no targets for {phrase[:80]!r}: {senses.note}")
    taxonomy = Taxonomy(wordnet)
    names = dict(zip(POS, ("noun", "verb", "adjective", "adverb", "other"), strict=True))
    aspects: list[dict[str, Any]] = []
    for aspect, targets in zip(senses.aspects, senses.sets, strict=True):
        rows = [
            {
                "synset": wordnet.name(s),
                "words": wordnet.words(s),
                "part_of_speech": names[POS[wordnet.pos[s]]],
                "under": [wordnet.name(p) for p in taxonomy.parents(s)],
            }
            for s in targets
        ]
        aspects.append({"aspect": aspect, "targets": rows})
    blocks = []
    for one in aspects:
        wide = max(len(str(r["synset"])) for r in one["targets"])
        lines = [f"{one['aspect']}"] if not senses.direct else []
        for r in one["targets"]:
            above = f"  under {', '.join(r['under'])}" if r["under"] else ""
            lines.append(f"{r['synset']:{min(wide, 60)}}  {r['part_of_speech']:9}{above}".rstrip())
        blocks.append("\n".join(lines))
    listed = [
        (one["aspect"], r["synset"], r["part_of_speech"], "; ".join(r["under"]))
        for one in aspects
        for r in one["targets"]
    ]
    return Report(
        drawings=tuple(blocks),
        listed=_table(("aspect", "synset", "part of speech", "under"), listed),
        asides=asides,
        data=lambda: {
            "phrase": phrase,
            "wordnet": wordnet.identity,
            "language": wordnet.language,
            "direct": senses.direct,
            "aspects": aspects,
        },
    )


def _in_wiktionary(wiktionary: Wiktionary, phrase: str, most: int, asides: tuple[str, ...]) -> Report:
    """Return the target sets of a phrase, one for each aspect, with glosses and links."""
    from lydite.knowledge.labels import find_targets

    found = find_targets(wiktionary, phrase, stop_words(wiktionary.language))
    if not found:
        raise InputError(f"no targets for {phrase[:80]!r}: {found.note}", wiktionary.path)
    aspects, blocks = [], []
    for aspect, targets in zip(found.aspects, found.sets, strict=True):
        lines = [] if found.direct else [aspect]
        rows = []
        for sense in targets[: most or None]:
            links = wiktionary.links(sense)
            rows.append(
                {"word": wiktionary.word(sense), "part_of_speech": wiktionary.pos(sense),
                 "gloss": wiktionary.gloss(sense), "synonyms": wiktionary.words(sense)[1:],
                 "wikipedia": list(links.wikipedia), "wikidata": list(links.wikidata)}
            )  # fmt: skip
            linked = ", ".join((*links.wikipedia, *links.wikidata))
            lines.append(wiktionary.name(sense) + (f"  → {linked}" if linked else ""))
        if most and len(targets) > most:
            lines.append(f"… and {len(targets) - most:,} more")
        aspects.append({"aspect": aspect, "targets": rows})
        blocks.append("\n".join(lines))
    return Report(
        drawings=tuple(blocks),
        asides=asides,
        data=lambda: {
            "phrase": phrase, "wiktionary": wiktionary.identity, "language": wiktionary.language,
            "direct": found.direct, "aspects": aspects,
        },
    )  # fmt: skip


def _in_wikipedia(wikipedia: Wikipedia, phrase: str, most: int, asides: tuple[str, ...]) -> Report:
    """Return the senses of a phrase with their prior probabilities; those too rare are no targets."""
    senses = wikipedia.senses(phrase)
    if not senses:
        raise InputError(f"no anchor, title or redirect reads {phrase!r}", wikipedia.path)
    taken = set(wikipedia.targets(phrase))
    rows = []
    for sense in senses[: most or None]:
        end = wikipedia.redirect_target(sense.node)
        to = wikipedia.title(end) if end is not None and end != sense.node else None
        rows.append(
            {"title": wikipedia.title(sense.node), "redirect_to": to, "prior": round(sense.prior, 6),
             "count": sense.anchors, "target": sense.node in taken}
        )  # fmt: skip
    lines = []
    for row in rows:
        arrow = f" → {row['redirect_to']}" if row["redirect_to"] else ""
        note = "" if row["target"] else "   (too rare: no target)"
        lines.append(f"{row['prior']:7.4f} {row['count']:9,}  {row['title']}{arrow}{note}")
    if most and len(senses) > most:
        lines.append(f"        … and {len(senses) - most:,} more")
    listed = [
        (r["title"], r["redirect_to"] or "", r["prior"], r["count"], "yes" if r["target"] else "no")
        for r in rows
    ]
    return Report(
        drawings=("\n".join(lines),),
        listed=_table(("title", "redirect to", "prior", "count", "target"), listed),
        asides=asides,
        data=lambda: {"phrase": phrase, "senses": rows},
    )


def _table(head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> Table:
    """Return the senses as a table."""
    return Table(tuple(map(Cell, head)), tuple(tuple(Cell(str(v), name=True) for v in row) for row in rows))
