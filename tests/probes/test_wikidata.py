"""Test sets from a real SPARQL engine on loopback, loaded with RDF in Wikidata's own vocabulary."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from inner import name_inside, replace_inside
from lydite.cli import main
from lydite.core.errors import InputError
from lydite.probes.testsets import TestSet, load_test_set, write_test_set
from lydite.probes.testsets.wikidata import CategoryDefinition, SparqlClient, build, ready, ready_definitions

oxigraph = pytest.importorskip("pyoxigraph")

RDF = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
wd:Q6256 rdfs:label "country"@en .
wd:Q5119 rdfs:label "capital city"@en .
wd:Q142 wdt:P31 wd:Q6256 ; rdfs:label "France"@en , "Francia"@la , "फ़्रान्स"@hi .
wd:Q38 wdt:P31 wd:Q6256 ; rdfs:label "Italy"@en , "Italia"@la , "इटली"@hi .
wd:Q30 wdt:P31 wd:Q6256 ; rdfs:label "United States"@en , "Civitates Foederatae Americae"@la .
wd:Q90 wdt:P31 wd:Q5119 ; rdfs:label "Paris"@en , "Lutetia"@la .
wd:Q220 wdt:P31 wd:Q5119 ; rdfs:label "Rome"@en , "Roma"@la .
wd:Q64 wdt:P31 wd:Q5741069 ; rdfs:label "Berlin"@mul , "Berolinum"@la .
wd:Q2013 wdt:P31 wd:Q5741069 ; rdfs:label "Bonn"@mul .
wd:Q9089 rdfs:label "Hinduism"@en .
wd:Q101072 wdt:P1269 wd:Q9089 ; rdfs:label "karma"@en , "कर्म"@hi .
wd:Q131361 wdt:P1269 wd:Q9089 ; rdfs:label "Atman"@en .
wd:Q33999 wdt:P31 wd:Q28640 ; rdfs:label "actor"@en , "Schauspieler"@de ; wdt:P2521 "actress"@en ,
  "Schauspielerin"@de ; skos:altLabel "player"@en , "thespian"@en .
wd:Q11063 wdt:P31 wd:Q28640 ; rdfs:label "Astronom"@de ; wdt:P2521 "Astronomin"@de .
wd:Q406 wdt:P31 wd:Q515 ; rdfs:label "İstanbul"@tr , "Istanbul"@en .
wd:Q11194 wdt:P31 wd:Q515 ; rdfs:label "IĞDIR"@tr .
"""
MANY = "".join(f'wd:Q{1000 + i} wdt:P31 wd:Q8142 ; rdfs:label "Coin{i:03}"@en .\n' for i in range(25))


@dataclass
class Endpoint:
    """A small HTTP server in front of the engine, which can be told to misbehave."""

    url: str = ""
    queries: list[str] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    trouble: list[tuple[int, bytes, dict[str, str]]] = field(default_factory=list)
    delay: threading.Event | None = None


LABEL = "http://www.w3.org/2000/01/rdf-schema#label"


@pytest.fixture
def store() -> Any:
    held = oxigraph.Store()
    held.load((RDF + MANY).encode(), format=oxigraph.RdfFormat.TURTLE)
    return held


@pytest.fixture
def endpoint(store: Any) -> Iterator[Endpoint]:
    state = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            query = parse_qs(body)["query"][0]
            state.queries.append(query)
            state.agents.append(self.headers["User-Agent"])
            if state.delay is not None:
                state.delay.wait(5)
            if state.trouble:
                status, content, headers = state.trouble.pop(0)
            else:
                status, headers = 200, {}
                content = bytes(store.query(query).serialize(format=oxigraph.QueryResultsFormat.JSON))
            self.send_response(status)
            for key, value in {"Content-Type": "application/sparql-results+json", **headers}.items():
                if key != "Content-Length":
                    self.send_header(key, value)
            self.send_header("Content-Length", headers.get("Content-Length", str(len(content))))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign] # a client that did not wait
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/sparql"
    yield state
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def client(endpoint: Endpoint, tmp_path: Path) -> SparqlClient:
    return SparqlClient(endpoint.url, cache=tmp_path / "cache", sleep=lambda _: None)


def test_classes_in_a_language(client: SparqlClient, endpoint: Endpoint) -> None:
    wanted = [CategoryDefinition.of_class("Q6256"), CategoryDefinition.of_class("capital=Q5119")]
    [built] = build(client, wanted, "la")
    assert built.test.categories == {
        "country": ("francia", "italia"),
        "capital": ("roma", "lutetia"),
    }
    [note] = built.notes
    assert note.startswith("la: country: 1 ")
    assert all(agent.startswith("lydite/") for agent in endpoint.agents)
    [kept] = build(client, wanted, "la", spaces="keep")
    assert "civitates foederatae americae" in kept.test.categories["country"]


def test_properties_queries_and_translation(client: SparqlClient) -> None:
    query = (
        "PREFIX wdt: <http://www.wikidata.org/prop/direct/>\nPREFIX e: <http://www.wikidata.org/entity/>\n"
        "SELECT ?item WHERE { ?item wdt:P1269 e:Q9089 }"
    )
    wanted = [CategoryDefinition.of_property("P1269:Q9089"), CategoryDefinition.of_query("mine", query)]
    english, hindi, latin = build(client, wanted, "en", translate=["hi", "la"])
    assert english.test.categories == {"Hinduism": ("karma", "atman"), "mine": ("karma", "atman")}
    assert hindi.test.categories["mine"] == ("कर्म",)
    assert hindi.notes[0].startswith("hi: 1 of 2 items ")
    assert latin.test.categories["mine"] == ()


def test_items_keep_their_ids_and_categories_one_name(client: SparqlClient, tmp_path: Path) -> None:
    wanted = [CategoryDefinition.of_class("country=Q6256")]
    english, hindi = build(client, wanted, "en", translate=["hi"])
    assert english.test.ids == {"country": {"france": "Q142", "italy": "Q38"}}
    assert hindi.test.ids == {"country": {"फ़्रान्स": "Q142", "इटली": "Q38"}}
    for name in ("a.json", "a.csv"):
        write_test_set(hindi.test, tmp_path / name)
        read = load_test_set(tmp_path / name)
        assert (read.categories, read.ids) == (hindi.test.categories, hindi.test.ids)


def test_items_without_a_label_in_the_first_language(client: SparqlClient) -> None:
    work = [CategoryDefinition.of_class("work=Q28640")]
    english, german = build(client, work, "en", translate=["de"])
    assert english.test.ids["work"] == {"actor": "Q33999"}
    assert german.test.ids["work"] == {"schauspieler": "Q33999", "astronom": "Q11063"}
    [note] = english.notes
    assert note.startswith("en: 1 of 2 items ")


def test_female_forms_and_aliases_on_request(client: SparqlClient) -> None:
    work = [CategoryDefinition.of_class("work=Q28640")]
    english, german = build(client, work, "en", translate=["de"], female=True)
    assert english.test.categories["work"] == ("actor", "actress")
    assert german.test.ids["work"]["astronomin"] == "Q11063"
    [named] = build(client, work, "en", aliases=True)
    assert named.test.ids["work"] == dict.fromkeys(("actor", "player", "thespian"), "Q33999")


def test_lower_case_is_the_languages_own(client: SparqlClient) -> None:
    turkish, english = build(client, [CategoryDefinition.of_class("city=Q515")], "tr", translate=["en"])
    assert set(turkish.test.categories["city"]) == {"istanbul", "ığdır"}
    assert english.test.categories["city"] == ("istanbul",)


def test_pages(client: SparqlClient, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.probes.testsets.wikidata", "PAGE", 10)
    [built] = build(client, [CategoryDefinition.of_class("coins=Q8142")], "en")
    assert built.test.categories["coins"] == tuple(f"coin{i:03}" for i in range(25))
    assert len(endpoint.queries) == 3
    replace_inside(monkeypatch, "lydite.probes.testsets.wikidata", "PAGE", 5)
    build(client, [CategoryDefinition.of_class("coins=Q8142")], "en")
    assert len(endpoint.queries) == 9  # the sixth page is empty, since the fifth was full


def test_answers_are_used_again_offline(client: SparqlClient, endpoint: Endpoint) -> None:
    wanted = [CategoryDefinition.of_class("Q5119")]
    first = build(client, wanted, "en")
    asked = len(endpoint.queries)
    assert build(replace(client, offline=True), wanted, "en") == first
    assert len(endpoint.queries) == asked
    with pytest.raises(InputError, match="offline.*sparql.*PREFIX"):
        build(replace(client, offline=True), wanted, "la")


def test_too_many_requests_wait_as_asked(client: SparqlClient, endpoint: Endpoint) -> None:
    waits: list[float] = []
    patient = replace(client, sleep=waits.append)
    endpoint.trouble = [(429, b"slow down", {"Retry-After": "7"}), (503, b"", {})]
    [built] = build(patient, [CategoryDefinition.of_class("c=Q5119")], "en")
    assert built.test.categories["c"] == ("rome", "paris")
    assert waits == [7.0, 2.0]


def test_throttled_without_a_time_stays_away_for_a_minute(client: SparqlClient, endpoint: Endpoint) -> None:
    """As the query service asks of its clients; who asks for longer than we wait is not asked again."""
    waits: list[float] = []
    told: list[str] = []
    patient = replace(client, sleep=waits.append, tell=told.append)
    endpoint.trouble = [(429, b"", {})]
    build(patient, [CategoryDefinition.of_class("c=Q5119")], "en")
    assert waits == [60.0]
    assert len(told) == 1
    assert re.search(f"^{endpoint.url}: status 429.* 60 s", told[0])
    endpoint.trouble = [(429, b"banned", {"Retry-After": "86400"})]
    asked = len(endpoint.queries)
    with pytest.raises(InputError, match="status 429: banned.*86,400 s"):
        build(patient, [CategoryDefinition.of_class("c=Q6256")], "en")
    assert len(endpoint.queries) == asked + 1


def test_default_labels_stand_in_where_asked(client: SparqlClient) -> None:
    """Wikidata moves names that are the same in most languages to "mul", and deletes the others."""
    cities = [CategoryDefinition.of_class("city=Q5741069")]
    [latin] = build(client, cities, "la")
    assert latin.test.categories["city"] == ("berolinum",)
    english, latin = build(client, cities, "en", translate=["la"], fallback="mul")
    assert set(english.test.categories["city"]) == {"berlin", "bonn"}
    assert set(latin.test.categories["city"]) == {"berolinum", "bonn"}


def test_a_bad_language_is_told_before_anything_is_asked(client: SparqlClient, endpoint: Endpoint) -> None:
    for options in ({"language": "e n"}, {"language": "en", "translate": ["la;"]}):
        with pytest.raises(InputError, match="'e n'|'la;'"):
            build(client, [CategoryDefinition.of_class("Q5119")], **options)  # type: ignore[arg-type]
    assert endpoint.queries == []


def test_a_set_without_a_word_is_refused(client: SparqlClient) -> None:
    with pytest.raises(InputError, match=r"vo: city: "):
        build(client, [CategoryDefinition.of_class("city=Q5741069")], "vo")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?item {{ ?item wdt:P31 wd:Q5119 }} # end",
        "# mine\nPREFIX x: <x:> PREFIX p:<http://www.wikidata.org/prop/direct/> # p\n{}",
    ],
)
def test_comments_and_prefixes_of_queries(client: SparqlClient, query: str) -> None:
    query = query.format("SELECT ?item WHERE { ?item p:P31 wd:Q5119 }")
    [built] = build(client, [CategoryDefinition.of_query("c", query)], "en")
    assert set(built.test.categories["c"]) == {"rome", "paris"}


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([(429, b"", {})] * 5, "5 attempts.*status 429"),
        ([(500, b"java.util.concurrent.TimeoutException", {})] * 5, "longer"),
        ([(200, b'{"results": {"bind', {})] * 5, "not SPARQL JSON"),
        ([(200, b'{"results": ', {"Content-Length": "500"})] * 5, "IncompleteRead"),  # broken off
        ([(200, b"<html>", {})] * 5, "not SPARQL JSON"),
        ([(200, b"[1, 2]", {})] * 5, "not SPARQL JSON"),
        ([(400, b"malformed query at line 1\nmore", {})], "status 400: malformed query at line 1"),
        (
            [(200, json.dumps({"results": {"bindings": [{"x": {"value": "1"}}]}}).encode(), {})],
            "without 'item'",
        ),
    ],
)
def test_trouble_ends_in_one_message(
    client: SparqlClient, endpoint: Endpoint, answers: Any, message: str
) -> None:
    endpoint.trouble = list(answers)
    with pytest.raises(InputError, match=message) as caught:
        build(client, [CategoryDefinition.of_class("c=Q5119")], "en")
    assert endpoint.url in str(caught.value)


def test_labels_in_a_language_that_nobody_asked_for(client: SparqlClient, endpoint: Endpoint) -> None:
    row = {"item": "http://www.wikidata.org/entity/Q1", "label": "urbs", "language": "la"}
    given = {"results": {"bindings": [{key: {"value": value} for key, value in row.items()}]}}
    endpoint.trouble = [(200, json.dumps(given).encode(), {})]
    with pytest.raises(InputError, match="c: no word"):
        build(client, [CategoryDefinition.of_class("c=Q5119")], "en")


def test_malformed_once_is_asked_again(client: SparqlClient, endpoint: Endpoint) -> None:
    endpoint.trouble = [(200, b'{"results": {"bind', {})]
    [built] = build(client, [CategoryDefinition.of_class("c=Q5119")], "en")
    assert built.test.categories["c"] == ("rome", "paris")


def test_time_outs(client: SparqlClient, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.probes.testsets.wikidata", "TIMEOUT", 0.1)
    endpoint.delay = threading.Event()
    try:
        with pytest.raises(InputError, match="5 attempts.*timed out"):
            build(client, [CategoryDefinition.of_class("c=Q5119")], "en")
    finally:
        endpoint.delay.set()


def test_nobody_there(tmp_path: Path) -> None:
    silent = SparqlClient("http://127.0.0.1:9/sparql", cache=tmp_path, sleep=lambda _: None)
    with pytest.raises(InputError, match="5 attempts"):
        build(silent, [CategoryDefinition.of_class("c=Q5119")], "en")
    with pytest.raises(InputError, match="http or https"):
        SparqlClient("file:///etc/passwd")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CategoryDefinition.of_class("6256"), "Q6256.*'6256'"),
        (lambda: CategoryDefinition.of_class('x=Q1 } DROP"'), "item"),
        (lambda: CategoryDefinition.of_property("P1269=Q9089"), "P1269:Q9089.*'Q9089'"),
        (lambda: CategoryDefinition.of_property("x=P1"), "'P1'"),
        (lambda: CategoryDefinition.of_query("q", "ASK { ?s ?p ?o }"), r"\?item"),
        (lambda: CategoryDefinition.of_class("Q1").labels(['en") . #'], 1, 0), "language"),
        (lambda: CategoryDefinition.of_items("x", ["Q1", "Paris"]), "Q7565.*'Paris'"),
        (lambda: ready_definitions("gogle"), "'?gogle.*google"),
    ],
)
def test_bad_definitions(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


def test_ready_definitions_are_queries_that_run(client: SparqlClient) -> None:
    assert {d["group"] for d in ready().values()} == {"google", "religion"}
    for group in ("google", "religion"):
        for one in ready_definitions(group):
            client.ask(one.labels(["en"], 10, 0))


FAMILY = (
    "father mother, brother sister, son daughter, husband wife, grandfather grandmother, uncle aunt, "
    "boy girl, man woman, king queen, nephew niece, grandson granddaughter, "
    "stepson stepdaughter, prince princess"
)  # in the order of the ready items


def test_the_family_has_the_pairs_of_google(client: SparqlClient, store: Any) -> None:
    """Of its 23 pairs 13 are items; plurals, pronouns, pet names and what was not found stand as words."""
    items = [ready()[f"family_{sex}"]["items"] for sex in ("male", "female")]
    for pair, names in zip(zip(*items, strict=True), FAMILY.split(", "), strict=True):
        for item, name in zip(pair, names.split(), strict=True):
            store.load(
                f'<http://www.wikidata.org/entity/{item}> <{LABEL}> "{name}"@en .'.encode(),
                format=oxigraph.RdfFormat.TURTLE,
            )
    wanted = [*ready_definitions("family_male"), *ready_definitions("family_female")]
    english, latin = build(client, wanted, "en", translate=["la"])
    google = load_test_set("google")
    for number, sex in ((1, "male"), (2, "female")):
        own = english.test.categories[f"family_{sex}"]
        assert len(own) == 23
        assert set(own) == set(google.categories[f"family {number}"])
        assert english.test.ids[f"family_{sex}"][own[0]].startswith("Q")
        assert latin.test.categories[f"family_{sex}"] == ()
    words = [ready()[f"family_{sex}"]["words"]["en"] for sex in ("male", "female")]
    pairs = {pair for q in google.analogies["family"] for pair in (q[:2], q[2:])}
    assert {*zip(*words, strict=True), *(tuple(p.split()) for p in FAMILY.split(", "))} == pairs
    assert latin.notes[0].startswith("la: 46 of 46 items ")


@pytest.mark.parametrize("suffix", [".txt", ".json", ".csv"])
@pytest.mark.parametrize("spaces", ["drop", "keep"])
def test_from_the_shell(endpoint: Endpoint, tmp_path: Path, capsys: Any, suffix: str, spaces: str) -> None:
    out = tmp_path / f"set{suffix}"
    classes = ["--class", "Q6256", "--class", "capital=Q5119"]
    options = ["--language", "en", "--translate", "la", "--spaces", spaces]
    where = ["--endpoint", endpoint.url, "--cache", str(tmp_path), "-o", str(out)]
    with pytest.raises(SystemExit) as ended:
        main(["build", "testset", "wikidata", *classes, *options, *where])
    assert ended.value.code == 0
    printed = capsys.readouterr()
    assert f"{out}: 2 categories" in printed.out
    english = load_test_set(out)
    latin = load_test_set(tmp_path / f"set.la{suffix}")
    assert "france" in english.categories["country"]
    assert ("united states" in english.categories["country"]) == (spaces == "keep")
    assert set(latin.categories["capital"]) == {"roma", "lutetia"}


def test_words_with_spaces_survive_writing_and_reading(tmp_path: Path) -> None:
    categories = {"lone": ("new york",), "two": ("rio", "são paulo"), "none": ()}
    for suffix in (".txt", ".json"):
        write_test_set(TestSet("x", categories=categories), tmp_path / f"x{suffix}")
        assert load_test_set(tmp_path / f"x{suffix}").categories == categories


def test_bad_requests_from_the_shell(endpoint: Endpoint, tmp_path: Path, capsys: Any) -> None:
    endpoint.trouble = [(400, b"no", {})]
    for args in (
        ["--class", "Q6256", "--endpoint", endpoint.url, "--cache", str(tmp_path / "none")],
        ["--endpoint", endpoint.url],
        ["--query", "mine=nothing.rq"],
    ):
        with pytest.raises(SystemExit) as ended:
            main(["build", "testset", "wikidata", "-o", str(tmp_path / "x.txt"), *args])
        assert ended.value.code == 2
        assert "Traceback" not in capsys.readouterr().err
        assert not (tmp_path / "x.txt").exists()


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_what_passes_is_asked_again(client: SparqlClient, endpoint: Endpoint, status: int) -> None:
    """Too many requests, and what a server or a proxy before it says while it is overloaded."""
    endpoint.trouble = [(status, b"", {})]
    [built] = build(client, [CategoryDefinition.of_class("c=Q5119")], "en")
    assert built.test.categories["c"] == ("rome", "paris")
    assert len(endpoint.queries) == 2


@pytest.mark.parametrize(
    ("language", "code"), [("German", "de"), ("bat-smg", "bat-smg"), ("zh-hans", "zh-hans")]
)
def test_codes_that_only_wikidata_has_stay(language: str, code: str) -> None:
    assert name_inside("lydite.probes.testsets.wikidata", "_coded")(language) == code
