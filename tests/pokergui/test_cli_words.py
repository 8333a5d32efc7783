"""The language of commands: all that they print for a person goes through the catalogue."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.entry import with_depth
from ai.registry import engines
from engine.game import get_game
from pokergui import cli as program
from pokergui.commands.common import table
from pokergui.language import ENGLISH, install, use
from tests.pokergui.cli_runner import Cli

MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"(?<![\w:-])[A-Za-z]{3,}(?![\w:-])")
NAMES = {
    *("kuhn", "leduc", "mbb", "hand", "basic", "gea", "python", "sqlite"),
    *("VPIP", "PFR", "WTSD", "rock", "paper", "scissors"),
}
"""Words that are the same in every language, beside the names of engines."""
EVALUATE = ("evaluate", "m.log", "--hero", "call", "--behaviour", "call", "--target", "random")


class Marks(gettext.NullTranslations):
    """A catalogue that puts brackets around each string."""

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(program, "use_environment", lambda: install(Marks()))
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield
    use(ENGLISH)


def unmarked(text: str) -> set[str]:
    """Return the words that are in no string of the catalogue."""
    while (fewer := MARKED.sub("", text)) != text:
        text = fewer
    kept = {engine.name for engine in engines(None)} | NAMES
    return {word for word in WORD.findall(text) if word not in kept}


@pytest.mark.parametrize(
    "args",
    [
        ("games",),
        ("engines",),
        ("engines", "--game", "leduc"),
        ("engines", "measure", "kuhn", "random"),
        ("classes", "--board", "8h7d2c"),
        ("equity", "AcAd", "KcKd", "--board", "2c3c4d5h"),
        ("equity", "AcAd", "QQ+", "--samples", "9"),
        ("compare", "kuhn", "call", "cfr"),
        ("compare", "kuhn", "call", "cfr", "--all"),
        ("exploitability", "kuhn", "random"),
        ("exploitability", "kuhn-3", "random"),
        ("exploitability", "kuhn", "random", "--hands", "8", "--by", "menu", "--against", "call"),
        ("drill", "kuhn", "--seed", "1", "--spots", "2", "--answer", "c"),
        ("drill", "kuhn", "--list"),
        ("drill", "kuhn", "--ranges", "--seed", "1", "--spots", "1", "--answer", "random"),
        ("exploitability", "kuhn", "random", "--turns", "3"),
        ("compare", "kuhn", "call", "cfr", "--card", "7d"),
        ("tree", "kuhn"),
        ("lab", "matrix"),
        ("lab", "kuhn", "--alternating"),
        ("lab", "schedule", "leduc", "depth:0.4,2,both"),
        ("lab", "schedule", "leduc", "explicit:1,all"),
        ("solve", "kuhn-3", "--algorithm", "cfr", "--iterations", "2"),
        ("match", "kuhn", "random", "call", "--hands", "20"),
        ("hands", "list"),
        ("hands", "verify"),
        ("hands", "backups"),
        ("hands", "matches"),
        ("opponents", "list"),
        ("tournament", "--list"),
    ],
    ids=" ".join,
)
def test_all_words_for_a_person_are_in_the_catalogue(cli: Cli, args: tuple[str, ...]) -> None:
    status, out, err = cli.run(*args)
    assert status in (0, 2) and "⟦" in out + err
    assert unmarked(out) | unmarked(err.removeprefix("pokergui: ")) == set()


def test_verdicts_by_hands_are_in_the_catalogue(cli: Cli) -> None:
    cli.json("match", "leduc", "cfr", "call", "--hands", "60", "--duplicate", "--acpc", "m.log")
    _, out, _ = cli.run(*EVALUATE, "--rival", "opponent-model")
    assert "too little of the target" in out and "learns" in out
    assert unmarked(out) == set()


@pytest.mark.parametrize(
    "args",
    [("doctor",), ("engines", "--game", "kuhn"), ("drill", "kuhn", "--seed", "1", "--answer", "c")],
    ids=" ".join,
)
def test_json_is_the_same_in_every_language(cli: Cli, args: tuple[str, ...]) -> None:
    status, out, _ = cli.run(*args, "--json")
    assert status == 0 and "⟦" not in out


def test_columns_are_even_where_letters_are_wide() -> None:
    assert table([("胜率", 5), ("win", 12)], ("名", "n")) == ["名    n", "胜率   5", "win   12"]


def test_a_game_is_named_with_its_depths() -> None:
    use(ENGLISH)
    assert str(with_depth(get_game("kuhn"))) == "Kuhn poker"
    assert str(with_depth(get_game("holdem-nolimit@57"))) == "No-limit hold'em at 57 big blinds"
