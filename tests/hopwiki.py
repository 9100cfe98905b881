"""A wiki of a few pages in which every walk is known by hand."""

from __future__ import annotations

from pathlib import Path

from lydite.knowledge.wikipedia.build import BuildOptions, build

PAGES = {
    "Philosophy": "'''Philosophy''' is a study, as [[logic]] is.",
    "Logic": "'''Logic''' (from [[Greek]] ''logos'') is a branch of [[philosophy]].",
    "Greek": "'''Greek''' is a language.",
    "Stone": "A '''stone''' is a piece of [[rock]], said in [[logic]].",
    "Rock": "'''[[Rock]]''' is hard [[stone]].",  # a link to itself is none
    "Pebble": "A '''pebble''' is a small [[stone]].",
    "Mind": "The '''mind''' has [[reason]].",
    "Twins": "'''Twins''' are [[Mind|logic]] and [[Logic|logic]].",
    "Gibberish": "'''Gibberish''' is [[Island|qwxzk]] or [[Logic|zzkkv]].",
    "Island": "An '''island''' has no links.",
    "Left": "'''Left''' of [[Right|philosophy]] and of [[logic]].",
    "Right": "'''Right''' of [[Left|philosophy]].",
    "Lagoon": "A '''lagoon''' has nothing here.\n\n== Below ==\nBut [[logic]].",
}
REDIRECTS = {"Reason": "Logic", "Cogito": "Mind"}
VECTORS = "philosophy 1 0\nlogic 0.9 0.1\nreason 0.8 0.2\nstone 0 1\nrock 0.1 1\n"

_HEAD = """<mediawiki xml:lang="en"><siteinfo><sitename>Hops</sitename><dbname>hopswiki</dbname>
<case>first-letter</case><namespaces><namespace key="0" case="first-letter" />
<namespace key="14" case="first-letter">Category</namespace></namespaces></siteinfo>
"""


def export() -> str:
    pages = []
    for title, text in PAGES.items():
        pages.append((title, "", text))
    for title, target in REDIRECTS.items():
        pages.append((title, f'<redirect title="{target}" />', f"#REDIRECT [[{target}]]"))
    body = "".join(
        f"<page><title>{title}</title><ns>0</ns><id>{i}</id>{mark}<revision>"
        f'<text xml:space="preserve">{text}</text></revision></page>\n'
        for i, (title, mark, text) in enumerate(pages, 1)
    )
    return f"{_HEAD}{body}</mediawiki>\n"


def build_store(folder: Path) -> Path:
    """Build the store of the wiki in a folder, where there is none yet."""
    store = folder / "hops"
    if not store.exists():
        dump = folder / "hops.xml"
        dump.write_text(export(), "utf-8")
        build([dump], store, BuildOptions())
    return store
