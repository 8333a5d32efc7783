"""Vectors of sixteen numbers for kernels, for any vector width of the machine.

numba cannot prove that parts of one array do not overlap, so it leaves loops over several of them
scalar. Here each operation is one vector instruction, or as many as the machine needs. Each has a
plain-Python version for runs without compilation, where lanes are small NumPy arrays. Kernels
import them from ``engine.jit``.

As everywhere in kernels, indices are checked only under ``NUMBA_BOUNDSCHECK``.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import extending
from numba.core import cgutils, types
from numba.extending import models

LANES = 16
"""Numbers per vector."""

# numba has no useful types for these.
_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
intrinsic: _Decorator = extending.intrinsic
overload: Callable[..., _Decorator] = extending.overload
register_model: Callable[[type], Callable[[type], type]] = extending.register_model
struct: Callable[[Any], Any] = cgutils.create_struct_proxy
check_bounds: Callable[..., None] = cgutils.do_boundscheck
declare: Callable[..., Any] = cgutils.get_or_insert_function

_BEYOND_FLOAT32 = 2**29 - 1
"""Mantissa bits of a float64 beyond those of a float32."""

_BITS = {"float32": ir.FloatType(), "float64": ir.DoubleType()}

_TERMS = {"float32": 8, "float64": 14}
"""Terms of the exponential's series on [-ln(2)/2, ln(2)/2]: the rest is below rounding."""
_LOWEST = {"float32": -87.0, "float64": -708.0}
"""Bounds below which the exponential is subnormal."""
_HIGH = {"float32": 0.693359375, "float64": 0.693147180369123816490}
"""Leading bits of ln(2), few enough that products with small integers are exact."""
_LOW = {"float32": -2.12194440054690583e-4, "float64": 1.90821492927058770002e-10}
"""Remaining bits of ln(2). Source of both pairs: Moshier, "Cephes", and fdlibm."""
_FRACTION = {"float32": 23, "float64": 52}
_BIAS = {"float32": 127, "float64": 1023}


class _Lanes(types.Type):
    """Type of a vector of float32 or float64."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Lanes({dtype})")


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: _Lanes) -> None:
        super().__init__(dmm, fe_type, _vector(fe_type.dtype))  # type: ignore[no-untyped-call]


def _vector(dtype: Any) -> ir.VectorType:
    kind = _BITS[dtype.name] if isinstance(dtype, types.Float) else ir.IntType(dtype.bitwidth)
    return ir.VectorType(kind, LANES)


def _check(context: Any, builder: Any, array: Any, *indices: Any) -> None:
    """Raise an IndexError in kernels with checks if an index is out of bounds."""
    if context.enable_boundscheck:
        for index in indices:
            check_bounds(context, builder, index, array.nitems)


def _pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Return a pointer to the start of a vector in an array."""
    view = struct(kind)(context, builder, array)
    _check(context, builder, view, index, builder.add(index, index.type(LANES - 1)))
    place = builder.gep(view.data, [index])
    return builder.bitcast(place, _vector(kind.dtype).as_pointer(), name="lanes")


def _read(builder: Any, place: Any, kind: Any) -> Any:
    value = builder.load(place)
    value.align = kind.bitwidth // 8
    return value


def _write(builder: Any, value: Any, place: Any, kind: Any) -> None:
    builder.store(value, place, align=kind.bitwidth // 8)


def _convert(builder: Any, value: Any, source: Any, target: Any) -> Any:
    """Convert between float32 and float64, and from and to integers; round to the nearest."""
    if source == target:
        return value
    if source.name.startswith(("int", "uint")):
        cast = builder.sitofp if source.signed else builder.uitofp
        return cast(value, _vector(target))
    if target.name.startswith(("int", "uint")):
        kind = _vector(source)
        name = f"llvm.rint.v{LANES}f{source.bitwidth}"
        rint = declare(builder.module, ir.FunctionType(kind, [kind]), name)
        whole = builder.call(rint, [value])
        return (builder.fptosi if target.signed else builder.fptoui)(whole, _vector(target))
    wider = target.bitwidth > source.bitwidth
    return (builder.fpext if wider else builder.fptrunc)(value, _vector(target))


@intrinsic
def _load(typingctx: Any, array: Any, index: Any, like: Any) -> Any:
    result = _Lanes(like.dtype)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _pointer(context, builder, array, args[0], args[1])
        return _convert(builder, _read(builder, place, array.dtype), array.dtype, like.dtype)

    return result(array, types.intp, like), codegen


@intrinsic
def _pick(typingctx: Any, array: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = struct(array)(context, builder, args[0])
        _check(context, builder, view, args[1])
        return builder.load(builder.gep(view.data, [args[1]]))

    return array.dtype(array, types.intp), codegen


@intrinsic
def _prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = struct(array)(context, builder, args[0]).data
        number = ir.IntType(32)
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        fetch = declare(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(fetch, [place, number(0), number(2), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.intp), codegen


@intrinsic
def _dithered(typingctx: Any, value: Any, chance: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = ir.IntType(64)
        bits = builder.bitcast(args[0], number)
        bits = builder.add(bits, builder.and_(args[1], number(_BEYOND_FLOAT32)))
        bits = builder.and_(bits, number(~_BEYOND_FLOAT32))
        return builder.fptrunc(builder.bitcast(bits, ir.DoubleType()), ir.FloatType())

    return types.float32(types.float64, types.uint64), codegen


@intrinsic
def _store(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _pointer(context, builder, array, args[0], args[1])
        converted = _convert(builder, args[2], value.dtype, array.dtype)
        _write(builder, converted, place, array.dtype)
        return context.get_dummy_value()

    return types.void(array, types.intp, value), codegen


@intrinsic
def _spread(typingctx: Any, number: Any, like: Any) -> Any:
    result = _Lanes(like.dtype)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _splat(builder, args[0], like.dtype)

    return result(like.dtype, like), codegen


def _splat(builder: Any, number: Any, dtype: Any) -> Any:
    kind = _vector(dtype)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), number, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), zeros)


@intrinsic
def _larger(typingctx: Any, first: Any, second: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[0], args[1])

    return first(first, second), codegen


@intrinsic
def _where_positive(typingctx: Any, test: Any, yes: Any, no: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = ir.Constant(_vector(test.dtype), None)
        return builder.select(builder.fcmp_ordered(">", args[0], zero), args[1], args[2])

    return yes(test, yes, no), codegen


@intrinsic
def _highest(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows, mask = args[0], list(range(LANES))
        for step in (8, 4, 2, 1):
            turned = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [i ^ step for i in mask])
            other = builder.shuffle_vector(rows, rows, turned)
            rows = builder.select(builder.fcmp_ordered(">", rows, other), rows, other)
        return builder.extract_element(rows, ir.IntType(32)(0))

    return value.dtype(value), codegen


def _operator(name: str) -> Callable[..., Any]:
    @intrinsic
    def apply(typingctx: Any, first: Any, second: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return getattr(builder, name)(args[0], args[1])

        return first(first, second), codegen

    result: Callable[..., Any] = apply
    return result


_ADD, _SUB, _MUL, _DIV = (_operator(name) for name in ("fadd", "fsub", "fmul", "fdiv"))


def _overload(function: Any, apply: Callable[..., Any]) -> None:
    @overload(function, strict=False)
    def choose(first: Any, second: Any) -> Any:
        if isinstance(first, _Lanes) and first == second:
            return lambda first, second: apply(first, second)
        return None


_overload(operator.add, _ADD)
_overload(operator.sub, _SUB)
_overload(operator.mul, _MUL)
_overload(operator.truediv, _DIV)


@intrinsic
def _transpose(
    typingctx: Any, source: Any, base: Any, places: Any, first: Any, target: Any, start: Any
) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows = []
        listed = struct(places)(context, builder, args[2])
        for row in range(LANES):
            at = builder.add(args[3], ir.Constant(args[3].type, row))
            _check(context, builder, listed, at)
            index = builder.add(args[1], builder.load(builder.gep(listed.data, [at])))
            place = _pointer(context, builder, source, args[0], index)
            rows.append(_read(builder, place, source.dtype))
        # Swap halves of rows that are 8, 4, 2, 1 apart.
        for step in (8, 4, 2, 1):
            for row in range(LANES):
                if row & step:
                    continue
                low = [lane if not lane & step else lane - step + LANES for lane in range(LANES)]
                high = [lane + step if not lane & step else lane + LANES for lane in range(LANES)]
                pair = rows[row], rows[row + step]
                rows[row], rows[row + step] = (
                    builder.shuffle_vector(
                        *pair, ir.Constant(ir.VectorType(ir.IntType(32), LANES), mask)
                    )
                    for mask in (low, high)
                )
        for row in range(LANES):
            at = builder.add(args[5], ir.Constant(args[5].type, row * LANES))
            place = _pointer(context, builder, target, args[4], at)
            converted = _convert(builder, rows[row], source.dtype, target.dtype)
            _write(builder, converted, place, target.dtype)
        return context.get_dummy_value()

    signature = types.void(source, types.intp, places, types.intp, target, types.intp)
    return signature, codegen


@intrinsic
def _fused(typingctx: Any, first: Any, second: Any, third: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _multiply_add(builder, first.dtype, *args)

    return first(first, second, third), codegen


def _multiply_add(builder: Any, dtype: Any, first: Any, second: Any, third: Any) -> Any:
    kind = _vector(dtype)
    name = f"llvm.fmuladd.v{LANES}f{dtype.bitwidth}"
    apply = declare(builder.module, ir.FunctionType(kind, [kind] * 3), name)
    return builder.call(apply, [first, second, third])


@intrinsic
def _total(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows = args[0]
        for step in (8, 4, 2, 1):
            turned = [lane ^ step for lane in range(LANES)]
            mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), turned)
            rows = builder.fadd(rows, builder.shuffle_vector(rows, rows, mask))
        return builder.extract_element(rows, ir.IntType(32)(0))

    return value.dtype(value), codegen


@intrinsic
def _exponential(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        dtype = value.dtype
        kind, name = _vector(dtype), dtype.name
        whole_kind = ir.VectorType(ir.IntType(dtype.bitwidth), LANES)

        def constant(number: float) -> Any:
            return ir.Constant(kind, [float(np.dtype(name).type(number))] * LANES)

        lowest = constant(_LOWEST[name])
        power = builder.select(builder.fcmp_ordered(">", args[0], lowest), args[0], lowest)
        rint = declare(
            builder.module, ir.FunctionType(kind, [kind]), f"llvm.rint.v{LANES}f{dtype.bitwidth}"
        )
        twos = builder.call(rint, [builder.fmul(power, constant(1.0 / math.log(2.0)))])
        rest = _multiply_add(builder, dtype, twos, constant(-_HIGH[name]), power)
        rest = _multiply_add(builder, dtype, twos, constant(-_LOW[name]), rest)
        series = constant(1.0 / math.factorial(_TERMS[name] - 1))
        for term in range(_TERMS[name] - 2, -1, -1):
            inverse = constant(1.0 / math.factorial(term))
            series = _multiply_add(builder, dtype, series, rest, inverse)
        whole = builder.fptosi(twos, whole_kind)
        whole = builder.add(whole, ir.Constant(whole_kind, [_BIAS[name]] * LANES))
        whole = builder.shl(whole, ir.Constant(whole_kind, [_FRACTION[name]] * LANES))
        return builder.fmul(series, builder.bitcast(whole, kind))

    return value(value), codegen


def load(array: Any, index: int, like: Any) -> Any:
    """The 16 numbers of a one-dimensional array from ``index`` on, as numbers of ``like``."""
    assert 0 <= index <= len(array) - LANES
    return array[index : index + LANES].astype(like.dtype)


def pick(array: Any, index: int) -> Any:
    """One number of an array; negative indices are not supported."""
    assert index >= 0
    return array[index]


def prefetch(array: Any, index: int) -> None:
    """Prefetch an array element; the index may lie beyond the end."""


def dithered(value: float, chance: Any) -> Any:
    """Round a float64 stochastically to float32; the mean over all ``chance`` is ``value``.

    The lowest 29 bits of ``chance``, a uint64, decide. Sums rounded this way do not stagnate:
    Croci, Fasi, Higham, Mary and Mikaitis, "Stochastic rounding: implementation, error analysis and
    applications", 2022.
    """
    bits = np.float64(value).view(np.uint64) + (np.uint64(chance) & np.uint64(_BEYOND_FLOAT32))
    return np.float32((bits & ~np.uint64(_BEYOND_FLOAT32)).view(np.float64))


def store(array: Any, index: int, value: Any) -> None:
    """Write a vector; into an array of integers it is rounded."""
    assert 0 <= index <= len(array) - LANES
    array[index : index + LANES] = np.rint(value) if array.dtype.kind in "iu" else value


def spread(number: float, like: Any) -> Any:
    """Broadcast a number to 16 lanes, in the type of the array ``like``."""
    return np.full(LANES, number, like.dtype)


def larger(first: Any, second: Any) -> Any:
    """Elementwise maximum."""
    return np.where(first > second, first, second)


def highest(value: Any) -> Any:
    """Largest lane."""
    return value.max()


def where_positive(test: Any, yes: Any, no: Any) -> Any:
    """Lanes of ``yes`` where ``test`` is above 0, of ``no`` elsewhere."""
    return np.where(test > 0, yes, no)


def transpose(source: Any, base: int, places: Any, first: int, target: Any, start: int) -> None:
    """Write 16 vectors of an array as the 16 columns of a square.

    Vector ``j`` begins at ``source[base + places[first + j]]``, row ``i`` of the square at
    ``target[start + 16 * i]``.
    """
    rows = np.array([load(source, int(base + places[first + j]), source) for j in range(LANES)])
    for i in range(LANES):
        store(target, start + LANES * i, rows[:, i])


def fused(first: Any, second: Any, third: Any) -> Any:
    """``first * second + third``, rounded once where the machine can."""
    return first * second + third


def total(value: Any) -> Any:
    """Sum of the lanes, by repeated halving."""
    for step in (8, 4, 2, 1):
        value = value + value[np.arange(LANES) ^ step]
    return value[0]


def exponential(value: Any) -> Any:
    """Return powers of e, one for each lane, within 2 units in the last place.

    Up to 88 for float32, 709 for float64. Below -87 or -708 results stop falling and stay above 0.
    """
    name = value.dtype.name
    kind = value.dtype.type
    power = np.maximum(value, kind(_LOWEST[name]))
    twos = np.rint(power * kind(1.0 / math.log(2.0)))
    rest = power - twos * kind(_HIGH[name]) - twos * kind(_LOW[name])
    series = np.full(LANES, 1.0 / math.factorial(_TERMS[name] - 1), kind)
    for term in range(_TERMS[name] - 2, -1, -1):
        series = series * rest + kind(1.0 / math.factorial(term))
    return np.ldexp(series, twos.astype(np.int64))


@overload(load, strict=False)
def _compiled_load(array: Any, index: Any, like: Any) -> Any:
    return lambda array, index, like: _load(array, index, like)


@overload(pick, strict=False)
def _compiled_pick(array: Any, index: Any) -> Any:
    return lambda array, index: _pick(array, index)


@overload(prefetch, strict=False)
def _compiled_prefetch(array: Any, index: Any) -> Any:
    return lambda array, index: _prefetch(array, index)


@overload(dithered, strict=False)
def _compiled_dithered(value: Any, chance: Any) -> Any:
    return lambda value, chance: _dithered(value, chance)


@overload(store, strict=False)
def _compiled_store(array: Any, index: Any, value: Any) -> Any:
    return lambda array, index, value: _store(array, index, value)


@overload(spread, strict=False)
def _compiled_spread(number: Any, like: Any) -> Any:
    return lambda number, like: _spread(like.dtype.type(number), like)


@overload(larger, strict=False)
def _compiled_larger(first: Any, second: Any) -> Any:
    return lambda first, second: _larger(first, second)


@overload(highest, strict=False)
def _compiled_highest(value: Any) -> Any:
    return lambda value: _highest(value)


@overload(where_positive, strict=False)
def _compiled_where_positive(test: Any, yes: Any, no: Any) -> Any:
    return lambda test, yes, no: _where_positive(test, yes, no)


@overload(transpose, strict=False)
def _compiled_transpose(
    source: Any, base: Any, places: Any, first: Any, target: Any, start: Any
) -> Any:
    return lambda source, base, places, first, target, start: _transpose(
        source, base, places, first, target, start
    )


@overload(fused, strict=False)
def _compiled_fused(first: Any, second: Any, third: Any) -> Any:
    return lambda first, second, third: _fused(first, second, third)


@overload(total, strict=False)
def _compiled_total(value: Any) -> Any:
    return lambda value: _total(value)


@overload(exponential, strict=False)
def _compiled_exponential(value: Any) -> Any:
    return lambda value: _exponential(value)
