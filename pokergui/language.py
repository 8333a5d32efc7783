"""The language of window and commands: one gettext catalogue with a context for each page.

Modules import the translator of their page under the name ``tr``, which the extraction of strings
looks for (``scripts/catalogue.py``). Standard library, no Qt: commands start without it, and
translators edit ``.po`` files with any tool.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).parent / "locale"
"""Catalogues: ``LANGUAGE/LC_MESSAGES/pokergui.mo``, made from the ``.po`` file beside it."""
DOMAIN = "pokergui"
ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "zh_CN": "简体中文"}
"""Languages of the program, by the name that each has for itself."""
Translator = Callable[[str], str]

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> None:
    """Translate into a language from now on; English if there is no catalogue of it."""
    global _catalogue
    _catalogue = gettext.translation(DOMAIN, FOLDER, [language], fallback=True)


def translator(context: str) -> Translator:
    """Return the function that translates the strings of one context."""

    def tr(text: str) -> str:
        return _catalogue.pgettext(context, text)

    return tr


def mark(text: str) -> str:
    """Return a string as it is; it goes into the catalogue and is translated where it is shown."""
    return text


tr = translator("Program")
tr_play = translator("Play")
tr_watch = translator("Watch")
tr_study = translator("Study")
tr_train = translator("Train")
tr_lab = translator("Lab")
tr_history = translator("History")
tr_settings = translator("Settings")
