"""Docstrings open with a verb or a noun, not with a word of a question or a subclause."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("engine", "ai", "pokergui", "bench", "scripts", "tests")
OPENINGS = frozenset(
    {
        *("What", "How", "Whether", "Where", "Who", "Whose", "Whom", "Why", "Which", "When"),
        *("Whatever", "Whoever", "That", "As", "If"),
    }
)


def bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the bodies of a module, its classes and its functions, nested ones included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.body


def string(statement: ast.stmt) -> str | None:
    """Return the string that a statement is, None if it is anything else."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    text = value.value if isinstance(value, ast.Constant) else None
    return text if isinstance(text, str) else None


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring: of a module, class, function or attribute."""
    for body in bodies(ast.parse(text)):
        for before, here in zip([None, *body], body, strict=False):
            found = string(here)
            if found is not None and isinstance(before, ast.Assign | ast.AnnAssign | None):
                yield here.lineno, found


def headless(text: str) -> list[tuple[int, str]]:
    """Return line and first line of the docstrings that open with one of ``OPENINGS``."""
    found = []
    for line, doc in docstrings(text):
        words = doc.split(maxsplit=1)
        if words and words[0].rstrip(",.:;") in OPENINGS:
            found.append((line, doc.strip().splitlines()[0]))
    return sorted(found)


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_open_with_what_a_thing_is_or_does(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {first}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, first in headless(path.read_text("utf-8"))
    ]
    told = "begin with a verb (functions) or a noun (properties, classes, modules, attributes)"
    assert not found, f"{len(found)} docstrings open with a subclause; {told}:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('"""What it is."""', [1]),
        ('"""A thing."""\nNAME = 1\n"""How many."""\n', [3]),
        ('class Thing:\n    """If, and only if."""\n    name: str\n    """Whose."""\n', [2, 4]),
        ('def first():\n    """Which comes first."""\n', [2]),
        ('async def inner():\n    def seat():\n        """\n        Who sits."""\n', [3]),
        ('"""Whatsoever."""\nNAME = "What"\ndef seat():\n    """Return who sits."""\n', []),
    ],
)
def test_every_kind_of_docstring_is_seen(text: str, lines: list[int]) -> None:
    assert [line for line, _ in headless(text)] == lines
