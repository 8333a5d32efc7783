"""The language layer: every string is in the catalogue, whole, and translated."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from engine.errors import CardError, PokerError
from engine.game import get_game
from engine.wording import Wording
from pokergui import language
from pokergui.language import (
    CHINESE,
    ENGLISH,
    LANGUAGES,
    SYSTEM,
    chosen,
    name_text,
    translator,
    use,
)
from pokergui.viewmodel.settings import LanguageName
from scripts.catalogue import (
    PAGES,
    called,
    compiled,
    context_of,
    po_path,
    read,
    template,
    worded_classes,
)

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "pokergui").rglob("*.py"))
OTHERS = [name for name in LANGUAGES if name != ENGLISH]
CUT = {"lower", "upper", "title", "split", "partition", "replace", "strip", "removesuffix"}
RANKS = "tr(str(_RANKS[rank_glyph(game, rank)][plural]))"
"""The one string that is chosen from a table of marked ones."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use(ENGLISH)


@pytest.mark.parametrize(
    ("wanted", "system", "found"),
    [
        (SYSTEM, "zh_CN", CHINESE),
        (SYSTEM, "zh_SG", CHINESE),
        (SYSTEM, "zh_TW", ENGLISH),
        (SYSTEM, "C", ENGLISH),
        (SYSTEM, "de_DE", ENGLISH),
        (ENGLISH, "zh_CN", ENGLISH),
        (CHINESE, "C", CHINESE),
    ],
)
def test_the_desktop_decides_where_nobody_chose(wanted: str, system: str, found: str) -> None:
    assert chosen(wanted, system) == found


def test_strings_follow_the_language_and_their_context() -> None:
    tr_play, tr_none = translator("Play"), translator("Nowhere")
    assert tr_play("Next hand") == "Next hand"
    use(CHINESE)
    assert tr_play("Next hand") != "Next hand" == tr_none("Next hand")
    use("tlh")
    assert tr_play("Next hand") == "Next hand"


def is_string(node: ast.AST) -> bool:
    """True for a call of ``tr`` or ``tr_later``, and for such a call with its values filled in."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "format" and is_string(node.func.value)
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("tr", "tr_later")
    )


def problem(node: ast.AST) -> str:
    """Return why a node breaks a rule; empty if it does not."""
    if is_string(node) and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        given = node.args[0]
        constant = isinstance(given, ast.Constant) and isinstance(given.value, str)
        return "" if constant or ast.unparse(node) == RANKS else "no constant"
    if isinstance(node, ast.Subscript) and is_string(node.value):
        return "a piece is cut out"
    if isinstance(node, ast.Attribute) and is_string(node.value) and node.attr in CUT:
        return "a piece is cut out"
    if isinstance(node, ast.JoinedStr):
        parts = [one.value for one in node.values if isinstance(one, ast.FormattedValue)]
        return "put together from pieces" if any(map(is_string, parts)) else ""
    return ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_strings_are_whole_constants_in_the_context_of_their_page(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    problems = [
        f"line {getattr(node, 'lineno', 0)}: {found}"
        for node in ast.walk(tree)
        if (found := problem(node))
    ]
    assert problems == []
    name = path.relative_to(ROOT)
    context = context_of(name)
    wanted = "tr" if context == "Program" else f"tr_{context.lower()}"
    imported = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "pokergui.language"
        for alias in node.names
        if "tr" in (alias.name, alias.asname)
    ]
    assert set(imported) <= {wanted}


ERRORS = sorted(
    path for folder in ("engine", "ai", "pokergui") for path in (ROOT / folder).rglob("*.py")
)
WORDED = worded_classes(ast.parse(path.read_text("utf-8")) for path in ERRORS)


def worded_problem(node: ast.Call) -> str:
    """Return what keeps the sentence of an error out of the catalogue; empty if nothing."""
    first = node.args[0]
    if isinstance(first, ast.JoinedStr | ast.BinOp | ast.IfExp):
        return "put together from pieces"
    if isinstance(first, ast.Constant):
        wanted = {name for _, name, _, _ in Formatter().parse(str(first.value)) if name}
        given = {str(keyword.arg) for keyword in node.keywords}
        if node.keywords and "None" not in given and wanted != given:
            return f"values {wanted ^ given}"
    return ""


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_errors_are_sentences_with_values(path: Path) -> None:
    problems = [
        f"line {node.lineno}: {found}"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and node.args and called(node) in WORDED
        if (found := worded_problem(node))
    ]
    assert problems == []


def test_errors_are_worded_where_they_are_shown() -> None:
    inner = CardError("the card {name} is named twice", name="Ah")
    error = copy.copy(PokerError("{place}: {error}", place=Wording("line {n}", n=3), error=inner))
    assert str(error) == "line 3: the card Ah is named twice"
    use(CHINESE)
    assert str(error) != "line 3: the card Ah is named twice" and "Ah" in str(error)


def test_errors_name_games_in_the_language_of_the_program() -> None:
    error = PokerError("{title}", title=Wording(get_game("kuhn").title))
    assert str(error) == "Kuhn poker"
    use(CHINESE)
    assert str(error) == name_text("Kuhn poker") != "Kuhn poker"


def test_settings_offer_all_languages() -> None:
    assert set(get_args(LanguageName)) == {SYSTEM, *LANGUAGES}


def test_each_page_has_its_context() -> None:
    assert {f"tr_{page}" for page in PAGES} <= set(dir(language))


@pytest.mark.parametrize("name", OTHERS)
def test_no_translation_is_missing_or_left_over(name: str) -> None:
    wanted = {(one.context, one.id) for one in template() if one.id}
    found = {(one.context, one.id): one for one in read(name) if one.id}
    assert wanted == set(found)
    assert [key for key, one in found.items() if not one.string or one.fuzzy] == []


@pytest.mark.parametrize("name", OTHERS)
def test_translations_have_the_same_values_to_fill_in(name: str) -> None:
    def values(text: str) -> list[str]:
        return sorted(re.findall(r"\{[^}]*\}", text))

    wrong = [
        one.id for one in read(name) if one.id and values(str(one.id)) != values(str(one.string))
    ]
    assert wrong == []


@pytest.mark.parametrize("name", OTHERS)
def test_the_compiled_catalogue_is_that_of_its_source(name: str) -> None:
    assert po_path(name).with_suffix(".mo").read_bytes() == compiled(read(name))
