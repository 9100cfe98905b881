"""Test sets from Wikidata, in any of its languages."""

from lydite.probes.testsets.wikidata.builder import build
from lydite.probes.testsets.wikidata.client import ENDPOINT, SparqlClient
from lydite.probes.testsets.wikidata.definitions import CategoryDefinition, ready

__all__ = ["ENDPOINT", "CategoryDefinition", "SparqlClient", "build", "ready"]
