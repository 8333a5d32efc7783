"""The program's version, from its package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version


def version() -> str:
    try:
        return package_version("pokergui")
    except PackageNotFoundError:
        return "checkout"
