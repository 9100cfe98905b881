"""WN-LMF: a small file by hand, words of another language, and files that mean harm."""

from __future__ import annotations

import gzip

import pytest

from lydite.errors import InputError
from lydite.matchers.wordnet import Wordnet
from lydite.sources.wordnet import open_wordnet
from lydite.sources.wordnet.compiling import compile_lexicon
from lydite.sources.wordnet.lmf import read_lmf

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
DOCTYPE = '<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">\n'
ENGLISH = f"""{HEAD}{DOCTYPE}<LexicalResource>
<Lexicon id="tiny" label="Tiny" language="en" email="x" license="x" version="1.0">
  <LexicalEntry id="e1"><Lemma writtenForm="food" partOfSpeech="n"/>
    <Sense id="s1" synset="y1"/></LexicalEntry>
  <LexicalEntry id="e2"><Lemma writtenForm="cake" partOfSpeech="n"/><Form writtenForm="cakies"/>
    <Sense id="s2" synset="y2"><SenseRelation relType="derivation" target="s4"/></Sense></LexicalEntry>
  <LexicalEntry id="e3"><Lemma writtenForm="gateau" partOfSpeech="n"/>
    <Sense id="s3" synset="y2"/></LexicalEntry>
  <LexicalEntry id="e4"><Lemma writtenForm="cakey" partOfSpeech="s"/>
    <Sense id="s4" synset="y3"/></LexicalEntry>
  <Synset id="y1" ili="i1" partOfSpeech="n"><SynsetRelation relType="hyponym" target="y2"/></Synset>
  <Synset id="y2" ili="i2" partOfSpeech="n" members="e3 e2">
    <SynsetRelation relType="hypernym" target="y1"/></Synset>
  <Synset id="y3" ili="i3" partOfSpeech="s"/>
</Lexicon></LexicalResource>
"""
FRENCH = f"""{HEAD}<LexicalResource>
<Lexicon id="petit" label="Petit" language="fr" email="x" license="x" version="1.0">
  <LexicalEntry id="f1"><Lemma writtenForm="nourriture" partOfSpeech="n"/>
    <Sense id="t1" synset="z1"/></LexicalEntry>
  <LexicalEntry id="f2"><Lemma writtenForm="gâteau" partOfSpeech="n"/><Form writtenForm="gâteaux"/>
    <Sense id="t2" synset="z2"/></LexicalEntry>
  <Synset id="z1" ili="i1" partOfSpeech="n"/>
  <Synset id="z2" ili="i2" partOfSpeech="n"/>
</Lexicon></LexicalResource>
"""


@pytest.fixture
def english(tmp_path):
    file = tmp_path / "tiny.xml"
    file.write_text(ENGLISH, "utf-8")
    compile_lexicon(read_lmf(file), tmp_path / "tiny")
    return tmp_path / "tiny"


def test_a_small_file(english):
    wordnet = open_wordnet(english)
    assert wordnet.title == "tiny-1.0"
    assert [wordnet.name(s) for s in wordnet.match(["cakes"])] == ["[gateau, cake]"]
    assert wordnet.match(["cakies"]) == wordnet.match(["cake"])
    matcher = Wordnet(store=str(english), preset="thesis")
    assert matcher.score("food", "gateau") == 0.99  # a breadth of one, counted once although told twice
    assert matcher.score("cakey", "cake") == 0  # only the noun points at the adjective
    assert matcher.score("cake", "cakey") == 0.7
    assert "tiny-1.0:" in matcher.signature()
    assert str(english) not in matcher.signature()


def test_another_language_takes_relations_through_the_index(tmp_path):
    (tmp_path / "en.xml").write_text(ENGLISH, "utf-8")
    with gzip.open(tmp_path / "fr.xml.gz", "wt", encoding="utf-8") as file:
        file.write(FRENCH)
    compile_lexicon(read_lmf(tmp_path / "fr.xml.gz"), tmp_path / "alone")
    compile_lexicon(read_lmf(tmp_path / "fr.xml.gz", tmp_path / "en.xml"), tmp_path / "both")
    assert Wordnet(store=str(tmp_path / "alone")).score("nourriture", "gâteaux") == 0
    assert Wordnet(store=str(tmp_path / "both")).score("nourriture", "gâteaux") == pytest.approx(0.93)
    assert Wordnet(store=str(tmp_path / "both")).score("gâteau", "gateaux") == 1


BOMB = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f'{HEAD}<!DOCTYPE x [<!ENTITY e0 "boom">{BOMB}]><x>&e11;</x>', "entity"),
        (f'{HEAD}<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>', "entity"),
        (f"{HEAD}<x><y></x>", "not well-formed"),
        (f"{HEAD}<x/>", "no synset"),
        (ENGLISH[:700], "not well-formed"),
        (f"{HEAD}<LexicalResource><Synset/></LexicalResource>", "lacks 'id'"),
        ("", "not well-formed"),
    ],
)
def test_bad_files_are_refused_by_name_and_line(tmp_path, text, why):
    file = tmp_path / "bad.xml"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=why) as caught:
        read_lmf(file)
    assert "bad.xml" in str(caught.value)


def test_a_pointer_to_nowhere_is_left_out(tmp_path):
    file = tmp_path / "tiny.xml"
    file.write_text(
        ENGLISH.replace('target="y1"', 'target="gone"').replace('target="s4"', 'target="lost"'), "utf-8"
    )
    lexicon = read_lmf(file)
    assert lexicon.hypernyms == [(1, 0)]
    assert lexicon.derivations == []
