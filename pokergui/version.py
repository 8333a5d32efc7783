"""The program's version, from its package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version


def version() -> str:
    """Return the version of the installed package; a bare checkout has none."""
    try:
        return package_version("pokergui")
    except PackageNotFoundError:
        return "checkout"
