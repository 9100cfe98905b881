"""Words to choose from are those that whoever stands behind a parameter knows."""

from __future__ import annotations

import pytest
import Stemmer

import lydite
from lydite.core.errors import SpecError
from lydite.core.languages import STEMMERS
from lydite.core.spec import REGISTRIES, choices


def allowed(kind: str, name: str, parameter: str) -> list[str]:
    return choices(REGISTRIES[kind][name].parameters()[parameter].type)


def test_every_stemmer_there_is() -> None:
    known = Stemmer.algorithms()
    assert allowed("matcher", "stem", "language") == known
    assert {"arabic", "porter", "tamil"} <= set(known)
    for language in known:
        assert lydite.matcher(f"stem(language={language})").score("abc", "ABC") == 1
    assert set(STEMMERS.values()) <= set(known)


def test_an_arabic_plural() -> None:
    assert lydite.matcher("stem(language=arabic)").score("كتاب", "الكتاب") == 1
    assert lydite.matcher("stem").score("كتاب", "الكتاب") == 0


def test_an_unknown_one_is_told_the_nearest() -> None:
    with pytest.raises(SpecError, match=r"stem: language .*arabic, .*yiddish.*'arabik'.*arab"):
        lydite.matcher("stem(language=arabik)")


@pytest.mark.parametrize("name", ["wordnet", "wikipedia"])
def test_presets(name: str) -> None:
    owner = REGISTRIES["matcher"][name]
    assert allowed("matcher", name, "preset") == list(owner.presets)
    for values in owner.presets.values():
        assert set(values) <= {p.name for p in owner.parameters().values() if p.default is None}
