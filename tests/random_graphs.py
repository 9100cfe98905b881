"""Small random graphs with sets of entities, for tests of the search."""

from __future__ import annotations

from hypothesis import strategies as st

from lydite.knowledge import Graph, Relation, TransitionKind

DERIVED = (TransitionKind.DERIVATION, TransitionKind.LEMMA_DERIVATION)


@st.composite
def graphs(draw):
    size = draw(st.integers(1, 12))
    entity = st.integers(0, size - 1)
    pairs = st.lists(st.tuples(entity, entity), max_size=14)
    relations = []
    for kind, inverse in [
        (TransitionKind.SPECIALISATION, TransitionKind.GENERALISATION),
        (TransitionKind.DERIVATION, TransitionKind.DERIVATION),
        (TransitionKind.LEMMA_DERIVATION, TransitionKind.NONE),
        (TransitionKind.SIMILAR, TransitionKind.NONE),
        (TransitionKind.SAME, TransitionKind.SAME),
    ]:
        found = draw(pairs)
        breadths = draw(st.lists(st.integers(1, 6), min_size=len(found), max_size=len(found)))
        if kind != TransitionKind.SPECIALISATION:
            breadths = [0] * len(found)
        relations.append(Relation([a for a, _ in found], [b for _, b in found], kind, inverse, breadths))
    sets = st.lists(entity, min_size=0, max_size=3)
    return Graph.build(size, relations), draw(sets), draw(st.lists(sets, min_size=1, max_size=3))
