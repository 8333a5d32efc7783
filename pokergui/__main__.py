"""Entry point of ``python -m pokergui``: runs the command line."""

from __future__ import annotations

from pokergui.cli import main

if __name__ == "__main__":
    main()
