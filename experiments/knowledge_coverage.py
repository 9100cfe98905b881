"""How much of real keyphrases knowledge bases know: as a whole, by aspects, or not at all (Figure 5.1).

    python experiments/knowledge_coverage.py STORE DATA [--chart FILE]

STORE is a Wikipedia of English (Simple English categories: simple_wikipedia.py); DATA the folder of the
public data. Distinct keyphrases of Inspec, SemEval-2010 and NUS, the first variant of each, are looked up in
WordNet, in the Wikipedia, and in both joined.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import lydite
from lydite.reporting.charts import save

SETS = {
    "Inspec": ("inspec/test.contr.json", "inspec/test.uncontr.json"),
    "SemEval-2010": ("semeval2010/train.combined.json",),
    "NUS": ("nus/test.combined.json",),
}
BASES = {
    "WordNet": "wordnet",
    "Simple English": "wikipedia(store=wp)",
    "joined": "joined(wn=wordnet, wp=wikipedia(store=wp))",
}
HOW = ("direct", "aspects", "none")


def keyphrases(files: list[Path]) -> list[str]:
    """Return the distinct keyphrases of some files, of each the first variant."""
    documents = [document for file in files for document in json.loads(file.read_text("utf-8")).values()]
    return list(dict.fromkeys(variants[0] for document in documents for variants in document))


def drawn(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the chart: a bar for each base, a panel for each set."""
    encoding = {
        "y": {"field": "base", "title": None, "sort": list(BASES)},
        "x": {"field": "share", "type": "quantitative", "axis": {"format": "%"}},
        "color": {"field": "how", "title": "known", "scale": {"domain": list(HOW)}},
    }
    facet = {"row": {"field": "set", "title": None, "sort": list(SETS)}}
    inner = {"width": 420, "height": {"step": 22}, "mark": "bar", "encoding": encoding}
    title = "Keyphrases that a knowledge base knows"
    return {"title": title, "data": {"values": rows}, "facet": facet, "spec": inner}


def main(arguments: list[str] | None = None) -> None:
    """Print the shares, and draw them."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("store")
    options.add_argument("data", type=Path)
    options.add_argument("--chart", type=Path)
    asked = options.parse_args(arguments)
    rows = []
    for name, files in SETS.items():
        phrases = keyphrases([file for f in files if (file := asked.data / "keyphrases" / f).exists()])
        for base, spec in BASES.items() if phrases else ():
            known = lydite.matcher(spec, let={"wp": asked.store}).known_as(phrases)
            shares = {how: known.count(how) / len(known) for how in HOW}
            print(f"{name:14} {base:15} {len(known):6,}", *(f"{how} {v:6.1%}" for how, v in shares.items()))
            rows += [{"set": name, "base": base, "how": how, "share": v} for how, v in shares.items()]
    if asked.chart is not None:
        save(drawn(rows), asked.chart)


if __name__ == "__main__":
    main()
