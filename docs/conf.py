"""How Sphinx makes a site of these pages."""  # noqa: INP001

project = "Lydite"
copyright = "the Lydite developers"  # noqa: A001 # a name of Sphinx's
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
smartquotes = False  # --save is an option, not a dash
html_theme = "furo"
html_title = "Lydite"
html_show_sourcelink = False
html_use_index = False
html_copy_source = False
suppress_warnings = ["misc.highlighting_failure"]  # of csv, jsonl and tsv, for which Pygments has no lexer
