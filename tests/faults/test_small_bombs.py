"""Small files that took all memory, minutes of processor time, or ended in status 70."""

from __future__ import annotations

import json
import time
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest

from faults.refusals import refused
from inner import name_inside
from lydite.core.store import identity
from lydite.probes.testsets.wikidata import CategoryDefinition, SparqlClient

HEAD = '<LexicalResource><Lexicon id="x" label="x" language="en" email="e" license="l" version="1">'
TAIL = "</Lexicon></LexicalResource>"
SOON = 5.0  # seconds of processor time; each took more than 10


def entry(number: int, synset: int, within: str = "") -> str:
    sense = f'<Sense id="s{number}" synset="y{synset}">{within}</Sense>'
    lemma = f'<Lemma writtenForm="l{number}" partOfSpeech="n"/>'
    return f'<LexicalEntry id="w{number}">{lemma}{sense}</LexicalEntry>\n'


def synset(number: int, *above: int) -> str:
    relations = "".join(f'<SynsetRelation relType="hypernym" target="y{a}"/>' for a in above)
    return f'<Synset id="y{number}" partOfSpeech="n">{relations}</Synset>\n'


def build(run: Any, text: str, declared: str = "") -> tuple[int, str]:
    Path("w.xml").write_text(f"{declared}{HEAD}{text}{TAIL}", "utf-8")
    answer: tuple[int, str] = run("build", "wordnet", "w.xml", "-o", "made")
    return answer


def test_defaults_of_attributes_are_not_a_text_of_their_own_in_every_element(run: Any) -> None:
    """A declaration of 30 kB and 2,000 empty elements took 1 GB."""
    declared = f'<!DOCTYPE x [<!ATTLIST Synset members CDATA "{"s1 " * 10_000}">]>'
    tracemalloc.start()
    answer = build(run, entry(1, 1) + "".join(synset(i) for i in range(1, 2_000)), declared)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer[0] == 0, answer
    assert most < 100 << 20


def test_a_count_in_many_pieces(run: Any) -> None:
    began = time.process_time()
    lines = "\n" * 1_000_000
    assert build(run, entry(1, 1, f"<Count>{lines}5</Count>") + synset(1))[0] == 0
    assert time.process_time() - began < SOON


def test_leacock_and_chodorow_where_nothing_is_above_anything(run: Any) -> None:
    assert build(run, entry(1, 1) + entry(2, 1) + synset(1))[0] == 0
    for scale in ("unit", "raw"):
        assert run("match", "l1", "l2", "-u", f"lch(store=made, scale={scale})")[0] == 0


def test_hypernyms_in_circles(run: Any) -> None:
    """Each synset has two hypernyms, and all are above all."""
    size = 10_000
    made = (entry(i, i) + synset(i, (i + 1) % size, (i * 7 + 3) % size) for i in range(size))
    assert build(run, "".join(made))[0] == 0
    began = time.process_time()
    assert run("match", "l0", f"l{size - 2}", "-u", "meaning(store=made)")[0] == 0
    assert time.process_time() - began < SOON


def test_a_link_that_was_escaped_many_times() -> None:
    key = name_inside("lydite.knowledge.wikipedia.dumps", "_key")
    began = time.process_time()
    assert key("a/%" + "25" * 100_000 + "41.htm") == "a/A"
    assert time.process_time() - began < SOON


@pytest.mark.parametrize("path", ["a%2520b.htm", "100%25.htm", "%25C3%25A9.html", "a/%252525C3%252525A9.htm"])
def test_links_that_were_escaped_a_few_times_lead_to_where_they_led(path: str) -> None:
    import posixpath
    import re
    from urllib.parse import unquote

    plain, before = path, ""
    while before != plain:
        before, plain = plain, unquote(plain)
    assert name_inside("lydite.knowledge.wikipedia.dumps", "_key")(path) == re.sub(
        r"\.html?$", "", posixpath.normpath(plain)
    )


@pytest.mark.parametrize(
    "query",
    ["SELECT " * 40_000, "\n" * 100_000 + "SELECT ?item {}", f"BASE<a>#{'BASE<' * 100_000}\nSELECT *"],
)
def test_queries_without_an_end(query: str) -> None:
    began = time.process_time()
    if "*" in query or "?" in query:
        CategoryDefinition.of_query("a", query)
    else:
        with pytest.raises(ValueError, match="query"):
            CategoryDefinition.of_query("a", query)
    assert time.process_time() - began < SOON


def test_a_prefix_in_a_comment_is_none() -> None:
    text = "PREFIX a: <b#c> # PREFIX d: <e>\n# PREFIX f: <g>\nPREFIX h: <i>\nSELECT ?item { ?item a:b h:c }"
    assert CategoryDefinition.of_query("x", text).prefixes == "PREFIX a: <b#c>\nPREFIX h: <i>\n"


def test_the_line_of_an_item_beside_many_quotes(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("id,keyphrases\na,x\nb,y " + '\\"' * 60_000 + "\n", "utf-8")
    began = time.process_time()
    assert name_inside("lydite.runs", "_lines_of")(["a", "b"], str(tmp_path / "x.csv")) == {"a": 2, "b": 3}
    assert time.process_time() - began < SOON


@pytest.mark.parametrize(
    "answer",
    [
        '{"results":' * 100_000,
        '{"results": {"bindings": [[]]}}',
        '{"results": {"bindings": [{"item": [], "label": 5}]}}',
        '{"results": {"bindings": [{"item": {"value": 5}}]}}',
        '{"results": {"bindings": {"a": 1}}}',
        "[]",
        "null",
        "\0",
    ],
)
def test_answers_of_wikidata_that_were_damaged_are_as_if_never_asked(run: Any, answer: str) -> None:
    asked = ["build", "testset", "wikidata", "--class", "a=Q5", "-o", "a.txt", "--offline", "--cache", "c"]
    query = CategoryDefinition.of_class("a=Q5").labels(["en"], 5_000, 0)
    file = SparqlClient(cache=Path("c"))._file(query)
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_text(answer, "utf-8")
    status, said = run(*asked)
    assert status == 2, said
    assert said.startswith("lydite: offline")


def test_an_answer_without_what_an_item_is_called(run: Any) -> None:
    from lydite.probes.testsets.wikidata import labels_of

    file = SparqlClient(cache=Path("c"))._file(labels_of(["Q5"], ["en", "mul"]))
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_text('{"results": {"bindings": [{"item": {"value": "x/Q5"}}]}}', "utf-8")
    asked = ["build", "testset", "wikidata", "--class", "Q5", "-o", "a.txt", "--offline", "--cache", "c"]
    refused(run(*asked), "'language'")


def test_a_packed_store_that_unpacks_to_gigabytes(run: Any) -> None:
    """400 MB of zeros: its manifest says so, and its digests fit."""
    size = 400 << 20
    arrays = {"graph_offsets": {"type": "|u1", "shape": [size], "digest": "0" * 16}}
    manifest = {"kind": "wordnet", "version": 1, "notes": {}, "arrays": arrays, "packing": {}}
    manifest["digest"] = identity("wordnet", 1, arrays, {})
    with zipfile.ZipFile("w.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        with archive.open("graph_offsets.bin", "w") as file:
            for _ in range(size >> 20):
                file.write(bytes(1 << 20))
    refused(run("match", "a", "b", "-u", "wordnet(store=w.zip)"), "w.zip: .*256 million bytes")
