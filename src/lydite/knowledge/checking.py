"""What graphs and labels from disk must be before anything looks into them."""

from __future__ import annotations

from lydite.core.store.checking import ArrayChecker
from lydite.knowledge.graph import TransitionKind


class KnowledgeChecker(ArrayChecker):
    """Checks of the arrays of a knowledge base."""

    def graph(self, size: int) -> None:
        """Check a graph of so many entities."""
        classes = len(self.codes("graph_kinds", None, len(TransitionKind), kinds="|u1"))
        self.codes("graph_inverses", classes, len(TransitionKind), kinds="|u1")
        self.codes("graph_breadths", classes, 2**62, kinds="<i8")
        edges = len(self.codes("graph_neighbours", None, size))
        self.codes("graph_classes", edges, classes, kinds="<u2 <u4")
        self.offsets("graph_offsets", size, edges)

    def labels(self, part: str, below: int) -> tuple[int, int]:
        """Check labels whose entities are below a number; return how many labels and entries there are."""
        count = self.texts(f"{part}label_ends", f"{part}label_text")
        entries = len(self.codes(f"{part}label_entities", None, below))
        self.offsets(f"{part}label_starts", count, entries)
        if f"{part}label_priors" in self.arrays:
            self.weights(f"{part}label_priors", entries)
        return count, entries
