"""HOP: hops to Philosophy, a test of embeddings and taxonomies alike."""

from lydite.probes.hop.run import Hopped, hop
from lydite.probes.hop.walk import End, Walks, walk
from lydite.probes.hop.web import Web

__all__ = ["End", "Hopped", "Walks", "Web", "hop", "walk"]
