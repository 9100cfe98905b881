"""What is made bad: every file that a command reads, every store and run file that lydite writes, specs."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import random
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import inputs
from faults.damaging import Write, damaged_run, damaged_store
from faults.mutating import mutate
from faults.tables import odd_table, write_tables
from inputs import GOLD, LABELS, SCORED, Input
from vectors import fuzzing

SIGNED = ("score gold", "probe vectors", "probe test_set", "semeval gold", "agree judgements")


@dataclass(frozen=True)
class Case:
    """A command, and how what it reads is made bad: from the folder of sound things, to a path."""

    name: str
    file: str
    args: inputs.Args
    write: Write
    sound: Callable[[Path, Path], object] | None = None
    """Writes it as it should be, where signatures name it by its digest: then a number has one value."""


def cases() -> Iterator[Case]:
    """Yield all cases; each has its own name."""
    for name, one in {**inputs.INPUTS, **inputs.more(), **dict(_formats())}.items():
        yield _case(name, one)
    contents = {name: make() for name, make in fuzzing.FORMATS.items()}
    for name, content in contents.items():
        yield _case(f"probe vectors, {name}", replace(inputs.INPUTS["probe vectors"], content=content))
    for name in ("score gold", "build hashtags tweets", "build wikipedia dump", "probe vectors"):
        for suffix, pack in {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}.items():
            one = inputs.INPUTS[name]
            yield _case(
                f"{name}, {suffix}", replace(one, file=f"{one.file}.{suffix}", content=pack(one.content))
            )
    for name, (store, args) in _stores().items():
        sound = _copied(store)
        yield Case(f"store {name}", "store", args, damaged_store(store, sealed=False), sound)
        yield Case(f"store {name}, sealed anew", "store", args, damaged_store(store, sealed=True))
    for name in ("compare runs",):
        one = inputs.INPUTS[name]
        yield Case(f"{name}, sealed anew", one.file, one.args, damaged_run(one.file))
    for name, args in _tables().items():
        yield Case(f"{name}, odd.parquet", "t.parquet", args, odd_table)
    yield from _specs()


def _case(name: str, one: Input) -> Case:
    def write(folder: Path, path: Path, draw: random.Random) -> None:
        path.write_bytes(mutate(one.bytes(folder), draw))

    signed = name.startswith(SIGNED)
    sound = (lambda folder, path: path.write_bytes(one.bytes(folder))) if signed else None
    return Case(name, one.file, one.args, write, sound)


def _copied(store: str) -> Callable[[Path, Path], object]:
    return lambda folder, path: shutil.copytree(folder / store, path)


def _formats() -> Iterator[tuple[str, Input]]:
    """Yield more formats of the arguments that have several."""
    phrases = {
        "g.json": '{"a": ["cat", "año"], "b": ["dog"]}',
        "g.csv": 'id,keyphrases,topic\na,"cat;año",x\nb,dog,y\n',
        "long.csv": "id,keyphrase\na,cat\na,año\nb,dog\n",
        "g.tsv": "a\tcat\ta o\nb\tdog\n",
        "g.qrels": "a 0 cat 1\na 0 dog 2\nb 0 dog 1\n",
        "g.run": "a Q0 cat 1 0.9 x\nb Q0 dog 1 0.8 x\n",
        "g.txt": "cat;año\ndog;wolf\n",
        "list.json": '[{"id": "a", "keywords": [["cat", "cats"], "dog"]}, {"id": "b", "keywords": "dog"}]',
    }
    for file, text in phrases.items():
        yield f"score gold, {file}", replace(inputs.INPUTS["score gold"], file=file, content=text.encode())
        one = inputs.INPUTS["score predictions"]
        yield f"score predictions, {file}", replace(one, file=file, content=text.encode())
    for task, text in {
        "A": "1\tpositive\n2\tneutral\n3\tnegative\n", "C": "1\tx\t-2\n2\tx\t1\n3\ty\t0\n",
        "D": "x\t0.5\t0.5\ny\t0.25\t0.75\n", "E": "x\t0.2\t0.2\t0.2\t0.2\t0.2\ny\t0\t0\t1\t0\t0\n",
    }.items():  # fmt: skip

        def args(p: str, f: Path, task: str = task) -> list[str]:
            return ["semeval", task, p, p, *SCORED]

        yield f"semeval gold, {task}", Input("g.tsv", text.encode(), args)
    test_sets = {
        "s.json": '{"pets": ["cat", "dog"], "colours": ["rød", "blue"]}',
        "s.csv": "category,word\npets,cat\npets,dog\ncolours,rød\ncolours,blue\n",
        "p.tsv": "word1\tword2\tscore\ncat\tdog\t3\nrød\tblue\t2\ncat\tblue\t1\n",
        "a.txt": ": a\ncat dog rød blue\nrød blue cat dog\n",
    }
    for file, text in test_sets.items():
        yield f"probe test_set, {file}", replace(
            inputs.INPUTS["probe test_set"], file=file, content=text.encode(),
            args=lambda p, f: ["probe", f"{f}/v.vec", "-t", p, *SCORED],
        )  # fmt: skip
    dump = inputs.INPUTS["build wikipedia dump"]
    for table in ("redirect", "categorylinks"):
        others = [t for t in inputs.SQL if t != table]
        yield f"build wikipedia dump, {table}", replace(
            dump, file=f"{table}.sql", content=inputs.sql(table).encode(),
            args=lambda p, f, o=others: ["build", "wikipedia", p, *(f"{f}/{t}.sql" for t in o), "-o", "made"],
        )  # fmt: skip
    for file in ("r.tar", "r.zip"):
        archive = _archive(tar=file == "r.tar")
        yield f"build wikipedia dump, {file}", replace(dump, file=file, content=archive)
    tab = (
        "# Small\tita\thttps://example.org/\tCC0\n02084071-n\tita:lemma\tcane\n02121620-n\tita:lemma\tgatto\n"
    )
    yield (
        "build wordnet sources, tab",
        replace(inputs.INPUTS["build wordnet sources"], file="w.tab", content=tab.encode()),
    )
    words = "café\tcafe\nfood\tcake\n---\tb\n"
    for matcher in ("meaning", "wordnet", "lexical", "morph", "meteor", "bleu", "ncd"):
        yield (
            f"match pairs, {matcher}",
            Input("p.tsv", words.encode(), lambda p, f, m=matcher: ["match", "--pairs", p, "-u", m]),
        )
    yield (
        "agree comparisons",
        Input(
            "c.jsonl",
            b'{"phrase": "a", "first": "b", "second": "c", "answer": "better"}\n',
            lambda p, f: ["agree", p, "-u", "exact", *SCORED],
        ),
    )
    yield (
        "score items",
        Input(
            "g.jsonl",
            GOLD.encode(),
            lambda p, f: ["score", p, p, "--items", "made.csv", *SCORED],
            made="made.csv",
        ),
    )
    yield (
        "semeval by",
        Input("g.tsv", LABELS.encode(), lambda p, f: ["semeval", "B", p, p, *SCORED, "--by", "topic"]),
    )


def _archive(*, tar: bool) -> bytes:
    page = (
        '<html><head><title>{0}</title></head><body><h1 class="firstHeading">{0}</h1><h3 id="siteSub">'
        'Related subjects: <a href="../index/subject.Science.htm">x</a></h3><!-- start content --><p>A '
        '<b>bee</b> of <a href="../b/B.htm" title="B">b</a> (<i>c</i>).<table><tr><td>x</table>'
        "<!-- end content --></body></html>"
    )
    out = io.BytesIO()
    pages = {f"wp/{name.lower()}/{name}.htm": page.format(name).encode() for name in ("A", "B")}
    if tar:
        with tarfile.open(fileobj=out, mode="w") as archive:
            for name, text in pages.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(text)
                archive.addfile(entry, io.BytesIO(text))
    else:
        with zipfile.ZipFile(out, "w") as packed:
            for name, text in pages.items():
                packed.writestr(name, text)
    return out.getvalue()


def prepare(folder: Path) -> None:
    """Write all that is sound: what commands need, and a store of each kind."""
    inputs.prepare(folder)
    (folder / "k.jsonl").write_text(inputs.WIKTIONARY, "utf-8")
    inputs._lydite("build", "wordnet", f"{folder}/w.xml", "-o", f"{folder}/wordnet")
    inputs._lydite("build", "wiktionary", f"{folder}/k.jsonl", "-o", f"{folder}/wiktionary")
    from lydite.vectors import load_vectors, save

    save(load_vectors(folder / "v.vec", cache=False), folder / "vectors")
    write_tables(folder / "tables")


def _tables() -> dict[str, inputs.Args]:
    named = ("score gold", "score predictions", "score documents", "hashtags describe tweets")
    found = {name: inputs.INPUTS[name].args for name in (*named, "validate file")}
    return found | {"labels": lambda p, f: ["score", p, p, "-m", "accuracy", *SCORED]}


def _stores() -> dict[str, tuple[str, inputs.Args]]:
    def match(matcher: str, *words: str) -> inputs.Args:
        return lambda p, f: ["match", *words, "-u", f"{matcher}(store={json.dumps(p)})", "-f", "json"]

    return {
        "wikipedia": ("miniature", match("wikipedia", "mars", "planet")),
        "wikipedia, wlm": ("miniature", match("wlm", "mars", "planet")),
        "wikipedia, esa": ("miniature", match("esa", "mars", "planet")),
        "wikipedia, ssa": ("miniature", match("ssa", "mars", "planet")),
        "wikipedia, wikirelate": ("miniature", match("wikirelate", "mars", "planet")),
        "wikipedia, hop": (
            "miniature", lambda p, f: ["hop", p, "--target", "Mars", "-c", "first", "--starts", "4", *SCORED]
        ),
        "wikipedia, senses": ("miniature", lambda p, f: ["senses", "mars", "--store", p]),
        "wordnet": ("wordnet", match("wordnet", "café", "place")),
        "wordnet, wup": ("wordnet", match("wup", "café", "place")),
        "wordnet, meaning": ("wordnet", match("meaning", "café", "place")),
        "wordnet, senses": ("wordnet", lambda p, f: ["senses", "café", "--store", p]),
        "wiktionary": ("wiktionary", match("wiktionary", "café", "coffee house")),
        "wiktionary, senses": ("wiktionary", lambda p, f: ["senses", "café", "--store", p]),
        "hashtags": ("tags", lambda p, f: ["synonyms", p, "#cat", "-f", "json"]),
        "hashtags, tweets": ("tags", lambda p, f: ["hashtags", "tweets", p, "cat"]),
        "hashtags, reval": (
            "tags", lambda p, f: ["score", *inputs._both(f), "-m", "reval(k=1)", "--hashtags", p, *SCORED]
        ),
        "hashtags, update": (
            "tags",
            lambda p, f: ["build", "hashtags", f"{f}/d.jsonl", "--update", "--into", p, *inputs.LEARNED[:2]],
        ),
        "vectors": ("vectors", lambda p, f: ["probe", p, *inputs._tested(f)]),
    }  # fmt: skip


def _specs() -> Iterator[Case]:
    """Yield specs that are changed: what is read is a word of the command, kept in a file."""
    given: dict[str, tuple[str, Callable[[str, Path], list[str]]]] = {
        "matcher": ("wordnet(preset=thesis, below=zero)", lambda s, f: ["match", "cat", "dog", "-u", s]),
        "joined": (
            "joined(wn=wordnet, m=meaning, cross={wn>m: 0.8}, staged=yes)",
            lambda s, f: ["match", "cat", "dog", "-u", s],
        ),
        "measure": (
            'F1(match=stem(language="porter"), threshold=0.5)@10',
            lambda s, f: ["score", *inputs._both(f), "-m", s, *SCORED],
        ),
        "sweep": ("nDCG(pad=yes)@1,5|P@2:8:2", lambda s, f: ["score", *inputs._both(f), "-m", s, *SCORED]),
        "probe": (
            "odd_one_out(k=2, samples=all)",
            lambda s, f: ["probe", f"{f}/v.vec", *inputs._tested(f), "-m", s],
        ),
        "chooser": ("random(seed=1)", lambda s, f: [*inputs._hop(f), "-c", s, "--starts", "3"]),
        "phrase": ("red planet", lambda s, f: ["match", s, "planet", "-f", "text"]),
        "column": ("topic", lambda s, f: ["score", *inputs._both(f), "--by", s, *SCORED]),
        "path": ("~/x", lambda s, f: ["score", s, s, *SCORED]),
        "resource": ("~/x", lambda s, f: ["match", "a", "b", "-u", f"cosine(vectors={json.dumps(s)})"]),
    }
    for name, (spec, args) in given.items():

        def write(folder: Path, path: Path, draw: random.Random, spec: str = spec) -> None:
            path.write_bytes(mutate(spec.encode(), draw))

        def asked(p: str, f: Path, args: Callable[[str, Path], list[str]] = args) -> list[str]:
            text = Path(p).read_bytes().decode("utf-8", "surrogateescape")[:100_000].replace("\0", "")
            return args(text, f)

        yield Case(f"spec {name}", "spec", asked, write)
