"""How well one phrase stands for another."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from lydite.core.arguments import check_texts, wrong
from lydite.core.choices import DEFAULT_MATCHER
from lydite.core.spec import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lydite.matchers.base import Match, Matcher

    ScoreFunction = Callable[[list[str], list[str]], Any]


def matcher(spec: str | Matcher, *, let: Mapping[str, str] | None = None) -> Matcher:
    """Return a matcher by its spec; a matcher is returned as it is.

    ``let`` names resources: with ``let={"wp": "en.wikipedia"}`` the spec may say ``wikipedia(store=wp)``.
    SpecError where the spec names no matcher, or parameters that it does not have.

    >>> matcher("stem").score("neural networks", "neural network")
    1.0
    """
    from lydite.matchers.base import Matcher

    if not isinstance(spec, str | Matcher):
        raise wrong("spec", "a matcher or its spec, such as stem", spec)
    one: Matcher = spec if isinstance(spec, Matcher) else parse(spec, "matcher", let)
    return one


def as_matcher(argument: str, given: Any, let: Mapping[str, str] | None = None) -> Matcher:
    """Return the matcher that an argument is, spells, or calls: a function is wrapped under its own name."""
    from lydite.matchers.base import Matcher

    if isinstance(given, str | Matcher):
        return matcher(given, let=let)
    if isinstance(given, type) or not callable(given):
        expected = "a matcher, its spec, such as stem, or a function of (candidates, references)"
        raise wrong(argument, expected, given)
    return custom(given)


def custom(function: ScoreFunction, *, name: str | None = None, version: str | None = None) -> Matcher:
    """Return a function of your own as a matcher: it returns the scores, from 0 to 1, of lists of pairs.

    ``function(candidates, references)`` takes two lists of phrases of the same length, with no pair twice,
    and returns a list, an array, or a generator. ``name`` is what tables and signatures call it (default: its
    qualified name), ``version`` stands in signatures: raise it when the scores change.

    >>> def same_length(candidates, references):
    ...     return [len(c) == len(r) for c, r in zip(candidates, references)]
    >>> custom(same_length, version="1").signature()
    'custom(function="same_length:1")'
    >>> float(match("cat", "dog", same_length))
    1.0
    """
    from lydite.core.spec.values import Function
    from lydite.matchers.custom import Custom

    return Custom(Function.of("function", function, name, version))


def cached(
    function: ScoreFunction, path: str | PathLike[str], *, version: str, name: str | None = None
) -> Matcher:
    """Return a function as :func:`custom` does, and keep what it says in a file (SQLite).

    A pair is asked for once, also over runs: scores are kept by name, version and pair, call by call. Where a
    function raises or is stopped, a list loses the scores of that call (about two seconds); a generator
    loses none that it yielded. Several functions and processes may share a file; two that run at the same
    time may both ask for a pair of the last seconds. ``version`` must be another when the scores change.
    """
    from lydite.core.errors import InputError, is_remote
    from lydite.core.io.files import user_path
    from lydite.core.spec.values import Function
    from lydite.matchers.custom import Custom
    from lydite.matchers.score_file import CachedFunction, ScoreFile

    if not isinstance(path, str | PathLike) or is_remote(path):
        raise wrong("path", "the path of a file on this machine", path)
    if version is None:
        raise wrong("version", "a text on one line", version)
    known = Function.of("function", function, name, version)
    if name is None and (known.name.endswith("<lambda>") or not hasattr(function, "__qualname__")):
        kind = "lambda" if known.name.endswith("<lambda>") else known.name
        raise InputError(f"name: a {kind} has none, and others would share its scores; pass name=")
    call = CachedFunction(function, ScoreFile(user_path(fspath(path)), known.name, version))
    return Custom(Function(known.name, version, call))


def cosine(
    encode: Any, *, name: str | None = None, version: str | None = None, rescale: bool = False
) -> Matcher:
    """Return the matcher of the cosines of vectors that a function gives for texts.

    ``encode`` is a model of sentence-transformers, its ``encode``, or any function from a list of texts to a
    vector for each; each distinct phrase is encoded once. ``name`` and ``version`` are as in :func:`custom`;
    ``rescale`` puts the mean cosine of random phrases at 0. Files: ``matcher("cosine(vectors=FILE)")``.

    >>> def letters(texts):
    ...     return [[text.count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]
    >>> by_letter = cosine(encode=letters)
    >>> str(by_letter), round(by_letter.score("dog food", "good"), 2)
    ('cosine(encode=letters)', 0.95)
    """
    from lydite.core.spec.values import Function
    from lydite.matchers.vectors.cosine import Cosine

    function = encode if isinstance(encode, str) else getattr(encode, "encode", encode)
    return Cosine(encode=Function.of("encode", function, name, version), rescale=rescale)


def match(candidate: str, reference: str, using: str | Matcher | ScoreFunction = DEFAULT_MATCHER) -> Match:
    """Return how well one phrase stands for another, from 0 to 1, with what led to the score.

    ``candidate`` is the phrase that is to stand for ``reference``; the other way round the score may differ.
    ``using`` is a matcher, its spec (``lydite list matchers``), or a function as :func:`custom` takes it.
    ``float(m)`` is the score, ``m.path`` the transitions behind it, ``m.signature`` says how it was made.

    >>> round(float(match("food", "cake")), 2), round(float(match("cake", "food")), 2)
    (0.2, 0.28)
    """
    check_texts(candidate=candidate, reference=reference, optional=False)
    return as_matcher("using", using).explain(candidate, reference)
