import numpy as np
import pytest

from ai.agents.baselines import CallAgent, RandomAgent
from ai.registry import build
from engine.errors import CancelledError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Draws, Match, play
from engine.match_chunk import joined
from engine.player import CALL, sample_action
from engine.records import HandRecord
from tests.controls import cancelled
from tests.engine.matches import Untabled, live_hand, played, same

AGENTS = {
    "tables": lambda game: [RandomAgent(game), CallAgent(game)],
    "asked": lambda game: [Untabled(game), CallAgent(game)],
}
LEDUC = get_game("leduc")


def nothing(chunk):
    pass


class Acting(Untabled):
    has_ranges = False

    def __init__(self, game, before=lambda asked: None):
        super().__init__(game)
        self.seen, self.asked, self.before = [], 0, before

    def observe(self, record):
        self.seen.append(record)

    def act(self, view, rng, control=None):
        self.asked += 1
        self.before(self.asked)
        return super().act(view, rng)


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("kind", AGENTS)
def test_split_matches_equal_the_whole_bit_for_bit(kind, duplicate):
    whole = played(Match(LEDUC, AGENTS[kind](LEDUC), 3, duplicate), 500)
    match = Match(LEDUC, AGENTS[kind](LEDUC), 3, duplicate)
    assert same(joined([played(match, hands) for hands in (1, 2, 3, 94, 300, 99, 1)]), whole)
    assert match.hands == 500
    result = play(LEDUC, AGENTS[kind](LEDUC), 250 if duplicate else 500, 3, duplicate)
    assert np.array_equal(whole.payoffs, result.payoffs)
    assert np.array_equal(whole.positions, result.positions)


@pytest.mark.parametrize("kind", AGENTS)
def test_untaken_live_hands_come_along_with_the_next_run(kind):
    match = Match(LEDUC, AGENTS[kind](LEDUC), 5, duplicate=True)
    live_hand(match)
    chunk = played(match, 3)
    assert chunk.hands == match.hands == 4
    whole = played(Match(LEDUC, AGENTS[kind](LEDUC), 5, duplicate=True), 4)
    assert np.array_equal(chunk.dealt, whole.dealt)
    assert np.array_equal(chunk.positions, whole.positions)


def test_live_answers_match_the_engine():
    game, rows = get_game("holdem-nolimit@20"), 0
    agents = [build("equity", game), build("random", game)]
    live, plain = Match(game, agents, 1), Match(game, agents, 1)
    for _ in range(3):
        live.deal()
        while live.in_progress:
            view = live.view()
            action, row = live.answer(JobControl())
            assert row.probabilities.shape == (1, len(row.actions))
            if live.table.player_to_act == 0:
                # As sampled from the row with the same random numbers.
                assert np.isclose(row.probabilities.sum(), 1.0)
                assert row.values.shape == row.probabilities.shape
                whole = agents[0].strategy(view.spot)
                assert row.probabilities[0].tolist() in whole.probabilities.tolist()
                rows += 1
            live.apply(action)
        assert same(live.take_chunk(), played(plain, 1))
    assert rows > 0


def test_answers_are_sampled_from_their_row_with_the_decisions_stream():
    match = Match(LEDUC, [Untabled(LEDUC), Untabled(LEDUC)], 8)
    draws, numbers = Draws(8), set()
    for hand in range(50):
        match.deal()
        while match.in_progress:
            at = len(match.view().spot.actions)
            action, row = match.answer()
            assert action == sample_action(row, 0, draws.at(hand, at))
            numbers.add(draws.at(hand, at).random())
            match.apply(action)
        match.take_chunk()
    assert len(numbers) > 100  # each decision has its own stream
    assert numbers.isdisjoint(
        Draws(9).at(hand, at).random() for hand in range(9) for at in range(9)
    )


def test_earlier_draws_do_not_affect_later_ones():
    class Slow(Untabled):
        def strategy(self, spot, control=None):
            (control or JobControl()).check()
            return super().strategy(spot, control)

    def hands(stops, departs):
        match, stopped = Match(LEDUC, [Slow(LEDUC), Slow(LEDUC)], 9), cancelled()
        match.deal()
        while match.in_progress:
            for _ in range(stops):
                with pytest.raises(CancelledError):
                    match.answer(stopped)
                match.answer()
            match.apply(CALL if departs else match.answer()[0])
        return match.take_chunk(), played(match, 20)

    first, others = hands(0, False)
    assert all(map(same, hands(3, False), (first, others)))
    departed, after = hands(0, True)
    assert not same(departed, first) and same(after, others)


def test_act_only_engines_have_no_rows_and_see_every_hand():
    agents = [Acting(LEDUC), Acting(LEDUC)]
    match = Match(LEDUC, agents, 2)
    match.deal()
    while match.in_progress:
        action, row = match.answer()
        assert row is None
        match.apply(action)
    chunk = joined([match.take_chunk(), played(match, 9)])
    for player, agent in enumerate(agents):
        seen = [record.payoffs[record.seat] for record in agent.seen]
        assert seen == chunk.payoffs[:, player].tolist()


def test_cancellation_stops_between_decisions_and_keeps_the_hand(clock):
    control, chunks = JobControl(), []

    def think(asked):
        clock.advance(0.02)
        if asked == 6:
            control.cancel()

    agents = [Acting(LEDUC, think), Acting(LEDUC, think)]
    match = Match(LEDUC, agents, 6)
    finished = match.run(1000, control, chunks.append)
    assert max(agent.asked for agent in agents) == 6
    assert finished == match.hands == sum(chunk.hands for chunk in chunks)
    assert len(chunks) > 1  # hands of slow engines do not wait for a thousand of them
    chunks.append(played(match, 5))
    plain = Match(LEDUC, [Untabled(LEDUC), Untabled(LEDUC)], 6)
    assert same(joined(chunks), played(plain, finished + 5))


def test_finished_hands_survive_an_engine_failure():
    def fail(asked):
        if asked == 30:
            raise PokerError("broken")

    match, chunks = Match(LEDUC, [Acting(LEDUC, fail), Untabled(LEDUC)], 6), []
    with pytest.raises(PokerError, match="broken"):
        match.run(1000, JobControl(), chunks.append)
    assert joined(chunks).hands == match.hands > 5


@pytest.mark.parametrize("kind", AGENTS)
def test_progress_reaches_the_end(kind):
    seen = []
    control = JobControl(lambda fraction, text: seen.append(fraction))
    Match(LEDUC, AGENTS[kind](LEDUC), 1).run(3000, control, nothing)
    assert seen == sorted(seen) and seen[-1] == 1.0


def test_invalid_requests_are_reported():
    match = Match(LEDUC, [CallAgent(LEDUC), CallAgent(LEDUC)], 1)
    for act in (match.view, match.answer, match.take_chunk, lambda: match.apply(CALL)):
        with pytest.raises(PokerError, match="no hand"):
            act()
    match.deal()
    with pytest.raises(PokerError, match="in progress is not over"):
        match.deal()
    with pytest.raises(PokerError, match="2 engines, not 1"):
        Match(LEDUC, [CallAgent(LEDUC)], 1)
    assert match.run(0, JobControl(), nothing) == 0
    assert match.in_progress
    chunk = played(Match(LEDUC, AGENTS["tables"](LEDUC), 1), 10)
    with pytest.raises(ValueError, match="hand 4 is missing before hand 5"):
        joined([chunk.part(0, 4), chunk.part(5, 10)])
    with pytest.raises(ValueError, match="no chunks"):
        joined([])


def test_hands_ending_on_the_antes():
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
def test_chunk_records_match_the_hands_played(name):
    game, records = get_game(name), []
    agents, seats = [Untabled(game) for _ in range(game.num_players)], range(game.num_players)
    match = Match(game, agents, 9, duplicate=True)
    for hand in range(12):
        live_hand(match)
        table = match.table
        names = tuple(f"P{table.player_at(position)}" for position in seats)
        cards = table.deck[: match.take_chunk().dealt.shape[1]]
        records.append(HandRecord.of(table.hand, hand, names, cards))
    chunk, players = played(Match(game, agents, 9, duplicate=True), 12), [f"P{s}" for s in seats]
    assert [chunk.record(hand, players) for hand in range(12)] == records
    assert [chunk.part(5, 9).record(hand, players) for hand in range(4)] == records[5:9]
