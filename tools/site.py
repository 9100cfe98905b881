"""Build the documentation as a site.

    python tools/site.py [FOLDER]

Pages of docs/, README as the first, and a page for each name of the registries are gathered in a folder, and
Sphinx makes a site of them that can be read without a server. A link that leads nowhere ends the build.
"""

from __future__ import annotations

import fnmatch
import re
import shutil
import sys
import tempfile
from pathlib import Path

import site_pages
from sphinx.cmd.build import build_main

ROOT = Path(__file__).parent.parent
CONTENTS = {
    "First steps": ["tutorial", "howto/*", "coming-from", "python"],
    "Guides": [
        *("keyphrases", "soft-scoring", "meaning", "measures", "reval", "semeval", "probes", "content"),
        *("scarce", "hop", "agreement", "judgements", "tuning"),
    ],
    "Sources of meaning": ["substitutability", "languages", "wikipedia", "wiktionary", "joined"],
    "Results": ["statistics", "reporting", "report", "runs", "pipelines"],
    "Reference": [
        "input",
        "conventions",
        "reference",
        *(f"reference/{kind}/index" for kind, *_ in site_pages.CONTENTS),
    ],
    "Evidence": ["evidence/*"],
    "Project": ["architecture", "extending", "*"],
}
"""What the site holds, in this order; a star stands for whatever is there and not named."""


def gather(source: Path) -> None:
    """Write all pages to a folder."""
    shutil.copytree(ROOT / "docs", source)
    for page in source.rglob("*.md"):
        text = re.sub(r"<!-- needs: [^>]*-->\n", "", page.read_text("utf-8"))
        outside = r"\[([^]]*)\]\(\.\./(?!images/|[\w/-]+\.md\b)[^)]*\)"  # code is not in the site
        page.write_text(re.sub(outside, r"\1", text), "utf-8")
    named = {name for names in CONTENTS.values() for name in names}
    with tempfile.TemporaryDirectory() as folder:
        for path, content in site_pages.pages(Path(folder)):
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            (source / path).write_text(content, "utf-8")
    for page in source.rglob("*.md"):
        page.write_text(kept_together(page.read_text("utf-8")), "utf-8")
    every = sorted(p.relative_to(source).with_suffix("").as_posix() for p in source.rglob("*.md"))
    sections = []
    for title, names in CONTENTS.items():
        found = [name for name in names if (source / f"{name}.md").is_file()]
        for pattern in (name for name in names if "*" in name):
            there = [n for n in fnmatch.filter(every, pattern) if n.count("/") == pattern.count("/")]
            found += [name for name in there if name not in named | {*found}]
        named.update(found)
        if found:
            sections.append(title.lower().replace(" ", "-") + "-pages")
            (source / f"{sections[-1]}.md").write_text(section(title, found, source), "utf-8")
    first = site_pages.first_page((ROOT / "README.md").read_text("utf-8"))
    (source / "index.md").write_text(f"{first}\n\n{site_pages.toctree(sections)}", "utf-8")


def kept_together(text: str) -> str:
    """Return a page whose signs of order are not parted from what follows them; code stays as it is."""
    parts = re.split(r"(```.*?```|`[^`\n]*`)", text, flags=re.DOTALL)
    return "".join(p if n % 2 else re.sub("([≥≤]) (?=\\S)", "\\1\u00a0", p) for n, p in enumerate(parts))


def section(title: str, names: list[str], source: Path) -> str:
    """Return the page of a section: its pages by their titles."""
    titles = (
        (source / f"{name}.md").read_text("utf-8").partition("\n")[0].removeprefix("# ") for name in names
    )
    lines = [f"- [{one}]({name}.md)" for one, name in zip(titles, names, strict=True)]
    return "\n".join([f"# {title}", "", *lines, "", site_pages.toctree(names)])


def main() -> None:
    """Build the site."""
    output = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        gather(source)
        sys.exit(build_main(["-q", "-W", "--keep-going", "-c", str(ROOT / "docs"), str(source), str(output)]))


if __name__ == "__main__":
    main()
