"""HOP: hops to Philosophy, a test of embeddings and taxonomies alike."""

from lydite.probes.hop.link_graph import LinkGraph
from lydite.probes.hop.run import HopRun, hop
from lydite.probes.hop.walk import WalkEnd, Walks, walk

__all__ = ["HopRun", "LinkGraph", "WalkEnd", "Walks", "hop", "walk"]
