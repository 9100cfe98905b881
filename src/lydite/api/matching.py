"""How well one phrase stands for another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.arguments import check_texts, wrong
from lydite.choices import DEFAULT_MATCHER
from lydite.spec import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.matchers.base import Match, Matcher


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


def match(candidate: str, reference: str, using: str | Matcher = DEFAULT_MATCHER) -> Match:
    """Return how well one phrase stands for another, from 0 to 1, with what led to the score.

    ``candidate`` is the phrase that is to stand for ``reference``; the other way round the score may differ.
    ``using`` is a matcher or its spec (``lydite list matchers``). ``float(m)`` is the score, ``m.path`` the
    transitions behind it, ``m.signature`` says how it was made.

    >>> round(float(match("food", "cake")), 2), round(float(match("cake", "food")), 2)
    (0.16, 0.26)
    """
    from lydite.matchers.base import Matcher

    check_texts(candidate=candidate, reference=reference, optional=False)
    if not isinstance(using, str | Matcher):
        raise wrong("using", "a matcher or its spec, such as stem", using)
    return matcher(using).explain(candidate, reference)
