"""Rebuild the embedded table of languages from the packages that carry its sources.

    python tools/languages.py REGISTRY ALIASES

REGISTRY is data/json/registry.json of npm's language-subtag-registry (IANA's registry: every language of
ISO 639-1 and ISO 639-3 under its shortest code, with English names), ALIASES supplemental/aliases.json of
npm's cldr-core (Unicode CLDR: the other codes of a language).
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src/lydite/data/languages/languages.tsv.xz"

ISO = {"hbs": "sh", "tgl": "tl", "twi": "tw"}
"""Codes that ISO 639 pairs, where CLDR goes on to another language."""


def main(registry: str, aliases: str) -> None:
    """Write one line a language: its shortest code, its other codes, its English names."""
    names = {
        row["Subtag"]: row["Description"]
        for row in json.loads(Path(registry).read_text("utf-8"))
        if row["Type"] == "language"
        and "Deprecated" not in row
        and row.get("Scope") not in ("collection", "private-use")
    }
    others: dict[str, list[str]] = {code: [] for code in names}
    known = json.loads(Path(aliases).read_text("utf-8"))["supplemental"]["metadata"]["alias"]["languageAlias"]
    for code, alias in known.items():
        short = ISO.get(code, alias["_replacement"])
        # an individual language goes with its macrolanguage only where that has the shorter code: cmn is zh,
        # but pnb, a Wikipedia of its own, is not lah
        apart = alias["_reason"] == "macrolanguage" and len(short) == len(code)
        if short in names and "-" not in code and not apart and not (len(code) == 2 and code in names):
            others[short].append(code)
            names.pop(code, None)
    lines = [f"{code}\t{' '.join(others[code])}\t{'; '.join(names[code])}\n" for code in sorted(names)]
    TABLE.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main(*sys.argv[1:])
