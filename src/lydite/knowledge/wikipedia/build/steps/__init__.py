"""The steps of a build after extraction, one file each, in the order of ``ORDER``."""

ORDER = ("pages", "members", "graph", "labels", "links", "lead", "words", "salient")
