"""Folding, stemming, tokens, stop words and hashtags.

Two phrases are compared as :func:`fold` leaves them (``exact``) or as :func:`stem_fold` does (``stem``,
Equation 1.5 of the thesis on substitutability).
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import re
import threading
import unicodedata
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"(?<=[^\W_])['’]s$|(?<=s)['’]$")
_LATIN_MARKS = range(0x300, 0x370)
_ONE_BY_ONE = re.compile("[ -~À-ÖØ-Þà-öø-įĴ-ľŁ-ňŊ-žΆΈ-ΊΌΎ-ΡΤ-ρσ-ώЀ-ѿԱ-Ֆա-ֆא-ת]*")  # folded by lower() alone
DOTLESS = ("az", "tr", "turkish")  # codes, and a stemmer, of languages in which I is the capital of ı
_DOTTED = re.compile("i\u0307+")
STOP_WORDS = "data/stopwords/others.tsv"
SPACELESS = ("bo", "dz", "ja", "km", "lo", "my", "th", "wuu", "yue", "zh")  # written without spaces
ELIDING = ("ca", "fr", "it", "oc")  # what stands before an apostrophe is a word of its own: l'eau
Accents = Literal["keep", "fold"]
_stemmers = threading.local()  # a stemmer is not safe to share between threads


def fold(phrase: str, *, accents: Accents = "keep", language: str = "") -> str:
    """Fold compatibility forms (NFKC), case and white space; accents where asked: año is not ano.

    In Turkish and Azeri the small letter of I is ı, that of İ is i.

    >>> fold("  Naïve  Ｂayes "), fold("Año", accents="fold"), fold("ISPARTA", language="tr")
    ('naïve bayes', 'ano', 'ısparta')
    """
    if language in DOTLESS:
        phrase = unicodedata.normalize("NFC", phrase).replace("I", "ı").replace("İ", "i")
    if phrase.isascii() or (accents == "keep" and _ONE_BY_ONE.fullmatch(phrase)):
        return " ".join(phrase.lower().split())
    normal = unicodedata.normalize
    folded = normal("NFKC", normal("NFD", phrase).casefold()).casefold()
    if accents == "fold":
        bare = "".join(c for c in normal("NFD", folded) if ord(c) not in _LATIN_MARKS)
        folded = normal("NFKC", bare).casefold()
    return " ".join(normal("NFKC", _DOTTED.sub("i", folded)).split())


def lower_case(text: str, language: str = "") -> str:
    """Return small letters, as a language has them: in Turkish and Azeri the small letter of I is ı.

    >>> lower_case("İstanbul", "tr"), lower_case("ΛΟΓΟΣ"), lower_case("Über")
    ('istanbul', 'λογος', 'über')
    """
    if language in DOTLESS:
        text = unicodedata.normalize("NFC", text).replace("I", "ı").replace("İ", "i")
    return text.lower()


def fold_all(phrases: Sequence[str], *, accents: Accents = "keep", language: str = "") -> list[str]:
    """Fold many phrases; plain ASCII without odd white space is folded in one go.

    >>> fold_all(["Cat", " Dog", "Naïve"])
    ['cat', 'dog', 'naïve']
    """
    text = "\n".join(phrases)
    plain = phrases and text.isascii() and text.count("\n") == len(phrases) - 1 and language not in DOTLESS
    lines = f"\n{text}\n"
    odd = "  " in text or "\n " in lines or " \n" in lines or not text.replace("\n", "").isprintable()
    if plain and not odd:
        return text.lower().split("\n")
    return [fold(p, accents=accents, language=language) for p in phrases]


def tokens(phrase: str, *, accents: Accents = "keep", language: str = "") -> list[str]:
    """Return the words of a phrase, folded; punctuation and hyphens separate.

    >>> tokens("State-of-the-art, it's!")
    ['state', 'of', 'the', 'art', "it's"]
    """
    return _words(fold(phrase, accents=accents, language=language))


def _words(folded: str) -> list[str]:
    if folded.replace(" ", "").isalnum():
        return folded.split()
    return (_WORD if folded.isascii() else _any_word()).findall(folded)


def pieces(phrase: str, language: str) -> list[str]:
    """Return what a folded phrase is made of in languages whose words are not what spaces part; else nothing.

    Where spaces part no words, each sign with its marks is a piece; elsewhere elided stop words are.

    >>> pieces("犬小屋", "ja"), pieces("l'eau d'aujourd'hui", "fr"), pieces("it's", "en")
    (['犬', '小', '屋'], ['l', 'eau', 'd', "aujourd'hui"], [])
    """
    if language in ELIDING:
        split = [(word, *re.split("['’]", word, maxsplit=1)) for word in tokens(phrase)]
        return [p for word, *parts in split for p in (parts if parts[0] in stop_words(language) else [word])]
    return _any_piece().findall(phrase) if language in SPACELESS else []


@functools.cache
def _any_piece() -> re.Pattern[str]:
    return re.compile(rf"[0-9a-z\u00df-\u024f]+|[^\W_][{combining_marks()}]*")


def split_words(text: str) -> list[str]:
    """Return the words of a clean text: at spaces, and where a script has none, each sign with the next.

    Two signs are about a word in Chinese and Japanese, and no dictionary is needed. Hashtags stay whole.

    >>> split_words("heavy rain #東京"), split_words("東京の雨 today"), split_words("雨")
    (['heavy', 'rain', '#東京'], ['東京', '京の', 'の雨', 'today'], ['雨'])
    """
    if text.isascii() or not (runs := _spaceless_runs()).search(text):
        return text.split()
    words: list[str] = []
    for word in text.split():
        if word.startswith("#"):
            words.append(word)
            continue
        for part in runs.split(word):
            if part and runs.fullmatch(part):
                signs = _any_piece().findall(part)
                words += map("".join, itertools.pairwise(signs)) if len(signs) > 1 else [part]
            elif part:
                words.append(part)
    return words


@functools.cache
def _spaceless_runs() -> re.Pattern[str]:
    """Return what finds runs of Han, Kana, Thai, Lao, Tibetan, Burmese and Khmer."""
    scripts = (
        r"\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u9fff"
        r"\uf900-\ufaff\U00020000-\U0003ffff"
    )
    return re.compile(f"([{scripts}]+)")


def words_as_written(phrase: str) -> list[str]:
    """Return the words of a phrase as written (NFC), with capitals and accents.

    >>> words_as_written("Zürich's University"), words_as_written("צ׳ילה, אינץ׳ וצה״ל")
    (["Zürich's", 'University'], ['צ׳ילה', 'אינץ׳', 'וצה״ל'])
    """
    if phrase.isascii():
        return _WORD.findall(phrase)
    return _any_word().findall(unicodedata.normalize("NFC", phrase))


@functools.cache
def combining_marks() -> str:
    """Return the signs that belong to the letter before them, though ``isalnum`` is false of them.

    Without the vowel signs of Devanagari, Tamil or Khmer and the points of Hebrew and Arabic, a word falls
    to pieces, and different words become the same. Joiners count, too: Sinhala writes them within words.
    """
    blocks = (
        (0x300, 0x1E00), (0x2C00, 0x3100), (0xA600, 0xAC00), (0x10300, 0x12000), (0x16A00, 0x17000),
        (0x1E000, 0x1E960),
    )  # fmt: skip
    characters = (chr(code) for block in blocks for code in range(*block))
    return "\u200c\u200d" + "".join(c for c in characters if unicodedata.category(c) in ("Mn", "Mc"))


@functools.cache
def _any_word() -> re.Pattern[str]:
    # Hebrew writes ch and j with a geresh, acronyms with gershayim before their last letter
    part = rf"[^\W_]+(?:[{combining_marks()}\u05f3]+[^\W_]*)*"
    return re.compile(rf"{part}(?:['’\u05f4]{part})*")


@functools.cache
def tag_pattern() -> re.Pattern[str]:
    """Return what finds hashtags in NFKC text: letters with their marks, digits, emoji."""
    emoji = r"\U000e0020-\U000e007f\u200d\ufe0f\U0001f000-\U0001faff\u2600-\u27bf"
    return re.compile(rf"#([\w{combining_marks()}{emoji}]+)")


def strip_possessives(words: Sequence[str]) -> list[str]:
    """Strip possessive endings from folded English words; stop words such as it's keep theirs.

    >>> strip_possessives(["children's", "dogs'", "o'brien", "it's"])
    ['children', 'dogs', "o'brien", "it's"]
    """
    bare = [_POSSESSIVE.sub("", word) for word in words]
    return [word if owner in stop_words() else owner for word, owner in zip(words, bare, strict=True)]


def stem(word: str, language: str = "porter", *, cache: int = 10_000) -> str:
    """Return the stem of one folded word, by the original Porter algorithm unless told otherwise.

    >>> stem("generalizations")
    'gener'
    """
    return str(_stemmer(language, cache).stemWord(word))


def stems(words: Iterable[str], language: str = "porter") -> list[str]:
    """Return the stems of many folded words; with the stemmer ``none``, the words themselves."""
    return list(words) if language == "none" else list(_stemmer(language).stemWords(list(words)))


def stem_each(phrases: Sequence[str], language: str) -> list[str]:
    """Return many folded phrases with each word stemmed, all in one go.

    >>> stem_each(["running dogs", "dog's-ear"], "porter")
    ['run dog', "dog' ear"]
    """
    words: list[str] = []
    ends = [0]
    for phrase in phrases:
        words += _words(phrase)
        ends.append(len(words))
    stemmed = _stemmer(language, cache=0).stemWords(words)
    return [" ".join(stemmed[begin:end]) for begin, end in itertools.pairwise(ends)]


def stem_fold(phrase: str, stemmer: str = "porter", *, accents: Accents = "keep", spelling: str = "") -> str:
    """Fold a phrase and stem each of its words (Equation 1.5); ``spelling`` is the language of its capitals.

    >>> stem_fold("Neural-Network models") == stem_fold("neural networks model")
    True
    """
    folded = fold(phrase, accents=accents, language=spelling or stemmer)
    words = tokens(folded, accents=accents, language=spelling or stemmer)
    return " ".join(stems(words, stemmer)) if words else folded


def hashtag(text: str) -> str:
    """Return one hashtag, clean: folded, without what was typed onto its end.

    >>> hashtag("#Covid19...Don't"), hashtag("#Covid19:"), hashtag("Covid19")
    ('#covid19', '#covid19', '#covid19')
    """
    text = fold(text)
    found = tag_pattern().match(text if text.startswith("#") else f"#{text}")
    return f"#{found[1]}" if found else text


@functools.cache
def stop_words(language: str = "en") -> frozenset[str]:
    """Return the embedded stop words of a language by its code, folded; none of languages without a list.

    >>> "the" in stop_words(), "della" in stop_words("it"), "non" in stop_words("it"), stop_words("ko")
    (True, True, False, frozenset())
    """
    if language == "en":
        text = resources.files("lydite").joinpath("data/stopwords/english.txt").read_text("utf-8")
        return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))
    return frozenset(_other_stop_words().get("no" if language in ("nb", "nn") else language, "").split())


@functools.cache
def _other_stop_words() -> dict[str, str]:
    text = resources.files("lydite").joinpath(STOP_WORDS).read_text("utf-8")
    return dict(line.split("\t") for line in text.splitlines() if not line.startswith("#"))


def stop_word_languages() -> list[str]:
    """Return the codes of the languages other than English that have a list of stop words."""
    return list(_other_stop_words())


@functools.cache
def stop_words_identity(language: str = "en") -> str:
    """Return name and digest of such a list, as it stands in signatures; ``none`` where there is none."""
    words = "\n".join(sorted(stop_words(language)))
    digest = hashlib.sha256(words.encode()).hexdigest()[:16]
    return f"{'english' if language == 'en' else language}:{digest}" if words else "none"


def stemmers() -> list[str]:
    """Return the names of all stemmers: Porter's algorithm, and the Snowball stemmers by language."""
    import Stemmer

    return list(Stemmer.algorithms())


def _stemmer(language: str, cache: int = 10_000) -> Any:
    """Return a stemmer that remembers some words: without, words that do not recur take a quarter."""
    stemmer = getattr(_stemmers, f"{language} {cache}", None)
    if stemmer is None:
        import Stemmer

        stemmer = Stemmer.Stemmer(language, cache)
        setattr(_stemmers, f"{language} {cache}", stemmer)
    return stemmer


def plural(count: int, word: str) -> str:
    """Return the count with its word.

    >>> plural(1, "id"), plural(2, "id")
    ('1 id', '2 ids')
    """
    return f"{count:,} {word}{'' if count == 1 else 's'}"
