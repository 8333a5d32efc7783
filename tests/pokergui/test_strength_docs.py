"""README and docs show the strength of engines as the lists do."""

from __future__ import annotations

from pathlib import Path

from ai.registry import engines
from scripts.strength_tables import lost, partners, result, table

ROOT = Path(__file__).resolve().parents[2]


def test_tables_in_the_docs_are_those_of_the_record() -> None:
    """``python -m scripts.strength_tables`` prints them anew."""
    assert "\n".join(table(result)) in (ROOT / "README.md").read_text("utf-8")
    assert "\n".join(table(lost)) in (ROOT / "docs" / "strength.md").read_text("utf-8")
    assert "\n".join(partners()) in (ROOT / "docs" / "review.md").read_text("utf-8")


def test_the_readme_names_every_engine_as_window_and_command_line_do() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for engine in engines():
        assert f"| `{engine.name}` | {engine.title} |" in readme
