"""How Sphinx makes a site of these pages: see tools/site.py."""  # noqa: INP001

from __future__ import annotations

import re
from typing import Any

project = "Lydite"
copyright = "the Lydite developers"  # noqa: A001 # a name of Sphinx's
extensions = ["myst_parser"]
myst_heading_anchors = 4
smartquotes = False  # --save is an option, not a dash
html_theme = "pydata_sphinx_theme"
html_title = "Lydite"
html_show_sourcelink = False
html_use_index = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "header_links_before_dropdown": 7,
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
    "footer_start": ["copyright"],
    "footer_end": [],
    "navigation_depth": 2,
}
suppress_warnings = ["misc.highlighting_failure", "myst.header"]


def _with_breaks(name: re.Match[str]) -> str:
    return re.sub(r"([._/(=,])(?=\w)", r"\1<wbr>", name[0])


def setup(app: Any) -> None:
    """Mark words of code that fit in a line of a telephone: never broken; longer ones are, between parts."""

    def mark(_app: Any, _page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
        if "body" in context:
            found = r'<span class="pre">(?=(?:[^<&]|&\w+;){1,30}</span>)'
            body = re.sub(found, '<span class="pre short">', context["body"])
            context["body"] = re.sub(r'(?<=<span class="pre">)[^<]+', _with_breaks, body)

    app.connect("html-page-context", mark)
