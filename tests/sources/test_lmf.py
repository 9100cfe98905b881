"""WN-LMF: a small file by hand, words of another language, and files that mean harm."""

from __future__ import annotations

import gzip
import re

import pytest

from lydite.core.errors import InputError
from lydite.core.spec import REGISTRIES
from lydite.knowledge.wordnet import compile_lexicon, open_wordnet, read_lmf

WordNetMatcher = REGISTRIES["matcher"]["wordnet"]

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
    matcher = WordNetMatcher(store=str(english), preset="thesis")
    assert matcher.score("food", "gateau") == 0.99  # a breadth of one, counted once although told twice
    assert matcher.score("cakey", "cake") == 0  # only the noun points at the adjective
    assert matcher.score("cake", "cakey") == 0.7
    assert "tiny-1.0:" in matcher.signature()
    assert str(english) not in matcher.signature()


def test_english_words_with_accents_are_found_without_them_where_none_is_written_so(tmp_path):
    entry = '<LexicalEntry id="e9"><Lemma writtenForm="{}" partOfSpeech="n"/><Sense id="s9" synset="{}"/>'
    entry += "</LexicalEntry>"
    cafe = entry.format("café", "y1") + entry.replace("9", "8").format("gâteau", "y1")
    (tmp_path / "en.xml").write_text(ENGLISH.replace("<Synset id=", cafe + "<Synset id=", 1), "utf-8")
    compile_lexicon(read_lmf(tmp_path / "en.xml"), tmp_path / "store")
    wordnet = open_wordnet(tmp_path / "store")
    assert [wordnet.name(s) for s in wordnet.match(["cafe"])] == ["[food, café, gâteau]"]
    assert wordnet.match(["café"]) == wordnet.match(["cafe"])
    assert wordnet.match(["gâteau"]) != wordnet.match(["gateau"]) == wordnet.match(["cake"])


def test_another_language_takes_relations_through_the_index(tmp_path):
    (tmp_path / "en.xml").write_text(ENGLISH, "utf-8")
    with gzip.open(tmp_path / "fr.xml.gz", "wt", encoding="utf-8") as file:
        file.write(FRENCH)
    compile_lexicon(read_lmf(tmp_path / "fr.xml.gz"), tmp_path / "alone")
    compile_lexicon(read_lmf(tmp_path / "fr.xml.gz", tmp_path / "en.xml"), tmp_path / "both")
    assert WordNetMatcher(store=str(tmp_path / "alone")).score("nourriture", "gâteaux") == 0
    assert WordNetMatcher(store=str(tmp_path / "both")).score("nourriture", "gâteaux") == pytest.approx(0.984)
    assert WordNetMatcher(store=str(tmp_path / "both")).score("gâteau", "gâteaux") == 1
    assert (
        WordNetMatcher(store=str(tmp_path / "both")).score("gâteau", "gateaux") == 0
    )  # accents tell words apart


BOMB = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f'{HEAD}<!DOCTYPE x [<!ENTITY e0 "boom">{BOMB}]><x>&e11;</x>', "amplification"),
        (f'{HEAD}<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>', "no synset"),
        (f"{HEAD}<x><y></x>", "mismatched tag"),
        (f"{HEAD}<x/>", "no synset"),
        (ENGLISH[:700], r"bad\.xml:11: .*unclosed token"),
        (f"{HEAD}<LexicalResource><Synset/></LexicalResource>", "lacks 'id'"),
        ("", "no element found"),
        ('<?xml version="1.0" encoding="klingon"?><x/>', "unknown encoding"),
        ('<?xml version="1.0" encoding="shift_jis"?><x/>', "multi-byte encodings"),
    ],
)
def test_bad_files_are_refused_by_name_and_line(tmp_path, text, why):
    file = tmp_path / "bad.xml"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=why) as caught:
        read_lmf(file)
    assert "bad.xml" in str(caught.value)


def test_damaged_packing_is_told(tmp_path):
    packed = gzip.compress(ENGLISH.encode(), mtime=0)
    file = tmp_path / "bad.xml.gz"
    for at in range(10, len(packed), 7):
        file.write_bytes(packed[:at] + bytes([packed[at] ^ 255]) + packed[at + 1 :])
        with pytest.raises(InputError, match="bad.xml.gz"):
            read_lmf(file)


def test_a_pointer_to_nowhere_is_left_out(tmp_path):
    file = tmp_path / "tiny.xml"
    file.write_text(
        ENGLISH.replace('target="y1"', 'target="gone"').replace('target="s4"', 'target="lost"'), "utf-8"
    )
    lexicon = read_lmf(file)
    assert lexicon.hypernyms == [(1, 0)]
    assert lexicon.derivations == []


FULL = f"""{HEAD}<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.4.dtd">
<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">
<Lexicon id="oewn" label="Open English" language="en" email="x" license="x" version="2024" url="x">
  <LexicalEntry id="oewn-big-a">
    <Lemma writtenForm="big" partOfSpeech="a"><Pronunciation variety="GB">bɪɡ</Pronunciation></Lemma>
    <Form writtenForm="bigger"><Tag category="penn">JJR</Tag></Form>
    <Sense id="oewn-big__3.00.01" n="0" synset="oewn-01-a" adjposition="p" dc:identifier="big%3:00:01::">
      <SenseRelation relType="antonym" target="oewn-small__3"/>
      <SenseRelation relType="derivation" target="oewn-bigness__1"/>
      <SenseRelation relType="other" dc:type="agent" target="oewn-bigness__1"/>
      <Example>a big house &amp; a big car</Example><Count>12</Count>
    </Sense>
  </LexicalEntry>
  <LexicalEntry id="oewn-bigness-n"><Lemma writtenForm="bigness" partOfSpeech="n"/>
    <Sense id="oewn-bigness__1" synset="oewn-02-n"/></LexicalEntry>
  <LexicalEntry id="oewn-great-s"><Lemma writtenForm="great" partOfSpeech="s"/>
    <Sense id="oewn-great__5" synset="oewn-03-s"/></LexicalEntry>
  <LexicalEntry id="oewn-take_in-v"><Lemma writtenForm="take in" partOfSpeech="v"/>
    <Sense id="oewn-take_in__2" synset="oewn-04-v" subcat="vtai"/></LexicalEntry>
  <LexicalEntry id="oewn-absorb-v"><Lemma writtenForm="absorb" partOfSpeech="v"/>
    <Sense id="oewn-absorb__2" synset="oewn-05-v"/></LexicalEntry>
  <Synset id="oewn-01-a" ili="i1" members="oewn-big-a" partOfSpeech="a" lexfile="adj.all" dc:source="x">
    <Definition>above average in size</Definition><ILIDefinition>large</ILIDefinition>
    <SynsetRelation relType="similar" target="oewn-03-s"/><Example>big</Example></Synset>
  <Synset id="oewn-02-n" ili="in" members="oewn-bigness-n" partOfSpeech="n" lexicalized="true"/>
  <Synset id="oewn-03-s" ili="i3" members="oewn-great-s" partOfSpeech="s">
    <SynsetRelation relType="similar" target="oewn-01-a"/></Synset>
  <Synset id="oewn-04-v" ili="i4" members="oewn-take_in-v" partOfSpeech="v">
    <SynsetRelation relType="similar" target="oewn-05-v"/></Synset>
  <Synset id="oewn-05-v" ili="i5" members="oewn-absorb-v" partOfSpeech="v">
    <SynsetRelation relType="similar" target="oewn-04-v"/></Synset>
  <SyntacticBehaviour id="vtai" subcategorizationFrame="Somebody ----s something"/>
</Lexicon></LexicalResource>
"""


def test_all_that_the_format_may_hold(tmp_path):
    (tmp_path / "full.xml").write_text(FULL, "utf-8")
    compile_lexicon(read_lmf(tmp_path / "full.xml"), tmp_path / "full")
    matcher = WordNetMatcher(store=str(tmp_path / "full"), preset="thesis")
    assert matcher.knowledge.title == "oewn-2024"
    assert matcher.score("bigger", "great") == 0.5
    assert matcher.score("big", "bigness") == 0.7
    assert matcher.score("take in", "take in") == 1
    assert matcher.score("take in", "absorb") == 0  # a verb group, which data.verb marks with $, not &


def test_of_several_lexicons_one_is_named(tmp_path):
    inside = FRENCH[FRENCH.index("<Lexicon ") : FRENCH.index("</LexicalResource>")]
    file = tmp_path / "all.xml"
    file.write_text(ENGLISH.replace("</LexicalResource>", f"{inside}</LexicalResource>"), "utf-8")
    with pytest.raises(InputError, match=r"tiny and petit, .*--lexicon"):
        read_lmf(file)
    with pytest.raises(InputError, match="lexicon 'grand' .*tiny, petit"):
        read_lmf(file, lexicon="grand")
    french = read_lmf(file, lexicon="petit")
    assert (french.name, french.language) == ("petit-1.0", "fr")
    assert french.words == [["nourriture"], ["gâteau"]]
    assert read_lmf(file, lexicon="tiny").words[1] == ["gateau", "cake"]
    assert read_lmf(file, file, lexicon="petit").hypernyms


def test_a_word_may_name_a_synset_of_another_language(tmp_path):
    """So in the example of the schema: "Synsets need not be language-specific but senses must be"."""
    swedish = """<Lexicon id="liten" label="x" language="sv" email="x" license="x" version="1">
      <LexicalEntry id="w1"><Lemma writtenForm="mat" partOfSpeech="n"/>
        <Sense id="u1" synset="y1"/></LexicalEntry>
      <LexicalEntry id="w2"><Lemma writtenForm="kaka" partOfSpeech="n"/><Form writtenForm="kakor"/>
        <Sense id="u2" synset="y2"/></LexicalEntry></Lexicon>"""
    file = tmp_path / "both.xml"
    file.write_text(ENGLISH.replace("</LexicalResource>", f"{swedish}</LexicalResource>"), "utf-8")
    compile_lexicon(read_lmf(file, lexicon="liten"), tmp_path / "swedish")
    matcher = WordNetMatcher(store=str(tmp_path / "swedish"))
    assert matcher.score("mat", "kakor") == pytest.approx(0.984)
    assert not matcher.targets_of("food")


def test_a_synset_need_not_say_its_part_of_speech(tmp_path):
    """The attribute is optional in every version of the format; that of its words holds."""
    file = tmp_path / "tiny.xml"
    file.write_text(re.sub(r'(<Synset [^>]*) partOfSpeech="."', r"\1", ENGLISH), "utf-8")
    assert "<Synset" in file.read_text("utf-8")
    compile_lexicon(read_lmf(file), tmp_path / "tiny")
    assert read_lmf(file).pos == ["n", "n", "a"]
    assert WordNetMatcher(store=str(tmp_path / "tiny"), pos="noun").score("food", "cakes") == pytest.approx(
        0.984
    )


def test_stop_words_are_those_of_the_language(tmp_path):
    text = FRENCH.replace('writtenForm="nourriture"', 'writtenForm="an"')  # a year
    (tmp_path / "fr.xml").write_text(text, "utf-8")
    compile_lexicon(read_lmf(tmp_path / "fr.xml"), tmp_path / "french")
    matcher = WordNetMatcher(store=str(tmp_path / "french"))
    assert matcher.targets_of("gâteau an").aspects == ("gâteau", "an")
    assert 'stopwords="fr:' in matcher.signature()
    assert WordNetMatcher().targets_of("cake an").aspects == ("cake",)


def test_an_archive_is_to_be_unpacked(tmp_path):
    file = tmp_path / "omw-fr.tar.xz"
    file.write_bytes(b"")
    with pytest.raises(InputError, match=r"omw-fr\.tar\.xz: .*\.xml"):
        read_lmf(file)


def test_relations_come_from_extensions_too(tmp_path):
    extension = """<LexiconExtension id="more" label="x" language="en" email="x" license="x" version="1">
      <Extends id="tiny" version="1.0"/>
      <ExternalSynset id="y2"><SynsetRelation relType="hypernym" target="y1"/></ExternalSynset>
    </LexiconExtension>"""
    text = re.sub(r"<SynsetRelation[^>]*>", "", ENGLISH)
    (tmp_path / "en.xml").write_text(text.replace("</LexicalResource>", f"{extension}</LexicalResource>"))
    (tmp_path / "fr.xml").write_text(FRENCH, "utf-8")
    assert read_lmf(tmp_path / "fr.xml", tmp_path / "en.xml").hypernyms == [(1, 0)]
    with pytest.raises(InputError, match="tiny and more, .*--lexicon"):
        read_lmf(tmp_path / "en.xml")


def test_an_extension_needs_what_it_extends(tmp_path):
    file = tmp_path / "more.xml"
    text = ENGLISH.replace("<Lexicon ", "<LexiconExtension ").replace("</Lexicon>", "</LexiconExtension>")
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match="tiny extends "):
        read_lmf(file)


def test_senses_stand_in_the_order_of_their_numbers(tmp_path):
    entry = '<LexicalEntry id="e9"><Lemma writtenForm="thing" partOfSpeech="n"/>{}</LexicalEntry>'
    senses = '<Sense id="a" synset="y1" {}/><Sense id="b" synset="y2" {}/>'
    file = tmp_path / "tiny.xml"
    for numbers, expected in ((("", ""), [0, 1]), (('n="2"', 'n="1"'), [1, 0]), (("", 'n="3"'), [1, 0])):
        file.write_text(
            ENGLISH.replace("<Synset", entry.format(senses.format(*numbers)) + "<Synset", 1), "utf-8"
        )
        assert read_lmf(file).senses["n", "thing"] == expected
    file.write_text(ENGLISH.replace("<Sense ", '<Sense n="first" ', 1), "utf-8")
    with pytest.raises(InputError, match=r"tiny\.xml:6: .*number .*'first'"):
        read_lmf(file)


def test_by_surface_words_are_stemmed_as_their_language_is(tmp_path):
    (tmp_path / "fr.xml").write_text(FRENCH, "utf-8")
    compile_lexicon(read_lmf(tmp_path / "fr.xml"), tmp_path / "french")
    french = WordNetMatcher(store=str(tmp_path / "french"))
    assert french.score("chiennes", "chienne") == 1
    assert french.explain("chiennes", "chienne").note == "equal after folding and stemming"
    assert french.score("university", "universe") == 0  # equal by Porter's rules, which are for English
    assert WordNetMatcher().score("universities", "university") == 1


def test_possessives_are_of_english(tmp_path):
    (tmp_path / "fr.xml").write_text(FRENCH, "utf-8")
    compile_lexicon(read_lmf(tmp_path / "fr.xml"), tmp_path / "french")
    assert not WordNetMatcher(store=str(tmp_path / "french")).targets_of("gâteau's")
