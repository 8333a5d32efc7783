"""One unit for one quantity: in games with antes results are in mA a hand, amounts in antes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from engine.game import get_game
from pokergui.formatting.result import Unit
from pokergui.pages.play.scenes.results import session_scene
from pokergui.pages.play.work.results import SessionResults
from pokergui.store import Store
from pokergui.units import amount_unit, per_decision
from tests.pokergui.blinds import blind_words
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into

LEDUC = get_game("leduc")
MATCH = ("match", "leduc", "cfr", "random", "--hands", "40", "--seed", "1")
COMMANDS = (
    (*MATCH, "--duplicate"),
    (*MATCH, "--aivat", "both"),
    (*MATCH, "--stop", "sequence"),
    (*MATCH, "--stop", "sprt", "--null", "0", "--alternative", "900"),
    ("tournament", "leduc", "call", "random", "--hands", "40", "--seed", "1"),
    ("evaluate", "--match", "1", "--target", "call"),
    ("hands", "matches"),
    ("hands", "list", "--game", "leduc"),
    ("hands", "stats", "--game", "leduc"),
    ("hands", "ledger", "1"),
    ("review", "leduc", "cfr"),
    ("review", "leduc", "cfr", "--hand", "1", "--grid"),
    ("drill", "leduc", "--list"),
    ("engines", "--game", "leduc"),
    ("strategy", "leduc", "cfr"),
    ("exploitability", "leduc", "call"),
)


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> Path:
    """A home with hands of Leduc and a match."""
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 12, games=("leduc",))
    assert cli.run(*MATCH, "--db", str(tmp_path / "hands.db"))[0] == 0
    return tmp_path


def test_no_command_counts_leduc_in_big_blinds(cli: Cli, played: Path) -> None:
    for command in COMMANDS:
        status, out, err = cli.run(*command)
        assert (status, err) == (0, ""), (command, err)
        assert blind_words(out) == [], command
    assert " mA/hand; " in cli.run(*MATCH)[1]
    assert " mA per decision" in cli.run("review", "leduc", "cfr")[1]


def test_units_of_games_with_blinds_and_with_antes() -> None:
    units = [
        (one := Unit.of(game), one.chart, amount_unit(game), per_decision(game))[1:]
        for game in (LEDUC, get_game("holdem-nolimit@100"))
    ]
    assert units == [("antes", "antes", "mA per decision"), ("bb", "bb", "mbb per decision")]


def test_a_session_of_leduc_counts_in_thousandths_of_the_ante() -> None:
    results = SessionResults()
    for chips in (2, -1, 3, 0):
        results.add(chips)
    scene = session_scene(LEDUC, results, 4)
    assert scene.result is not None
    assert (scene.result.value, blind_words(scene)) == ("+1,000", [])
    assert scene.result.rest.endswith(" mA/hand")
