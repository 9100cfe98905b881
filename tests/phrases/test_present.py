"""Present and absent keyphrases: by hand, and against a script that shares nothing with the package."""

from __future__ import annotations

import gzip
import json
import random
import re
import statistics
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from nltk.stem import PorterStemmer

import lydite
from lydite.core.errors import InputError, LyditeError, SpecError
from lydite.reading import read_documents

TITLE = "Twenty years of the literature on acquiring out-of-print materials"
ABSTRACT = """This article reviews the last two-and-a-half decades of literature on acquiring out-of-print
materials to assess recurring issues and identify changing practices. The out-of-print literature is uniform
in its assertion that libraries need to acquire o.p. materials to replace worn or damaged copies."""
"""The beginning of a document of Inspec; its keyphrases, those of people who indexed it, are below."""
KEYPHRASES = [
    "out-of-print materials", "recurring issues", "changing practices",  # they stand there
    "out-of-print books", "library materials", "acquisition",  # these do not, though acquiring does
]  # fmt: skip


def test_a_document_of_inspec_by_hand() -> None:
    gold = {"193": KEYPHRASES}
    run = {
        "193": ["Damaged copy", "recurring issue", "libraries", "library material", "acquisitions", "books"]
    }
    documents = {"193": {"title": TITLE, "abstract": ABSTRACT}}

    def value(spec: str) -> float:
        return float(lydite.evaluate(gold, run, spec, documents=documents)[0].value)

    # present: gold 3, predicted 3 (damaged copy, recurring issue, libraries), hits 1
    assert value("P(match=stem, part=present)") == 1 / 3
    assert value("R(match=stem, part=present)") == 1 / 3
    assert value("F1(match=stem, part=present)@1") == 0
    assert value("RR(match=stem, part=present)") == 1 / 2
    # absent: gold 3, predicted 3 (library material, acquisitions, books), hits 2
    assert value("P(match=stem, part=absent)@O") == 2 / 3
    assert value("R(match=stem, part=absent)@1") == 1 / 3
    assert value("hit_rate(match=stem, part=absent)@1") == 1
    # all: 6 and 6, hits 3
    assert value("F1(match=stem, part=present)") == pytest.approx(1 / 3)
    assert float(lydite.evaluate(gold, run, "F1(match=stem)@O")[0].value) == pytest.approx(1 / 2)


def by_script(
    gold: dict[str, list[str]], run: dict[str, list[str]], texts: dict[str, str], part: str, cut: Any
) -> float:
    """Return F1 as keyphrase papers have it; nothing here is of the package."""
    porter = PorterStemmer(mode="ORIGINAL_ALGORITHM")

    def words(text: str) -> list[str]:
        return [porter.stem(w) for w in re.findall(r"[a-z0-9]+", text.lower())]

    found = []
    for item, phrases in gold.items():
        text = words(texts[item])

        def chosen(many: list[str], text: list[str] = text) -> list[tuple[str, ...]]:
            keys: list[tuple[str, ...]] = []
            for phrase in many:
                key = tuple(words(phrase))
                spans = [tuple(text[i : i + len(key)]) for i in range(len(text) - len(key) + 1)]
                if key not in keys and (part == "all" or (key in spans) == (part == "present")):
                    keys.append(key)
            return keys

        true, guessed = chosen(phrases), chosen(run[item])
        if not true:
            continue
        guessed = guessed[: len(true) if cut == "O" else None if cut == "M" else cut]
        hits = sum(g in true for g in guessed)
        p, r = hits / len(guessed) if guessed else 0.0, hits / len(true)
        found.append(2 * p * r / (p + r) if hits else 0.0)
    return statistics.fmean(found)


def test_against_a_script(shared_data: Path) -> None:
    """Author and reader keyphrases of NUS; texts are drawn from both, so that some stand there."""
    folder = shared_data / "keyphrases" / "nus"
    gold, run = (
        {k: [v[0] for v in p] for k, p in json.loads((folder / name).read_text("utf-8")).items()}
        for name in ("test.author.json", "test.reader.json")
    )
    gold, run = ({k: side[k] for k in gold if k in run} for side in (gold, run))
    draw = random.Random(0)  # noqa: S311
    texts = {}
    for item in gold:
        words = [w for p in [*gold[item], *run[item]] for w in p.split()]
        kept = [p for p in [*gold[item], *run[item]] if draw.random() < 0.6]
        texts[item] = (
            " and ".join(draw.sample(kept, len(kept))) + " " + " ".join(draw.sample(words, len(words)))
        )
    for part in ("present", "absent", "all"):
        measures = f"F1(match=stem, part={part})@1,5,M,O"
        ours = lydite.evaluate(gold, run, measures, documents=texts if part != "all" else None, bootstrap=0)
        theirs = [by_script(gold, run, texts, part, cut) for cut in (1, 5, "M", "O")]
        assert [r.value for r in ours] == pytest.approx(theirs, abs=1e-12)


def test_variants_and_chance() -> None:
    texts = {str(i): f"a text on cats and number{i}" for i in range(6)}
    gold = {str(i): [["feline", "cat"], f"number{i}", "dogs"] for i in range(6)}
    run = {str(i): ["cats", "dog", f"number{i}"] for i in range(6)}
    found = lydite.evaluate(gold, run, "R(match=wordnet, part=present|absent)", documents=texts)
    assert [r.value for r in found] == [1.0, 1.0]  # the cat is present, and feline with it; dogs are not
    assert found[0].chance is not None
    assert found[0].chance < 0.6  # another item's number is absent from this text
    alone = lydite.evaluate(gold, {"1": ["feline"]}, "P(part=present)", documents=texts, missing="skip")
    assert alone[0].value == 0.0  # a prediction has no variants: this one is absent
    assert "documents:" in str(alone[0].signature)


def test_only_what_the_number_depends_on_is_signed() -> None:
    gold, run = {"a": ["cat"]}, {"a": ["cat"]}
    one, two = (
        lydite.evaluate(gold, run, ["F1", "F1(part=present)"], documents={"a": text})
        for text in ("cat", "a cat")
    )
    assert one[0].signature == two[0].signature == lydite.evaluate(gold, run, "F1")[0].signature
    assert one[1].signature != two[1].signature
    assert "part=" not in str(one[0].signature)


def records() -> list[dict[str, Any]]:
    return [
        {"id": "1", "title": "On cats", "abstract": "Cats, too."},
        {"id": "2", "title": "Dogs", "abstract": ""},
    ]


def written(folder: Path, kind: str) -> Any:
    rows = records()
    path = folder / f"documents.{kind}"
    if kind == "jsonl.gz":
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    elif kind == "jsonl":
        path.write_text("\n".join(map(json.dumps, rows)))
    elif kind == "json":
        path.write_text(json.dumps(rows))
    elif kind in ("tsv", "csv"):
        mark = "\t" if kind == "tsv" else ","
        lines = [list(rows[0]), *(list(r.values()) for r in rows)]
        path.write_text(
            "\n".join(mark.join(f'"{c}"' if "," in c and kind == "csv" else c for c in r) for r in lines)
        )
    elif kind == "parquet":
        pl.DataFrame(rows).write_parquet(path)
    elif kind == "folder":
        path.mkdir()
        for row in rows:
            (path / f"{row['id']}.txt").write_text(f"{row['title']}\n\n{row['abstract']}")
    elif kind == "frame":
        return pl.DataFrame(rows)
    else:
        return {r["id"]: {"title": r["title"], "abstract": r["abstract"]} for r in rows}
    return path


@pytest.mark.parametrize(
    "kind", ["jsonl", "jsonl.gz", "json", "tsv", "csv", "parquet", "folder", "frame", "mapping"]
)
def test_documents_of_every_kind(tmp_path: Path, kind: str) -> None:
    found = read_documents(written(tmp_path, kind))
    assert sorted(found.texts) == ["1", "2"]
    words = [found.stemmed("porter")[i].split() for i in "12"]
    assert words == [["on", "cat", "cat", "too"], ["dog"]]
    assert "2 documents" in str(found.detected())


def test_more_shapes(tmp_path: Path) -> None:
    assert read_documents({"a": "A text"}).texts == {"a": ("A text",)}
    assert read_documents(pd.Series(["A text"], index=[7])).texts == {"7": ("A text",)}
    path = tmp_path / "d.tsv"
    path.write_text("d1\tA text on cats\nd2\tdogs\n")
    assert read_documents(path).texts == {"d1": ("A text on cats",), "d2": ("dogs",)}
    path = tmp_path / "d.jsonl"
    path.write_text('{"id": 1, "document": ["deep", "nets"], "doc_bio_tags": ["O", "O"]}\n')
    assert read_documents(path).texts == {"1": ("deep nets",)}
    title_end_is_no_phrase = {"id": "1", "title": "deep", "abstract": "nets"}
    path.write_text(json.dumps(title_end_is_no_phrase))
    assert lydite.evaluate({"1": ["deep nets"]}, {"1": []}, "R(part=absent)", documents=path)[0].n == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", r"d\.jsonl: .*no documents"),
        ('{"id": "x", "text": "a"}\n', r"d\.jsonl: .*1 of 1 items .*\(1\).* x"),
        ('{"id": "1", "txt": "a"}\n', r"d\.jsonl: .*text.* title, .*id, txt"),
        ('{"key": "1", "text": "a"}\n', r"d\.jsonl: .* id, .*--id .*key, text"),
        ('{"id": "1", "text": "a"}\n{"id": "1", "text": "b"}\n', r"d\.jsonl:2: .*'1'"),
        ('{"id": "1", "text": 3}\n', r"d\.jsonl:1: text: .*number"),
        ('{"id": "1", "text": "a"}\n["b"]\n', r"d\.jsonl:2: .*object .*list"),
        ('{"id": "1", "text": "a"\n', r"d\.jsonl:1: .*JSON"),
        ('{"id": "1", "text": " "}\n', r"d\.jsonl: .*no text"),
        ("[1]\n", r"d\.jsonl:1: .*object"),
    ],
)
def test_documents_that_cannot_be_used(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text(content)
    with pytest.raises(InputError, match=said):
        lydite.evaluate({"1": ["cat"]}, {"1": ["cat"]}, "F1(part=present)", documents=path)


def test_every_field_of_text_is_read(tmp_path: Path) -> None:
    """What the first document has not, others may have."""
    file = tmp_path / "d.jsonl"
    file.write_text('{"id": "1", "title": "Cats"}\n{"id": "2", "title": "Pets", "abstract": "A dog."}\n')
    found = read_documents(file)
    assert found.texts == {"1": ("Cats", ""), "2": ("Pets", "A dog.")}
    assert "text: title, abstract" in str(found.detected())


def test_all_faults_of_documents_are_told(tmp_path: Path) -> None:
    file = tmp_path / "d.jsonl"
    file.write_text('{"id": "1", "text": "Cats"}\n{"id": "1", "text": "Cats"}\n7\n{"text": "Dogs"}\n')
    with pytest.raises(InputError) as caught:
        read_documents(file)
    assert [f":{line}:" in str(caught.value) for line in (1, 2, 3, 4)] == [False, True, True, True]


def test_a_document_in_two_files(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text("Cats")
    (tmp_path / "1.txt.gz").write_bytes(gzip.compress(b"Dogs"))
    with pytest.raises(InputError, match=r"1\.txt\.gz: .*'1'"):
        read_documents(tmp_path)


def test_documents_and_part_come_together(tmp_path: Path) -> None:
    gold = {"1": ["cat"]}
    with pytest.raises(SpecError, match=r"F1\(part=present\)@O .*--documents"):
        lydite.evaluate(gold, gold, "F1(part=present)@O")
    with pytest.raises(SpecError, match="documents .*part=present .*part=absent"):
        lydite.evaluate(gold, gold, "F1", documents={"1": "cat"})
    with pytest.raises(InputError, match="test_documents_and_part.*: .*folder"):
        lydite.evaluate(gold, gold, "F1(part=absent)", documents=tmp_path)
    with pytest.raises(InputError, match="documents: .*int$"):
        lydite.evaluate(gold, gold, "F1(part=absent)", documents=3)  # type: ignore[arg-type]
    with pytest.raises(LyditeError, match="reval@O: .*cutoff"):
        lydite.evaluate(gold, gold, "reval@O")
