"""Statistics of players, from hands whose counts are plain to see."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.game import get_game
from engine.lines import parse_line
from engine.records.record import HandRecord
from engine.stats import PlayerStats, Share, count_hand


def record(name: str, line: str, payoffs: tuple[int, ...], board: str = "") -> HandRecord:
    game = get_game(name)
    players = game.num_players
    holes = ((0, 1), (4, 5), (8, 9), (12, 13), (16, 17), (20, 21))[:players]
    names = tuple("abcdef"[:players])
    cards = tuple(parse_cards(board))
    return HandRecord(game, 0, names, holes, cards, parse_line(game, line), payoffs)


def stats(*records: HandRecord) -> list[PlayerStats]:
    total = np.sum([count_hand(r) for r in records], axis=0)
    return [PlayerStats.of(row) for row in total]


def test_a_walk_gives_the_big_blind_no_decision() -> None:
    big, small = stats(record("holdem-nolimit", "f", (50, -50)))
    assert (big.hands, big.vpip, small.vpip) == (1, Share(0, 0), Share(0, 1))
    assert big.vpip.value is None
    assert big.wtsd == Share(0, 0)


def test_checking_the_option_is_not_voluntary() -> None:
    big, small = stats(record("holdem-nolimit", "cc/cc/cc/cc", (100, -100), "2c7d9hJsKc"))
    assert (big.vpip, big.pfr) == (Share(0, 1), Share(0, 1))
    assert (small.vpip, small.pfr) == (Share(1, 1), Share(0, 1))
    assert big.wtsd == Share(1, 1)
    assert (big.wsd, small.wsd) == (Share(1, 1), Share(0, 1))
    assert big.af == Share(0, 0)


def test_aggression_counts_after_the_flop_only() -> None:
    line = "r300c/r600r1200c/cr2400f"
    big, small = stats(record("holdem-nolimit", line, (-1200, 1200)))
    assert small.pfr == Share(1, 1)
    assert big.vpip == Share(1, 1)
    assert big.pfr == Share(0, 1)
    assert big.af == Share(1, 1)  # a bet on the flop, then a call of the raise
    assert small.af == Share(2, 0)
    assert big.wtsd == small.wtsd == Share(0, 1)


def test_an_uncalled_bet_is_no_pot_won() -> None:
    game = get_game("holdem-nolimit").with_stacks((20_000, 5_000))
    holes = ((0, 1), (4, 5))
    actions = parse_line(game, "cr20000c///")
    lost = HandRecord(game, 0, ("a", "b"), holes, (), actions, (-5_000, 5_000))
    big, small = (PlayerStats.of(row) for row in count_hand(lost))
    assert (big.wsd, small.wsd) == (Share(0, 1), Share(1, 1))
    split = HandRecord(game, 0, ("a", "b"), holes, (), actions, (0, 0))
    assert [PlayerStats.of(row).wsd for row in count_hand(split)] == [Share(1, 1)] * 2


def test_who_folds_preflop_sees_no_flop() -> None:
    line = "r300fc/cc/cc/cc"
    small, big, button = stats(record("holdem-nolimit-3", line, (-50, 350, -300), "2c7d9hJsKc"))
    assert small.wtsd == Share(0, 0)
    assert big.wtsd == button.wtsd == Share(1, 1)


def test_one_round_games_count_their_only_round() -> None:
    first, second = stats(record("kuhn", "crc", (2, -2)))
    assert (first.vpip, first.pfr, first.af) == (Share(1, 1), Share(0, 1), Share(0, 1))
    assert (second.vpip, second.pfr, second.af) == (Share(1, 1), Share(1, 1), Share(1, 0))
    assert first.wtsd == second.wtsd == Share(1, 1)
    folded, _ = stats(record("kuhn", "crf", (-1, 1)))
    assert folded.wtsd == Share(0, 1)


def test_shares_are_quotients() -> None:
    assert Share(1, 4).value == pytest.approx(0.25)
