"""Small tab files of the Open Multilingual Wordnet, made for the tests; offsets are those of WordNet 3.0."""

from __future__ import annotations

from pathlib import Path

from lydite.knowledge.wordnet import compile_languages, read_languages

ITALIAN = """# Piccolo\tita\thttps://example.org/\tCC0
00015388-n\tita:lemma\tanimale
02083346-n\tita:lemma\tcanide
02084071-n\tita:lemma\tcane
02084071-n\tita:lemma\tCanis familiaris
02084071-n\tita:def\t0\tun animale che abbaia
02121620-n\tita:lemma\tgatto
10694258-n\tita:lemma\tinsegnante
14845743-n\tita:lemma\tacqua
03544360-n\tita:lemma\tcasa
00021265-n\tita:lemma\tcibo
07679356-n\tita:lemma\tpane
01123148-a\tita:lemma\tbuono
01125429-a\tita:lemma\tcattivo
00002137-n\tita:lemma\tGAP!
"""
JAPANESE = """# Chiisai\tjpn\thttps://example.org/\tCC0
02084071-n\tjpn:lemma\t犬
02121620-n\tjpn:lemma\t猫
03544360-n\tjpn:lemma\t小屋
"""
TURKISH = """# Küçük\ttur\thttps://example.org/\tCC0
02084071-n\ttur:lemma\tKöpek
14845743-n\ttur:lemma\tIşık
"""
ARABIC = """# Saghir\tarb\thttps://example.org/\tCC0
02084071-n\tarb:lemma\tكَلْب
02084071-n\tarb:lemma:root\tكلل
02084071-n\tarb:lemma:brokenplural\tكِلَاب
"""
FRENCH = """# Petit\tfra\thttps://example.org/\tCC0
10694258-n\tfra:lemma\tprofesseur
14845743-n\tfra:lemma\teau
00021265-n\tlemma\tnourriture
02084071-n\tfra:lemma\tchien
"""
ALL = {"ita": ITALIAN, "jpn": JAPANESE, "tur": TURKISH, "arb": ARABIC, "fra": FRENCH}


def build_languages(folder: Path, *languages: str) -> Path:
    """Return a store of some of these languages, all where none is named."""
    chosen = languages or tuple(ALL)
    for code in chosen:
        (folder / f"wn-{code}.tab").write_text(ALL[code], "utf-8")
    compile_languages(read_languages([folder / f"wn-{code}.tab" for code in chosen]), folder / "words")
    return folder / "words"
