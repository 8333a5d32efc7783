"""Gather the program's strings into the catalogues of its languages.

``python -m scripts.catalogue`` reads the strings of ``pokergui``, each in the context of its page,
updates ``pokergui/language/LANGUAGE/LC_MESSAGES/pokergui.po`` and compiles the ``.mo`` beside it.
Translations whose string is gone are dropped; new strings are left empty and show in English.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ai.cfr.algorithms import ALGORITHMS
from ai.evaluation.estimators import MAPS
from ai.evaluation.luck import VALUES, title_of
from ai.registry import engines
from engine.game import built_in_games
from engine.records.formats import FORMATS
from pokergui.language import DOMAIN, ENGLISH, FOLDER, LANGUAGES

_ROOT = Path(__file__).resolve().parents[1]
_KEYWORDS = {"tr": None, "tr_later": None}
PAGES = ("play", "watch", "study", "train", "lab", "history", "settings")


def strings() -> Iterator[tuple[str, str, str]]:
    """Yield all strings in the order of their files: file, context and text."""
    for path in sorted((_ROOT / "pokergui").rglob("*.py")):
        name = path.relative_to(_ROOT)
        found = extract_from_file("python", str(path), keywords=_KEYWORDS)
        for _, text, _, _ in found:
            if text:
                yield name.as_posix(), context_of(name), str(text)


def context_of(file: Path) -> str:
    """Return the context of a file's strings: its page, or the whole program."""
    page = file.parts[2] if file.parts[1] == "pages" else ""
    return page.capitalize() if page in PAGES else "Program"


def names() -> Iterator[tuple[str, str]]:
    """Yield all names and descriptions of games, engines and algorithms: their file and text."""
    for game in built_in_games():
        yield "engine/game.py", game.title
        for value in VALUES:
            yield "ai/evaluation/luck.py", title_of(value, game)
        for row in engines(game):
            yield "ai/registry.py", row.title
            yield "ai/registry.py", row.character
            if ":" not in row.needs:  # else it lists files, which change
                yield "ai/registry.py", row.needs
    for algorithm in ALGORITHMS:
        yield "ai/cfr/algorithms.py", algorithm.title
        yield "ai/cfr/algorithms.py", algorithm.character
    for one in FORMATS:
        yield "engine/records/formats.py", one.title
        yield "engine/records/formats.py", one.holds
    for how in MAPS:
        yield "ai/evaluation/estimators.py", how.title


def template() -> Catalog:
    """Return the catalogue without translations."""
    catalogue = Catalog(charset="utf-8")
    for file, context, text in strings():
        catalogue.add(text, locations=[(file, 1)], context=context)
    for file, text in names():
        catalogue.add(text, locations=[(file, 1)], context="Names")
    return catalogue


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
    """Write the translations of a language, and their compiled form beside them."""
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
    """Bring the files of a language up to the strings of the program."""
    catalogue, found = read(language), template()
    found.creation_date = catalogue.creation_date  # the same strings give the same file
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
