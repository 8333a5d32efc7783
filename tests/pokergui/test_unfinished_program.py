"""The program killed and closed in the middle of hands: the next start goes on with the hand."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from pokergui.store import HandReader, OpenHand, StoreError, verify
from tests.pokergui.desktop import START_S, Program, log_text, settings

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit")


def drive(home: Path, task: str, number: int = 0, seed: int = 0) -> Program:
    """The program with a hand on its keys, on no screen."""
    arguments = (task, str(number), str(seed))
    return Program(home, "tests.pokergui.driver", *arguments, QT_QPA_PLATFORM="offscreen")


def unfinished(home: Path) -> tuple[OpenHand, ...]:
    with suppress(StoreError), HandReader(home / "hands.db") as reader:
        return reader.open_hands().hands
    return ()


def interrupt(home: Path, rng: random.Random, *, kill: bool) -> None:
    """Play for a while and end in the middle of a hand, by a signal or by closing the window."""
    if not kill:
        with drive(home, "close", rng.randrange(1500, 4000), rng.getrandbits(30)) as program:
            out, err = program.process.communicate(timeout=START_S)
        assert (program.process.returncode, err) == (0, ""), out
        return
    with drive(home, "forever", 0, rng.getrandbits(30)) as program:
        for line in program.out:
            if "playable" in json.loads(line):
                break
        time.sleep(rng.uniform(0.2, 1.5))
        program.process.kill()


def goes_on(home: Path, left: OpenHand) -> None:
    """One hand is played to its end: it is the one that was left."""
    with drive(home, "play", 1, 7) as program:
        out, err = program.process.communicate(timeout=START_S)
    assert (program.process.returncode, err) == (0, ""), out
    assert "notice" not in out
    with HandReader(home / "hands.db") as reader:
        (hand,) = [h for h in reader.list().hands if h.deck_number == left.deck_number]
    assert (hand.cards, hand.salt, hand.hero) == (left.cards, left.salt, left.hero)
    assert (hand.mode, hand.engines, hand.notes) == ("play", left.engines, left.notes)
    assert hand.line.startswith(left.line.rstrip("/"))


def interrupt_many(home: Path, rounds: int) -> None:
    seed = random.SystemRandom().getrandbits(32)
    rng = random.Random(seed)
    for number in range(rounds):
        settings(home, game=GAMES[number % len(GAMES)])
        interrupt(home, rng, kill=number % 2 == 0)
        found = verify(home / "hands.db")
        assert found.problems == (), f"seed {seed}, round {number}"
        left = unfinished(home)
        assert len(left) == found.unfinished
        here = [hand for hand in left if hand.game_name.startswith(GAMES[number % len(GAMES)])]
        if here:
            goes_on(home, here[-1])
            assert verify(home / "hands.db").problems == ()
    assert log_text(home) == ""


def test_a_hand_in_progress_outlives_a_kill_and_a_close(tmp_path: Path) -> None:
    interrupt_many(tmp_path, 2)


@pytest.mark.long
@pytest.mark.scorecard("D1")
def test_hands_in_progress_outlive_many_kills_and_closes(
    tmp_path: Path, release: bool, record_property: Callable[[str, object], None]
) -> None:
    rounds = 80 if release else 12
    interrupt_many(tmp_path, rounds)
    record_property("measured", f"hands in progress: {rounds // 2} kills, 0 lost")
