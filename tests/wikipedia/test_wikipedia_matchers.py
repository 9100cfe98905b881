"""WikiSub and its neighbours: the thesis's examples, and Algorithm 4 read literally on a real graph."""

from __future__ import annotations

import csv
import heapq
import math
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lydite.core.spec import REGISTRIES
from lydite.core.text import stem_fold
from lydite.knowledge import Search
from lydite.knowledge.wikipedia import Wikipedia
from lydite.matchers.wikipedia import link_distance

Matcher = REGISTRIES["matcher"]["wikipedia"]
Esa = REGISTRIES["matcher"]["esa"]
Ssa = REGISTRIES["matcher"]["ssa"]
Wikirelate = REGISTRIES["matcher"]["wikirelate"]
Wlm = REGISTRIES["matcher"]["wlm"]

Make = Callable[..., Wikipedia]


@pytest.fixture(scope="module")
def thesis(miniature: Wikipedia) -> Matcher:
    return Matcher(store=miniature.path, preset="thesis")


def test_pennsylvania_by_a_shared_sense(thesis: Matcher) -> None:
    found = thesis.explain("Pennsylvania", "Keystone state")
    assert found.score == 1.0
    assert found.path == ()
    assert found.note == "both mean Pennsylvania"
    names = {thesis.knowledge.name(n) for n in thesis.targets_of("keystone state").sets[0]}
    assert {"Pennsylvania", "USS Keystone State (1853)", "List of U.S. state nicknames"} <= names
    assert "University of Pennsylvania" in {
        thesis.knowledge.name(n) for n in thesis.targets_of("Pennsylvania").sets[0]
    }


def test_natural_science_to_organic_chemistry(thesis: Matcher) -> None:
    found = thesis.explain("natural science", "organic chemistry")
    names = [
        "Natural science",
        "C:Natural sciences",
        "C:Physical sciences",
        "C:Chemistry",
        "C:Organic chemistry",
    ]
    assert [s.source for s in found.path] == names
    assert [s.target for s in found.path] == [*names[1:], "Organic chemistry"]
    assert [round(s.score, 2) for s in found.path] == [1.0, 0.66, 0.75, 0.39, 1.0]
    assert [s.transition for s in found.path] == ["same", *["specialisation"] * 3, "same"]
    assert round(found.score, 2) == 0.19
    targets = {thesis.knowledge.name(n) for n in thesis.targets_of("natural science").sets[0]}
    assert targets == {"Natural science", "Science"}


def test_redirects_are_nearly_the_same(thesis: Matcher) -> None:
    assert thesis.score("baby cat", "kitten") == pytest.approx(0.99)
    assert thesis.score("kittens", "baby cat") == pytest.approx(0.99)
    other = Matcher(store=thesis.store.path, preset="thesis", redirect=0.5)
    assert other.score("baby cat", "kitten") == pytest.approx(0.5)


def test_aspects(thesis: Matcher) -> None:
    found = thesis.targets_of("the kitten of Mars")
    assert found.aspects == ("kitten", "mars")
    assert thesis.score("kitten and Mars", "kitten") == 0.0  # no path from Mars to kitten
    assert thesis.explain("xyzzy", "kitten").note.count("'xyzzy'")


def test_possessives_where_the_label_is_unknown(wiki: Make) -> None:
    store = wiki({"McDonald": "a name", "McDonald's": "[[food]]", "Child": "[[Childhood]]", "Food": ""})
    matcher = Matcher(store=store.path)

    def meant(phrase: str) -> list[list[str]]:
        return [[matcher.knowledge.name(n) for n in nodes] for nodes in matcher.targets_of(phrase).sets]

    assert meant("McDonald's") == [["McDonald's"]]
    assert meant("child's food") == [["Child"], ["Food"]]
    assert not Matcher(store=wiki({"Child": ""}, language="ltg").path).targets_of("child's")


def test_by_surface_words_are_stemmed_as_the_labels_are(wiki: Make) -> None:
    for language, same in (("en", 1.0), ("ltg", 0.0)):
        store = wiki({"Food": ""}, language=language).path  # the second takes the place of the first
        for matcher in (Matcher(store=store), Wlm(store=store), Wikirelate(store=store)):
            assert matcher.score("universes", "university") == same


def test_surface_and_threshold(miniature: Wikipedia) -> None:
    default = Matcher(store=miniature.path)
    assert default.score("no such thing", "No such things") == 1.0
    assert Matcher(store=miniature.path, surface=False).score("no such thing", "no such thing") == 0.0
    chain = ("natural science", "organic chemistry")
    assert Matcher(store=miniature.path, threshold=0.2).score(*chain) == 0.0
    assert Matcher(store=miniature.path, threshold=0.15).score(*chain) > 0.19


def test_scores_lie_between_and_pairs_agree(thesis: Matcher) -> None:
    phrases = [
        "kitten",
        "orange",
        "valencia oranges",
        "red planet",
        "chemistry",
        "natural science",
        "baby cat",
        "",
    ]
    table = thesis.matrix(phrases, phrases)
    assert ((table >= 0) & (table <= 1)).all()
    again = [[thesis.score(a, b) for b in phrases] for a in phrases]
    assert np.allclose(table, again)


def test_link_measure(wiki: Make) -> None:
    articles = {f"Page {i}": ("[[X]] " if i < 6 else "") + ("[[Y]]" if i % 2 == 0 else "") for i in range(20)}
    store = wiki({**articles, "X": "", "Y": ""})
    x, y, both, all_ = 6, 10, 3, 22
    wanted = 1 - (math.log(y) - math.log(both)) / (math.log(all_) - math.log(x))
    assert Wlm(store=store.path).score("x", "y") == pytest.approx(wanted)
    assert Wlm(store=store.path).score("x", "page 1") == 0.0
    assert link_distance(5, 5, 5, 100) == 0.0


def test_link_measure_by_outgoing_links(wiki: Make) -> None:
    store = wiki({"X": "[[A]] [[B]]", "Y": "[[B]] [[C]] [[B]]", "Z": "[[B]]", "A": "", "B": "", "C": ""})
    a, b, c = math.log(6 / 1), math.log(6 / 3), math.log(6 / 1)  # each worth by how few link there
    wanted = b * b / (math.hypot(a, b) * math.hypot(b, c))
    path = store.path
    assert Wlm(store=path, links="out").score("x", "y") == pytest.approx(wanted)
    assert Wlm(store=path).score("x", "y") == 0.0
    assert Wlm(store=path, links="both").score("x", "y") == pytest.approx(wanted / 2)
    assert Wlm(store=path, links="out").score("x", "a") == 0.0
    assert [store.title(n) for n in store.outlinks(store.node("Y"))] == ["B", "C"]


def test_category_depths_of_wup_and_lch(wiki: Make) -> None:
    store = wiki(
        {"X": "[[Category:Cats]]", "Y": "[[Category:Dogs]]", "Z": "[[Category:Loop]]",
         "W": "[[Category:Loop]]"},
        {"Cats": "[[Category:Pets]]", "Dogs": "[[Category:Pets]]", "Pets": "[[Category:All]]", "All": "",
         "Loop": "[[Category:Pool]]", "Pool": "[[Category:Loop]]"},
    )  # fmt: skip
    by = {name: Wikirelate(store=store.path, by=name) for name in ("path", "wup", "lch")}  # type: ignore[arg-type]
    assert by["path"].score("x", "y") == pytest.approx(1 / 5)  # two steps up to Pets, two down
    assert by["wup"].score("x", "y") == pytest.approx(2 * 2 / (4 + 2 * 2))  # Pets is at depth 2
    assert by["lch"].score("x", "y") == pytest.approx(math.log(8 / 5) / math.log(8))  # cats are at 3, X at 4
    assert by["wup"].score("z", "w") == pytest.approx(2 * 1 / (2 + 2 * 1))  # a cycle without a way in
    assert by["wup"].score("x", "z") == 0.0


def test_salient_semantic_analysis(wiki: Make) -> None:
    text = "[[Cat]] purr. " + "one two three four five six. " * 3 + "The cat will purr. [[Dog|Hounds]] bark"
    store = wiki({"A": text, "B": "Hounds bark; [[Dog|hounds]] bark", "Cat": "", "Dog": ""}, words=True)
    near = lambda word: [store.title(n) for n in store.concepts_near(word)[0]]  # noqa: E731
    assert near("purr") == ["Cat"]  # once beside the link, once beside what it links in this article
    assert near("barks") == ["Dog"]
    assert near("two") == []  # near it once, and not more often than by chance
    matcher = Ssa(store=store.path)
    assert matcher.score("bark", "hounds") == pytest.approx(1.0)
    assert matcher.score("bark", "purr") == 0.0
    assert Ssa(store=store.path, gamma=0.05).score("bark", "hounds") == pytest.approx(1.0)
    with pytest.raises(Exception, match="--words"):
        Ssa(store=wiki({"A": "b"}).path).score("x", "y")


def test_relatedness_is_explained(miniature: Wikipedia) -> None:
    measures = [kind(store=miniature.path) for kind in (Wlm, Wikirelate, Esa, Ssa)]
    for one in measures:
        assert one.explain("zzqx", "Mars").note.startswith("'zzqx' ")
        assert one.explain("", "Mars").note.startswith("'' ")
        assert one.explain("planets", "Planet").note == "equal after folding and stemming"
    assert measures[0].explain("natural science", "Mars").note.endswith("no link")
    assert measures[1].explain("orange", "fruit").note == "by Orange (fruit) and Fruit"
    assert measures[1].explain("Pennsylvania", "Keystone State").note == "both mean Pennsylvania"


def test_category_paths(miniature: Wikipedia) -> None:
    matcher = Wikirelate(store=miniature.path)
    assert matcher.score("planet", "Mars") == pytest.approx(1 / 3)  # up to C:Planets and down
    assert matcher.score("chemistry", "organic chemistry") == pytest.approx(1 / 4)
    assert matcher.score("kitten", "chemistry") == 0.0
    assert Wikirelate(store=miniature.path, depth=1).score("chemistry", "organic chemistry") == 0.0


def test_explicit_semantic_analysis(miniature: Wikipedia, wiki: Make) -> None:
    matcher = Esa(store=miniature.path)
    assert matcher.score("planet", "fourth planet") > matcher.score("planet", "ship")
    assert matcher.score("red", "planet") == pytest.approx(matcher.score("planet", "red"))
    with pytest.raises(Exception, match="--words"):
        Esa(store=wiki({"A": "b"}).path).score("x", "y")


# Simple English Wikipedia, Algorithm 4 ---------------------------------------------------------------


def rows(path: Path) -> list[tuple[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        found = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(found)
        return [(a.replace("_", " "), b.replace("_", " ")) for a, b in found]


class Literal:
    """EXPAND of section 3.3.2 from the pairs as they stand, and SEARCH of Algorithm 4 (line 16 corrected)."""

    def __init__(self, members: list[tuple[str, str]], parents: list[tuple[str, str]]) -> None:
        self.above, self.below = defaultdict(set), defaultdict(set)
        for child, parent in parents:
            if child != parent:
                self.above[f"C:{child}"].add(f"C:{parent}")
                self.below[f"C:{parent}"].add(f"C:{child}")
        self.holds, self.within, self.central = defaultdict(set), defaultdict(set), defaultdict(set)
        for article, category in members:
            names = {(stem_fold(article), stem_fold(category))}
            names.add((stem_fold(article.partition(" (")[0]), stem_fold(category)))
            names.add((stem_fold(article), stem_fold(category.partition(" (")[0])))
            if any(a == b for a, b in names):
                self.central[article].add(f"C:{category}")
                self.central[f"C:{category}"].add(article)
            else:
                self.within[article].add(f"C:{category}")
                self.holds[f"C:{category}"].add(article)

    def expand(self, entity: str) -> list[tuple[str, float]]:
        down = lambda n: 0.2 + 0.79 / n ** (1 / 3)  # noqa: E731
        up = lambda n: max(0.0, 0.99 * (1.1 / n**1.5 - 0.1))  # noqa: E731
        found = [(n, 1.0) for n in self.central[entity]]
        found += [(n, down(len(self.below[entity]))) for n in self.below[entity]]
        found += [(n, down(len(self.holds[entity]))) for n in self.holds[entity]]
        found += [(n, up(len(self.below[n]))) for n in self.above[entity]]
        found += [(n, up(len(self.holds[n]))) for n in self.within[entity]]
        return found

    def search(self, sources: set[str], targets: set[str], threshold: float) -> float:
        fringe = [(-1.0, s) for s in sources]
        heapq.heapify(fringe)
        visited: set[str] = set()
        while fringe:
            minus, entity = heapq.heappop(fringe)
            if entity in visited:
                continue
            if entity in targets:
                return -minus
            visited.add(entity)
            if -minus < threshold:
                continue
            for near, score in self.expand(entity):
                if near not in visited:
                    heapq.heappush(fringe, (minus * score, near))
        return 0.0


def _in_categories(names: list[str]) -> str:
    return "".join(f"[[Category:{name}]]" for name in names)


@pytest.fixture(scope="module")
def simple(
    shared_data: Path, tmp_path_factory: pytest.TempPathFactory, export_of: Callable[..., str]
) -> tuple[Wikipedia, Literal, list[str]]:
    from lydite.knowledge.wikipedia.build import BuildOptions, build

    folder = shared_data / "wikipedia"
    tables = [folder / "simple-article-category.tsv", folder / "simple-category-parent.tsv"]
    members, parents = map(rows, tables)
    titles = dict.fromkeys(article for article, _ in members)
    titles |= dict.fromkeys(f"C:{c}" for _, c in members)
    titles |= dict.fromkeys(f"C:{c}" for pair in parents for c in pair)
    store = tmp_path_factory.mktemp("simple") / "store"
    above: dict[str, list[str]] = {title: [] for title in titles}
    for child, parent in [*members, *((f"C:{child}", parent) for child, parent in parents)]:
        above[child].append(parent)
    articles = {t: _in_categories(of) for t, of in above.items() if not t.startswith("C:")}
    categories = {t[2:]: _in_categories(of) for t, of in above.items() if t.startswith("C:")}
    dump = store.with_suffix(".xml")
    dump.write_text(export_of(articles, categories), "utf-8")
    build([dump], store, BuildOptions(keep_hidden=True))
    return Wikipedia.open(store), Literal(members, parents), list(titles)


def test_search_equals_algorithm_4_on_simple_english(simple: tuple[Wikipedia, Literal, list[str]]) -> None:
    wikipedia, literal, titles = simple
    nodes = [wikipedia.node(t) for t in titles]
    assert None not in nodes
    draw = np.random.default_rng(8)
    zero, thesis = Search(wikipedia.graph), Search(wikipedia.graph, below="thesis")
    positive = 0
    for number in range(1_000):
        a = draw.integers(0, len(titles), 2).tolist()
        b = draw.integers(0, len(titles), 2).tolist()
        if number % 2:  # every other pair lies close together
            near = (
                wikipedia.children(nodes[a[0]])
                if titles[a[0]].startswith("C:")
                else wikipedia.parents(nodes[a[0]])
            )
            near = near or [nodes[b[0]]]
            further = wikipedia.graph.neighbours[
                wikipedia.graph.offsets[near[0]] : wikipedia.graph.offsets[near[0] + 1]
            ]
            b = [titles.index(wikipedia.display_title(int(further[int(draw.integers(len(further)))])))]
        sources, targets = {titles[i] for i in a}, {titles[i] for i in b}
        wanted = literal.search(sources, targets, 0.08)
        found = thesis.best([nodes[i] for i in a], [nodes[i] for i in b])
        assert found == pytest.approx(wanted, abs=1e-9), (sources, targets)
        cut = zero.best([nodes[i] for i in a], [nodes[i] for i in b])
        assert cut == pytest.approx(wanted if wanted >= 0.08 else 0.0, abs=1e-9)
        positive += wanted > 0
    assert positive > 200
