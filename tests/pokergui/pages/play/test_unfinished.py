import random
from contextlib import closing

import numpy as np
import pytest

from ai.registry import build
from engine.game import get_game
from engine.jobs import JobControl
from engine.rng import rng_state
from engine.table import live_deck, shuffled_deck
from pokergui.links import EngineLink, PlayLink
from pokergui.pages.play.presenters.opponents import ENGINE_LIMIT_MS
from pokergui.store import Store
from tests.pokergui.store.damage import change
from tests.pokergui.timers import let_pass

pytestmark = pytest.mark.slow


def state(table):
    play = table.play
    return play.game, play.table.deck, play.hero, play.table.hand.spot.actions


def a_hand_in_play(table, rng):
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


def leave_and_come_back(table, rng, way):
    presenter, name = table.presenter, table.choice.game
    game = table.choice.build_game()
    if way == "quit":
        table.again()
    elif way == "another opponent":
        table.choose("raise")
        table.press("resume" if rng.random() < 0.5 else "dismiss")
        presenter.choose("opponent", "random")
    elif way == "another game":
        presenter.choose("game", "leduc" if name != "leduc" else "kuhn")
        presenter.choose("game", name)
    elif way == "an engine's page":
        table.do(presenter.play_against, EngineLink(game, "call"))
        presenter.choose("opponent", "random")
    else:
        deck, opponent = shuffled_deck(game, rng_state(5)), rng.choice(("random", "call"))
        table.do(presenter.play_from, PlayLink(game, deck, (), rng.randrange(2), opponent))
        if opponent == "random":
            table.finish_hand()
            presenter.next_hand()
        else:
            presenter.press_notice("resume")
    table.settle()


WAYS = ("quit", "another opponent", "another game", "an engine's page", "a seat elsewhere")


@pytest.mark.ci
@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_interrupted_hand_resumes_with_the_same_cards(played, game):
    rng, table = random.Random(game), played(game, "random")
    for number in range(13):
        a_hand_in_play(table, rng)
        before, finished = state(table), table.modes.count("play")
        assert table.waiting >= 1, number
        leave_and_come_back(table, rng, WAYS[number % len(WAYS)])
        after = state(table)
        assert (*after[:3], after[3][: len(before[3])]) == before, number
        assert not table.play.training, number
        if table.counts:
            assert not any(card.face_up for card in table.scene.seats[1].cards), number
        table.finish_hand()
        assert table.modes.count("play") == finished + 1, number
    hands = table.saved()
    assert len({hand.deck_number for hand in hands}) == len(hands)


@pytest.mark.parametrize("opponent", ["random", "cfr"])
def test_resumed_engine_makes_the_same_random_draws(played, opponent):
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


def test_training_hands_draw_afresh_and_are_not_resumable(played):
    table = played("leduc", "random")
    table.reach_decision()
    while table.play.undo_to is None:
        table.act("call")
    was_over = not table.counts
    table.hands.undo()
    assert table.hands.writer.seed(table.play) is None
    table.settle()
    assert table.waiting == 0 and table.modes.count("play") == was_over


def test_unfinished_hand_of_another_table_is_offered_before_dealing(played):
    table = played("leduc", "call")
    table.reach_decision()
    table.choose("raise")
    table.finish_hand()
    table.again()
    assert table.notice.enter
    assert table.bar.next_hand is not None and not table.play.dealt and table.waiting == 1
    table.press("deal")
    assert table.notice is None and table.shown["top"].opponent.current == "raise"
    table.finish_hand()
    assert table.waiting == 1
    table.press("resume")
    assert table.shown["top"].opponent.current == "call" and table.counts
    table.finish_hand()
    assert (table.waiting, len(table.modes)) == (0, 3)


@pytest.mark.parametrize("bet", [True, False])
def test_resumed_hand_can_be_folded(played, bet):
    table = played("leduc", "raise")
    table.reach_decision()
    while ("fold" in table.legal) != bet:
        table.act("call")
        table.reach_decision()
    before, finished = state(table), len(table.modes)
    table.again()
    table.press("fold")
    assert table.notice is None and table.bar.next_hand is not None
    assert (table.waiting, len(table.modes)) == (0, finished + 1)
    hand = table.saved()[-1]
    assert (hand.record.deck, hand.hero) == before[1:3]
    assert hand.line.rstrip("/").endswith("f")  # it always raises
    assert hand.notes == ("given up after it was left",)


def test_resumed_hand_keeps_its_history_and_is_learned_from_once(played, monkeypatch):
    table, learned = played("leduc", "call"), []
    table.reach_decision()
    table.hands.act("raise", "")
    let_pass(table.presenter.opponents, ENGINE_LIMIT_MS)
    for _ in range(2):
        table.again()
        for part in (table.presenter.opponents, table.presenter.belief):
            monkeypatch.setattr(part, "observe", lambda *seen: learned.append(seen))
    assert learned == []
    table.finish_hand()
    assert len(learned) == 2
    assert table.saved()[0].notes == ("call: did not answer in time",)


@pytest.mark.parametrize("folded", [False, True])
def test_unfinished_hand_waits_for_a_missing_engine(played, tmp_path, folded):
    game = get_game("leduc")
    with closing(Store.open(tmp_path / "hands.db")) as store:
        begun = {"engines": ("", "trained:gone"), "hero": 0}
        store.begin_hand(game, live_deck(game), **begun).committed.result()
    table = played("leduc", "call")
    table.press("resume")
    assert "gone could not start" in table.notice.title and "trained:gone" in table.notice.text
    assert [button.key for button in table.notice.buttons] == ["retry", "fold"]
    if folded:
        table.press("fold")
        dealt = len(table.frames)
        let_pass(table.hands, 60_000)
        assert (table.waiting, len(table.modes), len(table.frames)) == (0, 1, dealt)
    else:
        table.choose("raise")
        table.finish_hand()
        assert (table.waiting, table.modes) == (1, ["play"])


def test_a_damaged_hand_is_named_and_can_be_removed(played, tmp_path):
    table = played("leduc", "call")
    table.reach_decision()
    table.quit()
    change(tmp_path / "hands.db", "UPDATE open_hands SET line = line || 'c'")
    table.begin(table.choice)
    assert table.notice.title == "An unfinished hand is damaged and cannot continue"
    table.presenter.press_notice("forget")
    table.finish_hand()
    assert (table.waiting, table.modes) == (0, ["play"])
