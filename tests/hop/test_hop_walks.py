"""Every outcome of every strategy on the miniature wiki, by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inner import replace_inside
from lydite.core.errors import InputError
from lydite.core.spec import REGISTRIES, parse
from lydite.knowledge.wikipedia import Wikipedia
from lydite.probes.hop import Chooser, LinkGraph, WalkEnd, hop, run_walks, trace_walk, walk
from spread_work import Deadly

Processes = REGISTRIES["place"]["processes"]

R, C, D, T = WalkEnd.REACHED, WalkEnd.CYCLED, WalkEnd.DEAD_END, WalkEnd.TIMED_OUT

FIRST = {
    "Logic": (R, 1),  # the link in parentheses is none
    "Greek": (D, 0),
    "Stone": (C, 2),  # back to the start
    "Rock": (C, 2),
    "Pebble": (C, 3),  # not back to the start
    "Mind": (R, 2),  # by a redirect
    "Twins": (R, 3),
    "Gibberish": (D, 1),
    "Island": (D, 0),
    "Left": (C, 2),
    "Right": (C, 2),
    "Lagoon": (R, 2),  # the lead has no link: those below it
}
SECOND = dict.fromkeys(FIRST, (D, 0)) | dict.fromkeys(("Stone", "Twins", "Gibberish", "Left"), (D, 1))
MEANING = FIRST | {
    "Stone": (R, 2),
    "Rock": (R, 3),
    "Pebble": (R, 3),
    "Twins": (R, 3),  # a tie: the first wins
    "Gibberish": (D, 0),  # words that are not known
}
SHORTEST = {
    "Logic": (R, 1), "Greek": (D, 0), "Stone": (R, 2), "Rock": (R, 3), "Pebble": (R, 3), "Mind": (R, 2),
    "Twins": (R, 2), "Gibberish": (R, 2), "Island": (D, 0), "Left": (R, 2), "Right": (R, 3), "Lagoon": (R, 2),
}  # fmt: skip
EXPECTED = {
    "first": FIRST,
    "second": SECOND,
    "nth(n=1)": FIRST,
    "nth(n=2)": SECOND,
    "nth(n=3)": dict.fromkeys(FIRST, (D, 0)),
    "wordnet": MEANING,
    "wordnet(synsets=mean)": MEANING,
    "vectors(file={vectors})": MEANING,
    "vectors(file={vectors}, score=mean_cosine)": MEANING,
    "match(using=exact)": FIRST,  # all but the target are equally far: the first wins
    "match(using=path)": MEANING,
    "shortest": SHORTEST,
}


@pytest.fixture
def web(store: Path) -> LinkGraph:
    return LinkGraph.of(Wikipedia.open(store))


def outcomes(
    web: LinkGraph,
    chooser: Chooser,
    names: list[str] | None = None,
    *,
    most: int = 100,
    skip_visited: bool = False,
) -> dict[str, tuple[WalkEnd, int]]:
    names = names or list(FIRST)
    starts = np.array([web.wikipedia.article(n) for n in names])
    walks = walk(web, chooser, starts, most=most, skip_visited=skip_visited)
    return {n: (WalkEnd(int(e)), int(h)) for n, e, h in zip(names, walks.ends, walks.hops, strict=True)}


@pytest.mark.parametrize("spec", EXPECTED)
def test_every_outcome(web: LinkGraph, vectors: Path, spec: str) -> None:
    chooser = parse(spec.format(vectors=vectors), "chooser")
    assert outcomes(web, chooser) == EXPECTED[spec]


@pytest.mark.parametrize("spec", EXPECTED)
def test_what_takes_too_long_times_out(web: LinkGraph, vectors: Path, spec: str) -> None:
    chooser = parse(spec.format(vectors=vectors), "chooser")
    # a walk that ends at hop n is still on its way after fewer; a dead end is found when a link is wanted
    late = {n: (T, 1) if h > 1 or (e is D and h == 1) else (e, h) for n, (e, h) in EXPECTED[spec].items()}
    assert outcomes(web, chooser, most=1) == late


def test_all_strategies_have_an_expectation() -> None:
    tried = {spec.partition("(")[0] for spec in EXPECTED}
    assert tried | {"random", "encoder"} == set(REGISTRIES["chooser"].all())


def test_links_to_articles_seen_can_be_skipped(web: LinkGraph, vectors: Path) -> None:
    first = outcomes(web, parse("first", "chooser"), skip_visited=True)
    assert first == FIRST | {
        "Stone": (D, 1),
        "Rock": (R, 3),  # from Stone the first link that is left leads to Logic
        "Pebble": (D, 2),
        "Left": (D, 1),
        "Right": (R, 3),
    }
    meaning = outcomes(web, parse(f"vectors(file={vectors})", "chooser"), skip_visited=True)
    assert meaning["Left"] == (D, 1)
    assert meaning["Right"] == (R, 3)


def test_random_walks_do_not_cycle_and_are_the_same_with_the_same_seed(web: LinkGraph) -> None:
    starts = np.array([web.wikipedia.article(n) for n in FIRST])
    whole = walk(web, parse("random(seed=1)", "chooser"), starts, most=30)
    assert C not in whole.ends
    assert dict(zip(FIRST, whole.ends, strict=True))["Island"] == D
    assert whole.hops[list(FIRST).index("Mind")] == 2
    again = walk(web, parse("random(seed=1)", "chooser"), starts, most=30)
    assert (again.trails == whole.trails).all()
    other = walk(web, parse("random(seed=2)", "chooser"), starts, most=30)
    assert other.trails.shape != whole.trails.shape or (other.trails != whole.trails).any()


@pytest.mark.parametrize("spec", ["random", "first", "wordnet"])
def test_walks_do_not_depend_on_what_is_walked_beside_them(store: Path, spec: str) -> None:
    """As processes would: each with some of the starts, in any order, and a web of its own."""
    chooser = parse(spec, "chooser")
    web = LinkGraph.of(Wikipedia.open(store))
    starts = np.array([web.wikipedia.article(n) for n in FIRST])
    whole = walk(web, chooser, starts, most=20)
    for chosen in (np.arange(0, 12, 2), np.arange(11, 0, -2)):
        part = walk(LinkGraph.of(Wikipedia.open(store)), chooser, starts[chosen], most=20)
        assert (part.ends == whole.ends[chosen]).all()
        assert [part.trail(i) for i in range(len(chosen))] == [whole.trail(int(i)) for i in chosen]


def test_walks_over_processes_are_the_same(
    store: Path, vectors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on the shared vocabulary, and where a process is killed."""
    replace_inside(monkeypatch, "lydite.probes.hop", "_FEWEST", 3)
    asked = (store, ["first", f"vectors(file={vectors})", "random"])
    here, there = (hop(*asked, on=on) for on in ("here", Deadly(Processes(2), str(tmp_path), 1)))
    assert [p.group for p in here.parts] == [p.group for p in there.parts]
    for one, other in zip(here.parts, there.parts, strict=True):
        for mine, theirs in zip(one.walks, other.walks, strict=True):
            for name in ("starts", "ends", "hops", "trails"):
                assert getattr(mine, name).tolist() == getattr(theirs, name).tolist()
    assert here.notes == there.notes


def test_other_targets(store: Path) -> None:
    web = LinkGraph.of(Wikipedia.open(store), "Reason")  # a redirect: Logic
    assert web.target_title == "Logic"
    assert outcomes(web, parse("first", "chooser"), ["Mind", "Lagoon", "Stone"]) == {
        "Mind": (R, 1),
        "Lagoon": (R, 1),
        "Stone": (C, 2),
    }


def test_fewer_links_are_considered(store: Path) -> None:
    web = LinkGraph.of(Wikipedia.open(store), width=1)
    assert outcomes(web, parse("shortest", "chooser"), ["Stone", "Twins"]) == {
        "Stone": (D, 0),
        "Twins": (R, 3),
    }


def test_parts(store: Path, vectors: Path) -> None:
    found = hop(store, ["first", f"vectors(file={vectors})", "shortest"])
    everything, paired, shared, both = found.parts
    assert [p.group for p in found.parts] == [
        None,
        "paired",
        "shared vocabulary",
        "shared vocabulary, paired",
    ]
    titles = [found.graph.wikipedia.title(int(s)) for s in paired.walks[0].starts]
    assert sorted(titles) == ["Lagoon", "Logic", "Mind", "Pebble", "Rock", "Stone", "Twins"]
    assert paired.strategies == (1, 2)  # first is a baseline, and arrives from four of them
    results = found.results()
    of = {(r.system, r.measure, r.group): r for r in results}
    assert len({of["shortest", "reached", p.group].signature for p in found.parts}) == 4
    assert ("first", "reached", "paired") not in of
    assert of["first", "reached", None].value == pytest.approx(4 / 12)
    assert of["first", "hops", None].value == pytest.approx((1 + 2 + 3 + 2) / 4)
    assert of["first", "hops", None].n == 4
    assert of["first", "sd", None].value == pytest.approx(np.std([1, 2, 3, 2], ddof=1))
    assert of["first", "efficiency", None].value == pytest.approx((1 + 1 + 2 / 3 + 1) / 4)
    assert of["first", "efficiency, all", None].value == pytest.approx((1 + 1 + 2 / 3 + 1) / 10)
    assert of["shortest", "efficiency, all", None].value == 1
    # the shared vocabulary leaves out the links of Gibberish
    lost = found.graph.wikipedia.article("Gibberish")
    at = list(shared.walks[0].starts).index(lost)
    assert [WalkEnd(int(w.ends[at])) for w in shared.walks] == [D, D, D]
    assert [WalkEnd(int(w.ends[at])) for w in everything.walks] == [D, D, R]
    assert len(both.floor) == 7
    assert any("shared vocabulary: " in n for n in found.notes)
    assert "vectors(file=small.txt)" in found.names


def test_notes_do_not_depend_on_what_was_read_before(store: Path, vectors: Path) -> None:
    specs = ["first", f"vectors(file={vectors})"]
    fresh = hop(store, specs, [7, 8])
    web = LinkGraph.of(Wikipedia.open(store))
    web.links(np.arange(web.wikipedia.articles))
    again = run_walks(web, fresh.choosers, np.array([7, 8]))
    assert again.notes == fresh.notes
    assert any("links seen" in n for n in fresh.notes)


def test_an_article_without_links_says_nothing_of_words(store: Path) -> None:
    island = Wikipedia.open(store).article("Island")
    assert hop(store, ["first", "wordnet"], [island]).notes == ()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"starts": [99]}, "starts .*12"),
        ({"starts": [-1]}, "starts .*12"),
        ({"starts": []}, "hops: .*start"),
        ({"links": 0}, "one link"),
        ({"hops": 0}, "one hop"),
    ],
)
def test_what_cannot_be_walked(store: Path, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        hop(store, ["first"], **settings)


def test_large_stores_have_the_floor_of_all_links(
    store: Path, vectors: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_inside(monkeypatch, "lydite.probes.hop", "LARGE", 0)
    replace_inside(monkeypatch, "lydite.probes.hop", "LARGE", 0)
    found = hop(store, ["first", f"vectors(file={vectors})"])
    assert (found.parts[2].floor == found.parts[0].floor).all()
    assert any("large store" in n for n in found.notes)


def test_the_signature_knows_every_setting(store: Path) -> None:
    def signature(**settings: object) -> str:
        return str(hop(store, ["first"], **settings).results()[0].signature)  # type: ignore[arg-type]

    varied = [{}, {"target": "Logic"}, {"links": 3}, {"hops": 7}, {"skip_visited": True}, {"starts": [1, 2]}]
    assert len({signature(**v) for v in varied}) == len(varied)
    assert str(store.parent) not in signature()


def test_trace(web: LinkGraph, vectors: Path) -> None:
    found = trace_walk(web, parse(f"vectors(file={vectors})", "chooser"), web.wikipedia.article("Pebble"))
    assert found.articles == ("Pebble", "Stone", "Logic", "Philosophy")
    assert found.end is R
    rock, logic = found.hops[1].links
    assert (rock.words, rock.chosen, logic.words, logic.chosen) == ("rock", False, "logic", True)
    assert logic.rate == pytest.approx(0.9 / np.hypot(0.9, 0.1))
    dead = trace_walk(web, parse("wordnet", "chooser"), web.wikipedia.article("Gibberish"))
    assert [link.rate for link in dead.hops[0].links] == [None, None]
    assert dead.end is D


@pytest.mark.extra
def test_encoder_reads_words_where_they_stand(web: LinkGraph, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra transformers")
    transformers = pytest.importorskip("transformers", reason="needs the extra transformers")
    pieces = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        "is",
        "logic",
        "mind",
        "philosophy",
        "reason",
        "rock",
    ]
    (tmp_path / "vocab.txt").write_text("\n".join(pieces), "utf-8")
    torch.manual_seed(0)
    size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = transformers.BertConfig(vocab_size=len(pieces), max_position_embeddings=64, **size)
    transformers.BertModel(config).save_pretrained(tmp_path)
    transformers.BertTokenizerFast(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    for context in ("current", "path", "target"):
        chooser = parse(f"encoder(model={tmp_path}, context={context})", "chooser")
        found = outcomes(web, chooser)
        assert (found["Logic"], found["Mind"], found["Island"]) == ((R, 1), (R, 2), (D, 0))
        assert found["Lagoon"][0] != D  # its link stands below the lead: its own paragraph is read
        assert found == outcomes(web, chooser)
    seen = trace_walk(web, parse(f"encoder(model={tmp_path})", "chooser"), web.wikipedia.article("Stone"))
    assert all(link.rate is not None and -1 <= link.rate <= 1 for link in seen.hops[0].links)
