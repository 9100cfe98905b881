"""Every matcher against people, in the one table of docs/evidence/agreement.md.

Figures are kept in experiments/agreement.json, one entry a row, and the page is written from them after each
row, so that a run that was stopped goes on where it was. Without ``--using`` the rows are made that are
missing, or whose matcher is no longer what it was when they were made; with it those alone, and the page is
written anew with all of them. Rows of people, of constants and of chance come with the first.

    python experiments/agreement.py [--sources FOLDER] [--using SPEC]... [--anew] [--page] [DATA]

DATA is the folder of the public data (or LYDITE_SHARED_DATA). Corpora and stores are made of it in the folder
of sources, where files that specs name are looked for: ``--using 'wlm(store=schools.wikipedia)'``;
``cosine(encoder=FOLDER)`` is the cosine of a sentence encoder. ``--page`` writes the page from the figures
that there are.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import os
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from agreement_sources import prepare
from agreement_table import (
    BESIDE,
    COLUMNS,
    DRAWN,
    MATCHERS,
    SOURCELESS,
    Figures,
    cells,
    load,
    save,
    write_page,
)

import lydite
from lydite.errors import InputError, MissingExtra
from lydite.inference import Options
from lydite.matchers.vectors.cosine import Cosine
from lydite.probes.agreement import DocumentSet, agree, read_documents, read_pairs, read_questions, sample
from lydite.spec import REGISTRIES, Resource, param, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.base import Judgements

_ENCODER = re.compile(r"cosine\(encoder=(.*)\)")


def readers(folder: Path) -> dict[str, Callable[[], Judgements]]:
    """Return what reads each set."""
    data, phrases = folder / "substitution", folder / "keyphrases"
    swords = functools.cache(lambda: read_questions(data / "swords-v1.1_dev.json.gz"))
    parts = [data / f"hyperlex_{part}_all_random.txt" for part in ("training", "dev")]
    documents = {
        "Inspec": ("inspec/test.contr.json", "inspec/test.uncontr.json"),
        "NUS": ("nus/test.author.json", "nus/test.reader.json"),
        "SemEval-2010": ("semeval2010/train.author.json", "semeval2010/train.reader.json"),
    }
    return {
        DRAWN: lambda: sample(swords()),
        "SWORDS": swords,
        "HyperLex": lambda: read_pairs(parts[0]) + read_pairs(parts[1]),
        "SimLex": lambda: read_pairs(data / "simlex999.csv"),
        "BiRD": lambda: read_pairs(data / "BiRD.txt"),
        **{
            name: functools.partial(read_documents, *(phrases / f for f in files), name)
            for name, files in documents.items()
        },
    }


@dataclass(frozen=True)
class EncoderCosine(Cosine):
    """The cosine of what a sentence encoder gives, which ``cosine`` does not take yet."""

    model: Resource | None = param(None, help="the folder of the encoder")

    def encode(self, phrases: Sequence[str]) -> Any:
        """Return a vector of length 1 for each phrase; each phrase is encoded once."""
        new = [p for p in dict.fromkeys(phrases) if p not in self._seen]
        self._seen.update(zip(new, super().encode(new), strict=True))
        return np.stack([self._seen[p] for p in phrases])

    @functools.cached_property
    def _seen(self) -> dict[str, Any]:
        return {}

    @functools.cached_property
    def _encoder(self) -> Any:
        return self.encoder.fit(())

    @property
    def _path(self) -> str:
        return self.model.path if self.model else ""

    @property
    def encoder(self) -> Any:
        """The encoder as it is declared."""
        return parse(f'transformers(model="{self._path}")', "encoder")

    def short(self) -> str:
        """Return the name of the row."""
        return f"cosine(encoder={Path(self._path).name})"

    def signature(self) -> str:
        """Return what determines the numbers."""
        return f"cosine(encoder={self.encoder.signature()})"


def unlisted() -> list[str]:
    """Return the registered matchers that the list does not name: new ones, with what they are by default."""
    named = {spec.partition("(")[0] for spec in (*MATCHERS, *BESIDE, *SOURCELESS)}
    return [name for name in REGISTRIES["matcher"].all() if name not in named]


def matcher_of(spec: str) -> Matcher:
    """Return a matcher by its spec, or the cosine of an encoder."""
    encoder = _ENCODER.fullmatch(spec)
    if encoder is None:
        return lydite.matcher(spec)
    return EncoderCosine("wordllama", rescale=False, model=Resource(encoder[1]))


def usable(specs: Iterable[str], figures: Figures) -> list[Matcher]:
    """Return the matchers whose row is missing, or was made by another version of them.

    Those whose packages or files are not there are said to be left out, and keep their rows.
    """
    matchers = []
    for spec in specs:
        matcher = matcher_of(spec)
        try:
            if figures["rows"].get(matcher.short(), {}).get("signature", "") != matcher.signature():
                matcher.score("cat", "dog")
                matchers.append(matcher)
        except (MissingExtra, InputError) as missing:
            sys.stderr.write(f"left out: {spec} ({missing})\n")
    return matchers


def coverage(matcher: Matcher, sets: Mapping[str, Judgements]) -> dict[str, float]:
    """Return the share of the distinct phrases of each set, and of all, that a matcher's source knows."""
    phrases = {
        name: data.items.words.phrases if isinstance(data, DocumentSet) else itertools.chain(*data.terms)
        for name, data in sets.items()
        if name != DRAWN
    }
    distinct = {name: list(dict.fromkeys(those)) for name, those in phrases.items()}
    distinct["all"] = list(dict.fromkeys(itertools.chain(*distinct.values())))
    return {name: round(float(np.mean(matcher.known(those))), 6) for name, those in distinct.items()}


def make(matcher: Matcher, sets: Mapping[str, Judgements], figures: Figures) -> None:
    """Make one row, and with it those of people and baselines where they are missing."""
    began = time.process_time()
    for name, data in sets.items():
        asked = {metric: title for title, (set_name, metric) in COLUMNS.items() if set_name == name}
        beside = any(title not in cells(figures, b) for b in BESIDE[2:] for title in asked.values())
        run = agree(data, [matcher], list(asked), baselines=beside, human="questions" if beside else "none")
        for result in run.results(Options(bootstrap=1_000)):
            cell = {"value": result.value, "low": result.low, "high": result.high}
            numbers = {k: round(v, 6) for k, v in cell.items() if v is not None and v == v}  # noqa: PLR0124
            cells(figures, result.system)[asked[result.measure]] = numbers
    figures["rows"][matcher.short()] |= {"signature": matcher.signature(), "known": coverage(matcher, sets)}
    sys.stderr.write(f"{matcher.short()}: {time.process_time() - began:.0f} s of processor time\n")


def main(asked: argparse.Namespace) -> None:
    """Make rows, keep them, and write the page."""
    figures = {"sets": {}, "rows": {}} if asked.anew else load()
    if not asked.page:
        data, sources = Path(asked.data).resolve(), Path(asked.sources).resolve()
        specs, made = (asked.using, {"rows": {}}) if asked.using else ([*MATCHERS, *unlisted()], figures)
        prepare(data, sources, specs)
        os.chdir(sources)  # where specs look for their files
        chosen = usable(specs, made)
        sets = {name: reader() for name, reader in readers(data).items()}
        about = {n: {"items": len(d.ids), "unit": d.offers[0], "digest": d.digest} for n, d in sets.items()}
        if figures["sets"] not in ({}, about):
            sys.exit("the sets are not those of the other rows: make all of them --anew")
        figures["sets"] = about
        for matcher in chosen:
            make(matcher, sets, figures)
            save(figures)
            write_page(figures)
    write_page(figures)


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("data", nargs="?", default=os.environ.get("LYDITE_SHARED_DATA", "../shared/data"))
    options.add_argument("--sources", default="sources", help="a folder; what is not in it is made")
    options.add_argument("--using", action="append", default=[])
    options.add_argument("--anew", action="store_true")
    options.add_argument("--page", action="store_true")
    main(options.parse_args())
