import ast
import copy
import re
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
    Translator,
    chosen,
    name_text,
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
    strings,
    template,
    trees,
    worded_classes,
)

CUT = {"lower", "upper", "title", "split", "partition", "replace", "strip", "removesuffix"}
ENGLISH_MARKS = "joined with English marks"
MARKS = {", ", "; ", ". ", ": "}
ROOMS = ("app.py", "felt", "formatting", "handtext.py", "pages", "ranges", "widgets", "window")
"""Parts of ``pokergui`` whose words are read in the window."""
SYNTAX = {"pages/settings/wiring.py", "pages/play/presenters/opponents.py"}
SYNTAX |= {"pages/play/presenters/hands.py", "pages/study/presenters/tools.py"}
"""Files that join what a person types, or what is kept in a file."""
RANKS = "tr.plural(*_RANKS[rank_glyph(game, rank)], count)"
"""The one string that is chosen from a table of marked ones."""
TEXTS = {"tr": 1, "tr_later": 1, "tr.plural": 2, "plural_later": 2}
"""The calls that translate or mark strings, and how many strings each has."""
pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize(
    ("wanted", "system", "found"),
    [
        *((SYSTEM, "zh_CN", CHINESE), (SYSTEM, "zh_SG", CHINESE), (SYSTEM, "zh_TW", ENGLISH)),
        *((SYSTEM, "C", ENGLISH), (SYSTEM, "de_DE", ENGLISH)),
        *((ENGLISH, "zh_CN", ENGLISH), (CHINESE, "C", CHINESE)),
    ],
)
def test_desktop_language_is_the_default(wanted, system, found):
    assert chosen(wanted, system) == found


def test_strings_depend_on_language_context_and_number():
    tr_play, tr_none, tr = Translator("Play"), Translator("Nowhere"), Translator("Program")

    def hands(*numbers):
        forms = [tr.plural("1 hand", "{count} hands", number) for number in numbers]
        return [form.format(count=f"{n:,}") for form, n in zip(forms, numbers, strict=True)]

    assert tr_play("Next hand") == "Next hand"
    told = ["0 hands", "1 hand", "1 hand", "1.5 hands", "2,000 hands"]
    assert hands(0, 1, 1.0, 1.5, 2000) == told
    use(CHINESE)
    assert tr_play("Next hand") != "Next hand" == tr_none("Next hand")
    assert hands(1, 1.5, 2000) == ["1 手", "1.5 手", "2,000 手"]
    use("tlh")
    assert tr_play("Next hand") == "Next hand"


def is_string(node):
    """True for a call that returns a string, also with its values filled in."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return is_string(node.func.value)
    return ast.unparse(node.func) in TEXTS


def is_constant(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def has_english_marks(node):
    """True for text joined, or split, at a comma, a full stop and the like."""
    if isinstance(node, ast.JoinedStr):
        return any(one.value in MARKS for one in node.values if isinstance(one, ast.Constant))
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    given = {"join": [node.func.value], "split": node.args, "partition": node.args}
    marks = given.get(node.func.attr, [])
    return any(isinstance(one, ast.Constant) and one.value in MARKS for one in marks)


def problem(node):
    """Return why a node breaks a rule; empty if it does not."""
    if isinstance(node, ast.Call) and (count := TEXTS.get(ast.unparse(node.func), 0)):
        given = node.args[:count]
        whole = len(given) == count and all(map(is_constant, given))
        return "" if whole or ast.unparse(node) == RANKS else "no constant"
    if isinstance(node, ast.Subscript) and is_string(node.value):
        return "a piece is cut out"
    if isinstance(node, ast.Attribute) and is_string(node.value) and node.attr in CUT:
        return "a piece is cut out"
    if has_english_marks(node):
        return ENGLISH_MARKS
    if isinstance(node, ast.JoinedStr):
        parts = [one.value for one in node.values if isinstance(one, ast.FormattedValue)]
        return "put together from pieces" if any(map(is_string, parts)) else ""
    return ""


@pytest.mark.slow
def test_strings_are_complete_constants_in_their_page_context():
    problems = []
    for path, tree in trees().items():
        if path.parts[0] != "pokergui":
            continue
        name = path.relative_to("pokergui")
        is_read = name.parts[0] in ROOMS and name.as_posix() not in SYNTAX
        context = context_of(path)
        wanted = "tr" if context == "Program" else f"tr_{context.lower()}"
        for node in ast.walk(tree):
            found = problem(node)
            if found and (found != ENGLISH_MARKS or is_read):
                problems.append(f"{path}, line {getattr(node, 'lineno', 0)}: {found}")
            if isinstance(node, ast.ImportFrom) and node.module == "pokergui.language":
                imported = {one.name for one in node.names if "tr" in (one.name, one.asname)}
                if not imported <= {wanted}:
                    problems.append(f"{path}: {imported} in place of {wanted}")
    assert problems == []


def worded_problem(node):
    """Return what keeps an error sentence out of the catalogue; empty if nothing."""
    first = node.args[0]
    if isinstance(first, ast.JoinedStr | ast.BinOp | ast.IfExp):
        return "put together from pieces"
    if isinstance(first, ast.Constant):
        wanted = {name for _, name, _, _ in Formatter().parse(str(first.value)) if name}
        given = {str(keyword.arg) for keyword in node.keywords}
        if node.keywords and "None" not in given and wanted != given:
            return f"values {wanted ^ given}"
    return ""


@pytest.mark.slow
def test_errors_are_sentences_with_values():
    worded = worded_classes(trees().values())
    assert [
        f"{path}, line {node.lineno}: {found}"
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args and called(node) in worded
        if (found := worded_problem(node))
    ] == []


def test_errors_are_translated_and_name_games_when_shown():
    inner = CardError("the card {card} is named twice", card="Ah")
    error = copy.copy(PokerError("{place}: {error}", place=Wording("line {n}", n=3), error=inner))
    named = PokerError("{title}", title=Wording(get_game("kuhn").title))
    told = "line 3: the card Ah is named twice"
    assert (str(error), str(named)) == (told, "Kuhn poker")
    use(CHINESE)
    assert str(error) != told and "Ah" in str(error)
    assert str(named) == name_text("Kuhn poker") != "Kuhn poker"


def test_settings_list_every_language_and_each_page_has_a_context():
    assert set(get_args(LanguageName)) == {SYSTEM, *LANGUAGES}
    assert {f"tr_{page}" for page in PAGES} <= set(dir(language))


def values(text):
    return sorted(re.findall(r"\{[^}]*\}", text))


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.slow
def test_plural_forms_are_consistent():
    found = {}
    for _, context, text in strings():
        found.setdefault((context, forms(text)[0]), set()).add(text)
        # The singular has the values of the plural, or omits some.
        assert {*values(forms(text)[0])} <= {*values(forms(text)[-1])}, text
    assert [key for key, texts in found.items() if len(texts) > 1] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LANGUAGES if name != ENGLISH])
def test_catalogue_is_complete_and_compiled(name):
    catalogue = read(name)
    found = {(one.context, one.id): one for one in catalogue if one.id}
    assert {(one.context, one.id) for one in template() if one.id} == set(found)
    missing, wrong = [], []
    for key, one in found.items():
        told, count = forms(one.string), catalogue.num_plurals if one.pluralizable else 1
        if one.fuzzy or not all(told) or len(told) != count:
            missing.append(key)
        if any(values(form) != values(forms(one.id)[-1]) for form in told):
            wrong.append(key)  # it has other placeholders
    assert (missing, wrong) == ([], [])
    assert Path(po_path(name)).with_suffix(".mo").read_bytes() == compiled(catalogue)
