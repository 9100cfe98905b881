"""Rebuild the embedded stop words of languages other than English from Debian's Lucene.

The lists are those of Snowball (Porter and Boulton), of Jacques Savoy and of the Lucene project, as the
package has them, folded. As in English, no word of negation is a stop word: "non buono" does not mean buono.

    python tools/stopwords.py [--deb liblucene8-java_8.8.1-4_all.deb]
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import zipfile
from pathlib import Path

from lydite.core.languages import code_of
from lydite.core.text import STOP_WORDS, fold

HOME = Path(__file__).parent.parent / "src" / "lydite"
DEB = "liblucene8-java"
JAR = "usr/share/java/lucene-analyzers-common-8.7.0.jar"
ROOT = "org/apache/lucene/analysis"
NAMES = {
    code_of(name): name
    for name in (
        *(
            "danish",
            "dutch",
            "finnish",
            "french",
            "german",
            "hungarian",
            "italian",
            "norwegian",
            "portuguese",
        ),
        *("russian", "spanish", "swedish"),
    )
}
FOLDERS = {
    code: code
    for code in [
        "ar",
        "bg",
        "bn",
        "ca",
        "ckb",
        "el",
        "et",
        "eu",
        "fa",
        "ga",
        "gl",
        "hi",
        "hy",
        "id",
        "lt",
        "lv",
        "ro",
        "tr",
    ]
} | {"cs": "cz"}
DENY = {
    "ar": "لا لم لن ليس ليست بلا بدون غير ضد",
    "bg": "не ни без против нито няма",
    "bn": "না নেই নয় নাই বিনা",
    "ca": "no ni sense contra cap res",
    "ckb": "بێ",
    "cs": "ne ani bez proti není nejsou",
    "da": "ikke uden mod ingen nej",
    "de": "nicht nichts kein keine keinem keinen keiner keines ohne gegen nein weder",
    "el": "δεν μη μην οχι χωρις δε",
    "es": "no ni sin contra nada",
    "et": "ei ära ega mitte ilma vastu pole",
    "eu": "ez gabe aurka",
    "fa": "نه بدون بی نیست ضد",
    "fi": "ei en et emme ette eivät ilman eikä",
    "fr": "ne n pas ni sans contre non aucun",
    "ga": "ní gan nach níl",
    "gl": "non nin sen contra nada",
    "hi": "नहीं न मत ना बिना",
    "hu": "nem sem ne nincs nélkül ellen se",
    "hy": "ոչ չի առանց",
    "id": "tidak bukan tanpa tak belum jangan",
    "it": "non no né senza contro",
    "lt": "ne nėra be prieš nei",
    "lv": "ne nē nav bez pret nedz",
    "nl": "niet geen zonder tegen nee niets",
    "no": "ikke ikkje uten utan mot ingen nei",
    "pt": "não nem sem contra nada",
    "ro": "nu nici fără contra",
    "ru": "не ни нет без против нельзя ничего",
    "sv": "inte ej utan mot ingen inget inga nej",
    "tr": "değil yok hayır ne hiç",
}


def main() -> None:
    """Fetch what was not given, and write one line a language."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deb", type=Path, help=f"archive of {DEB}, fetched with apt-get download otherwise")
    parser.add_argument("-o", "--output", type=Path, default=HOME / STOP_WORDS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.deb is None:
            subprocess.run(["apt-get", "download", DEB], cwd=folder, check=True)
        deb = given.deb or next(folder.glob("*.deb"))
        subprocess.run(["dpkg-deb", "-x", deb, folder], check=True)
        with zipfile.ZipFile(folder / JAR) as jar:
            files = {code: f"{ROOT}/snowball/{NAMES[code]}_stop.txt" for code in NAMES}
            files |= {code: f"{ROOT}/{place}/stopwords.txt" for code, place in FOLDERS.items()}
            lists = {code: _words(jar.read(file).decode(), code) for code, file in files.items()}
            licence = jar.read("META-INF/LICENSE.txt").decode()
    head = (
        "# Stop words by language, folded, without words of negation; made by tools/stopwords.py.\n"
        f"# Snowball's (BSD): {' '.join(sorted(NAMES))}; the others Lucene's (Apache 2.0), of which"
        " ar bg bn fa hi ro by Jacques Savoy (BSD).\n"
    )
    text = head + "".join(f"{code}\t{' '.join(lists[code])}\n" for code in sorted(lists))
    given.output.write_text(text, "utf-8")
    given.output.with_name("others-LICENSE.txt").write_text(licence, "utf-8")
    print(f"{given.output}: {len(lists)} languages, {sum(map(len, lists.values())):,} words")


def _words(text: str, code: str) -> list[str]:
    """Return the words of a list: the first of each line, comments after | or #."""
    lines = (line.partition("|")[0].partition("#")[0].strip() for line in text.splitlines())
    words = {fold(line.split()[0], language=code) for line in lines if line}
    if code == "el":  # Lucene takes accents away first; they are kept here, one a word
        words |= {
            fold(w[:i] + c + "\u0301" + w[i + 1 :]) for w in words for i, c in enumerate(w) if c in "αεηιουω"
        }
    return sorted(words - {fold(word, language=code) for word in DENY[code].split()})


if __name__ == "__main__":
    main()
