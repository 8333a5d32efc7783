from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from ai.agents.baselines import RandomAgent
from ai.reading.reach import RangeReader, visible
from ai.registry import build
from ai.reports.aggregate import (
    aggregate,
    by_texture,
    check_line,
    csv_text,
    means,
    sources,
    weight_share,
)
from ai.reports.boardsets import MOST_SAMPLED, NUM_FLOPS, every_flop, named_boards, sampled_boards
from ai.reports.texture import KINDS, Connection, Pairing, Suits, texture_of
from ai.values import node_values
from ai.values.node_values import PLAYED, STATED, TOO_LONG, full_worth
from ai.values.playout import TooLongError
from engine.cards import card_names, card_rank, card_suit, parse_cards
from engine.combos import combo_cards
from engine.equity import equity
from engine.errors import CancelledError, CardError, GameError, IllegalActionError
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
    """Weight of all pairs of hands on a board, and summed actions, values and payoffs."""
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
def test_aggregate_report_is_the_mean_of_its_boards(blueprint, line):
    betting, rows = line_spot(blueprint.blueprint.game, line), []
    boards = sampled_boards(3, 8, 7) if line == "r300c/" else named_boards(TWENTY, 3)[:8]
    aggregate(RangeReader(blueprint), betting, boards, rows.append, workers=2)
    assert [row.board for row in rows] == list(boards)
    each = np.array([plain_sums(blueprint, betting, board) for board in boards])
    whole = means(rows)
    for row, (weight, *sums, worth, wins) in zip((*rows, whole), (*each, each.sum(0)), strict=True):
        assert row.weight == pytest.approx(weight, rel=1e-12)
        assert list(row.shares.values()) == pytest.approx(np.array(sums) / weight, abs=1e-12)
        assert row.ev == pytest.approx(worth / weight, abs=1e-10)
        assert row.equity == pytest.approx(wins / weight, abs=1e-12)
    assert whole.boards == 8 and not any(row.guessed for row in rows)
    for kind in KINDS:
        parts = [means(members) for _, members in by_texture(rows, kind)]
        assert sum(part.boards for part in parts) == 8
        total = sum(part.weight * part.ev for part in parts)
        assert total / whole.weight == pytest.approx(whole.ev)


TWENTY = (
    "AhTd7c KsQs2d 8h8d7h 2c2d2h QhJdTc 9s6s3s Ah5h2c KdKc4s JhTs9d 7c5d4h "
    "AsKdQh 6h6c2d Td8d5c AcJc3c Qs9h8c 5h4h3h KhJd6s 4c4s9h 8s5d2c 9d7h2s"
)
RIVERS = "AhTd7c2s3d KsQs2d2h9s 9s6s3sAs3h 2c2d2h2sAd"


@pytest.mark.parametrize(
    ("name", "engine", "line"),
    [("holdem-nolimit@100", "cfr", "r300c/cc/cc/r450"), ("holdem-limit", "nfsp", "rc/cc/cc/r")],
)
def test_river_evs_match_playing_out_both_ranges(name, engine, line):
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
        if not row.guessed:  # on a quads board a range may be empty
            total += board.count * pairs * worth.total_ev(spot.to_act)
    whole = means(rows)
    assert whole.ev == pytest.approx(total / whole.weight, abs=1e-10)
    assert sources(rows) == [(PLAYED, "")]


@pytest.mark.parametrize(("engine", "basis"), [("cfr", ""), ("equity", STATED)])
def test_one_slow_river_skips_the_rest(monkeypatch, engine, basis):
    game, rows, tried = get_game("holdem-limit"), [], []

    def too_long(*args):
        tried.append(args)
        raise TooLongError("too many lines to play out")

    monkeypatch.setattr(node_values, "play_out", too_long)
    reader = RangeReader(build(engine, game, strategies_dir()))
    aggregate(reader, line_spot(game, "rc/cc/cc/"), named_boards(RIVERS, 5), rows.append)
    assert sources(rows) == [(basis, TOO_LONG)] and len(rows) == 4
    assert [np.isnan(row.ev) for row in (*rows, means(rows))] == [not basis] * 5
    assert len(tried) <= 2  # each worker holds two boards


class Picky(RandomAgent):
    def __init__(self, game, least=48):
        super().__init__(game)
        self.least = least

    def strategy(self, spot, control=None):
        answer = super().strategy(spot)
        if spot.board and spot.num_raises == 0:
            bets = spot.board[0] >= self.least
            answer.probabilities[:] = [bool(each.raise_to) == bets for each in answer.actions]
        return answer


def test_unreached_boards_do_not_count():
    game, rows = get_game("holdem-limit"), []
    betting, boards = line_spot(game, "cc/r"), named_boards("AhTd7c KsQs2d As3h2h", 3)
    aggregate(RangeReader(Picky(game)), betting, boards, rows.append)
    assert [(row.guessed, row.never) for row in rows] == [(False, ()), (True, (2,)), (False, ())]
    whole = means(rows)
    assert whole.weight == pytest.approx(rows[0].weight + rows[2].weight)
    shares = [weight_share(row, whole) for row in rows]
    assert shares[1] == 0.0 and sum(shares) == pytest.approx(1.0)
    groups = [means(members) for _, members in by_texture(rows, "high")]
    assert [group.guessed for group in groups] == [False, True]
    assert sum(weight_share(group, whole) for group in groups) == pytest.approx(1.0)
    rows.clear()
    aggregate(RangeReader(Picky(game, 52)), betting, boards, rows.append)
    whole = means(rows)
    assert all(row.guessed for row in rows)
    assert whole.weight == pytest.approx(sum(row.weight for row in rows))
    assert sum(weight_share(row, whole) for row in rows) == pytest.approx(1.0)


def test_invalid_lines_are_rejected():
    for game, line, error, words in (
        ("leduc", "cc/", GameError, "heads-up hold'em"),
        ("holdem-nolimit-3", "ccc/", GameError, "heads-up hold'em"),
        ("holdem-nolimit", "", IllegalActionError, "before the flop"),
        ("holdem-nolimit", "r300", IllegalActionError, "before the flop"),
        ("holdem-nolimit", "r300f", IllegalActionError, "it is nobody's turn"),
        ("holdem-nolimit", "r20000c///", IllegalActionError, "it is nobody's turn"),
    ):
        with pytest.raises(error, match=words):
            check_line(line_spot(get_game(game), line))


def test_cancelled_report_writes_finished_rows_as_csv():
    game, control, rows = get_game("holdem-limit"), JobControl(), []

    def keep(row):
        rows.append(row)
        if len(rows) == 2:
            control.cancel()

    reader, boards = RangeReader(RandomAgent(game)), named_boards(TWENTY, 3)
    with pytest.raises(CancelledError):
        aggregate(reader, line_spot(game, "cc/"), boards, keep, control, 2)
    assert len(rows) == 2
    head, first, _, whole = csv_text(spot_of(game, "cc/", (0, 5, 10)), "random", rows).splitlines()
    assert head == "game,engine,line,board,weight,c,r,ev,equity,other,suits,pairing,high,connection"
    known, share = first.split(","), rows[0].weight / (rows[0].weight + rows[1].weight)
    assert known[:4] == ["holdem-limit", "random", "cc/", "AhTd7c"] and float(known[4]) == share
    numbers = [float(number) for at, number in enumerate(known) if at in (5, 6, 8, 9)]
    assert numbers == pytest.approx([0.5] * 4) and known[7] == ""
    assert known[10:] == ["rainbow", "unpaired", "A", "disconnected"]
    assert whole.startswith("holdem-limit,random,cc/,all,1.0,0.")


def orbit(cards):
    """All boards that suit permutations make of one; the cards of its flop are unordered."""
    return {
        (frozenset(moved[:3]), *moved[3:])
        for suits in permutations(range(4))
        for moved in [[4 * (card >> 2) + suits[card_suit(card)] for card in cards]]
    }


@pytest.mark.ci
def test_representative_flops_are_drawn_with_their_dealt_frequency():
    flops = every_flop()
    assert (len(flops), len(apart(flops))) == (1_755, NUM_FLOPS)
    assert comb(52, 3) == NUM_FLOPS
    highest = [flop.cards[0] >> 2 for flop in flops]
    assert highest == sorted(highest, reverse=True) and flops[0].name == "AsAhAd"
    sizes = {flop.name: flop.count for flop in flops}
    drawn = (board for seed in range(100) for board in sampled_boards(3, 50, seed))
    found = Counter(sizes[board.name] for board in drawn)
    for size, number in Counter(sizes.values()).items():
        assert abs(found[size] / 5_000 - size * number / NUM_FLOPS) < 0.03


@pytest.mark.parametrize("count", [1, 25, 95, MOST_SAMPLED])
def test_sampled_flops_keep_texture_frequencies(count):
    boards = sampled_boards(3, count, 3)
    assert boards == sampled_boards(3, count, 3)
    assert len({board.cards for board in boards}) == count
    assert sum(board.count for board in boards) == pytest.approx(NUM_FLOPS)
    whole = Counter()
    for flop in every_flop():  # flops are sorted first by whether they are paired
        whole[texture_of(flop.cards).pairing] += flop.count
    found = Counter(texture_of(board.cards).pairing for board in boards)
    for name, number in whole.items():
        assert abs(found[name] - count * number / NUM_FLOPS) < 1.0 + 1e-9
    rivers = sampled_boards(5, count, 1)
    assert {len(set(board.cards)) for board in rivers} == {5}
    assert len({board.cards[3:] for board in rivers}) > 0.6 * count
    for wrong in (0, MOST_SAMPLED + 1):
        with pytest.raises(CardError, match="1 to 900"):
            sampled_boards(3, wrong, 0)


def apart(boards):
    images = [orbit(board.cards) for board in boards]
    assert [len(each) for each in images] == [board.count for board in boards]
    assert sum(map(len, images)) == len(set().union(*images))
    return set().union(*images)


def test_named_boards_expand_up_to_isomorphism_or_are_rejected():
    boards = named_boards("Ks7s2d", 4)
    assert all(card_names(board.cards[:3]) == "Ks7s2d" for board in boards)
    # Hearts and clubs are alike: 13 of them, and 11 spades and 12 diamonds.
    assert (len(boards), len(apart(boards))) == (13 + 11 + 12, 12 * 49)
    assert sum(board.count for board in named_boards("Ks7s2d", 5)) == 12 * 49 * 48
    boards = named_boards(" 7cAhTd,KsQs2d\n8h8d7h ; 2c2d2h", 3)
    assert [card_names(board.cards) for board in boards] == ["AhTd7c", "KsQs2d", "8h8d7h", "2h2d2c"]
    assert [board.count for board in boards] == [24, 12, 12, 4]
    for text, size, words in (
        ("", 3, "no board is given"),
        ("AhTd", 3, "AhTd has 2 cards: a board for this line has 3, as in AhTd7c"),
        ("AhTdXc", 3, "AhTdXc: 'Xc' is not a card"),
        ("AhAhTd", 3, "AhAhTd: the card Ah is named twice"),
        ("AhTd7c TdAh7c", 3, "TdAh7c is AhTd7c with other suits"),
        ("AhTd7c AsTc7d", 3, "AsTc7d is AhTd7c with other suits: leave one of them out"),
        ("Ks7s2d Ks7s2dAh", 4, "Ks7s2dAh is Ks7s2d with other suits"),
        ("Ks7h2d Ks7h3d Ks7h4d", 5, "more than 5,000 boards"),
    ):
        with pytest.raises(CardError, match=words):
            named_boards(text, size)


STRAIGHTS = [{(top - step) % 13 for step in range(5)} for top in range(3, 13)]
TEXTURES = """
AhKh7c two-tone unpaired A connected
Ah5h2h monotone unpaired A straight possible
2c2d2h rainbow trips 2 disconnected
Ks8s3d3c two-tone paired K disconnected
Ks8d3c9h rainbow unpaired K connected
Ks8s3s3c monotone paired K disconnected
Ks8s8d3d3c two-tone paired K disconnected
Ks8s8d8hTc two-tone trips K disconnected
Ts8s6d6h2c two-tone paired T straight possible
"""


def test_flop_textures_are_classified():
    for line in TEXTURES.strip().splitlines():
        board, *kinds = line.split(maxsplit=4)
        names = texture_of(parse_cards(board)).names
        assert names == dict(zip(("suits", "pairing", "high", "connection"), kinds, strict=True))
    counts = Counter()
    for flop in combinations(range(52), 3):
        kinds, ranks = texture_of(flop), {card_rank(card) for card in flop}
        counts.update((kinds.suits, kinds.pairing))
        straight = any(len(ranks & cards) == 3 for cards in STRAIGHTS)
        near = any(abs(a - b) == 1 for a, b in combinations(ranks, 2))
        assert kinds.high == max(ranks)
        assert (kinds.connection is Connection.STRAIGHT) == straight
        assert (kinds.connection is Connection.CONNECTED) == (near and not straight)
    # Known for any deck: 4 C(13,3) monotone, 13^3 * 24 / 6 * ... rainbow, and 52 trips.
    suits = {Suits.MONOTONE: 1_144, Suits.RAINBOW: 8_788, Suits.TWO_TONE: 12_168}
    assert counts == {**suits, Pairing.TRIPS: 52, Pairing.PAIRED: 3_744, Pairing.UNPAIRED: 18_304}
