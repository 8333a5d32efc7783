"""Hands that are left before they are over: they wait, go on with the same cards, count once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.registry import build
from engine.game import get_game
from engine.jobs import JobControl
from engine.rng import rng_state
from engine.table import live_deck, shuffled_deck
from pokergui.formatting.choices import PlayChoice
from pokergui.links import EngineLink, PlayLink
from pokergui.store import HandReader, Store, verify
from tests.pokergui.pages.play.conftest import Played

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit")


def state(table: Any) -> tuple[Any, ...]:
    play = table.presenter.hands.play
    return play.game, play.table.deck, play.hero, play.table.hand.spot.actions


def in_play(table: Any) -> bool:
    play = table.presenter.hands.play
    return bool(play is not None and play.in_hand and not play.training)


def a_hand_in_play(table: Any, rng: random.Random) -> None:
    """Come to a random moment of a hand that counts; some of them while the engine thinks."""
    while True:
        table.reach_decision()
        for _ in range(rng.randrange(4)):
            legal = [s.kind for s in table.page.shown["actions"].slots if s.enabled]
            if not legal or not in_play(table):
                break
            table.presenter.hands.act(rng.choice(legal), "")
            if in_play(table) and rng.random() < 0.3:
                return
            table.settle()
        if in_play(table):
            return


def counted(table: Any) -> int:
    """Finished hands that count, everything on disk being sound."""
    table.store.retry().result()  # what was asked for before is written then
    assert verify(table.store.path).problems == ()
    with HandReader(table.store.path) as reader:
        return sum(hand.mode == "play" for hand in reader.list().hands)


def waiting(table: Any) -> int:
    """Unfinished hands on disk."""
    table.store.retry().result()
    found = verify(table.store.path)
    assert found.problems == ()
    return found.unfinished


def again(table: Any) -> Any:
    """Quit, and start the program again."""
    choice = table.presenter._choice
    table.quit()
    return Played(table.store.path.parent, choice)


def by_quitting(table: Any, rng: random.Random) -> Any:
    return again(table)


def by_another_opponent(table: Any, rng: random.Random) -> Any:
    table.presenter.choose_opponent("raise")
    table.settle()
    table.presenter.press_notice("resume" if rng.random() < 0.5 else "dismiss")
    table.settle()
    table.presenter.choose_opponent("random")
    return table


def by_another_game(table: Any, rng: random.Random) -> Any:
    name = table.presenter._choice.game
    table.presenter.choose_game("leduc" if name != "leduc" else "kuhn")
    if rng.random() < 0.5:
        table.settle()
    table.presenter.choose_game(name)
    return table


def by_another_engines_page(table: Any, rng: random.Random) -> Any:
    game = table.presenter._choice.build_game()
    table.presenter.play_against(EngineLink(game, "call"))
    table.settle()
    table.presenter.choose_opponent("random")
    return table


def by_a_seat_elsewhere(table: Any, rng: random.Random) -> Any:
    game = table.presenter._choice.build_game()
    deck = shuffled_deck(game, rng_state(rng.getrandbits(30)))
    opponent = rng.choice(["random", "call"])
    table.presenter.play_from(PlayLink(game, deck, (), rng.randrange(2), opponent))
    table.settle()
    assert table.presenter.hands.play.training
    if opponent == "random":
        table.finish_hand()
        table.presenter.next_hand()
    else:
        table.presenter.press_notice("resume")
    return table


WAYS = (
    by_quitting,
    by_another_opponent,
    by_another_game,
    by_another_engines_page,
    by_a_seat_elsewhere,
)


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_left_in_the_middle_goes_on_with_the_same_cards(tmp_path: Path, game: str) -> None:
    """Of the fifty interruptions that are asked for, thirteen in each game."""
    seed = random.SystemRandom().getrandbits(32)
    rng = random.Random(seed)
    table: Any = Played(tmp_path, PlayChoice(game, 100, "random"))
    for number in range(13):
        a_hand_in_play(table, rng)
        before = state(table)
        finished = counted(table)
        assert waiting(table) >= 1, number
        table = WAYS[number % len(WAYS)](table, rng)
        table.settle()
        what = f"seed {seed}, interruption {number}"
        after = state(table)
        assert after[:3] == before[:3], what
        assert after[3][: len(before[3])] == before[3], what
        assert not table.presenter.hands.play.training, what
        assert "left unfinished" in [n for n in table.page.notices if n is not None][-1].title
        if in_play(table):
            assert not any(card.face_up for card in table.page.scene.seats[1].cards), what
        table.finish_hand()
        assert counted(table) == finished + 1, what
    table.quit()
    with HandReader(table.store.path) as reader:
        hands = reader.list().hands
    assert len({hand.deck_number for hand in hands}) == len(hands)


@pytest.mark.parametrize("opponent", ["random", "cfr"])
def test_the_engine_draws_as_it_would_have_drawn(tmp_path: Path, opponent: str) -> None:
    rng = random.Random(4)
    table: Any = Played(tmp_path, PlayChoice("leduc", 100, opponent))
    for _ in range(6):
        while True:
            table.reach_decision()
            legal = [s.kind for s in table.page.shown["actions"].slots if s.enabled]
            table.presenter.hands.act(rng.choice([kind for kind in legal if kind != "fold"]), "")
            if in_play(table) and not table.presenter.hands.play.hero_to_act:
                break
            table.settle()
        play = table.presenter.hands.play
        agent = build(opponent, play.game, tmp_path, JobControl())
        seed = table.presenter.hands.writer.seed(play)
        action = agent.act(play.view_to_act(), np.random.default_rng(seed))
        done = state(table)[3]
        table = again(table)
        assert state(table)[3][: len(done) + 1] == (*done, action)
        table.finish_hand()
    table.quit()


def test_training_draws_anew_and_waits_nowhere(played: Any) -> None:
    table = played("leduc", "random")
    table.reach_decision()
    table.act("call")
    while table.presenter.hands.play.undo_to is None:
        table.act("call")
    was_over = not in_play(table)
    table.presenter.hands.undo()
    assert table.presenter.hands.writer.seed(table.presenter.hands.play) is None
    table.settle()
    assert waiting(table) == 0
    table.presenter.choose_opponent("call")
    table.settle()
    assert waiting(table) == 1  # the one that was dealt here
    assert counted(table) == was_over


def left_at_another_table(folder: Path) -> Any:
    """A hand waits against one opponent; the program starts with another."""
    table: Any = Played(folder, PlayChoice("leduc", 100, "call"))
    table.reach_decision()
    table.presenter.choose_opponent("raise")
    table.settle()
    table.finish_hand()
    return again(table)


def test_the_start_offers_a_hand_of_another_table_before_it_deals(tmp_path: Path) -> None:
    table = left_at_another_table(tmp_path)
    notice = table.page.notices[-1]
    assert notice.title == "A hand against Caller is unfinished"
    assert notice.enter and notice.buttons[0].key == "resume"
    assert table.page.shown["actions"].next_hand is not None
    assert not table.presenter.hands.play.dealt
    assert waiting(table) == 1
    table.presenter.press_notice("resume")
    table.settle()
    assert table.page.shown["top"].opponent.current == "call"
    assert in_play(table) and waiting(table) == 1
    table.finish_hand()
    assert (waiting(table), counted(table)) == (0, 2)
    table.quit()


def test_a_hand_that_is_offered_may_wait_on(tmp_path: Path) -> None:
    table = left_at_another_table(tmp_path)
    table.presenter.press_notice("deal")
    table.settle()
    assert table.page.notices[-1] is None
    assert table.page.shown["top"].opponent.current == "raise"
    table.finish_hand()
    assert waiting(table) == 1
    table.presenter.choose_opponent("call")
    table.settle()
    assert "was left unfinished" in table.page.notices[-1].title
    table.quit()


def to_a_decision(table: Any, *, bet: bool) -> None:
    """A decision of the person with or without a bet to face."""
    for _ in range(100):
        table.reach_decision()
        if table.page.shown["actions"].slots[0].enabled == bet:
            return
        table.act("call")
    raise AssertionError("no such decision")


@pytest.mark.parametrize("bet", [True, False])
def test_a_hand_taken_up_again_can_be_folded(tmp_path: Path, bet: bool) -> None:
    table: Any = Played(tmp_path, PlayChoice("leduc", 100, "raise"))
    to_a_decision(table, bet=bet)
    before, finished = state(table), counted(table)
    table = again(table)
    assert [button.key for button in table.page.notices[-1].buttons] == ["dismiss", "fold"]
    table.presenter.press_notice("fold")
    table.settle()
    assert table.page.notices[-1] is None
    assert table.page.shown["actions"].next_hand is not None
    assert (waiting(table), counted(table)) == (0, finished + 1)
    with HandReader(table.store.path) as reader:
        hand = reader.list().hands[-1]
    assert (hand.record.deck, hand.hero) == (before[1], before[2])
    assert hand.line.rstrip("/").endswith("f") and hand.result < 0  # it raises all the time
    assert hand.notes == ("given up after it was left",)
    table.quit()


def test_what_happened_before_is_remembered(tmp_path: Path) -> None:
    table: Any = Played(tmp_path, PlayChoice("leduc", 100, "call"))
    table.reach_decision()
    table.presenter.hands.act("raise", "")
    table.presenter.hands._fall_back("did not answer in time", "", "")
    table = again(table)
    table.finish_hand()
    table.settle()
    with HandReader(table.store.path) as reader:
        assert reader.show(1).notes == ("call: did not answer in time",)
    table.quit()


def test_nobody_learns_from_a_hand_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table: Any = Played(tmp_path, PlayChoice("leduc", 100, "call"))
    for number in range(4):
        table.reach_decision()
        learned: list[object] = []
        for _ in range(2):
            table = again(table)
            for part in (table.presenter.opponents, table.presenter.mind):
                monkeypatch.setattr(part, "observe", lambda *seen: learned.append(seen))  # noqa: B023
        assert learned == []
        table.finish_hand()
        assert len(learned) == 2
        assert counted(table) == number + 1
    table.quit()


def gone_engine(folder: Path) -> Any:
    """The program with a hand against an engine that no longer exists."""
    game = get_game("leduc")
    store = Store.open(folder / "hands.db")
    deck = live_deck(game)
    store.begin_hand(game, deck, engines=("", "trained:gone"), hero=0).committed.result()
    store.close()
    table: Any = Played(folder, PlayChoice("leduc", 100, "call"))
    assert table.page.notices[-1].title == "A hand against gone is unfinished"
    table.presenter.press_notice("resume")
    table.settle()
    return table


def test_a_hand_waits_for_an_engine_that_is_gone(tmp_path: Path) -> None:
    table = gone_engine(tmp_path)
    notice = table.page.notices[-1]
    assert "gone could not start" in notice.title
    assert "trained:gone" in notice.text
    assert [button.key for button in notice.buttons] == ["retry", "fold"]
    table.presenter.choose_opponent("raise")
    table.settle()
    table.finish_hand()
    assert (waiting(table), counted(table)) == (1, 1)
    table.quit()


def test_a_hand_against_an_engine_that_is_gone_can_be_folded(tmp_path: Path) -> None:
    table = gone_engine(tmp_path)
    table.presenter.press_notice("fold")
    table.settle()
    assert (waiting(table), counted(table)) == (0, 1)
    assert not table.presenter.hands._next.isActive()
    table.presenter.next_hand()
    table.settle()
    assert table.page.notices[-1].title == "gone could not start"
    assert waiting(table) == 0
    table.quit()


def test_a_damaged_hand_is_named_and_can_be_removed(tmp_path: Path) -> None:
    import sqlite3

    table: Any = Played(tmp_path, PlayChoice("leduc", 100, "call"))
    table.reach_decision()
    table.quit()
    with sqlite3.connect(tmp_path / "hands.db") as db:
        db.execute("UPDATE open_hands SET line = line || 'c'")
    db.close()
    table = Played(tmp_path, PlayChoice("leduc", 100, "call"))
    assert table.page.notices[-1].title == "An unfinished hand is damaged and cannot go on"
    table.presenter.press_notice("forget")
    table.finish_hand()
    assert (waiting(table), counted(table)) == (0, 1)
    table.quit()
