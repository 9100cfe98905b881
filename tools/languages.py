"""Write the table of languages from the JSON of Debian's ``iso-codes``: codes and English names alone.

Usage: python tools/languages.py [/usr/share/iso-codes/json/iso_639-3.json]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src/lydite/data/languages/languages.tsv"
HEAD = "# Codes and names of ISO 639-3 and ISO 639-1 (ISO; registration authority SIL International).\n"


def main(source: str = "/usr/share/iso-codes/json/iso_639-3.json") -> None:
    """Write one line a language: ISO 639-3, ISO 639-1 (or nothing), English name."""
    rows = json.loads(Path(source).read_text("utf-8"))["639-3"]
    lines = [f"{row['alpha_3']}\t{row.get('alpha_2', '')}\t{row['name']}\n" for row in rows]
    TABLE.write_text(HEAD + "".join(sorted(lines)), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
