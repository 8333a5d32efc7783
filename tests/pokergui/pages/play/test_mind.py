"""Mind-reading: its contents; it learns from hands that count, never peeks, never waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.opponent.belief import belief
from ai.opponent.model import BehaviourModel
from ai.opponent.prior import prior_of
from engine.combos import combo_index
from engine.game import get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import SeatRecord, SeatView
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.pages.play.presenters.mind import Mind
from pokergui.pages.play.scenes.mind import read, rounded, share_text
from pokergui.pages.play.viewmodel.mind import MindScene
from pokergui.pages.play.work.mind import family_of
from pokergui.store import PERSONS_MODEL, OpponentStore, Store
from tests.sync_runner import SyncRunner


class Reader:
    """A mind reader at a table, and its contents."""

    def __init__(self, game: str, home: Path, writer: OpponentStore) -> None:
        self.game = get_game(game)
        self.runner = SyncRunner()
        self.writer = writer
        self.mind = Mind(self.runner, writer, home)
        self.scenes: list[MindScene] = []
        self.mind.scene.connect(self.scenes.append)
        self.mind.sit(self.game, "Granite")
        self.mind.set_on(True)
        self.runner.run_all()

    @property
    def scene(self) -> MindScene:
        return self.scenes[-1]

    def look(self, view: SeatView, number: int = 1, counts: bool = True) -> MindScene:
        self.mind.look(view, number, counts=counts)
        self.runner.run_all()
        return self.scene

    @property
    def hands(self) -> int:
        state = self.writer.load(PERSONS_MODEL, family_of(self.game))
        return int(state["hands"]) if state else 0


@pytest.fixture(scope="module")
def home(tmp_path_factory: Any) -> Any:
    """A folder that keeps Leduc's equilibrium, so that it is computed once."""
    return tmp_path_factory.mktemp("strategies")


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[OpponentStore]:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        yield OpponentStore(store)


@pytest.fixture
def reader(home: Path, writer: OpponentStore, qapp: Any) -> Any:
    return lambda game: Reader(game, home, writer)


def hand_at(game: str, line: str, seed: int = 3) -> HandState:
    rules = get_game(game)
    hand = HandState.deal(rules, shuffled_deck(rules, rng_state(seed)))
    for action in parse_line(rules, line):
        hand.apply(action)
    return hand


def record_of(hand: HandState, seat: int) -> SeatRecord:
    return hand.record_for(seat)


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_it_shows_bayes(reader: Any, game: str, home: Path) -> None:
    at = reader(game)
    view = hand_at(game, "r").view(0) if game == "kuhn" else hand_at(game, "rc/r").view(0)
    scene = at.look(view)
    model = BehaviourModel(view.spot.game, prior_of(view.spot.game, home, JobControl()))
    found = belief(model, view.spot, 0)
    own = float(found.weights[combo_index(view.hole, view.spot.game.deck)])
    assert scene.own_share == share_text(own)
    assert scene.grid is not None and scene.grid.shaded
    assert sum(cell.height for cell in scene.grid.cells) == pytest.approx(1.0)
    assert scene.title == "What Granite believes about you"
    assert "0 hands" in scene.model
    most = {"kuhn": "1.58", "leduc": "2.58"}[game]
    assert scene.total.endswith(f" of {most}")
    assert len(scene.leaks) == len(found.stages)


def test_before_the_first_action_all_is_alike(reader: Any) -> None:
    at = reader("holdem-nolimit@100")
    assert "next hand" in at.scene.note
    scene = at.look(hand_at("holdem-nolimit@100", "").view(0))
    assert scene.grid is not None
    assert {cell.height for cell in scene.grid.cells} == {0.5}
    assert scene.total == "0.00 of 10.4" and scene.own_share == "0.08%"
    assert "not acted" in scene.note
    assert scene.leaks == ()


def test_bits_sum_to_the_total(reader: Any) -> None:
    at = reader("holdem-nolimit@100")
    hand = hand_at("holdem-nolimit@100", "r300c/r400c/cr900c/")
    for seat in (0, 1):
        scene = at.look(hand.view(seat))
        shown = [float(leak.bits.replace("\u2212", "-")) for leak in scene.leaks]
        assert sum(shown) == pytest.approx(float(scene.total.split()[0].replace("\u2212", "-")))
        assert [leak.share == 0.0 for leak in scene.leaks] == [value <= 0 for value in shown]
        for count, merged in enumerate(scene.merged, start=2):
            assert float(merged.bits.replace("\u2212", "-")) == pytest.approx(sum(shown[:count]))


def test_rounding_keeps_the_sum_and_strays_by_less_than_a_hundredth() -> None:
    rng = np.random.default_rng(5)
    for _ in range(200):
        bits = rng.normal(0.3, 0.5, rng.integers(0, 9)).tolist()
        shown = rounded(bits)
        assert sum(shown) == round(100 * sum(bits))
        assert all(abs(a - 100 * b) < 1 for a, b in zip(shown, bits, strict=True))


def test_neither_the_opponents_cards_nor_the_own_ones_change_the_belief(reader: Any) -> None:
    at = reader("leduc")
    line, seen = "rc/r", []
    for seed in range(3, 40):
        hand = hand_at("leduc", line, seed)
        if hand.board == hand_at("leduc", line).board:
            seen.append([cell.note for cell in at.look(hand.view(0)).grid.cells])
    assert len(seen) > 2 and all(one == seen[0] for one in seen)


def test_it_learns_from_each_hand_and_keeps_it(reader: Any) -> None:
    at = reader("leduc")
    for count in range(1, 4):
        hand = hand_at("leduc", "rc/rf", seed=count)
        at.mind.observe(record_of(hand, 1), 0)
        at.runner.run_all()
        assert at.hands == count
    assert "3 hands" in at.scene.model


def test_learning_does_not_depend_on_the_drawer(reader: Any) -> None:
    at = reader("leduc")
    at.mind.set_on(False)
    before = len(at.scenes)
    at.mind.look(hand_at("leduc", "rc/r").view(0), 1, counts=True)
    assert at.runner.waiting == 0
    at.mind.observe(record_of(hand_at("leduc", "rc/rf"), 1), 0)
    at.runner.run_all()
    assert at.hands == 1 and len(at.scenes) == before


def test_the_end_of_a_hand_is_held_back_and_read_before_it_is_learned(reader: Any) -> None:
    at = reader("leduc")
    hand = hand_at("leduc", "rc/rc")
    before = len(at.scenes)
    at.mind.look(hand.view(0), 7, counts=True, hold=True)
    at.mind.observe(record_of(hand, 1), 0)
    at.runner.run_all()
    assert len(at.scenes) == before and at.hands == 1
    at.mind.release()
    at.writer.reset(PERSONS_MODEL).result()
    fresh = reader("leduc").look(hand.view(0), 7)
    assert at.scene.total == fresh.total and at.scene.own_share == fresh.own_share


def test_the_most_revealing_action_is_one_of_a_hand_that_counts(reader: Any) -> None:
    at = reader("leduc")
    at.look(hand_at("leduc", "rc/r").view(0), 12, counts=False)
    assert at.scene.most == ""
    at.look(hand_at("leduc", "rc/r").view(0), 13)
    assert "hand 13" in at.scene.most and "bits" in at.scene.most


def test_the_most_revealing_action_has_the_figure_of_its_row(reader: Any) -> None:
    lines = ("c", "r200", "r300c/", "r300c/r400c/", "r300c/r400c/c", "r300c/r400c/cr900c/")
    for seat in (0, 1):
        at = reader("holdem-nolimit@100")
        for line in lines:  # of one hand, so that its figures are rounded again and again
            scene = at.look(hand_at("holdem-nolimit@100", line).view(seat))
            if scene.most:
                assert scene.most.split()[-2] == max(leak.bits for leak in scene.leaks)


def test_another_game_does_not_lose_a_hand(reader: Any) -> None:
    at = reader("leduc")
    at.mind.observe(record_of(hand_at("leduc", "rc/rf"), 1), 0)
    at.mind.sit(get_game("kuhn"), "Granite")
    at.runner.run_all()
    assert at.hands == 1
    at.mind.sit(get_game("leduc"), "Granite")
    at.runner.run_all()
    assert "1 hand" in at.scene.model


def test_depths_of_a_game_learn_together(reader: Any) -> None:
    at = reader("holdem-nolimit@100")
    hand = hand_at("holdem-nolimit@100", "r300f")
    at.mind.observe(record_of(hand, 1), 0)
    at.mind.sit(get_game("holdem-nolimit@50"), "Granite")
    at.runner.run_all()
    assert "1 hand" in at.scene.model


def test_a_damaged_state_is_told_and_nothing_is_overwritten(
    home: Path, writer: OpponentStore, qapp: Any
) -> None:
    runner, game = SyncRunner(), get_game("leduc")
    writer.save(PERSONS_MODEL, family_of(game), 5, {"format": 99}).result()
    mind, scenes = Mind(runner, writer, home), []
    mind.scene.connect(scenes.append)
    mind.sit(game, "Granite")
    mind.set_on(True)
    mind.observe(record_of(hand_at("leduc", "rc/rf"), 1), 0)
    runner.run_all()
    assert scenes[-1].note.startswith("No belief: ") and not scenes[-1].thinking
    assert writer.load(PERSONS_MODEL, family_of(game)) == {"format": 99}


def test_every_played_hand_is_learned_from_but_training_is_not(played: Any) -> None:
    table = played("leduc", "call")
    table.presenter.set_preferences(guard=False, auto_next=False, advisor=True)
    scenes: list[MindScene] = []
    table.presenter.mind.scene.connect(scenes.append)
    table.settle()
    assert scenes[-1].grid is not None
    table.finish_hand()
    assert scenes[-1].leaks and scenes[-1].grid is not None
    writer, family = OpponentStore(table.store), family_of(get_game("leduc"))

    def hands() -> int:
        state = writer.load(PERSONS_MODEL, family)
        return state["hands"] if state is not None else 0

    assert hands() == 1
    table.presenter.hands.undo()
    table.settle()
    table.finish_hand()
    assert hands() == 1
    table.presenter.next_hand()
    table.settle()
    table.finish_hand()
    assert hands() == 2


def test_an_engine_that_models_begins_with_what_is_known_and_learns_on(played: Any) -> None:
    table = played("leduc", "call")
    for _ in range(3):
        table.finish_hand()
        table.presenter.next_hand()
        table.settle()
    table.presenter.choose_opponent("opponent-model")
    table.settle()
    model = table.presenter.opponents.seats[0]._agent.model
    assert model.hands == 3
    for _ in range(4):  # it learns before it is asked again
        table.reach_decision()
        table.finish_hand()
        table.presenter.next_hand()
        table.settle()
    assert model.hands > 3
    table.presenter.learned.open()
    table.presenter.learned.reset()
    table.settle()
    table.reach_decision()
    table.finish_hand()
    table.presenter.next_hand()
    table.settle()
    assert table.presenter.opponents.seats[0]._agent.model.hands <= 3


def test_an_engine_that_models_plays_on_without_what_cannot_be_used(played: Any) -> None:
    table = played("leduc", "call")
    writer, family = OpponentStore(table.store), family_of(table.presenter.hands.play.game)
    state = BehaviourModel(get_game("leduc")).save_state()
    writer.save(PERSONS_MODEL, family, 5, {**state, "memories": [7.0]}).result()
    table.presenter.mind.load()
    table.presenter.choose_opponent("opponent-model")
    table.settle()
    for _ in range(2):
        table.reach_decision()
        table.finish_hand()
        table.presenter.next_hand()
        table.settle()
    assert table.presenter.opponents.seats[0]._agent.model.hands > 0
    assert writer.load(PERSONS_MODEL, family)["memories"] == [7.0]


def test_reading_a_belief_is_quick(reader: Any) -> None:
    at = reader("holdem-nolimit@100")
    view = hand_at("holdem-nolimit@100", "r300c/r400c/cr900c/").view(0)
    person = at.mind._persons[at.game]
    found = person.believe(view.spot, 0)
    best = 1.0
    for _ in range(5):
        begun = time.thread_time()
        read(found, view.spot, view.hole)
        best = min(best, time.thread_time() - begun)
    assert best < 0.02
