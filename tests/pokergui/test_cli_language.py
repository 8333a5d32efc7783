"""Commands in the language of the terminal: every word that they print is in the catalogue."""

from __future__ import annotations

import gettext
import re
from importlib import import_module

import pytest

from pokergui import language
from tests.pokergui.cli_runner import Cli

TITLES = {"uhn", "poker"}
"""Letters of the game's title, which commands get as data."""


class Shouted(gettext.NullTranslations):
    """A language in which everything is in capitals, except the values to fill in."""

    def pgettext(self, context: str, message: str) -> str:
        parts = re.split(r"(\{[^}]*\})", message)
        return "".join(part if part.startswith("{") else part.upper() for part in parts)


@pytest.mark.parametrize(
    ("args", "data"),
    [
        ("tree kuhn", set()),
        ("lab matrix", {"rock", "paper", "scissors"}),
        ("lab kuhn --alternating", {"lecture", "cr", *TITLES}),
        ("lab schedule leduc depth:0.4,2,both", {"depth", "both"}),
        ("lab schedule leduc explicit:1,all", {"explicit", "all"}),
        ("solve kuhn-3 --algorithm cfr --iterations 2", {"cfr", "three", "players", *TITLES}),
        ("match kuhn random call --hands 20", {"random", "call", "bet", *TITLES}),
        ("hands list", set()),
        ("hands verify", {"hands"}),
        ("hands backups", {"home", "pokergui", "backups"}),
        ("hands matches", set()),
        ("opponents list", set()),
        ("tournament --list", set()),
    ],
)
def test_every_word_is_translated(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, args: str, data: set[str]
) -> None:
    name, *_ = args.split()
    import_module(f"pokergui.commands.{name}")  # its help stays in English for other tests
    monkeypatch.setattr("pokergui.cli.use_environment", lambda: language.install(Shouted()))
    try:
        status, out, _ = cli.run(*args.split())
    finally:
        language.use(language.ENGLISH)
    out = re.sub(r"\S*/\S*", "", out)
    assert status == 0
    assert set(re.findall(r"[a-z]{2,}", out)) <= data
