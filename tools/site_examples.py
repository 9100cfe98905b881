"""One command that shows each measure, matcher and probe, run on the files of the demonstration."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

from lydite.cli._demos import write_files
from lydite.cli._main import main

STORES = {
    "mini.wikipedia": (
        "python -m lydite.sources.wikipedia.example > mini.xml",
        "lydite build wikipedia mini.xml -o mini.wikipedia --words",
    ),
    "words.wiktionary": (
        "python -m lydite.sources.wiktionary.example > words.jsonl",
        "lydite build wiktionary words.jsonl -o words.wiktionary",
    ),
}
"""Stores that examples use, by the commands that make them."""
LABELS = "sentiment/two_point/gold.tsv sentiment/two_point/eager.tsv sentiment/two_point/wary.tsv"
GRADES = LABELS.replace("two_point", "five_point")
PHRASES = "gold.jsonl speller.jsonl meaner.jsonl"
TAGS = "tags/gold.jsonl tags/nearest.jsonl tags/popular.jsonl"
SYNONYMS = "--hashtags tags/synonyms.tsv"
WITHOUT = "--bootstrap 0"
SCORED = {
    "phrases": ("P R F1 AP RR nDCG hit_rate", PHRASES, "@5"),
    "labels": ("accuracy average_F1 macro_recall F1_PN AE RAE KLD", LABELS, ""),
    "grades": ("micro_MAE macro_MAE EMD NMD", GRADES, ""),
}
OTHER_MEASURES = {
    "hit_ratio": f"lydite score {TAGS} -m hit_ratio {WITHOUT}",
    "reval": f"lydite score {TAGS} -m 'reval(k=3)' {SYNONYMS} {WITHOUT}",
    "smallest_k": f"lydite score {TAGS} -m smallest_k {SYNONYMS} {WITHOUT}",
    "one_class": f"lydite score {LABELS} -m 'one_class(label=positive)' {WITHOUT}",
    "class_MAE": f"lydite score {GRADES} -m 'class_MAE(label=2)' {WITHOUT}",
}
PAIRS = {
    "hso": "bicycle handlebar",
    "lch": "desk table",
    "path": "desk table",
    "wup": "desk table",
    "meaning": "loaf bread",
    "wordnet": "food cake",
    "morph": "connected connection",
    "stem": "connected connection",
    "exact": "'Neural Networks' 'neural networks'",
    "identical": "'Neural Networks' 'neural networks'",
}
"""Phrases that show what a matcher does; all others have these: """
OTHERS = "'deep neural network' 'neural networks'"
USED = {
    "constant": ("constant(value=0.5)", OTHERS),
    "cosine": ("cosine(vectors=latin/large.vec)", "canis equus"),
    "esa": ("esa(store=mini.wikipedia)", "planet 'red planet'"),
    "joined": (
        "joined(wn=wordnet, wp=wikipedia(store=mini.wikipedia))",
        "'natural science' 'organic chemistry'",
    ),
    "lsa": ("lsa(corpus=corpus.txt, dimensions=10)", "dog fox"),
    "nist": ("nist(corpus=corpus.txt)", OTHERS),
    "ngd": ("ngd(corpus=corpus.txt)", "dog fox"),
    "pmi": ("pmi(corpus=corpus.txt)", "dog fox"),
    "ssa": ("ssa(store=mini.wikipedia)", "planet Heinlein"),
    "thesaurus": ("thesaurus(store=thesaurus.tsv)", "'#football' '#soccer'"),
    "wikipedia": ("wikipedia(store=mini.wikipedia)", "'natural science' 'organic chemistry'"),
    "wikirelate": ("wikirelate(store=mini.wikipedia)", "orange fruit"),
    "wiktionary": ("wiktionary(store=words.wiktionary, language=en)", "animal tabby"),
    "wlm": ("wlm(store=mini.wikipedia)", "'natural science' Mars"),
}
"""Matchers that need something, as it is given to them."""
TEST_SETS = {"analogy": "analogies.txt", "outlier": "outliers.csv", "similarity": "pairs.csv"}
"""Test sets of probes that do not take categories."""


def command(kind: str, name: str) -> str | None:
    """Return the command that shows one of them; None for kinds that have none."""
    if kind == "measure":
        for names, files, cut in SCORED.values():
            if name in names.split():
                return f"lydite score {files} -m {name}{cut} {WITHOUT}"
        return OTHER_MEASURES[name]
    if kind == "matcher":
        spec, pair = USED.get(name, (name, PAIRS.get(name, OTHERS)))
        return f"lydite match {pair} --using {shlex.quote(spec)}"
    if kind == "probe":
        test_set = TEST_SETS.get(name, "categories.csv")
        return f"lydite probe latin/small.vec latin/large.vec -t latin/{test_set} -m {name} {WITHOUT}"
    return None


def prepare(folder: Path) -> None:
    """Write the files of the demonstration, and build the stores."""
    write_files(folder)
    for made, build in STORES.values():
        program, _, file = made.partition(" > ")
        out = subprocess.run([sys.executable, *program.split()[1:]], capture_output=True, check=True)
        (folder / file).write_bytes(out.stdout)
        run(build, folder)


def run(line: str, folder: Path) -> str:
    """Return what a command prints for people in that folder; what it says beside it is left out."""
    out = io.StringIO()
    here, width = Path.cwd(), os.environ.get("COLUMNS")
    os.chdir(folder)
    os.environ |= {"COLUMNS": "80", "NO_COLOR": "1"}
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()) as said:
            main(shlex.split(line)[1:])
    except SystemExit as ended:
        if ended.code:
            raise RuntimeError(f"{line}: {said.getvalue()}") from ended
    finally:
        os.chdir(here)
        os.environ.pop("COLUMNS") if width is None else os.environ.update(COLUMNS=width)
    return out.getvalue().rstrip()
