"""Collect the program's strings into the catalogues of its languages.

``python -m scripts.catalogue`` reads the strings of ``pokergui``, each in the context of its page,
the texts of errors, and the help of commands. It updates
``pokergui/language/LANGUAGE/LC_MESSAGES/pokergui.po`` and compiles it to ``.mo``. Translations of
removed strings are dropped; new strings are left empty and shown in English.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import unwrap
from io import BytesIO
from pathlib import Path
from typing import Any

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from click import Command, Context, Group, Option

from ai.agents.entry import TOURNAMENT
from ai.blueprint.run import BlueprintRun
from ai.cfr.algorithms import ALGORITHMS
from ai.cfr.run import CfrRun
from ai.evaluation.estimators import FOLDS, MAPS
from ai.evaluation.luck import VALUES, title_of
from ai.networks.learners import LEARNERS
from ai.registry import engines, namesakes
from ai.training.checkpoint import RecipeRun
from engine.game import all_games
from engine.records.formats import FORMATS
from pokergui.cli import COMMANDS, help_text, root
from pokergui.language import DOMAIN, ENGLISH, FOLDER, LANGUAGES
from pokergui.reviews.work import NO_CARDS, NO_PLAYER, NOT_JUDGED, NOT_PLAYED

_ROOT = Path(__file__).resolve().parents[1]
_KEYWORDS = {"tr": None, "tr_later": None, "plural": (1, 2), "plural_later": (1, 2)}
Text = str | tuple[str, ...]
"""A string, or a pair: singular and plural."""
PAGES = ("play", "watch", "study", "train", "lab", "history", "preflop", "settings")


@cache
def strings() -> tuple[tuple[str, str, Text], ...]:
    """Return all strings in the order of their files: file, context and text."""
    return tuple(
        (path.relative_to(_ROOT).as_posix(), context_of(path.relative_to(_ROOT)), text)
        for path in sorted((_ROOT / "pokergui").rglob("*.py"))
        for _, text, _, _ in extract_from_file("python", str(path), keywords=_KEYWORDS)
        if text
    )


@cache
def trees() -> dict[Path, ast.Module]:
    """Return all sources, parsed, by path in the repository."""
    return {
        path.relative_to(_ROOT): ast.parse(path.read_text("utf-8"))
        for folder in ("engine", "ai", "pokergui")
        for path in sorted((_ROOT / folder).rglob("*.py"))
    }


def context_of(file: Path) -> str:
    """Return the context of a file's strings: its page, the commands, or the whole program."""
    if file.parts[1] in ("commands", "cli.py"):
        return "Commands"
    page = file.parts[2] if file.parts[1] == "pages" else ""
    return page.capitalize() if page in PAGES else "Program"


def helps() -> Iterator[tuple[str, str]]:
    """Yield the help of commands and their options: file and text."""
    yield from help_of(root)
    for name in COMMANDS:
        found = root.get_command(Context(root), name)
        assert found is not None
        yield from help_of(found)


def help_of(command: Command) -> Iterator[tuple[str, str]]:
    """Yield the help of a command, of its options and of its own commands."""
    assert command.callback is not None
    file = Path(unwrap(command.callback).__code__.co_filename).relative_to(_ROOT).as_posix()
    yield file, help_text(command)
    for option in command.params:
        if isinstance(option, Option) and option.help:
            yield file, option.help
    if isinstance(command, Group) and command is not root:
        for inner in command.commands.values():
            yield from help_of(inner)


def words_of_click() -> Iterator[str | tuple[str, ...]]:
    """Yield click's own messages."""
    for path in sorted(Path(click.__file__).parent.glob("*.py")):
        keywords = {"_": None, "ngettext": (1, 2)}
        for _, text, _, _ in extract_from_file("python", str(path), keywords=keywords):
            if text:
                yield text


def sentences() -> Iterator[tuple[str, str]]:
    """Yield the texts of errors and wordings, translated where shown: file and text."""
    worded = worded_classes(trees().values())
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and node.args and called(node) in worded):
                continue
            text = node.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and says(text.value):
                yield name.as_posix(), text.value


def worded_classes(sources: Iterable[ast.Module]) -> set[str]:
    """Return the names of classes whose first argument is a translated text."""
    parents = {
        node.name: {ast.unparse(base) for base in node.bases}
        for tree in sources
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found, known = {"PokerError", "Wording"}, 0
    while known != len(found):
        known = len(found)
        found |= {name for name, bases in parents.items() if bases & found}
    return found


def called(node: ast.Call) -> str:
    """Return the name of the called function; empty if it is not a name."""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def says(text: str) -> bool:
    """Return whether a text has words besides its placeholders."""
    return any(letter.isalpha() for letter in re.sub(r"\{[^}]*\}", "", text))


def names() -> Iterator[tuple[str, str]]:
    """Yield words that are data, of games, engines, algorithms, runs and so on: file and text."""
    for game in all_games():
        yield "engine/game.py", game.title
        for value in VALUES:
            yield "ai/evaluation/luck.py", title_of(value, game)
    for row in engines():  # some play only at other depths than a game's own
        yield "ai/registry.py", row.title
        yield "ai/registry.py", str(row.character)
    for row in namesakes(TOURNAMENT):
        yield "ai/registry.py", row.title
    for algorithm in ALGORITHMS:
        yield "ai/cfr/algorithms.py", algorithm.title
        yield "ai/cfr/algorithms.py", algorithm.character
    runs: list[type[RecipeRun[Any, Any]]] = [BlueprintRun, CfrRun]
    for run in (*runs, *(learner.run for learner in LEARNERS)):
        yield f"{run.__module__.replace('.', '/')}.py", run.kind
    for reason in (NO_CARDS, NOT_PLAYED, NO_PLAYER, NOT_JUDGED):
        yield "pokergui/reviews/work.py", reason
    for form in FORMATS:
        yield "engine/records/formats.py", form.title
        yield "engine/records/formats.py", form.holds
    for how in (*MAPS, FOLDS):
        yield "ai/evaluation/estimators.py", how.title


def template() -> Catalog:
    """Return the catalogue without translations."""
    catalogue = Catalog(charset="utf-8")
    for file, context, text in strings():
        catalogue.add(text, locations=[(file, 1)], context=context)
    for file, text in (*names(), *formats()):
        catalogue.add(text, locations=[(file, 1)], context="Names")
    for file, text in helps():
        catalogue.add(text, locations=[(file, 1)], context="Commands")
    for words in words_of_click():
        catalogue.add(words, locations=[("pokergui/cli.py", 1)])
    for file, text in sentences():
        catalogue.add(text, locations=[(file, 1)], context="Errors")
    return catalogue


def formats() -> Iterator[tuple[str, str]]:
    """Yield the names of hand formats, and what they hold: file and text."""
    for form in FORMATS:
        yield "engine/records/formats.py", form.title
        yield "engine/records/formats.py", form.holds


def po_path(language: str) -> Path:
    """Return the file of a language's translations."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Return the translations of a language; an empty catalogue if there is no file."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write(language: str, catalogue: Catalog) -> None:
    """Write the translations of a language, and their compiled form."""
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, sort_by_file=True, include_lineno=False)
    path.with_suffix(".mo").write_bytes(compiled(read(language)))


def compiled(catalogue: Catalog) -> bytes:
    """Return the bytes of the ``.mo`` file."""
    room = BytesIO()
    write_mo(room, catalogue)
    return room.getvalue()


def update(language: str) -> None:
    """Update a language's files with the program's strings."""
    catalogue, found = read(language), template()
    found.creation_date = catalogue.creation_date  # for a reproducible file
    catalogue.update(found, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    write(language, catalogue)


def main() -> None:
    """Update all languages."""
    for language in LANGUAGES:
        if language != ENGLISH:
            update(language)


if __name__ == "__main__":
    main()
