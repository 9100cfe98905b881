"""Wikipedia at speed: extraction beside mwparserfromhell, and WikiSub on a store of English Wikipedia's size.

    python bench/wikipedia.py [--dump DUMP.xml.bz2] [--scale 0.02]

Extraction needs a dump: by default the shortened one that gensim carries. Beside it stand a regular
expression, which minds no comments, templates or nowiki, and mwparserfromhell where it is installed. The
store is made by bench/synthetic/wikipedia.py where it is not there yet; a scale of 1 has 7 million articles.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.sources.wikipedia.dumps.page import Page

PAIRS = 4_000
LINK = re.compile(r"\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]")


def extract(dump: Path, most: int = 150) -> None:
    """Print characters per second of full extraction, ours and mwparserfromhell's, on the same pages."""
    from lydite.sources.wikipedia.dumps import export, parts
    from lydite.sources.wikipedia.dumps.extract import PageExtractor

    site = export.read_site(dump)
    raw = [p for unit in export.units(dump) for p in export.read_pages(unit) if p.namespace in (0, 14)]
    raw = [p for p in raw if len(p.text) > 200][:most]
    size = sum(len(p.text) for p in raw)

    def extracted() -> list[Page]:
        return [page for page in map(PageExtractor(site), raw) if page is not None]

    pages = extracted()

    def labelled() -> object:
        return parts.columns(pages, parts.Labeller("porter"))

    def brackets() -> object:
        return [LINK.findall(p.text) for p in raw]

    def theirs() -> object:
        import mwparserfromhell

        return [mwparserfromhell.parse(p.text).filter_wikilinks() for p in raw]

    ours = seconds(extracted, 5)
    whole = ours + seconds(labelled, 5)
    print(f"{len(raw)} pages of {dump.name}, {size / 1e6:.1f} M characters; seconds of processor time")
    rows = [
        ("lydite: links, categories, lead, all resolved", ours),
        ("  and labels folded, stemmed, named", whole),
        ("a regular expression, [[...]] wherever it stands", seconds(brackets, 5)),
    ]
    if importlib.util.find_spec("mwparserfromhell"):
        rows.append(("mwparserfromhell, links only", seconds(theirs, 1)))
    for what, spent in rows:
        print(f"{what:49}{spent:8.3f} s   {spent / ours:6.2f} times the first")


def seconds(run: Callable[[], object], times: int) -> float:
    """Return the least processor time of some runs."""
    found = []
    for _ in range(times):
        began = time.process_time()
        run()
        found.append(time.process_time() - began)
    return min(found)


def query(store: Path) -> None:
    """Print time to open, time of a pair, and anonymous memory of this process."""
    import lydite.sources.wikipedia.store  # noqa: F401  # what is timed is opening, not importing

    began = time.perf_counter()
    from lydite.sources.wikipedia import Wikipedia as Opened

    wikipedia = Opened.open(store)
    took = time.perf_counter() - began
    print(f"open    {took:.3f} s, {len(wikipedia):,} nodes, {len(wikipedia.graph.neighbours):,} entries")
    size = sum(p.stat().st_size for p in store.iterdir())
    print(f"disk    {size / 1e9:.2f} GB")
    from lydite.matchers.knowledge.wikipedia import WikipediaMatcher

    matcher = WikipediaMatcher(store=str(store))
    began = time.perf_counter()
    matcher.score("food", "cake")
    print(f"first   {time.perf_counter() - began:.2f} s (loads the compiled search)")
    pairs = sample(wikipedia)
    for name in ("cold", "warm"):
        matcher = WikipediaMatcher(store=str(store))
        matcher.search.best([0], [1])
        times, scores = [], []
        for candidate, reference in pairs:
            began = time.perf_counter()
            scores.append(matcher.score(candidate, reference))
            times.append(time.perf_counter() - began)
        ms = 1000 * np.array(times)
        share = np.mean(np.array(scores) > 0)
        median, high = np.quantile(ms, [0.5, 0.99])
        print(f"{name}    median {median:.2f} ms, 99% {high:.1f}, most {ms.max():.0f};", end="")
        print(f" {share:.0%} of {len(pairs):,} pairs above 0")
    many(matcher, wikipedia)
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    anonymous, mapped = (int(status[k].split()[0]) / 1e6 for k in ("RssAnon", "RssFile"))
    print(f"memory  {anonymous:.2f} GB anonymous, {mapped:.2f} GB of the store")


def many(matcher: Any, wikipedia: Any) -> None:
    """Print the time of pairs of which each phrase has ten senses drawn at random."""
    draw = np.random.default_rng(9)
    times = []
    for _ in range(1_000):
        left, right = draw.integers(0, wikipedia.articles, (2, 10)).tolist()
        began = time.perf_counter()
        matcher.search.best(left, right)
        times.append(time.perf_counter() - began)
    ms = 1000 * np.array(times)
    print(f"senses  ten on each side: median {np.median(ms):.2f} ms, 99% {np.quantile(ms, 0.99):.1f}")


def sample(wikipedia: Any) -> list[tuple[str, str]]:
    """Return pairs of titles: half at random, half an article with one below the same category."""
    draw = np.random.default_rng(7)
    pairs = []
    for i in range(PAIRS):
        left, right = draw.integers(0, wikipedia.first_category, 2).tolist()
        if i % 2:
            above = wikipedia.parents(wikipedia.redirect_target(left) or 0)
            near = wikipedia.children(above[0]) if above else []
            right = near[int(draw.integers(len(near)))] if near else right
        pairs.append((wikipedia.title(left), wikipedia.title(right)))
    return pairs


def shortened() -> Path | None:
    """Return gensim's shortened dump of English Wikipedia, if it is installed."""
    found = importlib.util.find_spec("gensim")
    if found is None or found.origin is None:
        return None
    name = "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
    path = Path(found.origin).parent / "test" / "test_data" / name
    return path if path.is_file() else None


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--dump", type=Path, default=shortened())
    options.add_argument("--scale", type=float, default=0.02)
    given = options.parse_args()
    if given.dump is None:
        print("extraction: skipped (needs gensim, or --dump)")
    else:
        extract(given.dump)
    store = Path(__file__).parent / "out" / f"synthetic-{given.scale:g}.wikipedia"
    if not store.exists():
        maker = Path(__file__).parent / "synthetic" / "wikipedia.py"
        subprocess.run([sys.executable, str(maker), str(store), "--scale", str(given.scale)], check=True)
    query(store)


if __name__ == "__main__":
    main()
