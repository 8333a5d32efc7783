"""A line over boards: every mean against sums over all pairs of hands, and refusals."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ai import evs
from ai.base import RangeAgent
from ai.evs import TOO_LONG, full_worth
from ai.playout import TooLongError
from ai.reach import RangeReader, visible
from ai.registry import build
from ai.reports.aggregate import (
    aggregate,
    by_texture,
    check_line,
    figures_on,
    means,
    sources,
    weight_share,
)
from ai.reports.boardsets import named_boards, sampled_boards
from ai.reports.figuretext import csv_text
from ai.reports.texture import KINDS
from ai.simple import CallAgent, RandomAgent
from ai.worth import PLAYED, STATED
from engine.combos import combo_cards
from engine.equity import equity
from engine.errors import CancelledError, GameError, IllegalActionError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import line_spot, spot_of
from engine.player import PublicState
from pokergui.paths import strategies_dir

pytestmark = pytest.mark.slow

CARDS = combo_cards().astype(np.int64)
APART = (CARDS[:, None, :, None] != CARDS[None, :, None, :]).all(axis=(2, 3))


@pytest.fixture(scope="module")
def blueprint():
    return build("cfr", get_game("holdem-nolimit@100"), strategies_dir())


def plain_sums(agent, betting, board):
    """Weight of all pairs of hands on a board, and the sums of what they do, are worth and win."""
    game, here = betting.game, PublicState(betting.game, (), ())
    reach = np.ones((2, 1326))
    for action in betting.actions:
        spot = PublicState(game, here.actions, board.cards[: game.board_sizes[here.street]])
        answer = agent.strategy(spot)
        reach[here.to_act] *= answer.probabilities[:, answer.actions.index(action)]
        here = here.after(action)
    reach[:, np.isin(CARDS, board.cards).any(axis=1)] = 0.0
    seat = here.to_act
    pairs = (reach[seat][:, None] * reach[1 - seat][None, :] * APART).sum(axis=1)
    answer = agent.strategy(PublicState(game, here.actions, board.cards))
    done = pairs @ answer.probabilities
    worth = pairs @ (answer.probabilities * answer.values).sum(axis=1)
    wins = pairs.sum() * equity(reach[seat], reach[1 - seat], board.cards).equity
    return board.count * np.array([pairs.sum(), *done, worth, wins])


@pytest.mark.parametrize("line", ["r300c/", "r300c/c"])
def test_an_aggregate_of_20_boards_is_the_mean_of_each_computed_alone(blueprint, line):
    betting = line_spot(blueprint.blueprint.game, line)
    boards = sampled_boards(3, 20, 7) if line == "r300c/" else named_boards(TWENTY, 3)
    rows = []
    aggregate(RangeReader(blueprint), betting, boards, rows.append, workers=2)
    assert [row.board for row in rows] == list(boards)
    each = np.array([plain_sums(blueprint, betting, board) for board in boards])
    for row, (weight, *sums, worth, wins) in zip(rows, each, strict=True):
        assert row.weight == pytest.approx(weight, rel=1e-12)
        expected = np.array(sums) / weight
        assert list(row.shares.values()) == pytest.approx(expected, abs=1e-12)
        assert row.ev == pytest.approx(worth / weight, abs=1e-10)
        assert row.equity == pytest.approx(wins / weight, abs=1e-12)
        assert not row.guessed
    whole, (weight, *sums, worth, wins) = means(rows), each.sum(axis=0)
    assert whole.boards == 20
    assert list(whole.shares.values()) == pytest.approx(np.array(sums) / weight, abs=1e-12)
    assert whole.ev == pytest.approx(worth / weight, abs=1e-10)
    assert whole.equity == pytest.approx(wins / weight, abs=1e-12)
    for kind in KINDS:
        parts = [(means(members), members) for _, members in by_texture(rows, kind)]
        assert sum(part.boards for part, _ in parts) == 20
        assert sum(part.weight * part.ev for part, _ in parts) / whole.weight == pytest.approx(
            whole.ev
        )


RIVERS = "AhTd7c2s3d KsQs2d2h9s 9s6s3sAs3h 2c2d2h2sAd"


@pytest.mark.parametrize(
    ("name", "engine", "line"),
    [
        ("holdem-nolimit@100", "cfr", "r300c/cc/cc/r450"),
        ("holdem-limit", "nfsp", "rc/cc/cc/r"),
    ],
)
def test_rivers_are_worth_what_comes_out_if_both_go_on(name, engine, line):
    game, boards, rows = get_game(name), named_boards(RIVERS, 5), []
    betting, agent = line_spot(game, line), build(engine, game, strategies_dir())
    aggregate(RangeReader(agent), betting, boards, rows.append, workers=2)
    total = 0.0
    for row, board in zip(rows, boards, strict=True):
        spot, reader = PublicState(game, betting.actions, board.cards), RangeReader(agent)
        ranges, answer = visible([reader.reach(spot)]), reader.answer(spot)
        worth = full_worth(reader, [spot], ranges, [answer])
        assert worth.basis == (PLAYED, PLAYED)
        assert row.ev == pytest.approx(worth.total_ev(spot.to_act), abs=1e-10)
        assert (row.basis, row.trouble) == (PLAYED, "")
        pairs = (ranges[0][0][:, None] * ranges[0][1][None, :] * APART).sum()
        assert row.weight == pytest.approx(board.count * pairs, rel=1e-12)
        if not row.guessed:  # on a board of quads nobody may come there
            total += board.count * pairs * worth.total_ev(spot.to_act)
    whole = means(rows)
    assert whole.ev == pytest.approx(total / whole.weight, abs=1e-10)
    assert sources(rows) == [(PLAYED, "")]


def test_checks_and_calls_win_equity_of_the_pot():
    game = get_game("holdem-limit")
    betting = line_spot(game, "cc/cc/cc/")
    for board in named_boards(RIVERS, 5):
        row = figures_on(RangeReader(CallAgent(game)), betting, board)
        assert row.ev == pytest.approx(row.equity * betting.pot)


@pytest.mark.parametrize(("engine", "basis"), [("cfr", ""), ("equity", STATED)])
def test_once_a_river_took_too_long_none_is_tried(monkeypatch, engine, basis):
    game, rows, tried = get_game("holdem-limit"), [], []

    def too_long(*args):
        tried.append(args)
        raise TooLongError("too many lines to play out")

    monkeypatch.setattr(evs, "play_out", too_long)
    reader = RangeReader(build(engine, game, strategies_dir()))
    boards = named_boards(RIVERS, 5)
    aggregate(reader, line_spot(game, "rc/cc/cc/"), boards, rows.append)
    assert sources(rows) == [(basis, TOO_LONG)]
    assert len(rows) == len(boards)
    assert [np.isnan(row.ev) for row in (*rows, means(rows))] == [not basis] * (len(rows) + 1)
    assert len(tried) <= 2  # a worker holds two boards


TWENTY = (
    "AhTd7c KsQs2d 8h8d7h 2c2d2h QhJdTc 9s6s3s Ah5h2c KdKc4s JhTs9d 7c5d4h "
    "AsKdQh 6h6c2d Td8d5c AcJc3c Qs9h8c 5h4h3h KhJd6s 4c4s9h 8s5d2c 9d7h2s"
)


class Counting(RandomAgent):
    """Counts how often it is asked."""

    def __init__(self, game):
        super().__init__(game)
        self.asked = Counter()

    def strategy(self, spot, control=None):
        self.asked[spot.actions, spot.board] += 1
        return super().strategy(spot, control)


def test_what_is_before_the_flop_is_asked_once():
    game = get_game("holdem-limit")
    agent = Counting(game)
    betting = line_spot(game, "rc/c")
    boards = named_boards(TWENTY, 3)
    aggregate(RangeReader(agent), betting, boards, lambda row: None, workers=3)
    assert set(agent.asked.values()) == {1}
    assert len(agent.asked) == 2 + 2 * len(boards)


def test_boards_that_a_range_never_reaches_do_not_count():
    game = get_game("holdem-limit")
    betting = line_spot(game, "cc/r")

    class Picky(RangeAgent):
        """Bets on boards with an ace only, and on no other."""

        name = "picky"

        def __init__(self, bets):
            self.bets = bets

        def strategy(self, spot, control=None):
            answer = RandomAgent(game).strategy(spot)
            if spot.board and spot.num_raises == 0:
                bets = self.bets(spot.board)
                column = [float(bool(action.raise_to) == bets) for action in answer.actions]
                answer.probabilities[:] = column
            return answer

    boards = named_boards("AhTd7c KsQs2d As3h2h", 3)

    def rows_of(agent):
        rows = []
        aggregate(RangeReader(agent), betting, boards, rows.append)
        return rows

    rows = rows_of(Picky(lambda board: board[0] >= 48))
    assert [row.guessed for row in rows] == [False, True, False]
    assert [row.never for row in rows] == [(), (2,), ()]
    whole = means(rows)
    assert whole.weight == pytest.approx(rows[0].weight + rows[2].weight)
    shares = [weight_share(row, whole) for row in rows]
    assert shares[1] == 0.0 and sum(shares) == pytest.approx(1.0)
    groups = [means(members) for _, members in by_texture(rows, "high")]
    assert [group.guessed for group in groups] == [False, True]
    assert sum(weight_share(group, whole) for group in groups) == pytest.approx(1.0)
    rows = rows_of(Picky(lambda board: False))
    assert all(row.guessed for row in rows)
    whole = means(rows)
    assert whole.weight == pytest.approx(sum(row.weight for row in rows))
    assert sum(weight_share(row, whole) for row in rows) == pytest.approx(1.0)


def test_stopping_keeps_what_is_done():
    game = get_game("holdem-limit")
    control, rows = JobControl(), []

    def keep(row):
        rows.append(row)
        if len(rows) == 5:
            control.cancel()

    with pytest.raises(CancelledError):
        aggregate(
            RangeReader(RandomAgent(game)),
            line_spot(game, "cc/"),
            named_boards(TWENTY, 3),
            keep,
            control,
            2,
        )
    assert len(rows) == 5


@pytest.mark.parametrize(
    ("game", "line", "error", "words"),
    [
        ("leduc", "cc/", GameError, "heads-up hold'em"),
        ("holdem-nolimit-3", "ccc/", GameError, "heads-up hold'em"),
        ("holdem-nolimit", "", IllegalActionError, "before the flop"),
        ("holdem-nolimit", "r300", IllegalActionError, "before the flop"),
        ("holdem-nolimit", "r300f", IllegalActionError, "nobody is to act"),
        ("holdem-nolimit", "r20000c///", IllegalActionError, "nobody is to act"),
    ],
)
def test_lines_that_cannot_be_looked_at(game, line, error, words):
    with pytest.raises(error, match=words):
        check_line(line_spot(get_game(game), line))


def test_comma_separated_text():
    game = get_game("holdem-limit")
    betting, rows = spot_of(game, "cc/", (0, 5, 10)), []
    boards = named_boards("AhTd7c KsQs2d", 3)
    aggregate(RangeReader(RandomAgent(game)), betting, boards, rows.append)
    lines = csv_text(betting, "random", rows).splitlines()
    heads = "game,engine,line,board,weight,c,r,ev,equity,other,suits,pairing,high,connection"
    assert lines[0] == heads
    first = lines[1].split(",")
    assert first[:4] == ["holdem-limit", "random", "cc/", "AhTd7c"]
    assert float(first[4]) == rows[0].weight / (rows[0].weight + rows[1].weight)
    known = [first[5], first[6], first[8], first[9]]
    assert [float(number) for number in known] == pytest.approx([0.5] * 4)
    assert first[7] == ""
    assert first[10:] == ["rainbow", "unpaired", "A", "disconnected"]
    assert lines[3].startswith("holdem-limit,random,cc/,all,1.0,0.")
