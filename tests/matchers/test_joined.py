"""Joined knowledge bases: the example of section 5.3.6, laws, explanations, and what is refused."""

from __future__ import annotations

import functools
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lydite
from full_size import size
from inner import replace_inside
from lydite.cli import main
from lydite.core.errors import InputError, SpecError
from lydite.core.io.digests import digest
from lydite.core.spec import parse
from lydite.knowledge.wikipedia import build_example, consensus_text
from lydite.knowledge.wikipedia.build import BuildOptions, build
from lydite.knowledge.wiktionary import build_wiktionary
from lydite.knowledge.wordnet import open_wordnet
from tabfiles import build_languages


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """Keep joined graphs apart from those of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LYDITE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def consensus(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("consensus")
    (folder / "wiki.xml").write_text(consensus_text(), "utf-8")
    build([folder / "wiki.xml"], folder / "store", BuildOptions())
    return str(folder / "store")


@pytest.fixture(scope="module")
def miniature(tmp_path_factory) -> str:
    return str(build_example(tmp_path_factory.mktemp("miniature")))


@pytest.fixture(scope="module")
def dictionary(tmp_path_factory) -> str:
    """Entries of which one links to Wikipedia: Orange the fruit, not any other orange."""
    folder = tmp_path_factory.mktemp("dictionary")
    entries = [
        {"word": "orange", "pos": "noun",
         "senses": [{"glosses": ["a fruit"], "wikipedia": ["Orange (fruit)"]}]},
        {"word": "mother wit", "pos": "noun", "senses": [{"glosses": ["sound judgement"]}],
         "synonyms": [{"word": "common sense"}]},
        {"word": "kitten", "pos": "noun", "senses": [{"glosses": ["a young cat"]}],
         "synonyms": [{"word": "kitling"}]},
    ]  # fmt: skip
    lines = "".join(json.dumps({"lang": "English", "lang_code": "en", **entry}) + "\n" for entry in entries)
    (folder / "words.jsonl").write_text(lines, "utf-8")
    build_wiktionary(folder / "words.jsonl", folder / "store")
    return str(folder / "store")


def matcher(spec: str, **let: str):
    return lydite.matcher(spec, let=let)


def run(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return int(end.value.code or 0)


@pytest.mark.parametrize("preset", ["thesis", "default"])
def test_consensus_reality_for_mother_wit(consensus, preset):
    by = matcher(f"joined(wn=wordnet(preset={preset}), wp=wikipedia(store=wp))", wp=consensus)
    match = by.explain("consensus reality", "mother wit")
    assert round(match.score, 2) == 0.43  # section 5.3.6
    assert [(s.transition, round(s.score, 2)) for s in match.path] == [
        ("same", 1.0), ("specialisation", 0.48), ("inter-knowledge", 0.9)
    ]  # fmt: skip
    names = [match.path[0].source, *(step.target for step in match.path)]
    assert names[:3] == ["wp: Consensus reality", "wp: C:Consensus reality", "wp: Common sense"]
    assert names[3].startswith("wn: [common sense, ")
    assert "mother wit" in names[3]
    assert match.note == "crosses from wp to wn"
    assert by.score("mother wit", "consensus reality") == 0.0  # generalisation of breadth 22 is worth nothing
    for alone in ("wordnet(preset=thesis)", "wikipedia(store=wp)"):
        assert matcher(alone, wp=consensus).score("consensus reality", "mother wit") == 0.0


def test_ways_are_scored_by_direction(consensus):
    spec = "joined(wn=wordnet, wp=wikipedia(store=wp), cross={{wp>wn: {}}})"
    scores = [
        matcher(spec.format(s), wp=consensus).score("consensus reality", "mother wit") for s in (0.5, 1)
    ]
    assert scores[1] == pytest.approx(2 * scores[0])
    assert matcher(spec.format(1), wp=consensus).ways == {"wn>wp": 0.5, "wp>wn": 1.0}


def test_explained_on_the_command_line(consensus, capsys, tmp_path):
    spec = "joined(wn=wordnet, wp=wikipedia(store=wp), cross={wn>wp: 0.8, wp>wn: 0.9}, staged=yes)"
    asked = ["match", "consensus reality", "mother wit", "--using", spec, "--define", f"wp={consensus}"]
    assert run([*asked, "--explain", "--svg", str(tmp_path / "path.svg")]) == 0
    text = capsys.readouterr().out
    assert "◆" in text
    assert "inter-knowledge  0.9000  0.4337" in text
    assert "crosses from wp to wn" in text
    drawing = (tmp_path / "path.svg").read_text("utf-8")
    assert 'marker-end="url(#diamond)"' in drawing
    assert run([*asked, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [step["transition"] for step in found["path"]] == ["same", "specialisation", "inter-knowledge"]
    for known in (open_wordnet().store.digest, digest(consensus)):
        assert known in found["signature"]
    assert 'cross="{wn>wp: 0.8, wp>wn: 0.9}"' in found["signature"]


WORDS = st.sampled_from(
    ["cake", "food", "dog", "cats", "men's", "good", "bad", "natural", "science", "organic", "chemistry",
     "red", "planet", "kitten", "orange", "fruit", "the", "of", "e-mail", "mother", "wit", "Keystone",
     "State", "café", "xyzzy", "running", "ran"]
)  # fmt: skip
PHRASES = st.lists(WORDS, max_size=4).map(" ".join) | st.text(max_size=6)
ALONE = [
    "wordnet", "wordnet(preset=thesis)", "wordnet(preset=tuned, pos=noun)", "wordnet(threshold=0.3)",
    "wordnet(targets=perfect)", "wordnet(antonyms=no, prior=tags, power=1)", "wikipedia(store=wp)",
    "wikipedia(store=wp, preset=thesis)", "wikipedia(store=wp, coverage=0.5)", "wiktionary(store=wk)",
]  # fmt: skip


@functools.cache
def cached(spec: str, wp: str, wk: str):
    return matcher(spec, wp=wp, wk=wk)


@pytest.mark.parametrize("spec", ALONE)
def test_one_base_joined_is_that_base(spec, miniature, dictionary):
    one = cached(spec, miniature, dictionary)
    joined = [cached(f"joined(base={spec}, staged={s})", miniature, dictionary) for s in ("no", "yes")]

    @settings(max_examples=size(10, 40), deadline=None)
    @given(st.lists(st.tuples(PHRASES, PHRASES), min_size=1, max_size=4))
    def same(pairs):
        its = one.pairs(*zip(*pairs, strict=True))
        a, b = pairs[0]
        explained = one.explain(a, b)
        for mine in joined:
            assert mine.pairs(*zip(*pairs, strict=True)).tobytes() == its.tobytes()
            assert mine.known_as([a, b]) == one.known_as([a, b])
            match = mine.explain(a, b)
            assert match.note.replace("base: ", "") == explained.note.replace(one.name, "joined")
            assert [s.transition for s in match.path] == [s.transition for s in explained.path]

    same()


@pytest.mark.parametrize("spec", ["wordnet", "wordnet(preset=thesis)"])
def test_one_base_joined_is_that_base_on_real_keyphrases(spec, shared_data):
    file = min((shared_data / "keyphrases").rglob("*.json"))
    lists = list(json.loads(file.read_text("utf-8")).values())[:20]
    phrases = list(dict.fromkeys(variants[0] for phrases in lists for variants in phrases))[:60]
    one, joined = matcher(spec), matcher(f"joined(wn={spec})")
    assert joined.matrix(phrases, phrases).tobytes() == one.matrix(phrases, phrases).tobytes()


def test_order_of_bases_changes_nothing(miniature):
    one = matcher("joined(wn=wordnet, wp=wikipedia(store=wp))", wp=miniature)
    other = matcher("joined(wp=wikipedia(store=wp), wn=wordnet)", wp=miniature)
    phrases = ["orange", "fruit", "natural science", "red planet"]
    assert (one.matrix(phrases, phrases) == other.matrix(phrases, phrases)).all()
    assert one == other


def test_a_word_that_a_further_base_knows_is_measured_by_its_likeliest_meaning(miniature):
    """Senses of a wordnet weigh less than an article: near the threshold, a path of theirs may be lost."""
    pair = "governor", "Pennsylvania"
    spec = "joined(wn=wordnet, wp=wikipedia(store=wp){})"
    alone, joined, staged = (
        matcher(s, wp=miniature) for s in ("wordnet", spec.format(""), spec.format(", staged=yes"))
    )
    assert 0 < alone.score(*pair) < alone.search.threshold  # its likeliest sense is not as likely as 1
    assert (joined.score(*pair), staged.score(*pair)) == (0.0, alone.score(*pair))
    assert matcher("joined(wn=wordnet(threshold=0.07), wp=wikipedia(store=wp))", wp=miniature).score(
        *pair
    ) == alone.score(*pair)


def test_surface_counts_where_it_does_in_one_of_the_bases(miniature):
    """A word that neither base has scores 1 with itself by its letters alone, or 0."""
    for first, second, score in (("yes", "no", 1), ("no", "no", 0)):
        spec = f"joined(wn=wordnet(surface={first}), wp=wikipedia(store=wp, surface={second}))"
        joined = matcher(spec, wp=miniature)
        assert joined.by_surface is (score == 1)
        assert joined.score("zzqx", "zzqx") == score


def test_stages_stop_at_the_first_path(miniature):
    names = ["orange", "fruit", "kitten", "cat", "organic chemistry", "science", "Keystone State"]
    let = {"wp": miniature}
    spec = "joined(wn=wordnet, wp=wikipedia(store=wp){})"
    staged, whole = (matcher(spec.format(more), **let) for more in (", staged=yes", ""))
    alone = matcher("wordnet")
    first, second, by_wordnet = (m.matrix(names, names) for m in (staged, whole, alone))
    direct = np.array([word == "direct" for word in alone.known_as(names)])
    found = (by_wordnet > 0) & direct[:, None] & direct
    assert found.sum() > len(names)
    assert (first[found] == by_wordnet[found]).all()
    assert (first <= second + 1e-12).all()
    assert (first[~found & (second > 0)] > 0).all()  # the last stage is the search through all
    assert first[names.index("orange"), names.index("fruit")] > 0
    later = [(names[i], names[j]) for i, j in np.argwhere(~found & (first > 0)) if i != j]
    assert later
    assert all(staged.explain(*pair).path for pair in later)  # of the stage that has one


def test_many_pairs_are_searched_in_later_stages_as_few_are(miniature, dictionary, monkeypatch):
    some = ["cake", "food", "orange", "fruit", "Keystone State"]
    more = [*WORDS.elements, "cooking", "planet", "plant", "animal", "baby cat", "kitchen", "study"]
    words = size(some, [*some, *more])
    bases = "wn=wordnet, wp=wikipedia(store=wp), wk=wiktionary(store=wk)"
    spec = f"joined({bases}, cross={{wn>wp: 0.8, wk>wp: 1, wn>wk: 0.9}}, staged=yes)"
    few, many = (matcher(spec, wp=miniature, wk=dictionary) for _ in range(2))
    replace_inside(monkeypatch, "lydite.knowledge", "PAYS", 0)
    one = few.matrix(words, words)
    assert not any("outlooks" in vars(search) for search in few.through.values())
    replace_inside(monkeypatch, "lydite.knowledge", "PAYS", 1 << 40)
    assert (many.matrix(words, words) == one).all()
    assert [sorted(vars(search)) for search in many.through.values()] == [
        ["before", "outlooks", "search", "whole"]
    ] * 2
    by_wordnet = matcher("wordnet").matrix(words, words)
    assert ((one > 0) & (by_wordnet == 0)).sum() > size(1, 10)  # found in later stages only


def test_direct_matches_are_united_and_displace_aspects(consensus):
    alone = matcher("wordnet")
    joined = matcher("joined(wn=wordnet, wp=wikipedia(store=wp))", wp=consensus)
    assert joined.known_as(["consensus reality", "mother wit", "red wit", "xyzzy"]) == [
        "direct", "direct", "aspects", "none"
    ]  # fmt: skip
    both = joined.targets_of("common sense")
    assert {joined.knowledge.place(e) for e in both.sets[0]} == {0, 1}
    pair = "consensus reality", "reality consensus"  # its aspects are the reference's: all is retained …
    assert (alone.score(*pair), joined.score(*pair)) == (1.0, 0.0)  # … but as a whole it means neither
    assert joined.explain("good", "bad").note == "good and bad are opposites"


def test_aspects_may_be_of_several_bases(miniature):
    joined = matcher("joined(wn=wordnet, wp=wikipedia(store=wp))", wp=miniature)
    found = joined.targets_of("baby cat gumption")
    assert found.aspects == ("baby cat", "gumption")
    assert [{joined.knowledge.place(e) for e in s} for s in found.sets] == [{1}, {0}]


def test_explicit_links_are_followed_instead_of_texts(miniature, dictionary):
    by = matcher("joined(wk=wiktionary(store=wk), wp=wikipedia(store=wp))", wp=miniature, wk=dictionary)
    graph, base = by.search.graph, by.knowledge

    def crossings(name):
        (entity,) = (e for e in range(len(graph)) if base.name(e).startswith(name))
        return [base.name(v) for v, kind, _ in graph.transitions(entity) if kind.label == "inter-knowledge"]

    assert crossings("wk: orange") == ["wp: Orange (fruit)"]
    assert crossings("wp: Orange (fruit)") == ["wk: orange (noun: a fruit)"]
    assert crossings("wp: C:Oranges") == ["wk: orange (noun: a fruit)"]  # by its title
    assert crossings("wp: Baby cat") == []
    assert by.score("kitling", "baby cat") == pytest.approx(0.5 * 0.99)
    assert by.explain("orange", "orange").score == 1.0


@pytest.mark.parametrize(("said", "score"), [("yes", 0.99 * 0.9), ("no", 0.0)])
def test_redirects_cross_by_their_titles_or_not(said, score, dictionary, wiki_of):
    store = wiki_of({"Judgement": "Text. [[Category:Mind]]"}, {"Mother wit": "Judgement"})
    by = matcher(
        f"joined(wk=wiktionary(store=wk), wp=wikipedia(store=wp), redirects={said})", wp=store, wk=dictionary
    )
    assert by.score("judgement", "common sense") == pytest.approx(score)  # by mother wit, a redirect
    assert by.score("common sense", "judgement") == pytest.approx(0.5 * 0.99)  # to it, in any case


@pytest.fixture
def wiki_of(tmp_path):
    def make(articles, redirects):
        pages = [(t, x, "") for t, x in articles.items()]
        pages += [(t, f"#REDIRECT [[{x}]]", f'<redirect title="{x}" />') for t, x in redirects.items()]
        body = "".join(
            f"<page><title>{t}</title><ns>0</ns>{mark}<text>{text}</text></page>" for t, text, mark in pages
        )
        head = '<mediawiki xml:lang="en"><siteinfo><case>first-letter</case></siteinfo>'
        (tmp_path / "wiki.xml").write_text(f"{head}{body}</mediawiki>", "utf-8")
        build([tmp_path / "wiki.xml"], tmp_path / "wiki", BuildOptions())
        return str(tmp_path / "wiki")

    return make


def test_three_bases(consensus, miniature, dictionary):
    by = matcher(
        "joined(b=wikipedia(store=wp), a=wikipedia(store=wq), wk=wiktionary(store=wk))",
        wp=miniature, wq=consensus, wk=dictionary,
    )  # fmt: skip
    assert list(by.parts) == ["wk", *sorted("ab", key=lambda n: len(by.bases[n].knowledge.graph))]
    assert by.score("consensus reality", "mother wit") == pytest.approx(0.4337, abs=5e-5)
    assert by.score("kitling", "baby cat") == pytest.approx(0.5 * 0.99)
    assert len(by.ways) == 6


def test_spelled_and_parsed_back(miniature):
    rest = "cross={wn>wp: 0.7}, staged=yes)"
    by = matcher(f'joined(wn=wordnet(preset=thesis), wp=wikipedia(store="{miniature}"), {rest}')
    assert matcher(str(by)) == by
    assert hash(matcher(str(by))) == hash(by)
    table = f'bases={{wn: wordnet(preset=thesis), wp: wikipedia(store="{miniature}")}}'
    assert matcher(f"joined({table}, {rest}") == by
    assert str(by).startswith("joined(wn=wordnet(preset=thesis), wp=wikipedia(store=")
    assert str(by).endswith(rest)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("joined", "joined .*bases"),
        ("joined()", "joined .*bases"),
        ("joined(bases={})", r"joined\(wn=wordnet\)"),
        ("joined(wn=wordnet, wn=wordnet(preset=thesis))", "wn .*twice"),
        ("joined(wn=stem)", "wn=stem .*wikipedia, wiktionary, wordnet"),
        ("joined(wn=wordnett)", "'wordnett'.*wordnet"),
        ("joined(wn=wordnet, stagd=yes)", "'stagd'.*staged"),
        ("joined(a=joined(wn=wordnet))", "a=joined "),
        ("joined(wn=wordnet, cross={wn>wq: 0.9})", "base 'wq' .*cross"),
        ("joined(wn=wordnet, cross={wn: 0.9})", "cross .*a>b.*'wn'"),
        ("joined(wn=wordnet, cross={wn>wn: 0.9})", "cross .*a>b.*'wn>wn'"),
        ("joined(a=wordnet, b=wikipedia(store=x), cross={a>b: 0.49})", "a>b .*0.49"),
        ("joined(a=wordnet, b=wikipedia(store=x), cross={a>b: 1.1})", "not 1.1"),
        ("joined(a=wordnet, b=wikipedia(store=x), cross={a>b: 0.9, a>b: 0.8})", "a>b .*twice"),
        ("joined(a=wordnet, b=wikipedia(store=x), cross=0.9)", "cross .*'0.9'"),
        ("joined(wn=wordnet, bases={wp: wordnet})", "bases .*table"),
        ("joined(wn=wordnet)@5", "joined .*@5"),
    ],
)  # fmt: skip
def test_specs_that_are_refused(spec, why):
    with pytest.raises(SpecError, match=why):
        lydite.matcher(spec)


@pytest.mark.parametrize("name", ["cross", "a>b"])
def test_names_that_a_base_cannot_have(name):
    base = parse("wordnet", "matcher")
    with pytest.raises(SpecError, match=f"joined: {name!r}"):
        replace(parse("joined(wn=wordnet)", "matcher"), bases={name: base})


def test_bases_that_do_not_go_together(tmp_path, miniature, capsys):
    let = {"it": str(build_languages(tmp_path, "ita", "fra")), "wp": miniature}
    for spec, why in [
        (
            "joined(wn=wordnet(store=it, language=ita), wp=wikipedia(store=wp))",
            "wn .*Italian.* wp .*English",
        ),
        ("joined(wn=wordnet(store=it, candidate=ita, reference=en))", "wn .*two languages"),
        ("joined(a=wordnet, b=wordnet(preset=thesis))", "a and b .*same"),
        (
            "joined(a=wordnet(store=it, language=ita), b=wordnet(store=it, language=fra))",
            "a .*Italian.* b .*French",
        ),
    ]:
        with pytest.raises(InputError, match=why):
            matcher(spec, **let).score("cane", "dog")
    said = run(
        ["match", "a", "b", "--using", "joined(a=wordnet, b=wikipedia(store=wp))", "--define", "wp=nowhere"]
    )
    assert said == 2
    assert "nowhere: " in capsys.readouterr().err


def test_a_damaged_or_missing_cache_is_made_again(miniature, dictionary, monkeypatch, tmp_path):
    def score():
        by = matcher("joined(wk=wiktionary(store=wk), wp=wikipedia(store=wp))", wp=miniature, wk=dictionary)
        return by.score("kitling", "baby cat")

    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path))
    whole = score()
    assert whole > 0
    (kept,) = (tmp_path / "joined").iterdir()
    file = kept / "graph_neighbours.bin"
    file.write_bytes(b"\xff" * file.stat().st_size)
    assert score() == whole
    replace_inside(monkeypatch, "lydite.core.store", "cache_folder", lambda: None)
    assert score() == whole
