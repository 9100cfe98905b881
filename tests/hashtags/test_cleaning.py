"""Pre-processing (#REval, 3.1.1), and the counts of Table 4 on the real tweets."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nltk", reason="needs the extra hashtags")
pytest.importorskip("py3langid", reason="needs the extra hashtags")

from lydite.hashtags import LONGEST, Preparation, TweetCounts, clean_tweet, identify, prepare
from lydite.reading import RawTweet, read_raw_tweets


def words(text: str) -> tuple[str, ...]:
    return clean_tweet(RawTweet("1", text)).words


def test_what_goes_and_what_stays() -> None:
    assert words("RT @NHS: Heeeeeello! The #NHS is OPEN http://t.co/x #nhs, see bbc.in/1Cim @BBC") == (
        "heeello", "#nhs", "open", "#nhs", "see",
    )  # fmt: skip
    assert words("#Covid19...Don't panic #StaySafe") == ("#covid19", "don't", "panic", "#staysafe")
    assert words("RT @a: RT @b: #soooooo good") == ("#sooo", "good")
    assert words("“RT @x: quoted” 😀 50% #é") == ("quoted", "😀", "50", "#é")


def test_hashtags_inside_links_do_not_count() -> None:
    assert clean_tweet(RawTweet("1", "Read http://a.com/#profile=2 and #this")).tags == ("#this",)
    assert clean_tweet(RawTweet("1", "news #ebolahttp://t.co/x")).tags == ("#ebola",)


def test_odd_tweets() -> None:
    assert clean_tweet(RawTweet("1", "")).words == ()
    assert clean_tweet(RawTweet("1", "no tags at all")).tags == ()
    assert clean_tweet(RawTweet("1", "#only #tags")).text == ""
    assert clean_tweet(RawTweet("1", " ".join(f"#t{i}" for i in range(14)))).tags == tuple(
        f"#t{i}" for i in range(14)
    )
    assert clean_tweet(RawTweet("1", "love #❤️ and #😀😀")).tags == ("#❤", "#😀😀")
    assert clean_tweet(RawTweet("1", "press #️⃣ then #❤ or #❤️")).tags == ("#❤",)
    assert clean_tweet(RawTweet("1", "# alone ## and C# #")).tags == ()


def test_a_retweet_has_the_key_of_its_tweet() -> None:
    assert (
        clean_tweet(RawTweet("1", "RT @a: Same  text #x")).key
        == clean_tweet(RawTweet("2", "same text #x")).key
    )


def test_language() -> None:
    assert identify("Heute ist ein schöner Tag") == "de"
    assert identify("Argentina es el país con la mayor cantidad de psicólogos") == "es"
    assert not identify("Harpoon-Chondriacs? Obamacare")
    assert not identify("Heute ist ein schöner Tag", "de")
    assert not identify("Heute ist ein schöner Tag", "tlh")  # unknown to the identifier
    counts = TweetCounts()
    spanish = [RawTweet("1", "Argentina es el país con la mayor cantidad de psicólogos #salud")]
    assert list(prepare(spanish, counts)) == []
    assert counts.foreign == 1
    assert len(list(prepare(spanish, counts, Preparation("any")))) == 1


def test_in_any_language_no_word_is_a_stop_word() -> None:
    french = [RawTweet("1", "Nous avons a but on va au bal #danse")]  # a, but and on are English stop words
    (tweet,) = prepare(french, TweetCounts(), Preparation("any"))
    assert {"a", "but", "on"} < set(tweet.words)
    assert not {"a", "but", "on"} & set(clean_tweet(french[0]).words)


def test_runs_of_letters_are_shortened_and_digits_never() -> None:
    tweet = clean_tweet(RawTweet("1", "sooooo many: 100000 #10000 #año #ano #coooool"))
    assert tweet.tags == ("#10000", "#año", "#ano", "#coool")
    assert {"sooo", "100000"} < set(tweet.words)


def test_table_4(shared_data: Path) -> None:
    """Hashtagged tweets, unique hashtags and their uses on the Health tweets, within 2% of Table 4."""
    counts = TweetCounts()
    tags = {
        t for tweet in prepare(read_raw_tweets(shared_data / "health-tweets"), counts) for t in tweet.tags
    }
    assert counts.tweets == 63_326
    assert counts.hashtagged == pytest.approx(11_210, rel=0.02)
    assert len(tags) == pytest.approx(2_710, rel=0.02)
    assert counts.uses == pytest.approx(15_548, rel=0.02)
    assert counts.most == 8


def test_addresses_without_http() -> None:
    """Each name of letters, hyphens and dots is looked at once, and found where it was before."""
    from lydite.reading import without_links

    for text, left in {
        "see nhs.uk/flu now": ["see", "now"],
        "a..b.com/x y": ["a..", "y"],
        "well-known.site.org/a, b": ["b"],
        "x.-y.co/z": [],
        "no.address here": ["no.address", "here"],
        "1.5/2 a.b/c": ["1.5/2", "a.b/c"],
    }.items():
        assert without_links(text).split() == left, text


def test_a_long_article_without_blanks_is_read_clause_by_clause() -> None:
    """Chinese has none: an article of 12,000 characters was refused as one word."""
    clause = "北京市海淀区COVID-19疫情，经济增长了3.5%！😀👍🏽「你好」。"
    few, many = LONGEST // len(clause), 2 * LONGEST // len(clause)
    assert words(clause * few) == words(clause) * few
    assert words(clause * many) == words(clause) * many
    for article in ("北京,上海." * LONGEST, "今日は｡明日､" * LONGEST):
        assert len(words(article)) > LONGEST
