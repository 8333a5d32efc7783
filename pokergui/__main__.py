"""Runs the command line: ``python -m pokergui``."""

from __future__ import annotations

from pokergui.cli import main

if __name__ == "__main__":
    main()
