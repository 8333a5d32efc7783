"""Matches: reproducible, fair, and the same by kernel as hand by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ai.registry import build
from ai.simple import CallAgent, RaiseAgent, RandomAgent
from engine.agent import Learns, PolicyTable
from engine.cards import Card
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import Interval, Match, MatchChunk, play
from engine.player import Action, SeatRecord, SeatView
from engine.records import HandRecord

pytestmark = pytest.mark.plain


class Untabled(RandomAgent):
    """The random player without its table, so that matches ask it hand by hand."""

    def table(self) -> PolicyTable | None:
        return None


def test_a_match_is_reproducible_from_its_seed() -> None:
    game = get_game("holdem-nolimit@50")
    agents = [RandomAgent(game), CallAgent(game)]
    one = play(game, agents, 50, seed=5)
    two = play(game, agents, 50, seed=5)
    other = play(game, agents, 50, seed=6)
    assert np.array_equal(one.payoffs, two.payoffs)
    assert not np.array_equal(one.payoffs, other.payoffs)
    assert not one.payoffs.sum(axis=1).any()


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
@pytest.mark.scorecard("N1")
def test_identical_deterministic_engines_give_exactly_zero_in_duplicate(name: str) -> None:
    game = get_game(name)
    for engine in ("call", "raise"):
        agents = [build(engine, game), build(engine, game)]
        result = play(game, agents, 40, seed=1, duplicate=True)
        assert result.hands == 80
        assert result.chips() == Interval(0.0, 0.0)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_kernel_and_hand_by_hand_matches_agree(name: str) -> None:
    game = get_game(name)
    fast = play(game, [RandomAgent(game), CallAgent(game)], 200_000, seed=2)
    slow = play(game, [Untabled(game), CallAgent(game)], 4_000, seed=2)
    gap = fast.chips().mean - slow.chips().mean
    assert abs(gap) < 3 * slow.chips().half_width
    # The same seed deals the same cards on both paths: two callers never differ.
    cards = [play(game, [CallAgent(game), RaiseAgent(game)], 100, seed=9) for _ in range(2)]
    assert np.array_equal(cards[0].payoffs, cards[1].payoffs)


def test_both_paths_deal_the_same_cards() -> None:
    game = get_game("leduc")
    fast: list[HandRecord] = []
    slow: list[HandRecord] = []
    play(game, [CallAgent(game), CallAgent(game)], 30, 7, True, fast.append)

    class Caller(CallAgent):
        def table(self) -> PolicyTable | None:
            return None

    play(game, [Caller(game), Caller(game)], 30, 7, True, slow.append)
    assert fast == slow


def test_records_of_a_match_replay_to_their_payoffs() -> None:
    game = get_game("holdem-nolimit-3")
    records: list[HandRecord] = []
    agents = [RandomAgent(game), CallAgent(game), RandomAgent(game)]
    result = play(game, agents, 30, 3, on_record=records.append)
    assert len(records) == result.hands
    for record in records:
        assert record.replay().payoffs == record.payoffs


def test_positions_alternate_and_every_deal_is_played_from_all() -> None:
    game = get_game("holdem-nolimit-3")
    result = play(game, [CallAgent(game)] * 3, 4, 1, duplicate=True)
    assert result.positions.reshape(4, 3).tolist() == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert len(result.units()) == 4


def test_blocks_cover_all_units() -> None:
    game = get_game("leduc")
    result = play(game, [RandomAgent(game), CallAgent(game)], 103, 1, duplicate=True)
    blocks = result.blocks(10)
    assert sum(hands for hands, _ in blocks) == 206
    weighted = sum(hands * interval.mean for hands, interval in blocks) / 206
    assert weighted == pytest.approx(result.mbb().mean)


@pytest.mark.parametrize(("name", "kind"), [("leduc", np.int8), ("holdem-nolimit", np.int16)])
def test_what_hands_gave_is_kept_in_few_bytes(name: str, kind: type) -> None:
    game = get_game(name)
    chunks: list[MatchChunk] = []
    agents = [RandomAgent(game), CallAgent(game)]
    result = play(game, agents, 500, 1, duplicate=True, on_chunk=chunks.append)
    assert {part.dtype for part in result.parts} == {np.dtype(kind)}
    assert (result.payoffs == np.concatenate([chunk.payoffs for chunk in chunks])).all()
    assert (result.positions == np.concatenate([chunk.positions for chunk in chunks])).all()
    assert result.hands_in_position(1) == (result.positions == 1).sum()
    assert result.payoffs[:, 0].mean() == pytest.approx(result.chips().mean)


def test_a_cancelled_match_keeps_whole_groups() -> None:
    game = get_game("holdem-nolimit")
    control = JobControl()

    class Stopper(CallAgent):
        """A control that stops the match during its fifth hand."""

        seen = 0

        def observe(self, record: SeatRecord) -> None:
            self.seen += 1

        def act(
            self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
        ) -> Action:
            if self.seen == 4:
                control.cancel()
            return super().act(view, rng)

    result = play(game, [RandomAgent(game), Stopper(game)], 100, 1, True, control=control)
    assert result.hands == len(result.positions) == result.stats[0].hands == 4


class Taught(CallAgent):
    """Calls, and has learned every hand it saw; its copies are listed."""

    def __init__(self, game: Game, learned: tuple[tuple[Card, ...], ...] = ()) -> None:
        super().__init__(game)
        self.learned = learned
        self.copies: list[Taught] = []

    def table(self) -> PolicyTable | None:
        return None

    def observe(self, record: SeatRecord) -> None:
        hole = record.holes[record.seat]
        assert hole is not None
        self.learned += ((*hole, *record.spot.board),)

    def copy(self) -> Taught:
        self.copies.append(Taught(self._game, self.learned))
        return self.copies[-1]


@pytest.mark.parametrize("name", ["leduc", "holdem-nolimit-3"])
def test_an_engine_that_learns_sees_each_deal_once_in_duplicate(name: str) -> None:
    game = get_game(name)
    taught, others = Taught(game), [RandomAgent(game) for _ in range(game.num_players - 1)]
    assert isinstance(taught, Learns)
    assert not isinstance(others[0], Learns)
    hands: list[HandRecord] = []
    play(game, [taught, *others], 7, 3, duplicate=True, on_record=hands.append)
    assert len(taught.copies) == game.num_players - 1
    for turn, copy in enumerate([taught, *taught.copies]):
        held = [
            (*(record.holes[record.players.index("call")] or ()), *record.board)
            for record in hands[turn :: game.num_players]
        ]
        assert list(copy.learned) == held


def test_who_learns_changes_nothing_for_the_others() -> None:
    game = get_game("holdem-nolimit@20")
    plain, taught = (
        play(game, [Untabled(game), engine], 40, 11, duplicate=True)
        for engine in (CallAgent(game), Taught(game))
    )
    assert np.array_equal(plain.payoffs, taught.payoffs)
    assert np.array_equal(plain.positions, taught.positions)


def test_without_duplicate_an_engine_learns_itself_and_goes_on_so() -> None:
    game = get_game("leduc")
    taught = Taught(game)
    play(game, [RandomAgent(game), taught], 5, 3)
    play(game, [RandomAgent(game), taught], 4, 3, duplicate=True)
    assert len(taught.learned) == 5 + 4
    assert [len(copy.learned) for copy in taught.copies] == [5 + 4]
    assert taught.copies[0].learned[:5] == taught.learned[:5]


def test_a_copy_of_the_right_turn_is_asked_and_taught_decision_by_decision() -> None:
    game = get_game("leduc")
    taught = Taught(game)
    match = Match(game, [taught, CallAgent(game)], 1, duplicate=True)
    for hand in range(5):
        match.deal()
        while match.in_progress:
            match.apply(match.answer()[0])
        assert (len(taught.learned), len(taught.copies[0].learned)) == (
            (hand + 2) // 2,
            (hand + 1) // 2,
        )


def test_wrong_number_of_engines_or_hands() -> None:
    game = get_game("kuhn")
    with pytest.raises(PokerError, match="2 engines, not 1"):
        play(game, [CallAgent(game)], 10, 1)
    with pytest.raises(PokerError, match="1 to 100,000,000 hands"):
        play(game, [CallAgent(game)] * 2, 0, 1)


@pytest.mark.scorecard("N1")
def test_interval_covers_and_needs_two_units() -> None:
    assert Interval.of(np.zeros(0)) == Interval(0.0, float("inf"))
    assert Interval.of(np.array([2.0])).half_width == float("inf")
    rng = np.random.default_rng(4)
    hits = sum(
        abs(Interval.of(sample).mean) <= Interval.of(sample).half_width
        for sample in rng.normal(0.0, 3.0, (2_000, 1_000))
    )
    assert 0.935 <= hits / 2_000 <= 0.965
