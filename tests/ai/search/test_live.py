"""A search for one hand in steps: the same as in one go, adaptive or not."""

import pytest

from ai.search.adaptive import Stop, search_adaptively
from ai.search.begin import decision_of, methods_for
from ai.search.live import LiveSearch
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import PokerError
from engine.game import get_game
from engine.lines import spot_of

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
NOLIMIT = get_game("holdem-nolimit@100")
FLOP = spot_of(NOLIMIT, "r310c/cr800", parse_cards("Kh7d2c"))
OWN = parse_combo("AsQs")
CASES = [
    (spot_of(LEDUC, "r"), 4, "uct"),  # a king
    (spot_of(LEDUC, "r"), 4, "nfsp-uct"),
    (FLOP, OWN, "smooth-uct"),
    (FLOP, OWN, "nfsp-uct"),
]


@pytest.mark.parametrize(("spot", "combo", "method"), CASES, ids=str)
def test_steps_are_the_search_of_the_decision(spot, combo, method):
    found = LiveSearch(decision_of(spot, method, 1000, seed=3), combo)
    for count in (1, 99, 300):
        found.run(count)
    decision = decision_of(spot, method, 1000, seed=3)
    row = int(decision.row_of[combo])
    search = decision.search(row)
    search.run(400)
    assert found.simulations == 400 and not found.finished and not found.dropped
    snapshot = found.snapshot()
    tree = snapshot.tree
    visits = [tree.visits[child] for child in tree.children(0)]
    assert visits == decision.statistics(search, row)[:, 0].tolist()
    assert sum(visits) == 400 and snapshot.paid == spot.spent(spot.to_act)
    if method == "nfsp-uct":
        assert snapshot.prior.sum() == pytest.approx(1.0) and len(snapshot.prior) == len(visits)
    else:
        assert snapshot.prior is None


def test_an_adaptive_search_stops_by_itself_and_says_what_it_dropped():
    spot, stop = spot_of(KUHN, "r"), Stop(threshold=200, most=3000)
    found = LiveSearch(decision_of(spot, "uct", 3000), 0, stop)
    while not found.finished:
        found.run(64)
    whole = search_adaptively(decision_of(spot, "uct", 3000), 0, stop)
    snapshot = found.snapshot()
    assert snapshot.simulations == whole.simulations < 3000
    assert snapshot.dropped == whole.dropped == {1: whole.simulations}
    found.run(64)
    assert found.simulations == whole.simulations


@pytest.mark.parametrize(
    ("game", "line", "method", "simulations", "words"),
    [
        ("holdem-nolimit-3", "", "uct", 10, "games for two players"),
        ("kuhn", "rc", "uct", 10, "nothing to decide"),
        ("holdem-nolimit", "", "nfsp-uct", 10, "no networks"),
        ("holdem-limit", "", "uct", 10**8, "GB of memory"),
        ("kuhn", "", "puct", 10, "there is no search"),
    ],
)
def test_what_cannot_be_searched_is_one_sentence(game, line, method, simulations, words):
    with pytest.raises(PokerError, match=words):
        decision_of(spot_of(get_game(game), line), method, simulations)
    assert methods_for(NOLIMIT) == ("uct", "smooth-uct", "nfsp-uct")
    assert methods_for(get_game("holdem-nolimit")) == ("uct", "smooth-uct")
