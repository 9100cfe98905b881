"""A dictionary of a few English and Latin entries, as wiktextract writes it: for tests and documentation."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from lydite.knowledge.wiktionary.build import build_wiktionary


def _entry(word: str, code: str, pos: str, *senses: Any, **more: Any) -> dict[str, Any]:
    written = [{"glosses": [s]} if isinstance(s, str) else s for s in senses]
    return {"word": word, "lang_code": code, "pos": pos, "senses": written, **more}


def _words(*words: str, **more: Any) -> list[dict[str, Any]]:
    return [{"word": word, **more} for word in words]


ENTRIES = [
    _entry("animal", "en", "noun", "A living thing that moves by itself.", "A crude person.",
           hyponyms=_words("cat", "dog", "bird", sense="living thing")),
    _entry("cat", "en", "noun",
           {"glosses": ["A small pet, an animal that hunts mice."], "synonyms": _words("house cat"),
            "wikidata": ["Q146"], "wikipedia": ["Cat"]},
           {"glosses": ["A man, a fellow."], "synonyms": _words("bloke", "cat")},
           forms=[{"form": "cats", "tags": ["plural"]}, {"form": "no-table-tags", "tags": ["table-tags"]}],
           hyponyms=_words("tabby", sense="small pet"), hypernyms=_words("animal", sense="pet")),
    _entry("tabby", "en", "noun", "A cat with stripes.", derived=_words("tabbyhood")),
    _entry("dog", "en", "noun", "A pet, an animal that barks.", related=_words("kennel"),
           synonyms=_words("hound"), coordinate_terms=_words("cat"), hyponyms=_words("poodle", "pug")),
    _entry("bloke", "en", "noun", "A man, a fellow, a guy.", synonyms=_words("cat", "guy")),
    _entry("guy", "en", "noun", "A man.", "An effigy burned on a bonfire.", synonyms=_words("bloke")),
    _entry("cattes", "en", "noun",
           {"glosses": ["Obsolete form of cat."], "alt_of": _words("cat"), "tags": ["alt-of"]}),
    _entry("food", "en", "noun", "What is eaten.", hyponyms=_words("dog food", "black pudding")),
    _entry("nourishment", "en", "noun", "What is eaten to live.", synonyms=_words("food"),
           hyponyms=_words("cake", "bread")),
    _entry("science", "en", "noun", "Knowledge.", hyponyms=_words("natural science"),
           hypernyms=_words("learning")),
    _entry("learning", "en", "noun", "Knowledge that was gained.", hypernyms=_words("science")),
    _entry("empty", "en", "noun"),
    _entry("domus", "la", "noun", {"glosses": ["house, home"], "hypernyms": _words("aedificium")},
           forms=[{"form": "domūs", "tags": ["genitive"]}], synonyms=_words("aedēs", sense="house")),
    _entry("aedes", "la", "noun", "building, house", "temple",
           forms=[{"form": "aedēs", "tags": ["canonical"]}]),
    {"title": "pussycat", "redirect": "cat"},
]  # fmt: skip


def lines() -> str:
    """Return the dictionary as JSON lines."""
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in ENTRIES)


def build_example(folder: Path) -> Path:
    """Build the store of the dictionary in a folder; return its path."""
    store = Path(folder) / "dictionary"
    if not store.exists():
        file = Path(folder) / "dictionary.jsonl"
        file.write_text(lines(), "utf-8")
        build_wiktionary(file, store)
    return store


def main() -> None:
    """Print the dictionary: ``python -m lydite.knowledge.wiktionary.example > words.jsonl``."""
    sys.stdout.write(lines())


if __name__ == "__main__":
    main()
