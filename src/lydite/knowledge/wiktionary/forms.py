"""Which of the forms that an entry lists are ways to write it, and how: without articles and pronouns."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lydite.knowledge.wiktionary.entry import Form

_TAGS = """
table-tags inflection-template class romanization transliteration auxiliary multiword-construction
error-unrecognized-form error-unknown-tag error-NO-TAGS hangeul
"""
_PARTICLES = """
de der die das des dem den ich du er sie es wir ihr man
el ο η το οι τα του της των τον την τους τις θα να
en the to
fr le la les l un une des je j tu il elle on ils elles nous vous que qu en il/elle/on ils/elles
"""
_NO_FORM = frozenset(_TAGS.split())
_BEFORE = {line.split()[0]: frozenset(line.split()[1:]) for line in _PARTICLES.strip().splitlines()}
"""What tables of inflection write before a form, and is no part of it."""
_LETTER = re.compile(r"[^\W_]")


def written_form(form: Form, word: str, code: str) -> str | None:
    """Return a form as it stands in texts, None for what is none: marks of tables, tenses of three words.

    >>> from lydite.knowledge.wiktionary.entry import Form
    >>> [written_form(Form(form), "manger", "fr") for form in ("qu’il/elle/on mange", "j’eusse mangé", "-")]
    ['mange', 'eusse mangé', None]
    """
    text = form.form
    if not text or not _NO_FORM.isdisjoint(form.tags):
        return None
    if text.isalpha():
        return text
    if not _LETTER.search(text):
        return None
    parts = _before(code).sub("", text.strip(), count=1).split()
    return " ".join(parts) if 0 < len(parts) <= len(word.split()) + 1 else None


@functools.cache
def _before(code: str) -> re.Pattern[str]:
    """Return what finds the particles of a language at the beginning of a form; a form that is one stays."""
    particles = "|".join(re.escape(one) for one in sorted(_BEFORE.get(code, ())))
    return re.compile(rf"\A(?:(?:{particles})(?:['’]\s*|\s+))+" if particles else r"(?!)", re.IGNORECASE)
