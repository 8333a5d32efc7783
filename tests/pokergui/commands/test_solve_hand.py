from contextlib import closing

import pytest

from engine.cards import parse_cards
from engine.hand import HandState
from engine.lines import parse_line
from engine.records.record import HandRecord
from pokergui.store import Store
from tests.ai.solver.test_whole_hand import BOARD, GAME, WHOLE

pytestmark = pytest.mark.slow

OOP, IP = "AKs,77,QJs", "KK:0.5,AQs,87s"
CALL = f"solve-hand 1 --ranges {OOP} {IP} --target 3"


@pytest.fixture
def played(home):
    """One hand, in which the second player has AdQd and the first AhKh."""
    first = parse_cards("AhKhAdQd")
    rest = [card for card in GAME.deck if card not in (*first, *BOARD)]
    deck = (*first, *BOARD, *rest)
    with closing(Store.open(home / "hands.db")) as store:
        deal = store.begin_hand(GAME, deck, engines=("", "random"), hero=0)
        deal.committed.result()
        hand = HandState.deal(GAME, deck)
        for action in parse_line(GAME, WHOLE):
            hand.apply(action)
        record = HandRecord.of(hand, 0, ("You", "Random"), deck)
        store.finish_hand(deal, record, engines=("", "random"), hero=0, mode="play").result()
    return record


@pytest.mark.ci
def test_every_street_and_decision_is_reported(cli, played):
    found = cli.json(CALL, err=None)
    assert (found["hand"], found["ranges"], found["problem"]) == (1, [OOP, IP], None)
    assert [one["spot"]["pot"] for one in found["streets"]] == ["600", "1000", "1400"]
    for street in found["streets"]:
        assert 0 < street["exploitability_pct_pot"] <= 3 and not street["hardly_reached"]
        for one in street["decisions"]:
            assert 0 <= one["range_frequency"] <= 1
            judged = one["judged"]
            assert judged["line"] == one["line"] and judged["action"] == one["action"]
            if judged["class"] in ("inaccuracy", "wrong", "blunder"):
                assert judged["loss_mbb"] > judged["floor_mbb"]
            if judged["class"] is not None:
                least = 3000 * street["exploitability"] / GAME.big_blind
                assert judged["floor_mbb"] >= 0.999 * least
    told = cli.text(CALL)
    assert told.count("exploitability") == 3 and "noise floor" in told


def test_an_engine_of_another_game_is_refused(cli, played):
    assert "tabular" in cli.refused("solve-hand 1 --engine tabular")
