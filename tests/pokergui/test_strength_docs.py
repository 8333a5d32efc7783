"""``python -m scripts.strength_tables`` prints what the docs hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.strength_tables import lost, partners, result, table

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_printing_the_tables_anew_changes_no_doc() -> None:
    for name, lines in {
        "README.md": table(result),
        "docs/strength.md": table(lost),
        "docs/review.md": partners(),
    }.items():
        assert "\n".join(lines) in (ROOT / name).read_text("utf-8"), name
