"""Test sets from Wikidata, in any of its languages."""

from lydite.probes.testsets.wikidata.builder import Built, build
from lydite.probes.testsets.wikidata.client import ENDPOINT, Client
from lydite.probes.testsets.wikidata.definitions import Definition, ready

__all__ = ["ENDPOINT", "Built", "Client", "Definition", "build", "ready"]
