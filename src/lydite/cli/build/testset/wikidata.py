"""``lydite build testset wikidata``: categories of words from Wikidata, in any of its languages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from lydite.cli import app
from lydite.cli import testsets as t
from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.options import Option
from lydite.probes.testsets.wikidata import ENDPOINT, CategoryDefinition, SparqlClient, build
from lydite.probes.testsets.wikidata.definitions import ready_definitions
from lydite.reporting.readable import tell
from lydite.reporting.report import Report


@app.command(
    examples=(
        "lydite build testset wikidata --class Q6256 --class capital=Q5119 --language la -o la.txt",
        "lydite build testset wikidata --ready google --language en --translate la,hi -o semantic.json",
    )
)
def command(
    output: t.OutputOption,
    classes: Annotated[list[str], Option("Instances of a class: Q6256, or name=Q6256.", "--class")] = [],  # noqa: B006
    property: Annotated[
        list[str], Option("Items with a property's value: P1269:Q9089, or name=P1269:Q9089.")
    ] = [],  # noqa: B006
    query: Annotated[list[str], Option("Items that a SPARQL query selects as ?item: name=FILE.rq.")] = [],  # noqa: B006
    ready: Annotated[list[str], Option("A ready category, or all of a group: google, religion.")] = [],  # noqa: B006
    language: Annotated[str, Option("Language by code or name: la, Hindi, zh-hans, …")] = "en",
    translate: Annotated[str, Option("Also write the same items in these languages: la,hi.")] = "",
    fallback: Annotated[
        str, Option("Language that stands in for missing labels: mul, Wikidata's default.")
    ] = "",
    aliases: Annotated[bool, Option("Also the other names that an item goes by.", "--aliases")] = False,
    female: Annotated[
        bool, Option("Also the female form of a name (P2521): actress beside actor.", "--female")
    ] = False,
    spaces: t.SpacesOption = "drop",
    endpoint: Annotated[str, Option("SPARQL endpoint; Wikidata's by default.")] = "",
    contact: Annotated[str, Option("Your address, for the user agent.")] = "",
    cache: Annotated[Path | None, Option("Folder for answers, used again offline.")] = None,
    offline: Annotated[bool, Option("Use answers on disk only.", "--offline")] = False,
) -> Report:
    """Build a test set of categories from Wikidata's items and labels."""
    wanted = [CategoryDefinition.of_class(c) for c in classes]
    wanted += [CategoryDefinition.of_property(p) for p in property]
    wanted += [_from_file(q) for q in query]
    wanted += [d for name in ready for d in ready_definitions(name)]
    others = [code.strip() for code in translate.split(",") if code.strip()]
    client = SparqlClient(endpoint or ENDPOINT, contact=contact, cache=cache, offline=offline, tell=tell)
    if client.endpoint == ENDPOINT and not contact and not offline:
        tell("Wikimedia asks programs to say who uses them: --contact ADDRESS")
    built = build(
        client,
        wanted,
        language,
        translate=others,
        fallback=fallback,
        spaces=spaces,
        name=output.stem,
        aliases=aliases,
        female=female,
    )
    return t.write_sets(built, output, first_plain=True)


def _from_file(text: str) -> CategoryDefinition:

    name, equals, file = text.partition("=")
    if not equals or not name:
        raise InputError(f"a query is given as name=FILE.rq, not {text!r}")
    return CategoryDefinition.of_query(name, opening.text(file))
