"""Fused multiply-add, sums and exponentials of the vectors of ``_lanes.py``, and plain versions.

Kernels take them from ``engine.jit``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]

from engine._lanes import LANES, _vector, declare, intrinsic, overload

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


@overload(fused, strict=False)
def _compiled_fused(first: Any, second: Any, third: Any) -> Any:
    return lambda first, second, third: _fused(first, second, third)


@overload(total, strict=False)
def _compiled_total(value: Any) -> Any:
    return lambda value: _total(value)


@overload(exponential, strict=False)
def _compiled_exponential(value: Any) -> Any:
    return lambda value: _exponential(value)
