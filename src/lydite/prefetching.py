"""Asking memory for what a kernel needs soon: where places are random, waiting is most of the work."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from lydite.compiled import Kernel, can_compile

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.array_types import AnyArray


class Prefetch(Kernel):
    """A hint to the processor inside compiled kernels; nothing in plain Python, and no result anywhere."""

    @functools.cached_property
    def compiled(self) -> Callable[..., Any]:
        """LLVM's ``prefetch`` of one place of an array; places outside of it do no harm."""
        return _intrinsic() if can_compile() else self.plain


def _intrinsic() -> Any:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def typed(_: Any, array: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            kind = signature.args[0]
            struct = context.make_array(kind)(context, builder, given[0])
            pointer = cgutils.get_item_pointer(context, builder, kind, struct, [given[1]], wraparound=False)
            byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            form = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            hint = cgutils.get_or_insert_function(builder.module, form, "llvm.prefetch.p0")
            reading, keep, data = number(0), number(3), number(1)
            builder.call(hint, [builder.bitcast(pointer, byte), reading, keep, data])
            return context.get_dummy_value()

        return types.void(array, place), generate

    return intrinsic(typed)


def _ask(array: AnyArray, place: int) -> None:
    """Bring the place of an array near; of what the places say only that they will be read soon."""


prefetch = Prefetch(_ask, 0)
