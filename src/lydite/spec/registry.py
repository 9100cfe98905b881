"""Where declared objects are found: one file each in the package of their kind, or an entry point."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import os
import pkgutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.errors import SpecError, nearest
from lydite.spec.declared import Declared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType


@dataclass(frozen=True)
class Registry:
    """All declared objects of one kind.

    A file named after an object (lower case) is found without importing its neighbours; third-party
    packages add theirs under the entry-point group ``lydite.measures``, ``lydite.matchers``, ….
    """

    kind: str
    package: str

    @property
    def group(self) -> str:
        """The entry-point group, also the plural used on the command line."""
        return f"lydite.{self.kind}s"

    def __getitem__(self, name: str) -> type[Declared]:
        """Return the class that is declared under a name."""
        for module in self._modules():
            if module.rpartition(".")[2] == name.lower():
                found = {c.name: c for c in self._declared(importlib.import_module(module))}
                if name in found:
                    return found[name]
        if name not in self.all():
            raise SpecError(f"unknown {self.kind} {name!r}{self._hint(name)} (lydite list {self.kind}s)")
        return self.all()[name]

    def _hint(self, name: str) -> str:
        plain = name.lower().replace("-", "_")
        called = next((c.name for c in self.all().values() if plain in c.also), None)
        return f"; did you mean {called}?" if called else nearest(name, self.all())

    @functools.cache  # noqa: B019 - registries live as long as the process
    def all(self) -> dict[str, type[Declared]]:
        """Return every object of this kind by name, sorted."""
        found: dict[str, type[Declared]] = {}
        for module in self._modules():
            found |= {c.name: c for c in self._declared(importlib.import_module(module))}
        from importlib import metadata  # only now: one command from a cold shell does without it

        for entry in metadata.entry_points(group=self.group):
            loaded = entry.load()
            if not (inspect.isclass(loaded) and issubclass(loaded, Declared) and loaded.kind == self.kind):
                raise SpecError(f"entry point {entry.name} of {self.group} is not a declared {self.kind}")
            if loaded.name in found:
                raise SpecError(f"two objects are called {loaded.name}: {found[loaded.name]} and {loaded}")
            found[loaded.name] = loaded
        return dict(sorted(found.items(), key=lambda item: item[0].lower()))

    @functools.cache  # noqa: B019
    def _modules(self) -> tuple[str, ...]:
        if importlib.util.find_spec(self.package.rpartition(".")[0]) is None:
            return ()
        package = importlib.import_module(self.package)
        return tuple(_walk(list(package.__path__), f"{self.package}."))

    def _declared(self, module: ModuleType) -> Iterator[type[Declared]]:
        for thing in vars(module).values():
            here = (
                inspect.isclass(thing) and issubclass(thing, Declared) and thing.__module__ == module.__name__
            )
            if here and thing.kind == self.kind and thing.__dict__.get("name"):
                yield thing


def _walk(folders: list[str], prefix: str) -> Iterator[str]:
    """Yield the names of all modules below; none is imported, nor is the package it is in."""
    for found in pkgutil.iter_modules(folders, prefix):
        if found.ispkg:
            inner = [os.path.join(f, found.name.removeprefix(prefix)) for f in folders]  # noqa: PTH118
            yield from _walk(inner, f"{found.name}.")
        else:
            yield found.name


REGISTRIES = {
    r.kind: r
    for r in (
        Registry("measure", "lydite.measures"),
        Registry("matcher", "lydite.matchers"),
        Registry("probe", "lydite.probes"),
        Registry("agreement", "lydite.probes.agreement.metrics"),
        Registry("chooser", "lydite.probes.hop.choosers"),
        Registry("encoder", "lydite.sources.encoders"),
    )
}
