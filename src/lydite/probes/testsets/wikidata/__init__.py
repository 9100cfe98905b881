"""Test sets from Wikidata, in any of its languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily
from lydite.probes.testsets.wikidata.builder import build
from lydite.probes.testsets.wikidata.client import ENDPOINT, SparqlClient
from lydite.probes.testsets.wikidata.definitions import CategoryDefinition, ready

if TYPE_CHECKING:
    from lydite.probes.testsets.wikidata.definitions import ready_definitions
else:
    __getattr__ = lazily(
        __name__,
        {
            "definitions": "labels_of ready_definitions",
        },
    )

__all__ = [
    "ENDPOINT",
    "CategoryDefinition",
    "SparqlClient",
    "build",
    "ready",
    "ready_definitions",
]
