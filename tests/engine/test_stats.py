import numpy as np
import pytest

from ai.agents.baselines import RandomAgent
from engine.game import get_game
from engine.lines import parse_line
from engine.match import play
from engine.player import ActionKind, PublicState
from engine.stats import PlayerStats, Share, count_line

pytestmark = pytest.mark.plain
NONE, MISSED, DONE = Share(0, 0), Share(0, 1), Share(1, 1)
THREE = "holdem-nolimit-3"


@pytest.mark.parametrize(
    ("game", "line", "payoffs", "seats"),
    [
        # A walk gives the big blind no decision.
        ("holdem-nolimit", "f", (50, -50), ({"vpip": NONE, "wtsd": NONE}, {"vpip": MISSED})),
        # Checking the option is not voluntary.
        (
            "holdem-nolimit",
            "cc/cc/cc/cc",
            (100, -100),
            (
                {"vpip": MISSED, "pfr": MISSED, "wtsd": DONE, "wsd": DONE, "af": NONE},
                {"vpip": DONE, "pfr": MISSED, "wsd": MISSED},
            ),
        ),
        # Aggression counts after the flop only: a bet on the flop, then a call of the raise.
        (
            "holdem-nolimit",
            "r300c/r600r1200c/cr2400f",
            (-1200, 1200),
            (
                {"vpip": DONE, "pfr": MISSED, "af": DONE, "wtsd": MISSED},
                {"pfr": DONE, "af": Share(2, 0), "wtsd": MISSED},
            ),
        ),
        # A player who folds preflop sees no flop.
        (THREE, "r300fc/cc/cc/cc", (-50, 350, -300), ({"wtsd": NONE}, *[{"wtsd": DONE}] * 2)),
        # One-round games count their only round.
        (
            "kuhn",
            "crc",
            (2, -2),
            (
                {"vpip": DONE, "pfr": MISSED, "af": MISSED, "wtsd": DONE},
                {"vpip": DONE, "pfr": DONE, "af": Share(1, 0), "wtsd": DONE},
            ),
        ),
        ("kuhn", "crf", (-1, 1), ({"wtsd": MISSED}, {})),
        ("leduc", "rc/cc", (3, -3), ({"pfr": DONE, "af": NONE}, {"af": NONE, "wtsd": DONE})),
    ],
)
def test_hands_count_as_players_count_them(game, line, payoffs, seats):
    game = get_game(game)
    counts = count_line(game, parse_line(game, line)).with_result(np.array(payoffs))
    for row, expected in zip(counts, seats, strict=True):
        found = PlayerStats.of(row)
        assert {name: getattr(found, name) for name in expected} == expected


def test_an_uncalled_bet_is_no_pot_won():
    game = get_game("holdem-nolimit").with_stacks((20_000, 5_000))
    line = count_line(game, parse_line(game, "cr20000c///"))
    assert line.at_stake.tolist() == [5_000, 5_000]
    for payoffs, won in (((-5_000, 5_000), [MISSED, DONE]), ((0, 0), [DONE, DONE])):
        assert [PlayerStats.of(row).wsd for row in line.with_result(np.array(payoffs))] == won


@pytest.mark.parametrize(
    "name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@20", "holdem-nolimit-6"]
)
def test_three_bets_of_random_hands_agree_with_a_plain_count(name):
    game, records, seen = get_game(name), [], 0
    agents = [RandomAgent(game) for _ in range(game.num_players)]
    play(game, agents, 150, 5, on_record=records.append)
    for record in records:
        plain, here, raises = [[0, 0] for _ in agents], PublicState(game, (), ()), 0
        for action in record.actions:
            raised = int(action.kind == ActionKind.RAISE)
            if here.street == 0 and raises == 1 and here.legal.max_raise:
                plain[here.to_act] = [max(plain[here.to_act][0], raised), 1]
            raises, here = raises + raised, here.after(action)
        counts = count_line(game, record.actions).counts
        assert [PlayerStats.of(row).three_bet for row in counts] == [Share(*one) for one in plain]
        seen += sum(whole for _, whole in plain)
    assert (seen > 0) == (name != "kuhn")
