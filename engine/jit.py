"""The only place that configures numba.

``kernel`` compiles a function that releases the interpreter lock and is cached on disk. numba's
cache does not notice that a callee in another file changed, so the cache directory is keyed by a
hash of every source that names ``engine.jit`` (kernels, and generators of tables that kernels
freeze as constants) and of the data files next to them. Nor does it distinguish kernels with bounds
checks (``NUMBA_BOUNDSCHECK``) from those without.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs

from engine._lanes import (
    LANES,
    dithered,
    exponential,
    fused,
    highest,
    larger,
    load,
    pick,
    prefetch,
    spread,
    store,
    total,
    transpose,
    where_positive,
)

__all__ = [
    "LANES",
    "borrowing_kernel",
    "dithered",
    "exponential",
    "fused",
    "highest",
    "kernel",
    "kernel_cache_dir",
    "larger",
    "load",
    "pick",
    "prefetch",
    "spread",
    "store",
    "total",
    "transpose",
    "where_positive",
]

_ROOT = Path(__file__).resolve().parent.parent
_DATA_SUFFIXES = {".npy", ".npz"}

F = TypeVar("F", bound=Callable[..., Any])


def _sources() -> list[Path]:
    """Kernel sources and the data files that kernels freeze, in a fixed order."""
    files = [path for folder in ("engine", "ai") for path in (_ROOT / folder).rglob("*")]
    return sorted(
        path
        for path in files
        if path.suffix in _DATA_SUFFIXES
        or (path.suffix == ".py" and b"engine.jit" in path.read_bytes())
    )


def kernel_cache_dir() -> Path:
    """Return the directory of the compiled kernels that fit the present sources.

    ``POKERGUI_KERNELS`` moves its parent; otherwise it is in the per-user cache.
    """
    checks = numba.config.BOUNDSCHECK  # type: ignore[attr-defined]
    digest = hashlib.sha256(f"{numba.__version__} {checks}\n".encode())
    for path in _sources():
        digest.update(path.relative_to(_ROOT).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    parent = os.environ.get("POKERGUI_KERNELS") or platformdirs.user_cache_dir("pokergui")
    return Path(parent) / "kernels" / digest.hexdigest()[:20]


def _takes_files(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


_CACHE_DIR = kernel_cache_dir()
# If nothing can be written, kernels are compiled at every start; numba would raise instead.
_CACHED = _takes_files(_CACHE_DIR)
numba.config.CACHE_DIR = str(_CACHE_DIR)  # type: ignore[attr-defined]


_KERNEL: dict[str, Any] = {"nogil": True, "cache": _CACHED, "error_model": "numpy"}
_BORROWING: dict[str, Any] = {**_KERNEL, "_nrt": False}


def kernel(function: F) -> F:
    """Compile ``function`` on first call: no interpreter lock, cached, C-like division."""
    return cast("F", numba.njit(**_KERNEL)(function))


def borrowing_kernel(function: F) -> F:
    """Compile like ``kernel``, without reference counts for arrays: the function makes none.

    numba counts the references to its arrays, atomically, in every function that is not inlined;
    in a small helper that is most of the work. A function that allocates does not compile here.
    """
    return cast("F", numba.njit(**_BORROWING)(function))
