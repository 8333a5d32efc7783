"""Training hands and the advisor in the real program, by real keys on a real screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pokergui.store import HandFilter, HandReader, StoreError
from tests.pokergui.desktop import (
    CLOSE_S,
    START_S,
    Desktop,
    Program,
    command,
    hands,
    log_text,
    settings,
    wait_for,
)

OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.close()


def finished(home: Path) -> int:
    """Number of hands on disk, 0 before there is a database."""
    with suppress(StoreError), HandReader(home / "hands.db") as reader:
        return reader.count()
    return 0


class Player:
    """A person at the keyboard."""

    def __init__(self, desktop: Desktop, home: Path) -> None:
        self.desktop, self.home = desktop, home

    def press_until(self, count: int, *keys: str) -> None:
        """Press keys repeatedly until a number of hands is on disk."""

        def goes_on() -> bool:
            self.desktop.keys(*keys)
            return finished(self.home) >= count

        wait_for(goes_on, f"{count} hands")


def leave(desktop: Desktop, program: Program) -> None:
    desktop.close_window()
    assert program.ended(CLOSE_S) == (0, "")
    assert log_text(program.home) == ""


def test_a_hand_taken_back_counts_nowhere(desktop: Desktop, tmp_path: Path) -> None:
    home = tmp_path / "home"
    settings(home, game="leduc", opponents={"leduc": "call"}, auto_next=False)
    player = Player(desktop, home)
    with desktop.program(home) as program:
        wait_for(lambda: desktop.focused("Poker"), "the window")
        player.press_until(1, "c")
        # Back into the finished hand, and to another end of it; Ctrl+Z does what U does.
        desktop.keys("u", "ctrl+z", "r", "c")
        player.press_until(2, "c")
        desktop.keys("s", "F1")  # to Study and back; the hand stays where it is
        desktop.keys("space")
        player.press_until(3, "c")
        leave(desktop, program)
    kept = hands(home)
    assert [hand["mode"] for hand in kept] == ["play", "training", "play"]
    decks = []
    for hand in kept:
        done = command(home, "hands", "show", str(hand["number"]), "--json")
        decks.append(json.loads(done.stdout)["deck"])
    assert decks[0] == decks[1] != decks[2]
    assert kept[0]["line"] != kept[1]["line"]
    with HandReader(home / "hands.db") as reader:
        assert reader.summary(HandFilter("leduc", "call", modes=("play",))).hands == 2


TAG = "Training hand, not counted"


@pytest.mark.parametrize("game", ["holdem-nolimit", pytest.param("leduc", marks=pytest.mark.long)])
def test_decisions_are_taken_back_at_random_beside_the_advisor(tmp_path: Path, game: str) -> None:
    settings(tmp_path, game=game, advisor=True)
    with Program(tmp_path, "tests.pokergui.driver", "train", "12", "7", **OFFSCREEN) as program:
        out, err = program.process.communicate(timeout=START_S)
    assert (program.process.returncode, err) == (0, "")
    assert log_text(tmp_path) == ""
    told = [json.loads(line) for line in out.splitlines()]
    assert not [entry for entry in told if "notice" in entry]
    tags = [entry["tag"] for entry in told if "tag" in entry]
    assert tags[0] == TAG and set(tags) <= {TAG, ""}
    advice = [entry["advice"] for entry in told if "advice" in entry]
    assert any("…" not in texts for texts in advice)
    for texts in advice:
        # None beside a size that is not one of the engine's.
        assert all(text in ("", "…") or text.endswith("%") for text in texts)
    modes = [hand["mode"] for hand in hands(tmp_path)]
    assert set(modes) == {"play", "training"}
    with HandReader(tmp_path / "hands.db") as reader:
        listing = reader.list().hands
    assert all(hand.record.replay().payoffs == hand.record.payoffs for hand in listing)


def test_the_advisor_is_remembered(desktop: Desktop, tmp_path: Path) -> None:
    home = tmp_path / "home"
    settings(home, auto_next=False)
    with desktop.program(home) as program:
        wait_for(lambda: desktop.focused("Poker"), "the window")

        def opened() -> bool:
            return bool(json.loads((home / "settings.json").read_text()).get("advisor"))

        player = Player(desktop, home)
        player.press_until(1, "c", "space")  # a key pressed while the program loads is lost
        desktop.keys("a")
        wait_for(opened, "the advisor")
        player.press_until(3, "c", "space")
        leave(desktop, program)
    with desktop.program(home) as program:  # open from the start, and hands go on beside it
        wait_for(lambda: desktop.focused("Poker"), "the window")
        Player(desktop, home).press_until(5, "c", "space")
        leave(desktop, program)
    assert opened()
    assert {hand["mode"] for hand in hands(home)} == {"play"}
