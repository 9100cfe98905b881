"""``lydite build testset cldr``: names of countries, languages, months, … in hundreds of languages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from lydite.cli import app
from lydite.cli import testsets as t
from lydite.core.options import Option
from lydite.probes.testsets.cldr import KINDS, build_cldr
from lydite.reporting.report import Report


@app.command(
    examples=(
        "lydite build testset cldr --language la,te,hi,ltg",
        "lydite build testset cldr --language Turkish --kind months,weekdays -o turkish.txt",
    )
)
def command(
    language: t.LanguagesOption,
    output: t.OutputOption = Path("cldr.json"),
    kind: Annotated[
        str,
        Option("Some of countries, languages, currencies, months, weekdays, units; all of them."),
    ] = "",
    spaces: t.SpacesOption = "drop",
) -> Report:
    """Build test sets from Unicode's CLDR, without a network; items keep CLDR's codes."""
    kinds = [k.strip() for k in kind.split(",") if k.strip()] or KINDS
    languages = t.split_languages(language)
    sets = [build_cldr(one, kinds, spaces=spaces, name=output.stem) for one in languages]
    return t.write_sets(sets, output)
