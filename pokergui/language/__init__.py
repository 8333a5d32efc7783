"""Translation: one gettext catalogue with a context for each page.

Modules import the translator of their page under the name ``tr``, which the extraction of strings
looks for (``scripts/catalogue.py``). It is the standard library and no Qt, which commands start
without; translators edit ``.po`` files with any tool.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from engine.wording import translate_by

FOLDER = Path(__file__).parent
"""Catalogues: ``LANGUAGE/LC_MESSAGES/pokergui.mo``, made from the ``.po`` file beside it."""
DOMAIN = "pokergui"
SYSTEM, ENGLISH, CHINESE = "system", "en", "zh_CN"
LANGUAGES = {ENGLISH: "English", CHINESE: "简体中文"}
"""Languages of the program, each with its own name for itself."""
_TRADITIONAL = ("zh_TW", "zh_HK", "zh_MO")

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_forgetting: list[Callable[[], None]] = []
_P = ParamSpec("_P")
_R = TypeVar("_R")


def kept_words(most: int) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Cache up to ``most`` results of a function that words them, until the language changes."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        kept = lru_cache(most)(function)
        _forgetting.append(kept.cache_clear)
        return cast(Callable[_P, _R], kept)

    return decorate


def chosen(wanted: str, system: str) -> str:
    """Return the language to use.

    Args:
        wanted: one of ``LANGUAGES``, or ``SYSTEM`` for that of the desktop.
        system: the desktop's locale, such as "zh_CN".
    """
    if wanted != SYSTEM:
        return wanted
    simplified = system.startswith("zh") and not system.startswith(_TRADITIONAL)
    return CHINESE if simplified else ENGLISH


def use(language: str) -> None:
    """Switch to a language; English if there is no catalogue for it."""
    install(gettext.translation(DOMAIN, FOLDER, [language], fallback=True))


def use_environment() -> None:
    """Switch to the language of the environment, as gettext finds it.

    It reads LANGUAGE, LC_ALL, LC_MESSAGES and LANG. Click's own messages follow.
    """
    gettext.bindtextdomain(DOMAIN, FOLDER)
    gettext.textdomain(DOMAIN)
    install(gettext.translation(DOMAIN, FOLDER, fallback=True))


def install(catalogue: gettext.NullTranslations) -> None:
    global _catalogue  # noqa: PLW0603  one language at a time
    _catalogue = catalogue
    for forget in _forgetting:
        forget()
    translate_by(_worded)


def _worded(text: str) -> str:
    """Translate an error's sentence, a reason in it, or a name."""
    translated = _errors(text)
    return name_text(text) if translated == text else translated


class Translator:
    """Translates the strings of one context."""

    def __init__(self, context: str) -> None:
        self._context = context

    def __call__(self, text: str) -> str:
        return _catalogue.pgettext(self._context, text)

    def plural(self, one: str, many: str, number: float) -> str:
        """Return the plural form for a number.

        Args:
            one: the English string for 1; it may name the number: "1 hand".
            many: the English string for other numbers: "{count} hands". Translations are made from
                it, so ``.format`` fills in its values whatever the number is.
            number: the number that is shown, rounded as it is shown; fractions take the form of 0.
        """
        whole = int(number) if number % 1 == 0 else 0
        return _catalogue.npgettext(self._context, one, many, whole)


def tr_later(text: str) -> str:
    """Mark a string for the catalogue, to be translated where it is shown."""
    return text


def plural_later(one: str, many: str) -> tuple[str, str]:
    """Mark a singular and a plural for the catalogue, for ``Translator.plural``."""
    return one, many


_errors = Translator("Errors")
tr = Translator("Program")
_names = Translator("Names")


def name_text(text: str) -> str:
    """Translate names and descriptions of games, engines and methods, which are data.

    A variant of an engine is "Title (variant)", of which only the title is in the catalogue.
    """
    title, mark, variant = text.removesuffix(")").rpartition(" (")
    if not mark or (translated := _names(title)) == title:
        return _names(text)
    return tr("{title} ({name})").format(title=translated, name=variant)


tr_play = Translator("Play")
tr_watch = Translator("Watch")
tr_study = Translator("Study")
tr_train = Translator("Train")
tr_lab = Translator("Lab")
tr_history = Translator("History")
tr_preflop = Translator("Preflop")
tr_settings = Translator("Settings")
tr_commands = Translator("Commands")
command_text = Translator("Commands")
"""Translates purposes and help of commands, which are data."""


_MARKS = str.maketrans({"，": ",", "、": ",", "；": ";", "：": ":", "％": "%"})


def in_english(text: str, words: Mapping[str, str]) -> str:
    """Return a text with English words and marks; unknown words stay."""
    text = text.translate(_MARKS)
    for shown in sorted(words, key=len, reverse=True):
        if not shown.isascii():
            text = text.replace(shown, f" {words[shown]} ")
    return text
