"""Rebuild the embedded test sets from the packages that carry their sources.

    python tools/build_testsets.py google QUESTIONS    questions-words.txt of PyPI's gensim (test/test_data)
    python tools/build_testsets.py emoji EMOJI_TEST    emoji-test.txt of Debian's unicode-data 15.0.0

Without a file, google is taken from the gensim that is installed, emoji from /usr/share/unicode/emoji.
"""

from __future__ import annotations

import json
import lzma
import sys
from importlib import resources
from pathlib import Path
from typing import Any

OUT = Path(__file__).parent.parent / "src" / "lydite" / "data" / "testsets"
SELECTOR = "\ufe0f"


def google(path: Path | None) -> dict[str, Any]:
    """Return the 14 relations: their pairs, and the questions as places of pairs."""
    source = path or Path(str(resources.files("gensim"))) / "test" / "test_data" / "questions-words.txt"
    pairs: dict[str, dict[tuple[str, str], int]] = {}
    questions: dict[str, list[int]] = {}
    name = ""
    for line in source.read_text("utf-8").splitlines():
        if line.startswith(":"):
            name = line[1:].strip()
            pairs[name], questions[name] = {}, []
            continue
        a, b, c, d = line.split()
        for pair in ((a, b), (c, d)):
            questions[name].append(pairs[name].setdefault(pair, len(pairs[name])))
    return {"pairs": {k: [list(p) for p in v] for k, v in pairs.items()}, "analogies": questions}


def emoji(path: Path | None) -> dict[str, Any]:
    """Return groups and subgroups of all emoji, without variation selectors."""
    source = path or Path("/usr/share/unicode/emoji/emoji-test.txt")
    categories: dict[str, dict[str, None]] = {}
    group = subgroup = ""
    for line in source.read_text("utf-8").splitlines():
        if line.startswith("# group:"):
            group = line.partition(":")[2].strip()
        elif line.startswith("# subgroup:"):
            subgroup = line.partition(":")[2].strip()
        elif line and not line.startswith("#"):
            codes, _, rest = line.partition(";")
            status = rest.partition("#")[0].strip()
            if status not in ("fully-qualified", "component"):
                continue
            symbol = "".join(chr(int(code, 16)) for code in codes.split()).replace(SELECTOR, "")
            for name in (f"group {group}", f"subgroup {subgroup}"):
                categories.setdefault(name, {})[symbol] = None
    ordered = sorted(categories, key=lambda name: name.startswith("subgroup"))
    return {"categories": {name: list(categories[name]) for name in ordered}}


def main(name: str, path: Path | None) -> None:
    """Write one test set."""
    content = {"google": google, "emoji": emoji}[name](path)
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    (OUT / f"{name}.json.xz").write_bytes(packed)
    print(f"{name}: {len(packed):,} bytes")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
