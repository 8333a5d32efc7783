"""Statistics of players, from hands with obvious counts."""

from __future__ import annotations

import numpy as np
import pytest

from ai.simple import CallAgent, RandomAgent
from engine.game import get_game
from engine.hand import HandState
from engine.lines import line_text, parse_line
from engine.match import play
from engine.player import ActionKind
from engine.records.record import HandRecord
from engine.stats import NUM_COUNTS, PlayerStats, Share, count_line

pytestmark = pytest.mark.plain


def stats(name: str, line: str, payoffs: tuple[int, ...]) -> list[PlayerStats]:
    game = get_game(name)
    counts = count_line(game, parse_line(game, line)).with_result(np.array(payoffs))
    return [PlayerStats.of(row) for row in counts]


def test_a_walk_gives_the_big_blind_no_decision() -> None:
    big, small = stats("holdem-nolimit", "f", (50, -50))
    assert (big.hands, big.vpip, small.vpip) == (1, Share(0, 0), Share(0, 1))
    assert big.vpip.value is None
    assert big.wtsd == Share(0, 0)


def test_checking_the_option_is_not_voluntary() -> None:
    big, small = stats("holdem-nolimit", "cc/cc/cc/cc", (100, -100))
    assert (big.vpip, big.pfr) == (Share(0, 1), Share(0, 1))
    assert (small.vpip, small.pfr) == (Share(1, 1), Share(0, 1))
    assert big.wtsd == Share(1, 1)
    assert (big.wsd, small.wsd) == (Share(1, 1), Share(0, 1))
    assert big.af == Share(0, 0)


def test_aggression_counts_after_the_flop_only() -> None:
    line = "r300c/r600r1200c/cr2400f"
    big, small = stats("holdem-nolimit", line, (-1200, 1200))
    assert small.pfr == Share(1, 1)
    assert big.vpip == Share(1, 1)
    assert big.pfr == Share(0, 1)
    assert big.af == Share(1, 1)  # a bet on the flop, then a call of the raise
    assert small.af == Share(2, 0)
    assert big.wtsd == small.wtsd == Share(0, 1)


def test_an_uncalled_bet_is_no_pot_won() -> None:
    game = get_game("holdem-nolimit").with_stacks((20_000, 5_000))
    line = count_line(game, parse_line(game, "cr20000c///"))
    assert line.at_stake.tolist() == [5_000, 5_000]
    big, small = (PlayerStats.of(row) for row in line.with_result(np.array((-5_000, 5_000))))
    assert (big.wsd, small.wsd) == (Share(0, 1), Share(1, 1))
    split = line.with_result(np.array((0, 0)))
    assert [PlayerStats.of(row).wsd for row in split] == [Share(1, 1)] * 2


def test_who_folds_preflop_sees_no_flop() -> None:
    line = "r300fc/cc/cc/cc"
    small, big, button = stats("holdem-nolimit-3", line, (-50, 350, -300))
    assert small.wtsd == Share(0, 0)
    assert big.wtsd == button.wtsd == Share(1, 1)


def test_one_round_games_count_their_only_round() -> None:
    first, second = stats("kuhn", "crc", (2, -2))
    assert (first.vpip, first.pfr, first.af) == (Share(1, 1), Share(0, 1), Share(0, 1))
    assert (second.vpip, second.pfr, second.af) == (Share(1, 1), Share(1, 1), Share(1, 0))
    assert first.wtsd == second.wtsd == Share(1, 1)
    folded, _ = stats("kuhn", "crf", (-1, 1))
    assert folded.wtsd == Share(0, 1)


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_matches_of_tables_count_as_their_records_do(name: str, duplicate: bool) -> None:
    game = get_game(name)
    agents = [RandomAgent(game), CallAgent(game)]
    records: list[HandRecord] = []
    result = play(game, agents, 200, 7, duplicate, records.append)
    total = np.zeros((2, NUM_COUNTS), np.int64)
    for record, position in zip(records, result.positions.tolist(), strict=True):
        counts = count_line(game, record.actions).with_result(np.array(record.payoffs))
        total += counts[[position, 1 - position]]
    assert result.stats == tuple(PlayerStats.of(row) for row in total)
    assert result.stats[0].hands == len(records)
    assert result.stats[0].wsd.part > 0


def test_shares_are_quotients() -> None:
    assert Share(1, 4).value == pytest.approx(0.25)


def naive_three_bets(name: str, line: str) -> list[Share]:
    """Counted from the betting text alone: raises of the first round, letter by letter."""
    game = get_game(name)
    players = game.num_players
    found = [[0, 0] for _ in range(players)]
    hand = HandState.deal(game, game.deck)
    raises = 0
    for action in parse_line(game, line):
        seat = hand.to_act
        if hand.spot.street == 0 and raises == 1 and hand.spot.legal.max_raise:
            found[seat][1] = 1
            found[seat][0] = max(found[seat][0], int(action.kind == ActionKind.RAISE))
        raises += action.kind == ActionKind.RAISE
        hand.apply(action)
    return [Share(part, whole) for part, whole in found]


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("holdem-nolimit", "r300r900c/cc/cc/cc", [Share(1, 1), Share(0, 0)]),
        ("holdem-nolimit", "r300c/r900r2000f", [Share(0, 1), Share(0, 0)]),
        ("holdem-nolimit", "cr300r900f", [Share(0, 0), Share(1, 1)]),
        ("holdem-nolimit", "r20000c///", [Share(0, 0), Share(0, 0)]),  # no raise is possible
        ("holdem-nolimit", "r300r900r2700c/cc/cc/cc", [Share(1, 1), Share(0, 0)]),
        ("holdem-nolimit-3", "r300r900ff", [Share(1, 1), Share(0, 0), Share(0, 0)]),
        ("holdem-nolimit-3", "r300cr900ff", [Share(0, 1), Share(1, 1), Share(0, 0)]),
        ("leduc", "rrc/cc", [Share(0, 0), Share(1, 1)]),
        ("leduc", "crf", [Share(0, 1), Share(0, 0)]),
        ("kuhn", "rc", [Share(0, 0), Share(0, 0)]),  # one bet is all there is
    ],
)
def test_a_three_bet_raises_the_one_raise_before_it(
    name: str, line: str, expected: list[Share]
) -> None:
    game = get_game(name)
    counts = count_line(game, parse_line(game, line)).counts
    assert [PlayerStats.of(row).three_bet for row in counts] == expected


@pytest.mark.parametrize(
    "name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@20", "holdem-nolimit-6"]
)
def test_three_bets_of_random_hands_agree_with_a_plain_count(name: str) -> None:
    game = get_game(name)
    agents = [RandomAgent(game) for _ in range(game.num_players)]
    records: list[HandRecord] = []
    play(game, agents, 150, 5, on_record=records.append)
    seen = 0
    for record in records:
        counts = count_line(game, record.actions).counts
        plain = naive_three_bets(name, line_text(game, record.actions))
        assert [PlayerStats.of(row).three_bet for row in counts] == plain
        seen += sum(share.whole for share in plain)
    assert (seen > 0) == (name != "kuhn")
