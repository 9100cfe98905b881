"""How hashtags drift from one file of tweets to the next."""

from __future__ import annotations

import json
from pathlib import Path

from tweet_files import Run


def test_drift(run: Run) -> None:
    """A tag whose words change moves; one whose words stay does not, and its synonyms stay."""
    words = {"#apple": (["pie tart baking", "phone screen battery"]), "#tea": (["cup leaf green"] * 2)}
    words |= {"#cake": ["pie tart oven"] * 2, "#gadget": ["phone screen charger"] * 2}
    rows = [
        f"{m}{i}{t}|2026-0{m + 1}-0{i + 1}|{words[t][m]} extra{i} {t}"
        for m in range(2)
        for i in range(5)
        for t in words
    ]
    Path("t.txt").write_text("\n".join(reversed(rows)) + "\n")  # the latest first, as timelines come
    args = ["hashtags", "drift", "t.txt", "--language", "any", "--encoder", "lsa", "-k", "1"]
    status, out, err = run(*args, "-f", "json", "--chart", "d.svg")
    assert status == 0, err
    found = json.loads(out)
    assert list(found["batches"]) == ["2026-01", "2026-02"]
    moved = {m["tag"]: m for m in found["movements"]}
    assert moved["#apple"]["moved"] > 10 * moved["#tea"]["moved"]
    assert moved["#apple"]["replaced"] == 1  # it was near to #cake, and is now near to #gadget
    assert "#apple" in Path("d.svg").read_text()
    assert run(*args)[1].splitlines()[4].startswith("#apple")


def test_drift_says_what_was_left_out(run: Run) -> None:
    rows = [
        f"{i}|2026-0{1 + i // 8}-0{1 + i % 8}|the clinics warn of winter number {i} #flu" for i in range(16)
    ]
    rows += ["20|2026-01-09|no tag here", rows[3].replace("3|", "21|", 1)]
    rows += [f"{i}|2026-02-09|Die Klinik warnt heute wieder vor der Grippe im Winter #flu" for i in (30, 31)]
    Path("t.txt").write_text("\n".join(rows) + "\n")
    args = ["hashtags", "drift", "t.txt", "--encoder", "lsa", "-k", "1"]
    told = (
        "2 batches, 16 tweets; left out: 1 without a hashtag, 2 surely not English (German 2), 1 seen before;"
    )
    assert run(*args)[1].startswith(told)
    found = json.loads(run(*args, "-f", "json")[1])
    assert sum(found["left_out"].values()) == 4
    assert (
        "2 batches, 17 tweets; left out: 1 without a hashtag, 2 seen before;"
        in run(*args, "--language", "any")[1]
    )


def test_files_out_of_order_are_refused(run: Run) -> None:
    Path("jan.txt").write_text("1|2026-01-05|we like it #a\n2|2026-01-09|they like it #a\n")
    Path("feb.txt").write_text("3|2026-02-05|we like it more #a\n4|2026-01-08|and late #a\n")
    args = ["hashtags", "drift", "--every", "file", "--least", "1", "--language", "any", "--encoder", "lsa"]
    status, _, err = run(*args, "jan.txt", "feb.txt")
    assert status == 2
    assert "feb.txt:2: times are out of order: 2026-01-08 is before the last tweet of jan.txt" in err
    Path("feb.txt").write_text("3|2026-02-05|we like it more #a\n")
    assert run(*args, "jan.txt", "feb.txt")[0] == 0
    status, _, err = run(*args, "feb.txt", "jan.txt")
    assert status == 2
    Path("bad.txt").write_text("1|2026-01-05|we like it #a\n2|Tuesday|they like it #a\n")
    status, _, err = run("hashtags", "drift", "bad.txt")
    assert status == 2
    assert "bad.txt:2: expected the time of a tweet, found 'Tuesday'" in err


def test_files_of_one_name_are_batches_of_their_own(run: Run) -> None:
    """They were counted as one."""
    for month, word in (("01", "soup"), ("02", "tart")):
        Path(month).mkdir()
        Path(f"{month}/t.txt").write_text(f"{month}|2026-{month}-05|leek {word} today #a ﹟b\n")
    args = ["hashtags", "drift", "--every", "file", "--least", "1", "--language", "any", "--encoder", "lsa"]
    status, out, _ = run(*args, "01/t.txt", "02/t.txt", "--format", "json")
    assert status == 0
    found = json.loads(out)
    assert found["batches"] == {"01/t.txt": 1, "02/t.txt": 1}
    assert {m["tag"] for m in found["movements"]} == {"#a", "#b"}
