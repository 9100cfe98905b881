"""Every file that a command reads: what may stand in it, and a command that reads it."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from lydite.cli import application, main
from lydite.core.spec import REGISTRIES
from lydite.knowledge.wikipedia import build_example, export_text

Args = Callable[[str, Path], list[str]]


@dataclass(frozen=True)
class Input:
    """A small file, and the command that reads it from a path; ``folder`` holds what else it needs."""

    file: str
    content: bytes
    args: Args
    text: bool = True
    """Whether a byte order mark or UTF-16 can be meant."""
    once: bool = True
    """Whether it is read once, so that it may come from standard input."""
    made: str = ""
    """A file that the command makes, which must be the same whatever the way of reading."""
    saved: bool = False
    """Whether the content is a file that lydite saved, see :func:`prepare`."""

    def bytes(self, folder: Path) -> bytes:
        """Return the content."""
        return (folder / self.file).read_bytes() if self.saved else self.content


OUTPUTS = {
    "output",
    "chart",
    "items",
    "svg",
    "map",
    "into",
    "cache",
    "save",
    "unknown",
    "categories",
    "junit",
    "files",
    "summary",
}
WORDS = {  # parameters that are texts and name no file
    "by", "candidate", "category", "choose", "classes", "cluster", "contact", "encoder", "encoding",
    "endpoint", "fallback", "field", "gold_phrases", "id", "input_format", "kind", "labels", "language",
    "let", "lexicon", "match", "measure", "method", "model", "normaliser", "objective", "parameter", "phrase",
    "phrases", "property", "ready", "reference", "scores", "second", "separator", "stemmer",
    "system", "tags", "tags_column", "target", "task", "text_column", "time_column", "tokeniser",
    "topic", "trace", "translate", "user_column", "using", "what",
}  # fmt: skip
WORDS |= {"gold_phrases", "names", "on", "rank_by"}
SHORT = "pso(particles=4, iterations=1)"
LEARNED = ("--language", "any", "--encoder", "lsa")
FOLDERS = {"score folder", "semeval folder", "probe folder"}  # tested where they are read
STORES = {  # arguments that name a folder, and how a command is given one
    "hop store": "hop {}",
    "senses store": "senses cat --store {}",
    "hashtags tweets store": "hashtags tweets {} #cat",
}

GOLD = '{"id": "a", "phrases": ["#cat", "#año"]}\n{"id": "b", "phrases": ["#dog"]}\n'
RUN = '{"id": "a", "phrases": ["#año", "#bird"]}\n{"id": "b", "phrases": ["#wolf", "#dog"]}\n'
DOCUMENTS = '{"id": "a", "text": "a cat in the año"}\n{"id": "b", "title": "dogs", "text": "wolf"}\n'
QUESTIONS = (
    '{"substitutee": "café", "substitutes": ["bar", "coffee house", "car"], "answers": '
    '[{"by": "a", "circled": ["coffee house"], "crossed": ["car"]}, {"by": "b", "circled": ["bar"]}]}\n'
)
PAIRS = "word1,word2,similarity\ncafé,café,9\ncat,dog,3\ncar,dog,1\n"
HUMAN = "system\tid\tscore\trater\n" + "".join(
    "\t".join((*row.split(), "café\n")) for row in ("run a 3", "run b 1", "gold a 4", "gold b 5")
)
LABELS = "1\tx\tpositive\n2\tx\tnegative\n3\tcafé\tpositive\n4\tcafé\tnegative\n"
VECTORS = "cat 1 0\ndog 1 0.1\nrød 0 1\nblue 0.1 1\nmars 0.5 0.5\nplanet 0.4 0.6\n"
TEST_SET = ": pets\ncat dog\n: colours\nrød blue\n"
RATINGS = "Word\tConc.M\nplanet\t4.5\nnature\t2.5\ncafé\t4\nyoung\t3\ncarbon\t4.1\nuniversity\t4.6\n"
THESAURUS = "#cat\t#kitten\t#bird\n#año\t#year\n#dog\t#wolf\n"
CORPUS = "the cat and the dog\nthe dog and the café\na cat\na café with a dog\n"
LINES = "one two three four five six\nrød blue green white black grey\n" * 3
LEMMAS = "cats\tcat\ncafés\tcafé\n"
SIXES = ": numbers\none two three four five six\n: colours\nrød blue green white black grey\n"
TWEETS = "".join(
    f'{{"id": {i}, "text": "{text}"}}\n'
    for i, text in enumerate(
        ("we like the café #cat #año", "dogs bark at night #dog #cat", "a long year #año")
    )
)
WIKTIONARY = (
    '{"word": "café", "lang_code": "en", "pos": "noun", "senses": [{"glosses": ["a place"]}], '
    '"synonyms": [{"word": "coffee house"}]}\n'
)
LMF = """<?xml version="1.0"?>
<LexicalResource><Lexicon id="x" label="x" language="en" email="e" license="l" version="1">
<LexicalEntry id="w1"><Lemma writtenForm="café" partOfSpeech="n"/><Sense id="s1" synset="y1"/></LexicalEntry>
<LexicalEntry id="w2"><Lemma writtenForm="place" partOfSpeech="n"/><Sense id="s2" synset="y2"/></LexicalEntry>
<Synset id="y1" ili="i1" partOfSpeech="n"><SynsetRelation relType="hypernym" target="y2"/></Synset>
<Synset id="y2" ili="i2" partOfSpeech="n"/>
</Lexicon></LexicalResource>
"""
SQL = {
    "page": (
        "page_id page_namespace page_title page_is_redirect",
        "(1,0,'Café',0),(2,14,'Places',0),(3,0,'Bar',1)",
    ),
    "redirect": ("rd_from rd_namespace rd_title", "(3,0,'Café')"),
    "categorylinks": ("cl_from cl_to", "(1,'Places')"),
}
QUERY = "# café\nSELECT ?item WHERE { ?item wdt:P31 wd:Q6256 }\n"
SCORED = ["--format", "json", "--bootstrap", "0"]
GATED = ["--format", "json", "--bootstrap", "50"]


def prepare(folder: Path) -> None:
    """Write what the commands need beside the file that is read in every way."""
    files = {
        "gold.jsonl": GOLD,
        "run.jsonl": RUN,
        "labels.tsv": LABELS,
        "set.txt": TEST_SET,
        "ascii.txt": ": pets\ncat dog\n: space\nmars planet\n",
        "v.vec": VECTORS,
        "t.jsonl": TWEETS,
        "lines.tsv": LINES,
        "six.tsv": SIXES,
    }
    for name, content in (files | {f"{t}.sql": sql(t) for t in SQL}).items():
        (folder / name).write_text(content, "utf-8")
    (folder / "w.xml").write_text(LMF, "utf-8")
    build_example(folder)
    _lydite("build", "hashtags", f"{folder}/t.jsonl", "--into", f"{folder}/tags", *LEARNED)
    for extra in (["--save", f"{folder}/saved.run"], ["--save", f"{folder}/other.run"]):
        _lydite("score", *_both(folder), *SCORED, *extra)
    _lydite("score", *_both(folder), f"{folder}/gold.jsonl", "--same", *SCORED, "--save", f"{folder}/two.run")


def _lydite(*args: str) -> None:
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        main(list(args))


def sql(table: str) -> str:
    """Return the dump of a table."""
    names, values = SQL[table]
    columns = ",\n".join(f"  `{name}` text" for name in names.split())
    rows = f"INSERT INTO `{table}` VALUES {values};"  # noqa: S608
    return f"CREATE TABLE `{table}` (\n{columns}\n);\nLOCK TABLES;\n{rows}\nUNLOCK TABLES;\n"


def _both(folder: Path) -> list[str]:
    return [f"{folder}/gold.jsonl", f"{folder}/run.jsonl"]


def _tested(folder: Path) -> list[str]:
    return ["-t", f"{folder}/set.txt", "-m", "topk(k=1)", *SCORED]


def _tuned(corpus: str, test_set: str) -> list[str]:
    given = [a for p in ("min_count=1", "dim=5", "epochs=1", "model=word2vec") for a in ("-p", p)]
    fewer = ["--samples", "2", "--again", "1", "--seeds", "1", "--on", "here"]
    return ["tune", "vectors", corpus, "-t", test_set, *given, *fewer, *SCORED]


def _hop(folder: Path) -> list[str]:
    return ["hop", f"{folder}/miniature", "--target", "Mars", *SCORED]


def _recommended(train: str, test: str) -> list[str]:
    given = ["--using", "nearest(k=2)", "--language", "any", "-o", "made.jsonl"]
    return ["hashtags", "recommend", train, test, *given]


def _input(file: str, content: str, args: Args, **more: Any) -> Input:
    return Input(file, content.encode(), args, **more)


INPUTS = {
    "score gold": _input("g.jsonl", GOLD, lambda p, f: ["score", p, f"{f}/run.jsonl", *SCORED]),
    "score predictions": _input("r.jsonl", RUN, lambda p, f: ["score", f"{f}/gold.jsonl", p, *SCORED]),
    "score documents": _input(
        "d.jsonl", DOCUMENTS,
        lambda p, f: ["score", *_both(f), "-m", "F1(part=present)", "--documents", p, *SCORED],
    ),
    "score hashtags": _input(
        "t.tsv", THESAURUS,
        lambda p, f: ["score", *_both(f), "-m", "reval(k=1)", "--hashtags", p, *SCORED],
        once=False,
    ),
    "agree judgements": _input(
        "q.jsonl", QUESTIONS, lambda p, f: ["agree", p, "-u", "exact", *SCORED]
    ),
    "agree human": _input(
        "h.tsv", HUMAN, lambda p, f: ["agree", f"{f}/two.run", "--human", p, *SCORED]
    ),
    "tune matcher judgements": _input(
        "p.csv", PAIRS + "food,cake,9\ncake,food,8\ncat,animal,2\nanimal,cat,7\nwood,forest,5\n",
        lambda p, f: ["tune", "matcher", p, "--folds", "0", "--method", SHORT, *SCORED],
    ),
    "tune vectors corpus": _input("c.txt", LINES, lambda p, f: _tuned(p, f"{f}/six.tsv"), once=False),
    "tune vectors lemmas": _input(
        "l.tsv", LEMMAS, lambda p, f: [*_tuned(f"{f}/lines.tsv", f"{f}/six.tsv"), "--lemmas", p], once=False
    ),
    "tune vectors test_set": _input("s.txt", SIXES, lambda p, f: _tuned(f"{f}/lines.tsv", p)),
    "match pairs": _input(
        "p.tsv", "cat\tcat\ncafé\tcafé\na\tb\n", lambda p, f: ["match", "--pairs", p, "-u", "exact"]
    ),
    "semeval gold": _input("g.tsv", LABELS, lambda p, f: ["semeval", "B", p, f"{f}/labels.tsv", *SCORED]),
    "semeval runs": _input("r.tsv", LABELS, lambda p, f: ["semeval", "B", f"{f}/labels.tsv", p, *SCORED]),
    "probe vectors": _input(
        "w.vec", VECTORS, lambda p, f: ["probe", p, *_tested(f)]
    ),
    "probe lemmas": _input(
        "l.tsv", LEMMAS,
        lambda p, f: ["probe", f"{f}/v.vec", "-t", f"{f}/ascii.txt", "-m", "topk(k=1)",
                      "--lemmas", p, *SCORED],
        once=False,
    ),
    "content lemmas": _input(
        "l.txt", LEMMAS,
        lambda p, f: ["content", "--pair", f"{f}/v.vec={f}/ascii.txt", "-m", "topk(k=1)", "-f", "json",
                      "--lemmas", f"v={p}"],
        once=False,
    ),
    "probe test_set": _input(
        "s.txt", TEST_SET, lambda p, f: ["probe", f"{f}/v.vec", "-t", p, "-m", "topk(k=1)", *SCORED]
    ),
    "hop starts": _input(
        "s.txt", "Mars\nPlanet\nKitten\n",
        lambda p, f: [*_hop(f), "-c", "first", "--starts", p],
    ),
    "hop ratings": _input(
        "r.txt", RATINGS,
        lambda p, f: [*_hop(f), "-c", "first", "--starts", "3", "--by", "concreteness", "--ratings", p],
    ),
    "compare runs": Input(
        "saved.run", b"", lambda p, f: ["compare", p, f"{f}/other.run", *SCORED], text=False, saved=True
    ),
    "report runs": Input(
        "saved.run", b"",
        lambda p, f: ["report", p, f"{f}/other.run", "--bootstrap", "0", "-o", f"{f}/page.html"],
        text=False, saved=True,
    ),
    "gate baseline": Input(
        "saved.run", b"", lambda p, f: ["gate", p, f"{f}/other.run", *GATED], text=False, saved=True
    ),
    "gate candidate_run": Input(
        "saved.run", b"", lambda p, f: ["gate", f"{f}/other.run", p, *GATED], text=False, saved=True
    ),
    "gate gold": _input(
        "g.jsonl", GOLD,
        lambda p, f: ["gate", "--gold", p, f"{f}/run.jsonl", f"{f}/gold.jsonl", *GATED],
    ),
    "validate file": _input(
        "r.jsonl", RUN, lambda p, f: ["validate", p, "--as", "predictions", "-f", "csv"]
    ),
    "validate ids": _input(
        "i.txt", "a\nb\n", lambda p, f: ["validate", f"{f}/run.jsonl", "--ids", p, "-f", "csv"]
    ),
    "synonyms store": _input(
        "t.tsv", THESAURUS, lambda p, f: ["synonyms", p, "#año", "-f", "json"], once=False
    ),
    "build hashtags tweets": _input(
        "t.jsonl", TWEETS,
        lambda p, f: ["build", "hashtags", p, "--into", "made", *LEARNED],
        made="made/manifest.json",
    ),
    "build hashtags vectors": _input(
        "v.vec", VECTORS, lambda p, f: ["build", "hashtags", "--vectors", p, "--into", "made"], once=False
    ),
    "build hashtags stop_words": _input(
        "s.txt", "the\ncafé\n",
        lambda p, f: [
            "build", "hashtags", f"{f}/t.jsonl", "--into", "made", *LEARNED, "--stop-words", p
        ],
        made="made/manifest.json",
    ),
    "hashtags describe tweets": _input(
        "t.jsonl", TWEETS, lambda p, f: ["hashtags", "describe", p, "--language", "any", "-f", "json"]
    ),
    "hashtags describe stop_words": _input(
        "s.txt", "the\ncafé\n",
        lambda p, f: ["hashtags", "describe", f"{f}/t.jsonl", *LEARNED[:2], "--stop-words", p],
    ),
    "hashtags tweets texts": _input(
        "t.jsonl", TWEETS, lambda p, f: ["hashtags", "tweets", f"{f}/tags", "cat", "--texts", p]
    ),
    "hashtags split tweets": _input(
        "t.jsonl", TWEETS,
        lambda p, f: ["hashtags", "split", p, "--held-out", "0.4", "--language", "any", "-o", "made"],
        made="made/gold.jsonl",
    ),
    "hashtags split stop_words": _input(
        "s.txt", "the\ncafé\n",
        lambda p, f: [
            *("hashtags", "split", f"{f}/t.jsonl", "--held-out", "0.4", *LEARNED[:2]),
            *("--stop-words", p, "-o", "made"),
        ],
        made="made/gold.jsonl",
    ),
    "hashtags recommend train": _input(
        "t.jsonl", TWEETS, lambda p, f: _recommended(p, f"{f}/t.jsonl"), made="made.jsonl"
    ),
    "hashtags recommend test": _input(
        "t.jsonl", TWEETS, lambda p, f: _recommended(f"{f}/t.jsonl", p), made="made.jsonl"
    ),
    "hashtags recommend stop_words": _input(
        "s.txt", "the\ncafé\n",
        lambda p, f: [*_recommended(f"{f}/t.jsonl", f"{f}/t.jsonl"), "--stop-words", p], made="made.jsonl",
    ),
    "build wikipedia dump": _input(
        "w.xml", export_text().replace("cat. ", "cat in a café. "),
        lambda p, f: ["build", "wikipedia", p, "-o", "made"], made="made/manifest.json",
    ),
    "build wordnet sources": _input(
        "w.xml", LMF, lambda p, f: ["build", "wordnet", p, "-o", "made"], made="made/manifest.json"
    ),
    "build wiktionary file": _input(
        "w.jsonl", WIKTIONARY,
        lambda p, f: ["build", "wiktionary", p, "-o", "made"], made="made/manifest.json",
    ),
    "build wordnet relations": _input(
        "w.xml", LMF,
        lambda p, f: ["build", "wordnet", f"{f}/w.xml", "--relations", p, "-o", "made"],
        made="made/manifest.json",
    ),
    "content pair": _input(
        "t.txt", TEST_SET,
        lambda p, f: ["content", "--pair", f"{f}/v.vec={p}", "-m", "topk(k=1)", "-f", "json"],
    ),
    "build testset wikidata query": _input(
        "q.rq", QUERY,
        lambda p, f: ["build", "testset", "wikidata", "--query", f"lands={p}", "-o", "made.txt"],
        made="made.txt",
    ),
}  # fmt: skip

MODEL = (resources.files("lydite") / "data/meaning/english.json").read_text("utf-8")
RESOURCES = {
    "matcher lsa corpus": ("c.txt", CORPUS),
    "matcher ngd corpus": ("c.txt", CORPUS),
    "matcher nist corpus": ("c.txt", CORPUS),
    "matcher pmi corpus": ("c.txt", CORPUS),
    "matcher cosine vectors": ("w.vec", VECTORS),
    "matcher meaning vectors": ("w.vec", VECTORS),
    "matcher meaning frequencies": ("f.tsv", "cat\t9\ndog\t5\ncafé\t2\n"),
    "matcher meaning model": ("m.json", MODEL),
    "matcher meaning synonyms": ("s.tsv", "concept\tlabel\n1\tcafé\n1\tcoffee house\n2\tdog\n"),
    "matcher thesaurus store": ("t.tsv", THESAURUS),
    "measure reval thesaurus": ("t.tsv", THESAURUS),
    "measure smallest_k thesaurus": ("t.tsv", THESAURUS),
    "chooser vectors file": ("w.vec", VECTORS),
    "encoder vectors file": ("w.vec", VECTORS),
}
OF_KIND = {("meaning", p) for p in ("vectors", "frequencies", "model")}
MODELS = {  # what their libraries open
    "encoder transformers model", "chooser encoder model",
    "place dask ca", "place dask cert", "place dask key",
}  # fmt: skip
RESOURCE_STORES = {
    *(f"matcher {n} store" for n in ("esa", "ssa", "wikipedia", "wikirelate", "wiktionary", "wlm")),
    *(f"matcher {n} store" for n in ("hso", "lch", "meaning", "path", "wordnet", "wup")),
    "chooser wordnet store",
}  # fmt: skip


def spec_args(name: str) -> Args:
    """Return the command that reads a file which a spec names."""
    kind, declared, parameter = name.split()

    def args(path: str, folder: Path) -> list[str]:
        asked = "ask=kind, " if (declared, parameter) in OF_KIND else ""
        spec = f"{declared}({asked}{parameter}={json.dumps(path)})"
        if kind == "matcher":
            return ["match", "cat", "dog", "-u", spec]
        if kind == "encoder":
            built = ["--language", "any", "--into", "made"]
            return ["build", "hashtags", f"{folder}/t.jsonl", "--encoder", spec, *built]
        if kind == "measure":
            return ["score", *_both(folder), "-m", spec, *SCORED]
        return [*_hop(folder), "-c", spec, "--starts", "5"]

    return args


def more() -> dict[str, Input]:
    """Return other formats of the same arguments, and files that specs name."""
    found = {
        name: Input(file, content.encode(), spec_args(name), once=False)
        for name, (file, content) in RESOURCES.items()
    }
    for kind, content in {
        "csv": PAIRS,
        "gold": "café.n 1 :: bar 3;coffee house 1;\ncafé.n 2 :: bar 1;inn 2;\n",
    }.items():
        judged = INPUTS["agree judgements"]
        found[f"agree judgements, {kind}"] = replace(judged, file=f"q.{kind}", content=content.encode())
    words = VECTORS.splitlines()
    rows = [(line.split()[0].encode(), np.array(line.split()[1:], np.float32).tobytes()) for line in words]
    packed = b"".join(word + b" " + row + b"\n" for word, row in rows)
    binary = b"%d 2\n" % len(rows) + packed
    found["probe vectors, binary"] = replace(
        INPUTS["probe vectors"], file="w.bin", content=binary, text=False
    )
    found["build wikipedia dump, SQL"] = _input(
        "p.sql",
        sql("page"),
        lambda p, f: ["build", "wikipedia", p, f"{f}/redirect.sql", f"{f}/categorylinks.sql", "-o", "made"],
        made="made/manifest.json",
    )
    for kind, content in {
        "txt": "1|d|we like the café #cat #año\n2|d|dogs bark at night #dog #cat\n3|d|a long year #año\n",
        "csv": "id,text\n1,we like the café #cat #año\n2,dogs bark at night #dog #cat\n3,a long year #año\n",
    }.items():
        tweets = INPUTS["build hashtags tweets"]
        found[f"build hashtags tweets, {kind}"] = replace(tweets, file=f"t.{kind}", content=content.encode())
    return found


def commands() -> Iterator[tuple[str, Any]]:
    """Yield the parameters of all commands that may name files: paths and texts."""

    def walk(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        if hasattr(command, "list_commands"):
            for name in command.list_commands(None):
                yield from walk(command.get_command(None, name), (*path, name))
        else:
            yield from ((" ".join(path), p) for p in command.params)

    for name, parameter in walk(application(), ()):
        if not parameter.type.name.startswith(("number", "boolean")) and not parameter.type.choices:
            yield name, parameter


def resources() -> set[str]:
    """Return the parameters of all declared objects that take a path."""
    return {
        f"{kind} {name} {p.name}"
        for kind, registry in REGISTRIES.items()
        for name, one in registry.all().items()
        for p in one.parameters().values()
        if "a path" in p.takes
    }
