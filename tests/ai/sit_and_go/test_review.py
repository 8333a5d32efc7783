import pytest

from ai.preflop.icm import icm
from ai.sit_and_go.plan import Level, SitAndGo
from ai.sit_and_go.review import prize_verdict
from engine.cards import parse_cards
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, raise_to

STAGE = SitAndGo((1_000, 1_000), (Level(50, 100),), 10, (65.0, 35.0)).start()
GAME = STAGE.game


def verdict(cards, line, action):
    spot = PublicState(GAME, parse_line(GAME, line), ())
    return prize_verdict(STAGE.open_payouts, spot, parse_cards(cards), action)


@pytest.mark.parametrize(
    ("cards", "line", "action", "jams", "loses"),
    [
        ("AsAh", "", raise_to(1_000), True, False),
        ("AsAh", "", FOLD, True, True),
        ("7s2h", "", FOLD, False, False),
        ("7s2h", "", raise_to(1_000), False, True),
        ("AsAh", "r1000", CALL, True, False),
        ("7s2h", "r1000", CALL, False, True),
    ],
)
def test_all_in_and_fold_are_valued_in_prizes(cards, line, action, jams, loses):
    found = verdict(cards, line, action)
    assert (found.jam > found.fold, found.lost > 0.05) == (jams, loses)
    assert found.frequency == pytest.approx(float(jams), abs=1e-3)
    # The small blind that folds has 950 chips, the big blind 900.
    chips = (900, 1_100) if line else (950, 1_050)
    assert found.fold == pytest.approx(icm(chips, STAGE.plan.payouts)[0], abs=1e-6)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        *(("", CALL), ("c", CALL)),  # calls the big blind, or may check
        *(("r250", FOLD), ("cr250", FOLD)),  # no all-in
        ("r250r1000", CALL),  # acts a second time
    ],
)
def test_other_decisions_have_no_verdict(line, action):
    assert verdict("AsAh", line, action) is None
