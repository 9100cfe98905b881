"""A built store of one Wikipedia, opened memory-mapped: titles, senses, the graph, links, leads."""

from __future__ import annotations

import functools
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, StoreError
from lydite.core.languages import known_code
from lydite.core.store.store import AGAIN, Store, open_store
from lydite.core.text import Accents, fold, stems
from lydite.knowledge.graph import Graph, TransitionKind
from lydite.knowledge.wikipedia.answers import Lead, LeadLink, PageSense
from lydite.knowledge.wikipedia.format import BLOCK, FURTHER, KIND, VERSION, Labeller
from lydite.knowledge.wikipedia.titles import WikiSite, name64

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import ByteArray, Float32Array, Int32Array, UInt64Array

CHECKING = "lydite.knowledge.wikipedia.checking"
CATEGORY_SIGN = "C:"
_LONGEST = 1 << 27  # bytes that the leads of a block unpack to


@dataclass(frozen=True, eq=False)
class Wikipedia:
    """Pages are nodes: first the articles, then the redirects, then the categories."""

    store: Store
    path: str

    @classmethod
    def open(cls, path: str | Path) -> Wikipedia:
        """Open a store made by ``lydite build wikipedia``; its digests are checked once."""
        return cls(open_store(path, KIND, VERSION, CHECKING), str(path))

    @functools.cached_property
    def counts(self) -> dict[str, int]:
        """How many articles, redirects, categories, labels… there are."""
        return dict(self.store.notes["counts"])

    @functools.cached_property
    def articles(self) -> int:
        """The number of articles; they are nodes 0 … articles - 1."""
        return int(self.counts["articles"])

    @functools.cached_property
    def first_category(self) -> int:
        """The node of the first category; redirects lie between articles and categories."""
        return self.articles + int(self.counts["redirects"])

    @functools.cached_property
    def graph(self) -> Graph:
        """Articles, redirects and categories with their transitions."""
        return Graph.of(self.store)

    @functools.cached_property
    def labeller(self) -> Labeller:
        """What turns phrases into labels, as the build did."""
        return Labeller(str(self.store.notes["stemmer"]), self.language)

    @functools.cached_property
    def language(self) -> str:
        """The code of its language; nothing for stores that were built when no capitals hung on it."""
        named = str(self.store.notes["language"])
        return (known_code(named) or named) if self.store.notes.get("accents") == "keep" else ""

    @functools.cached_property
    def accents(self) -> Accents:
        """Whether what no label is written like is looked for without accents: ``fold`` where it is.

        So it is in English, where accents tell hardly any words apart, and in stores whose labels have none.
        """
        return "keep" if self.language not in ("", "en") else "fold"

    def __len__(self) -> int:
        return len(self.store["title_ends"])

    # Titles ----------------------------------------------------------------------------------

    def title(self, node: int) -> str:
        """Return the title of a node, without namespace."""
        ends = self.store["title_ends"]
        begin = int(ends[node - 1]) if node else 0
        return bytes(self.store["title_text"][begin : int(ends[node])]).decode("utf-8", "surrogatepass")

    def display_title(self, node: int) -> str:
        """Return the title as the thesis writes it: categories begin with C:."""
        return (CATEGORY_SIGN if self.is_category(node) else "") + self.title(node)

    def is_category(self, node: int) -> bool:
        """Whether a node is a category."""
        return node >= self.first_category

    def is_redirect(self, node: int) -> bool:
        """Whether a node is a redirect."""
        return self.articles <= node < self.first_category

    def node(self, title: str) -> int | None:
        """Return the node with this title (C: before that of a category), None if there is none."""
        category = title.startswith(CATEGORY_SIGN)
        title = self._site.canonical(title.removeprefix(CATEGORY_SIGN))
        for node in self._named("title_names", "title_nodes", name64(("\x0e" if category else "") + title)):
            if self.title(node) == title and self.is_category(node) == category:
                return node
        return None

    def article(self, title: str) -> int:
        """Return the article with this title or redirect; the error suggests the nearest if there is none."""
        node = self.node(title)
        end = None if node is None else self.redirect_target(node)
        if end is None or end >= self.articles:
            from lydite.knowledge.wikipedia.suggesting import suggest

            raise InputError(f"no article {title!r}{suggest(self, title)}", self.path)
        return end

    def redirect_target(self, node: int) -> int | None:
        """Return where a redirect leads in the end (None: nowhere), any other node itself."""
        if not self.is_redirect(node):
            return node
        end = int(self.store["redirect_ends"][node - self.articles])
        return end if end >= 0 else None

    def redirects(self, article: int) -> list[int]:
        """Return the redirects that lead to an article."""
        return self._neighbours(article, TransitionKind.REDIRECT)

    def parents(self, node: int) -> list[int]:
        """Return the categories that an article or category belongs to, central ones included."""
        central = () if self.is_category(node) else (TransitionKind.SAME,)
        return self._neighbours(node, TransitionKind.GENERALISATION, *central)

    def children(self, category: int) -> list[int]:
        """Return the articles and sub-categories of a category, central ones first."""
        return self._neighbours(category, TransitionKind.SAME, TransitionKind.SPECIALISATION)

    # Labels ----------------------------------------------------------------------------------

    def senses(self, phrase: str) -> list[PageSense]:
        """Return what a label means, most probable first; nothing where no anchor or title reads so."""
        for form in self._forms(phrase):
            label, stem = self.labeller(form)
            for name, low, high in self._labels(stem):
                if name == label:
                    return self._senses(low, high)
        return []

    def targets(self, phrase: str, *, coverage: float = 0.99, least: float = 0.001) -> list[int]:
        """Return the nodes meant by all labels with the same stems as a phrase (section 3.3.1 of the thesis).

        Of each label the senses are taken by falling prior until the priors taken exceed ``coverage``;
        senses rarer than ``least`` never. Redirects are nodes of their own.
        """
        nodes: dict[int, None] = {}
        for form in self._forms(phrase):
            for _, low, high in self._labels(self.labeller(form)[1]):
                taken = 0.0
                for sense in self._senses(low, high):
                    if taken > coverage or sense.prior < least:
                        break
                    nodes[sense.node] = None
                    taken += sense.prior
            if nodes:
                break
        return list(nodes)

    def _forms(self, phrase: str) -> Iterator[str]:
        """Yield a phrase as written and, where that is the last resort, without accents."""
        yield phrase
        if self.accents == "fold" and not phrase.isascii():
            yield fold(phrase, accents="fold")

    def _labels(self, stem: int) -> Iterator[tuple[int, int, int]]:
        """Yield name and range of senses of each label with a stem."""
        for place in self._places("stem_names", stem):
            starts = self.store["stem_starts"]
            for label in range(int(starts[place]), int(starts[place + 1])):
                ranges = self.store["label_starts"]
                yield int(self._unsigned("label_names")[label]), int(ranges[label]), int(ranges[label + 1])

    def _senses(self, low: int, high: int) -> list[PageSense]:
        nodes = self.store["sense_nodes"][low:high].tolist()
        counts = self.store["sense_counts"][low:high].tolist()
        total = sum(counts)
        return [PageSense(n, c, c / total) for n, c in zip(nodes, counts, strict=True)]

    # Links and leads ---------------------------------------------------------------------------

    def inlinks(self, article: int) -> Int32Array:
        """Return the articles that link to an article, ascending."""
        starts = self.store["inlink_starts"]
        return self.store["inlink_sources"][int(starts[article]) : int(starts[article + 1])]

    def outlinks(self, article: int) -> Int32Array:
        """Return the articles that an article links to, ascending."""
        if "outlink_starts" not in self.store.arrays:
            raise StoreError("was built before outgoing links were kept; build it again", self.path)
        starts = self.store["outlink_starts"]
        return self.store["outlink_targets"][int(starts[article]) : int(starts[article + 1])]

    @property
    def has_leads(self) -> bool:
        """Whether the store keeps leads (SQL dumps have none)."""
        return bool(self.store.notes["lead"])

    def lead_links(self, article: int) -> tuple[Int32Array, ByteArray]:
        """Return targets and flags of the links of a lead in reading order, redirects followed."""
        self._need_leads()
        starts = self.store["lead_starts"]
        here = slice(int(starts[article]), int(starts[article + 1]))
        return self.store["lead_targets"][here], self.store["lead_flags"][here]

    def lead(self, article: int) -> Lead:
        """Return the beginning of an article: paragraphs and links with their anchors."""
        targets, flags = self.lead_links(article)
        record = _block(self, article // BLOCK)[article % BLOCK]
        text, *anchors = record.split("\x1f")
        links = tuple(map(LeadLink, targets.tolist(), anchors, flags.tolist()))
        lead, _, further = text.partition(FURTHER)
        return Lead(tuple(filter(None, lead.split("\n"))), links, tuple(filter(None, further.split("\n"))))

    def word(self, word: str) -> tuple[Int32Array, Float32Array]:
        """Return the articles in which words of the same stem occur, and its weight in each."""
        return self._indexed(word, "word", "word_pages")

    def concepts_near(self, word: str) -> tuple[Int32Array, Float32Array]:
        """Return the articles that are linked near words of the same stem, and the weight of each."""
        return self._indexed(word, "near", "near_concepts")

    def _indexed(self, word: str, index: str, pages: str) -> tuple[Int32Array, Float32Array]:
        if f"{index}_names" not in self.store.arrays:
            raise StoreError("was built without this index of words; build it again with --words", self.path)
        for stem in stems(self._forms(word), self.labeller.stemmer):
            for place in self._places(f"{index}_names", name64(stem)):
                starts = self.store[f"{index}_starts"]
                here = slice(int(starts[place]), int(starts[place + 1]))
                return self.store[pages][here], self.store[f"{index}_weights"][here]
        return np.zeros(0, np.int32), np.zeros(0, np.float32)

    # Inside ----------------------------------------------------------------------------------

    @functools.cached_property
    def _site(self) -> WikiSite:
        return WikiSite(str(self.store.notes["language"]), {}, bool(self.store.notes["first_letter"]))

    def _neighbours(self, node: int, *kinds: TransitionKind) -> list[int]:
        """Return the neighbours that transitions of these kinds lead to, in the order of the graph."""
        here = slice(int(self.graph.offsets[node]), int(self.graph.offsets[node + 1]))
        wanted = np.isin(self.graph.kinds[self.graph.classes[here]], kinds)
        neighbours: list[int] = self.graph.neighbours[here][wanted].tolist()
        return neighbours

    def _unsigned(self, name: str) -> UInt64Array:
        return self.store[name].view(np.uint64)

    def _places(self, names: str, name: int) -> range:
        """Return where a name stands in a sorted array of names."""
        array = self._unsigned(names)
        wanted = np.uint64(name)
        low = int(np.searchsorted(array, wanted))
        high = low
        while high < len(array) and array[high] == wanted:
            high += 1
        return range(low, high)

    def _named(self, names: str, nodes: str, name: int) -> list[int]:
        return [int(self.store[nodes][place]) for place in self._places(names, name)]

    def _need_leads(self) -> None:
        if not self.has_leads:
            raise StoreError(
                "has no leads (SQL dumps have none, --no-lead leaves them out); build it from XML", self.path
            )


@functools.lru_cache(maxsize=256)
def _block(wikipedia: Wikipedia, number: int) -> list[str]:
    """Unpack the leads of 64 articles."""
    ends: Any = wikipedia.store["lead_ends"]
    begin = int(ends[number - 1]) if number else 0
    try:
        packed = zlib.decompressobj()
        raw = packed.decompress(wikipedia.store["lead_text"][begin : int(ends[number])].tobytes(), _LONGEST)
    except zlib.error as error:
        raise StoreError(f"damaged: leads cannot be unpacked; {AGAIN}", wikipedia.path) from error
    leads = raw.decode("utf-8", "replace").split("\x1e")
    if not packed.eof or len(leads) < min(BLOCK, wikipedia.articles - number * BLOCK):
        raise StoreError(f"damaged: leads are missing; {AGAIN}", wikipedia.path)
    return leads
