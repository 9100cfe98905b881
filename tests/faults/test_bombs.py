"""Small files that unpack to large ones: refused at a limit that is said, and that can be raised."""

from __future__ import annotations

import bz2
import gzip
import io
import itertools
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import inputs
from full_size import size
from inner import name_inside, replace_inside
from lydite.cli import main
from lydite.core.errors import InputError
from lydite.core.io.opening import read_bytes

HEAD = b"<mediawiki><siteinfo></siteinfo><page><title>a</title><ns>0</ns><revision><text>"
TAIL = b"</text></revision></page></mediawiki>"
ARTICLE = b"<html><title>a</title><body><p>" + b"a " * (1 << 20) + b"</body></html>"


def archive(*, tar: bool) -> bytes:
    out = io.BytesIO()
    if tar:
        with tarfile.open(fileobj=out, mode="w:gz") as packed:
            entry = tarfile.TarInfo("wp/a.htm")
            entry.size = len(ARTICLE)
            packed.addfile(entry, io.BytesIO(ARTICLE))
    else:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("wp/a.htm", ARTICLE)
    return out.getvalue()


LARGE = b"x" * (3 << 20)
BOMBS: dict[str, tuple[str, str, Callable[[], bytes], list[str]]] = {
    "page, plain": ("page", "w.xml", lambda: HEAD + LARGE + TAIL, ["build", "wikipedia"]),
    "page, bz2": ("page", "w.xml.bz2", lambda: bz2.compress(HEAD + LARGE * 6 + TAIL), ["build", "wikipedia"]),
    "page, gz": ("page", "w.xml.gz", lambda: gzip.compress(HEAD + LARGE * 6 + TAIL), ["build", "wikipedia"]),
    "member of a zip": ("member", "w.zip", lambda: archive(tar=False), ["build", "wikipedia"]),
    "member of a tar": ("member", "w.tar.gz", lambda: archive(tar=True), ["build", "wikipedia"]),
    "line of a Wiktionary": (
        "line",
        "w.jsonl",
        lambda: b'{"word": "' + LARGE * 20 + b'"}',
        ["build", "wiktionary"],
    ),
    "content of gold": ("content", "g.jsonl.gz", lambda: gzip.compress(LARGE), ["score"]),
    "content of vectors": ("content", "v.vec.gz", lambda: gzip.compress(LARGE), ["probe"]),
}


METHODS = (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
COMMANDS = {
    "manifest.json": ["senses", "cat", "--store"],
    "a.htm": ["build", "wikipedia", "--language", "en", "-o", "made"],
}


@pytest.mark.parametrize("name", BOMBS)
def test_what_is_too_large_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    what, file, make, command = BOMBS[name]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(f"LYDITE_MAX_{what.upper()}", "1")
    Path(file).write_bytes(make())
    Path("set.txt").write_text(inputs.TEST_SET, "utf-8")
    more: dict[str, list[str]] = {"build": ["-o", "made"], "score": [file], "probe": ["-t", "set.txt"]}
    with pytest.raises(SystemExit) as ended:
        main([*command, file, *more[command[0]]])
    said = capsys.readouterr().err
    assert ended.value.code == 2, said
    assert said.startswith(f"lydite: {file}")
    assert f"LYDITE_MAX_{what.upper()}=2" in said
    assert not Path("made").exists()


def test_a_limit_can_be_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    (tmp_path / "g.gz").write_bytes(gzip.compress(LARGE))
    assert len(read_bytes(tmp_path / "g.gz")) == len(LARGE)
    monkeypatch.setenv("LYDITE_MAX_CONTENT", "2")
    with pytest.raises(ValueError, match="LYDITE_MAX_CONTENT=4"):
        read_bytes(tmp_path / "g.gz")


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux tells it")
def test_a_line_without_end_takes_bounded_memory(tmp_path: Path) -> None:
    """300 MB of one line, from 300 kB: refused after 64 MB."""
    packed = gzip.compress(b" " * (1 << 20)) * 300
    (tmp_path / "t.jsonl.gz").write_bytes(packed)
    done, most = measured(["hashtags", "describe", str(tmp_path / "t.jsonl.gz"), "--language", "any"])
    assert done.returncode == 2, done.stderr
    assert "LYDITE_MAX_LINE=32" in done.stderr
    assert most < 500


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux tells it")
def test_a_page_of_nothing_but_links_takes_bounded_memory(tmp_path: Path) -> None:
    """Nothing is kept of each link but a few numbers and its anchor, or 5 MB of them take 400 MB."""
    links = b" ".join(b"[[a%d|b%d]]" % (i, i) for i in range(250_000))
    (tmp_path / "w.xml").write_bytes(HEAD + links + TAIL)
    done, most = measured(["build", "wikipedia", str(tmp_path / "w.xml"), "-o", str(tmp_path / "made")])
    assert done.returncode == 0, done.stderr
    assert most < 300


def measured(args: list[str]) -> tuple[subprocess.CompletedProcess[str], int]:
    """Return how a command ended, and the MB that it took at most."""
    code = "import re, sys\nfrom lydite.cli import main\ntry:\n main(sys.argv[1:])\nfinally:\n"
    code += r" print(int(re.search(r'VmHWM:\s*(\d+)', open('/proc/self/status').read())[1]) >> 10)"
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
    return done, int(done.stdout.split()[-1])


def test_a_manifest_without_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """65 MB of it, in 65 kB."""
    with zipfile.ZipFile(tmp_path / "w.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", b'{"kind": "' + b"x" * (65 << 20) + b'"}')
    with pytest.raises(SystemExit) as ended:
        main(["match", "a", "b", "-u", f'wordnet(store="{tmp_path / "w.zip"}")'])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "manifest.json" in said
    assert "large" in said


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux tells it")
@pytest.mark.parametrize(
    ("member", "method"),
    size(
        [
            ("manifest.json", zipfile.ZIP_DEFLATED),
            ("a.htm", zipfile.ZIP_BZIP2),
            ("manifest.json", zipfile.ZIP_LZMA),
        ],
        list(itertools.product(COMMANDS, (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))),
    ),
)
def test_a_member_that_says_that_it_is_small(
    tmp_path: Path, member: str, method: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """300 MB in a few hundred bytes, called 1,000: zipfile unpacked all of it, and cut it then."""
    monkeypatch.chdir(tmp_path)
    with zipfile.ZipFile("w.zip", "w", method) as packed:
        packed.writestr(member, b" " * (size(200, 300) << 20))
        packed.getinfo(member).file_size = 1000
    done, most = measured([*COMMANDS[member], "w.zip"])
    assert done.returncode == 2
    assert "w.zip" in done.stdout + done.stderr
    assert most < 200


def test_a_statement_of_sql_without_end(tmp_path: Path) -> None:
    statements = name_inside("lydite.knowledge.wikipedia.dumps", "_statements")
    rows = (b"(1,'a')," * (1 << 17) for _ in range(60))
    taken = 0

    def blocks() -> Iterator[bytes]:
        nonlocal taken
        for taken, row in enumerate(rows, 1):  # noqa: B007
            yield row

    with pytest.raises(InputError, match=r"d\.sql: .*16 .*LYDITE_MAX_LINE=32"):
        list(statements(blocks(), tmp_path / "d.sql"))
    assert taken == 17


def test_statements_of_sql_are_the_same_whatever_the_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements = name_inside("lydite.knowledge.wikipedia.dumps", "_statements")
    text = b"\nLOCK TABLES a;" + b"\nINSERT INTO a VALUES (1,'b;c');" * 5 + b"\nUNLOCK TABLES;\n-- end\n"
    replace_inside(monkeypatch, "lydite.knowledge.wikipedia.dumps", "UNIT", 40)
    for block in range(1, len(text) + 1):
        blocks = (text[i : i + block] for i in range(0, len(text), block))
        pieces = list(statements(blocks, tmp_path / "d.sql"))
        assert b"".join(pieces) == text[: text.rindex(b";") + 1]
        assert all(p.endswith(b";") for p in pieces)
        assert block > 40 or len(pieces) > 2
    with pytest.raises(InputError, match=r"d\.sql: .*INSERT"):
        list(statements(iter([text[:60]]), tmp_path / "d.sql"))


@pytest.mark.parametrize("unfinished", [b'<a b="', b"<!-- "])
def test_a_tag_without_end(unfinished: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lydite.knowledge.wordnet import read_lmf

    monkeypatch.setenv("LYDITE_MAX_LINE", "1")
    path = tmp_path / "a.xml"
    path.write_bytes(b"<LexicalResource>\n" + unfinished + LARGE)
    with pytest.raises(InputError, match=r"a\.xml:2: .*LYDITE_MAX_LINE=2"):
        read_lmf(path)


def test_a_word_without_end_in_a_tweet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def slow(text: str) -> list[str]:
        raise TimeoutError("exceeded its 5.0s time limit")

    path = tmp_path / "t.jsonl"
    replace_inside(monkeypatch, "lydite.hashtags", "_tokenizer", lambda: slow)
    for word, why in (
        ("a." * 200_000, "400,000 characters without a blank or clause; words"),
        ("slow.", "NLTK too long"),
    ):
        path.write_text(f'\n{{"id": "7", "text": "#b {word}"}}\n', "utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["hashtags", "describe", str(path), "--language", "any"])
        said = capsys.readouterr().err
        assert ended.value.code == 2
        assert said.startswith(f"lydite: {path}:2: tweet 7: ")
        assert why in said
