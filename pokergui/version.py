"""The program's version, as its package says."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version


def version() -> str:
    """Version of the installed package; a bare checkout has none."""
    try:
        return package_version("pokergui")
    except PackageNotFoundError:
        return "checkout"
