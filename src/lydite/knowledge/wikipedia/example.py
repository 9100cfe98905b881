"""Wikis of a few pages, after the examples of the thesis: for tests and documentation.

The breadths of the categories are chosen so that natural science → organic chemistry scores as in
Figure 3.16 (specialisations of breadth 5, 3 and 71 are worth 0.66, 0.75 and 0.39), and so that in
``consensus`` Common sense is one of 22 articles in C:Consensus reality, worth 0.48 as in section 5.3.6.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.knowledge.wikipedia.build.builder import BuildOptions, build

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = """<mediawiki xml:lang="en"><siteinfo><sitename>Miniature</sitename><dbname>miniwiki</dbname>
<case>first-letter</case><namespaces><namespace key="0" case="first-letter" />
<namespace key="6" case="first-letter">File</namespace>
<namespace key="14" case="first-letter">Category</namespace></namespaces></siteinfo>
"""

_ARTICLES = {
    "Pennsylvania": "'''Pennsylvania''', the [[Pennsylvania|Keystone State]], is a [[U.S. state]]."
    " [[Category:States]]",
    "U.S. state": "As [[Pennsylvania]], [[Pennsylvania|the Keystone State]]. [[Category:States]]",
    "University of Pennsylvania": "A university in [[Pennsylvania]]. [[Category:Universities]]",
    "USS Keystone State (1853)": "The [[USS Keystone State (1853)|Keystone State]] sank. [[Category:Ships]]",
    "List of U.S. state nicknames": "* [[Pennsylvania]]: [[Pennsylvania|Keystone State]] [[Category:States]]",
    "Newspaper": "A daily of [[University of Pennsylvania|Pennsylvania]] on the"
    " [[List of U.S. state nicknames|Keystone State]] and its [[Kitten|kittens]]. [[Category:Media]]",
    "Red Planet (novel)": "''Red Planet'' is a novel about [[Mars]]. [[Category:Novels]]",
    "Red Planet (film)": "''Red Planet'' is a film. [[Category:Films]]",
    "Mars": "'''Mars''', the [[Mars|red planet]], is the fourth [[planet]]. [[Category:Planets]]",
    "Planet": "A body such as [[Mars|the red planet]], or [[Mars|red planet]]. [[Category:Planets]]",
    "Astronomy": "Of the [[Mars|red planet]], the [[Red Planet (novel)|Red Planet]] by Heinlein, the"
    " [[Red Planet (film)|Red Planet]] of 2000. [[Category:Natural sciences]]",
    "Natural science": "'''Natural science''' is about nature. [[Category:Natural sciences]]",
    "Science": "[[Science|Natural science]] and more. [[Category:Knowledge]]",
    "Organic chemistry": "'''Organic chemistry''' is about carbon. [[Category:Organic chemistry]]",
    "Chemistry": "On substances, see [[Organic chemistry|organic chemistry]]. [[Category:Chemistry]]",
    "Orange (fruit)": "An '''orange''' is a [[Fruit]]. [[Category:Oranges]] [[Category:Citrus hybrids]]",
    "Valencia orange": "A sweet [[Orange (fruit)|orange]]. [[Category:Oranges]]",
    "Fruit": "A part of a plant, as the [[Orange (fruit)|orange]]. [[Category:Citrus hybrids]]",
    "Kitten": "A '''kitten''' is a young cat. [[Category:Cats]]",
}
_REDIRECTS = {"Baby cat": "Kitten", "Nature study": "Natural science", "Keystone State": "Pennsylvania"}
_CATEGORIES = {
    "Natural sciences": ["Knowledge"],
    "Physical sciences": ["Natural sciences"],
    "Chemistry": ["Physical sciences"],
    "Organic chemistry": ["Chemistry"],
    "Oranges": ["Citrus hybrids"],
    "Citrus hybrids": [],
    "Knowledge": [],
    "States": [],
    "Universities": [],
    "Ships": [],
    "Media": [],
    "Novels": ["Media"],
    "Films": ["Media"],
    "Planets": [],
    "Cats": [],
}
_SIBLINGS = {"Natural sciences": 4, "Physical sciences": 2, "Chemistry": 70}
_CONSENSUS = {
    "Consensus reality": "What people agree on. [[Category:Consensus reality]]",
    "Common sense": "Sound judgement of everyday things. [[Category:Consensus reality]]",
}


def export_text() -> str:
    """Return the wiki as a MediaWiki export."""
    return _HEAD + "".join(_pages(_ARTICLES, _REDIRECTS, _CATEGORIES, _SIBLINGS)) + "</mediawiki>\n"


def consensus_text() -> str:
    """Return the wiki of the example of section 5.3.6."""
    others = {f"Agreement {i}": "Another. [[Category:Consensus reality]]" for i in range(1, 22)}
    pages = _pages(_CONSENSUS | others, {}, {"Consensus reality": []}, {})
    return _HEAD + "".join(pages) + "</mediawiki>\n"


def build_example(folder: Path) -> Path:
    """Build the store of the miniature wiki in a folder; return its path."""
    store = Path(folder) / "miniature"
    if not store.exists():
        dump = Path(folder) / "miniature.xml"
        dump.write_text(export_text(), "utf-8")
        build([dump], store, BuildOptions(words=True))
    return store


def main() -> None:
    """Print a wiki: ``python -m lydite.knowledge.wikipedia.example [consensus] > mini.xml``."""
    sys.stdout.write(consensus_text() if sys.argv[1:] == ["consensus"] else export_text())


def _pages(
    articles: dict[str, str],
    redirects: dict[str, str],
    categories: dict[str, list[str]],
    siblings: dict[str, int],
) -> Iterator[str]:
    number = 0
    for title, text in articles.items():
        yield _page(number := number + 1, 0, title, text)
    for title, target in redirects.items():
        yield _page(number := number + 1, 0, title, f"#REDIRECT [[{target}]]", target)
    parents = dict(categories)
    for category, count in siblings.items():
        parents |= {f"{category}, branch {i}": [category] for i in range(1, count + 1)}
    for title, above in parents.items():
        yield _page(
            number := number + 1, 14, f"Category:{title}", " ".join(f"[[Category:{a}]]" for a in above)
        )


def _page(number: int, namespace: int, title: str, text: str, redirect: str = "") -> str:
    marked = f'<redirect title="{redirect}" />' if redirect else ""
    return (
        f"<page><title>{title}</title><ns>{namespace}</ns><id>{number}</id>{marked}<revision>"
        f'<text xml:space="preserve">{text}</text></revision></page>\n'
    )


if __name__ == "__main__":
    main()
