"""What emoji are called in a language, by Unicode's groups: from the files of CLDR's annotations.

Babel does not carry them; they are in npm's ``cldr-annotations-modern`` (or ``-full``): a folder with
``annotations/LANGUAGE/annotations.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.errors import InputError, did_you_mean
from lydite.probes.testsets.reading import load_test_set
from lydite.reading import opening
from lydite.reading.formats.json_text import decode_json

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.choices import Spaces

_FILE = "annotations.json"
_LEFT_OUT = {"skin-tone", "hair-style", "country-flag", "subdivision-flag", "flag"}


def emoji_names(folder: Path, language: str, spaces: Spaces = "drop") -> dict[str, dict[str, list[str]]]:
    """Return the short names of emoji, as they are read out, by subgroup (``animal-mammal``), then by emoji.

    Emoji with a skin tone or of several signs have no name of their own there; subgroups without a name, and
    with ``spaces`` dropped without one of a single word, are left out.
    """
    known = _languages(folder)
    place = known.get(language.lower().replace("_", "-"))
    if place is None:
        hint = did_you_mean(language, known)
        raise InputError(f"no annotations in {language}{hint}; there are {len(known)} languages", folder)
    path = place / _FILE
    content = decode_json(opening.text(path), str(path))
    try:
        names: dict[str, Any] = content["annotations"]["annotations"]
        called = {sign: str(about["tts"][0]) for sign, about in names.items() if "tts" in about}
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise InputError("is no file of CLDR's annotations", path) from error
    usable = {sign: [name] for sign, name in called.items() if spaces == "keep" or " " not in name}
    items = {
        subgroup.removeprefix("subgroup "): {sign: usable[sign] for sign in signs if sign in usable}
        for subgroup, signs in load_test_set("emoji-subgroups").categories.items()
    }
    return {name: found for name, found in items.items() if found and name not in _LEFT_OUT}


def _languages(folder: Path) -> dict[str, Path]:
    """Return the folders of all languages, wherever in the package one stands."""
    with opening.input_errors(folder):
        places = {
            f.parent.name.lower(): f.parent for f in sorted(folder.rglob(_FILE)) if "Derived" not in str(f)
        }
    if not places:
        raise InputError(f"holds no {_FILE} of any language (npm pack cldr-annotations-modern)", folder)
    return places
