"""Hands that are left before they are over: they wait, go on with the same cards, count once."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from ai.registry import build
from engine.game import get_game
from engine.jobs import JobControl
from engine.rng import rng_state
from engine.table import live_deck, shuffled_deck
from pokergui.links import EngineLink, PlayLink
from pokergui.pages.play.presenters.seat_engine import ENGINE_LIMIT_MS
from pokergui.store import Store
from tests.pokergui.pages.play.tables import Played
from tests.pokergui.timers import let_pass

pytestmark = pytest.mark.slow


def state(table: Played) -> tuple[Any, ...]:
    play = table.play
    return play.game, play.table.deck, play.hero, play.table.hand.spot.actions


def a_hand_in_play(table: Played, rng: random.Random) -> None:
    """Come to a random moment of a hand that counts; some of them while the engine thinks."""
    while True:
        table.reach_decision()
        for _ in range(rng.randrange(4)):
            if not table.legal or not table.counts:
                break
            table.hands.act(rng.choice(table.legal), "")
            if table.counts and rng.random() < 0.3:
                return
            table.settle()
        if table.counts:
            return


def by_quitting(table: Played, rng: random.Random) -> None:
    table.again()


def by_another_opponent(table: Played, rng: random.Random) -> None:
    table.do(table.presenter.choose_opponent, "raise")
    table.press("resume" if rng.random() < 0.5 else "dismiss")
    table.presenter.choose_opponent("random")


def by_another_game(table: Played, rng: random.Random) -> None:
    name = table.choice.game
    table.presenter.choose_game("leduc" if name != "leduc" else "kuhn")
    if rng.random() < 0.5:
        table.settle()
    table.presenter.choose_game(name)


def by_another_engines_page(table: Played, rng: random.Random) -> None:
    table.do(table.presenter.play_against, EngineLink(table.choice.build_game(), "call"))
    table.presenter.choose_opponent("random")


def by_a_seat_elsewhere(table: Played, rng: random.Random) -> None:
    game = table.choice.build_game()
    deck = shuffled_deck(game, rng_state(rng.getrandbits(30)))
    opponent = rng.choice(["random", "call"])
    table.do(table.presenter.play_from, PlayLink(game, deck, (), rng.randrange(2), opponent))
    assert table.play.training
    if opponent == "random":
        table.finish_hand()
        table.presenter.next_hand()
    else:
        table.presenter.press_notice("resume")


WAYS = (
    by_quitting,
    by_another_opponent,
    by_another_game,
    by_another_engines_page,
    by_a_seat_elsewhere,
)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_a_hand_left_in_the_middle_goes_on_with_the_same_cards(played, game):
    """Of the fifty interruptions that are asked for, thirteen in each game."""
    rng, table = random.Random(game), played(game, "random")
    for number in range(13):
        a_hand_in_play(table, rng)
        before, finished = state(table), table.modes.count("play")
        assert table.waiting >= 1, number
        WAYS[number % len(WAYS)](table, rng)
        table.settle()
        after = state(table)
        assert after[:3] == before[:3], number
        assert after[3][: len(before[3])] == before[3], number
        assert not table.play.training, number
        assert "left unfinished" in [one for one in table.notices if one is not None][-1].title
        if table.counts:
            assert not any(card.face_up for card in table.scene.seats[1].cards), number
        table.finish_hand()
        assert table.modes.count("play") == finished + 1, number
    hands = table.saved()
    assert len({hand.deck_number for hand in hands}) == len(hands)


@pytest.mark.parametrize("opponent", ["random", "cfr"])
def test_the_engine_draws_as_it_would_have_drawn(played, opponent):
    rng, table = random.Random(4), played("leduc", opponent)
    agent = build(opponent, get_game("leduc"), table.folder, JobControl())
    for _ in range(6):
        while True:
            table.reach_decision()
            table.hands.act(rng.choice([kind for kind in table.legal if kind != "fold"]), "")
            if table.counts and not table.play.hero_to_act:
                break
            table.settle()
        seed = table.hands.writer.seed(table.play)
        action = agent.act(table.play.view_to_act(), np.random.default_rng(seed))
        done = table.actions
        table.again()
        assert table.actions[: len(done) + 1] == (*done, action)
        table.finish_hand()


def test_training_draws_anew_and_waits_nowhere(played):
    table = played("leduc", "random")
    table.reach_decision()
    while table.play.undo_to is None:
        table.act("call")
    was_over = not table.counts
    table.hands.undo()
    assert table.hands.writer.seed(table.play) is None
    table.settle()
    assert table.waiting == 0
    table.do(table.presenter.choose_opponent, "call")
    assert table.waiting == 1  # the one that was dealt here
    assert table.modes.count("play") == was_over


@pytest.mark.parametrize("key", ["resume", "deal"])
def test_the_start_offers_a_hand_of_another_table_before_it_deals(played, key):
    table = played("leduc", "call")
    table.reach_decision()
    table.do(table.presenter.choose_opponent, "raise")
    table.finish_hand()
    table.again()
    assert table.notice.title == "A hand against Caller is unfinished"
    assert table.notice.enter and table.notice.buttons[0].key == "resume"
    assert table.bar.next_hand is not None and not table.play.dealt and table.waiting == 1
    table.press(key)
    if key == "deal":
        assert table.notice is None
        assert table.shown["top"].opponent.current == "raise"
        table.finish_hand()
        assert table.waiting == 1
        table.do(table.presenter.choose_opponent, "call")
    assert "was left unfinished" in table.notice.title
    assert table.shown["top"].opponent.current == "call" and table.counts
    table.finish_hand()
    assert (table.waiting, len(table.modes)) == (0, 2 if key == "resume" else 3)


@pytest.mark.parametrize("bet", [True, False])
def test_a_hand_taken_up_again_can_be_folded(played, bet):
    table = played("leduc", "raise")
    table.reach_decision()
    while ("fold" in table.legal) != bet:
        table.act("call")
        table.reach_decision()
    before, finished = state(table), len(table.modes)
    table.again()
    assert [button.key for button in table.notice.buttons] == ["dismiss", "fold"]
    table.press("fold")
    assert table.notice is None and table.bar.next_hand is not None
    assert (table.waiting, len(table.modes)) == (0, finished + 1)
    hand = table.saved()[-1]
    assert (hand.record.deck, hand.hero) == (before[1], before[2])
    assert hand.line.rstrip("/").endswith("f") and hand.result < 0  # it raises all the time
    assert hand.notes == ("given up after it was left",)


def test_what_happened_before_is_remembered(played):
    table = played("leduc", "call")
    table.reach_decision()
    table.hands.act("raise", "")
    let_pass(table.presenter.opponents, ENGINE_LIMIT_MS)
    table.again()
    table.finish_hand()
    assert table.saved()[0].notes == ("call: did not answer in time",)


def test_nobody_learns_from_a_hand_twice(played, monkeypatch):
    table = played("leduc", "call")
    for number in range(4):
        table.reach_decision()
        learned: list[object] = []
        for _ in range(2):
            table.again()
            for part in (table.presenter.opponents, table.presenter.mind):
                monkeypatch.setattr(part, "observe", lambda *seen: learned.append(seen))  # noqa: B023
        assert learned == []
        table.finish_hand()
        assert (len(learned), len(table.modes)) == (2, number + 1)


@pytest.mark.parametrize("folded", [False, True])
def test_a_hand_waits_for_an_engine_that_is_gone(played, tmp_path, folded):
    game = get_game("leduc")
    with closing(Store.open(tmp_path / "hands.db")) as store:
        deck = live_deck(game)
        store.begin_hand(game, deck, engines=("", "trained:gone"), hero=0).committed.result()
    table = played("leduc", "call")
    assert table.notice.title == "A hand against gone is unfinished"
    table.press("resume")
    assert "gone could not start" in table.notice.title and "trained:gone" in table.notice.text
    assert [button.key for button in table.notice.buttons] == ["retry", "fold"]
    if folded:
        table.press("fold")
        dealt = len(table.frames)
        let_pass(table.hands, 60_000)
        assert (table.waiting, len(table.modes), len(table.frames)) == (0, 1, dealt)
        table.next()
        assert table.notice.title == "gone could not start" and table.waiting == 0
    else:
        table.do(table.presenter.choose_opponent, "raise")
        table.finish_hand()
        assert (table.waiting, table.modes) == (1, ["play"])


def test_a_damaged_hand_is_named_and_can_be_removed(played, tmp_path):
    table = played("leduc", "call")
    table.reach_decision()
    table.quit()
    with closing(sqlite3.connect(tmp_path / "hands.db")) as db, db:
        db.execute("UPDATE open_hands SET line = line || 'c'")
    table.begin(table.choice)
    assert table.notice.title == "An unfinished hand is damaged and cannot go on"
    table.presenter.press_notice("forget")
    table.finish_hand()
    assert (table.waiting, table.modes) == (0, ["play"])
