"""A dict folder as Princeton's, written by hand: all four parts of speech, every kind of pointer."""

from __future__ import annotations

from pathlib import Path

LICENCE = "  1 This software and database is being provided to you,\n  2 WordNet 3.1 Copyright 2011 by X.\n"
FILES = {
    "data.noun": """\
00000001 13 n 02 food 0 solid_food 0 002 ~ 00000002 n 0000 ~i 00000003 n 0000 | what is eaten
00000002 13 n 01 cake 0 002 @ 00000001 n 0000 + 00000001 v 0102 | baked
00000003 13 n 01 Sachertorte 0 001 @i 00000001 n 0000 | one cake; "so 002 | what?"
""",
    "index.noun": """\
cake n 1 2 @ + 1 0 00000002
food n 1 1 ~ 1 0 00000001
sachertorte n 1 1 @i 1 0 00000003
solid_food n 1 1 ~ 1 0 00000001
""",
    "data.verb": "00000001 30 v 02 coat 0 cake 1 001 + 00000002 n 0201 01 + 08 00 | form a coat over\n",
    "index.verb": "cake v 1 1 + 1 0 00000001\ncoat v 1 1 + 1 0 00000001\n",
    "data.adj": """\
00000001 00 a 01 galore(ip) 0 002 & 00000002 a 0000 ^ 00000002 a 0101 | plenty
00000002 00 s 01 plentiful 0 002 & 00000001 a 0000 ^ 00000001 a 0000 | in plenty
""",
    "index.adj": "galore a 1 2 & ^ 1 0 00000001\nplentiful a 1 2 & ^ 1 0 00000002\n",
    "data.adv": "00000001 02 r 01 well 0 000 | good\n",
    "index.adv": "well r 1 0 1 0 00000001\n",
    "noun.exc": "caken cake\n",
}


def write_dict(folder: Path, name: str = "", times: int = 0) -> Path:
    """Write the files; ``times`` more nouns are kinds of food, of a name."""
    folder.mkdir(exist_ok=True)
    kinds = [(f"{name}{i}", f"{i:08d}") for i in range(4, times + 4)]
    more = {
        "data.noun": "".join(f"{n} 13 n 01 {word} 0 001 @ 00000001 n 0000 | a kind\n" for word, n in kinds),
        "index.noun": "".join(f"{word} n 1 1 @ 1 0 {n}\n" for word, n in kinds),
    }
    for file, text in FILES.items():
        head = "" if file.endswith(".exc") else LICENCE
        (folder / file).write_text(head + text + more.get(file, ""), "utf-8")
    return folder
