"""The language of the window: one gettext catalogue with a context for each page.

Modules import the translator of their page under the name ``tr``, which the extraction of strings
looks for (``scripts/catalogue.py``). It is the standard library and no Qt, which commands start
without; translators edit ``.po`` files with any tool.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path

from engine.wording import translate_by

FOLDER = Path(__file__).parent
"""Catalogues: ``LANGUAGE/LC_MESSAGES/pokergui.mo``, made from the ``.po`` file beside it."""
DOMAIN = "pokergui"
SYSTEM, ENGLISH, CHINESE = "system", "en", "zh_CN"
LANGUAGES = {ENGLISH: "English", CHINESE: "简体中文"}
"""Languages of the program, each with its own name for itself."""
_TRADITIONAL = ("zh_TW", "zh_HK", "zh_MO")
Translator = Callable[[str], str]

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


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
    """Translate into a language from now on; English if there is no catalogue of it."""
    install(gettext.translation(DOMAIN, FOLDER, [language], fallback=True))


def use_environment() -> None:
    """Translate into the language of the terminal from now on, as gettext finds it.

    It reads LANGUAGE, LC_ALL, LC_MESSAGES and LANG. What click says follows, too.
    """
    gettext.bindtextdomain(DOMAIN, FOLDER)
    gettext.textdomain(DOMAIN)
    install(gettext.translation(DOMAIN, FOLDER, fallback=True))


def install(catalogue: gettext.NullTranslations) -> None:
    """Translate by a catalogue from now on."""
    global _catalogue
    _catalogue = catalogue
    translate_by(_worded)


def translator(context: str) -> Translator:
    """Return the function that translates the strings of one context."""

    def tr(text: str) -> str:
        return _catalogue.pgettext(context, text)

    return tr


def tr_later(text: str) -> str:
    """Return a string as it is; it goes into the catalogue and is translated where it is shown."""
    return text


_errors = translator("Errors")
tr = translator("Program")
name_text = translator("Names")
"""Translates names and descriptions of games, engines and algorithms, which are data."""
tr_play = translator("Play")
tr_watch = translator("Watch")
tr_study = translator("Study")
tr_train = translator("Train")
tr_lab = translator("Lab")
tr_history = translator("History")
tr_settings = translator("Settings")
tr_commands = translator("Commands")
command_text = translator("Commands")
"""Translates purposes and help of commands, which are data."""


def _worded(text: str) -> str:
    """Translate a sentence of an error, or a name in it."""
    found = _errors(text)
    return name_text(text) if found == text else found
