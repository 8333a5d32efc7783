"""A match in parts: every hand once, however it is cut, live and at full speed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ai.registry import build
from ai.simple import CallAgent, RandomAgent
from engine.agent import Agent, PolicyTable
from engine.cards import Card
from engine.errors import CancelledError, PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk, play
from engine.match_chunk import joined
from engine.player import (
    CALL,
    Action,
    PublicState,
    SeatRecord,
    SeatView,
    Strategy,
    sample_action,
)
from engine.records import HandRecord
from tests.clock import ManualClock


class Untabled(RandomAgent):
    """The random player without its table, so that matches ask it hand by hand."""

    def table(self) -> PolicyTable | None:
        return None


class Witness(Untabled):
    """An engine that keeps the hands it is shown, and can only act."""

    has_ranges = False

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.seen: list[SeatRecord] = []

    def observe(self, record: SeatRecord) -> None:
        self.seen.append(record)


def same(one: MatchChunk, two: MatchChunk) -> bool:
    """Return whether two chunks hold the same hands."""
    return (
        one.first == two.first
        and np.array_equal(one.payoffs, two.payoffs)
        and np.array_equal(one.positions, two.positions)
        and np.array_equal(one.dealt, two.dealt)
        and [one.lines[i] for i in one.line_of] == [two.lines[i] for i in two.line_of]
    )


def played(match: Match, hands: int) -> MatchChunk:
    """Return the chunks that ``run`` hands out, as one."""
    chunks: list[MatchChunk] = []
    assert match.run(hands, JobControl(), chunks.append) == hands
    return joined(chunks)


def live_hand(match: Match) -> MatchChunk:
    """A hand played decision by decision."""
    match.deal()
    while match.in_progress:
        match.apply(match.answer()[0])
    return match.take_chunk()


AGENTS: dict[str, Callable[[Game], list[Agent]]] = {
    "tables": lambda game: [RandomAgent(game), CallAgent(game)],
    "asked": lambda game: [Untabled(game), CallAgent(game)],
}


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("kind", list(AGENTS))
def test_parts_equal_the_whole_bit_for_bit(kind: str, duplicate: bool) -> None:
    game = get_game("leduc")
    whole = played(Match(game, AGENTS[kind](game), 3, duplicate), 500)
    match = Match(game, AGENTS[kind](game), 3, duplicate)
    parts = [played(match, hands) for hands in (1, 2, 3, 94, 300, 99, 1)]
    assert match.hands == 500
    assert same(joined(parts), whole)
    result = play(game, AGENTS[kind](game), 250 if duplicate else 500, 3, duplicate)
    assert np.array_equal(whole.payoffs, result.payoffs)
    assert np.array_equal(whole.positions, result.positions)


@pytest.mark.parametrize("name", ["leduc", "holdem-nolimit", "holdem-nolimit-3"])
def test_hands_one_by_one_are_those_of_a_run(name: str) -> None:
    game = get_game(name)
    agents = [Untabled(game) for _ in range(game.num_players)]
    live = Match(game, agents, 11)
    assert same(joined([live_hand(live) for _ in range(20)]), played(Match(game, agents, 11), 20))


@pytest.mark.parametrize("kind", list(AGENTS))
def test_live_hands_and_runs_take_turns(kind: str) -> None:
    game = get_game("leduc")
    match = Match(game, AGENTS[kind](game), 5, duplicate=True)
    chunks = [live_hand(match)]
    match.deal()
    match.apply(match.answer()[0])
    assert match.in_progress
    chunks.append(played(match, 4))  # the hand in progress is the first of them
    chunks.append(live_hand(match))
    match.deal()
    while match.in_progress:  # finished, and not taken before the run
        match.apply(CALL)
    chunks.append(played(match, 3))
    chunk = joined(chunks)
    assert chunk.hands == match.hands == 10  # the untaken hand came with the run's
    # The same deals as in a match that is run at once: pairs are pairs, whoever plays how.
    whole = played(Match(game, AGENTS[kind](game), 5, duplicate=True), 10)
    assert np.array_equal(chunk.dealt, whole.dealt)
    assert np.array_equal(chunk.positions, whole.positions)
    assert np.array_equal(chunk.dealt[0::2], chunk.dealt[1::2])
    for hand in range(10):
        record = chunk.record(hand, match.names)
        assert record.replay().payoffs == record.payoffs


def test_an_answer_is_the_engines_own() -> None:
    game = get_game("holdem-nolimit@20")
    agents = [build("equity", game), build("random", game)]
    live, plain = Match(game, agents, 1), Match(game, agents, 1)
    rows = 0
    for _ in range(3):
        live.deal()
        while live.in_progress:
            view = live.view()
            action, row = live.answer(JobControl())
            assert row is not None
            assert row.probabilities.shape == (1, len(row.actions))
            if live.table.player_to_act == 0:
                # What the row alone gives from the same random numbers.
                assert np.isclose(row.probabilities.sum(), 1.0)
                assert row.values is not None
                assert row.values.shape == row.probabilities.shape
                whole = agents[0].strategy(view.spot)
                assert row.probabilities[0].tolist() in whole.probabilities.tolist()
                rows += 1
            live.apply(action)
        assert same(live.take_chunk(), played(plain, 1))
    assert rows > 0


def test_an_answer_draws_from_its_own_row() -> None:
    game = get_game("leduc")
    match = Match(game, [Untabled(game), CallAgent(game)], 8)
    drawn = np.random.default_rng([8, 1, 0])  # the first player's stream
    for _ in range(50):
        match.deal()
        while match.in_progress:
            mine = match.table.player_to_act == 0
            action, row = match.answer()
            assert row is not None
            if mine:
                assert action == sample_action(row, 0, drawn)
            match.apply(action)
        match.take_chunk()


def test_a_stopped_answer_draws_nothing() -> None:
    game = get_game("leduc")

    class Slow(Untabled):
        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            (control or JobControl()).check()
            return super().strategy(spot, control)

    def first_action(stops: int) -> list[Action]:
        match = Match(game, [Slow(game), Slow(game)], 4)
        stopped = JobControl()
        stopped.cancel()
        match.deal()
        actions = []
        while match.in_progress:
            for _ in range(stops):
                with pytest.raises(CancelledError):
                    match.answer(stopped)
            action, _ = match.answer()
            actions.append(action)
            match.apply(action)
        return actions

    assert first_action(0) == first_action(3)


def test_engines_that_only_act_have_no_row_and_see_every_hand() -> None:
    game = get_game("leduc")
    agents = [Witness(game), Witness(game)]
    match = Match(game, agents, 2)
    match.deal()
    while match.in_progress:
        action, row = match.answer()
        assert row is None
        match.apply(action)
    chunk = joined([match.take_chunk(), played(match, 9)])
    for player, agent in enumerate(agents):
        assert [record.payoffs[record.seat] for record in agent.seen] == [
            payoff[player] for payoff in chunk.payoffs.tolist()
        ]


def test_cancelling_stops_between_decisions_and_keeps_the_hand(clock: ManualClock) -> None:
    game = get_game("leduc")
    control = JobControl()

    class Sleeper(Untabled):
        """Every decision takes 20 ms."""

        def act(
            self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
        ) -> Action:
            clock.advance(0.02)
            asked.append(view)
            if len(asked) == 12:
                control.cancel()
            return super().act(view, rng)

    asked: list[SeatView] = []
    agents = [Sleeper(game), Sleeper(game)]
    match = Match(game, agents, 6)
    chunks: list[MatchChunk] = []
    finished = match.run(1000, control, chunks.append)
    assert len(asked) == 12
    assert finished == match.hands == sum(chunk.hands for chunk in chunks)
    assert len(chunks) > 1  # slow engines' hands do not wait for a thousand of them
    chunks.append(played(match, 5))
    plain = Match(game, [Untabled(game), Untabled(game)], 6)
    assert same(joined(chunks), played(plain, finished + 5))


def test_cancelling_stops_tables_at_once() -> None:
    game = get_game("leduc")
    match = Match(game, AGENTS["tables"](game), 1)
    match.run(10_000, JobControl(), lambda chunk: None)  # compiled
    control = JobControl()
    chunks: list[MatchChunk] = []

    def stop(chunk: MatchChunk) -> None:
        chunks.append(chunk)
        control.cancel()

    assert match.run(10**9, control, stop) == chunks[0].hands
    assert len(chunks) == 1


def test_what_was_finished_survives_an_engine_that_fails() -> None:
    game = get_game("leduc")

    class Breaks(Untabled):
        seen = 0

        def act(
            self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
        ) -> Action:
            self.seen += 1
            if self.seen == 30:
                raise PokerError("broken")
            return super().act(view, rng)

    match = Match(game, [Breaks(game), Untabled(game)], 6)
    chunks: list[MatchChunk] = []
    with pytest.raises(PokerError, match="broken"):
        match.run(1000, JobControl(), chunks.append)
    assert joined(chunks).hands == match.hands > 5


def test_progress_goes_to_the_end() -> None:
    game = get_game("leduc")
    for agents in (make(game) for make in AGENTS.values()):
        seen: list[float] = []
        control = JobControl(lambda fraction, text, seen=seen: seen.append(fraction))  # type: ignore[misc]
        Match(game, agents, 1).run(3000, control, lambda chunk: None)
        assert seen == sorted(seen)
        assert seen[-1] == 1.0


def test_what_cannot_be_done_is_said() -> None:
    game = get_game("kuhn")
    match = Match(game, [CallAgent(game), CallAgent(game)], 1)
    acts: list[Callable[[], object]] = [match.view, match.answer, match.take_chunk]
    for act in (*acts, lambda: match.apply(CALL)):
        with pytest.raises(PokerError, match="no hand"):
            act()
    match.deal()
    with pytest.raises(PokerError, match="in progress is not over"):
        match.deal()
    with pytest.raises(PokerError, match="2 engines, not 1"):
        Match(game, [CallAgent(game)], 1)
    assert match.run(0, JobControl(), lambda chunk: None) == 0
    assert match.in_progress


def test_hands_that_end_with_the_antes() -> None:
    game = get_game("holdem-nolimit").with_stacks((50, 50))
    match = Match(game, [Untabled(game), Untabled(game)], 1)
    match.deal()
    assert (match.in_progress, match.hands) == (False, 1)
    chunk = joined([match.take_chunk(), played(match, 20)])
    assert chunk.lines == ((),)
    for hand in range(21):
        record = chunk.record(hand, match.names)
        assert record.replay().payoffs == record.payoffs


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit-3"])
def test_records_of_chunks_are_what_was_played(name: str) -> None:
    game = get_game(name)
    agents = [Untabled(game) for _ in range(game.num_players)]
    match = Match(game, agents, 9, duplicate=True)
    records: list[HandRecord] = []
    for hand in range(12):
        match.deal()
        while match.in_progress:
            match.apply(match.answer()[0])
        table = match.table
        names = tuple(f"P{table.player_at(position)}" for position in range(game.num_players))
        cards: tuple[Card, ...] = table.deck[: match.take_chunk().dealt.shape[1]]
        records.append(HandRecord.of(table.hand, hand, names, cards))
    chunk = played(Match(game, agents, 9, duplicate=True), 12)
    players = [f"P{player}" for player in range(game.num_players)]
    assert [chunk.record(hand, players) for hand in range(12)] == records
    assert [chunk.part(5, 9).record(hand, players) for hand in range(4)] == records[5:9]


def test_chunks_that_do_not_follow_are_not_joined() -> None:
    game = get_game("kuhn")
    chunk = played(Match(game, AGENTS["tables"](game), 1), 10)
    with pytest.raises(ValueError, match="hand 4 is missing before hand 5"):
        joined([chunk.part(0, 4), chunk.part(5, 10)])
    with pytest.raises(ValueError, match="no chunks"):
        joined([])
