import numpy as np
import pytest

from ai.blueprint.agent import BlueprintAgent, onward_evs
from ai.files.quantised import ONE
from ai.reading.reach import RangeReader, visible
from ai.registry import build
from ai.values.playout import play_out
from engine.card_display import parse_shown
from engine.combos import combo_cards, combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, FOLD, PublicState, SeatView, raise_to
from engine.policy import strategy_at
from engine.tree import DECISION
from tests.ai.test_engine_contract import is_a_strategy
from tests.naive.blueprints import random_blueprint

pytestmark = pytest.mark.slow

BOARD = (0, 17, 33, 50, 6)
MENU = "50,100,a/100,a/a;50,100,a/100,a"
GAMES = ("holdem-nolimit@3", "holdem-nolimit@20", "holdem-nolimit@50", "holdem-limit")
AGENTS = {
    name: BlueprintAgent(name, random_blueprint(name, "all" if name == "holdem-limit" else MENU))
    for name in GAMES
}
NOLIMIT = AGENTS["holdem-nolimit@20"]


def _spot(game, *actions):
    spot = PublicState(get_game(game), actions, ())
    return PublicState(spot.game, actions, BOARD[: spot.game.board_sizes[spot.street]])


@pytest.mark.parametrize("name", GAMES)
def test_on_tree_answer_has_the_rows_values_and_flags_of_its_node(name):
    agent, rng = AGENTS[name], np.random.default_rng(1)
    tree, cards = agent.blueprint.tree, agent.blueprint.cards
    for node in rng.choice(np.flatnonzero(tree.kind == DECISION), 8, replace=False).tolist():
        spot = _spot(name, *tree.line_to(node))
        answer, rows = agent.strategy(spot), cards.rows_on(spot.board)
        live, expected = rows >= 0, strategy_at(agent.table(), node, spot.board)
        assert (answer.note, answer.actions) == ("blueprint", expected.actions)
        assert (answer.probabilities == expected.probabilities).all()
        assert (answer.rare[live] == agent.blueprint.rare_rows(node)[rows[live]]).all()
        assert not answer.rare[~live].any()
        block = agent.blueprint.value_block(node)
        assert (answer.values is None) == (block is None) == (spot.street > 1)
        if block is not None:
            expected = block[rows[live]].astype(float) * spot.game.big_blind
            assert (answer.values[live] == expected).all() and not answer.values[~live].any()


def test_off_tree_answer_mixes_by_weight_and_own_reach():
    """By hand for one combo: the button raises to 250 and faces a bet of 500."""
    blueprint, tree = NOLIMIT.blueprint, NOLIMIT.blueprint.tree
    spot = _spot("holdem-nolimit@20", raise_to(250), CALL, raise_to(500))
    answer = NOLIMIT.strategy(spot)
    assert answer.actions == (FOLD, CALL, raise_to(1_750))  # the pot is nine tenths of the stack
    combo = 700
    preflop, flop = (int(blueprint.cards.rows_on(BOARD[:cards])[combo]) for cards in (0, 3))
    expected, whole = np.zeros(3), 0.0
    for opened, weight in ((200, 3 / 7), (300, 4 / 7)):
        node = tree.find((raise_to(opened), CALL, raise_to(2 * opened)))
        raised = tree.actions_at(0).index(raise_to(opened))
        count = weight * float(blueprint.block(0)[preflop, raised]) / ONE
        row = blueprint.block(node)[flop] / ONE
        assert [action.kind for action in tree.actions_at(node)[:2]] == [0, 1]
        expected += count * np.array([row[0], row[1], row[2:].sum()])
        whole += count
    assert whole > 0
    assert answer.probabilities[combo] == pytest.approx(expected / whole, abs=1e-12)
    assert answer.note == "translated"
    folds = random_blueprint("holdem-nolimit@20", MENU)
    folds.block(0)[:] = [ONE, *[0] * (folds.block(0).shape[1] - 1)]
    is_a_strategy(spot, BlueprintAgent("folds", folds).strategy(spot))  # no reach: weighted only


def test_bets_below_the_minimum_are_called_in_part_with_every_hand():
    """By hand: a fifth of the pot, where half is the minimum."""
    blueprint = NOLIMIT.blueprint
    tree = blueprint.tree
    answer = NOLIMIT.strategy(_spot("holdem-nolimit@20", raise_to(300), CALL, raise_to(120)))
    combo = 700
    row = int(blueprint.cards.rows_on(BOARD[:3])[combo])
    block = blueprint.block(tree.find((raise_to(300), CALL, raise_to(300))))[row] / ONE
    assert answer.probabilities[combo, :2] == pytest.approx([block[0] / 2, block[1] / 2 + 0.5])
    before = _spot("holdem-nolimit@20", raise_to(300), CALL)
    small = NOLIMIT.taken_for(before, raise_to(120), NOLIMIT.strategy(before))
    assert dict(small) == pytest.approx({CALL: 0.5, raise_to(300): 0.5})
    river = _spot("holdem-nolimit@20", *(CALL,) * 6, raise_to(100))
    is_a_strategy(river, NOLIMIT.strategy(river))


def test_cheap_preflop_raise_is_called_by_profitable_hands():
    """By hand: a raise from 2 to 3 big blinds, so 5 to 1 to call; the minimum raise is to 6."""
    blueprint = NOLIMIT.blueprint
    spot = _spot("holdem-nolimit@20", raise_to(200), raise_to(300))
    answer = NOLIMIT.strategy(spot)
    is_a_strategy(spot, answer)
    rows = blueprint.cards.rows_on(())
    node = blueprint.tree.find((raise_to(200), raise_to(600)))
    block, values = blueprint.block(node)[rows] / ONE, blueprint.value_block(node)
    part = (100 * values[rows, 1].astype(float) + 400) / 1200  # of the pot of 12 big blinds
    assert answer.values[:, 1] == pytest.approx(part * 600 - 100, abs=1e-9)
    pays = np.clip(2 * (part * 6 - 1), 0, 1)  # called in full from 1.5 times the price
    assert {0.0, 1.0} < set(pays)
    # It is mapped to a call with probability 3/5.
    folds, calls = block[:, 0] * (1 - pays), block[:, 1] + block[:, 0] * pays
    assert answer.probabilities[:, 0] == pytest.approx(0.4 * folds, abs=1e-12)
    assert answer.probabilities[:, 1] == pytest.approx(0.6 + 0.4 * calls, abs=1e-12)
    view = SeatView(spot, 1, tuple(combo_cards()[700].tolist()))
    assert NOLIMIT.row(view).probabilities[0].tolist() == answer.probabilities[700].tolist()


def test_all_in_blueprint_checks_and_calls_and_other_rules_are_rejected():
    with pytest.raises(EngineError, match="made for rules other"):
        NOLIMIT.strategy(_spot("holdem-nolimit@50"))
    with pytest.raises(EngineError, match="no answer where the betting is over"):
        NOLIMIT.strategy(PublicState(NOLIMIT.blueprint.game, (FOLD,), ()))
    line = (raise_to(200), raise_to(600), raise_to(1_000), raise_to(1_400), CALL)
    for more, actions in (((), 1), ((raise_to(200),), 2)):
        spot = _spot("holdem-nolimit@20", *line, *more)
        answer = NOLIMIT.strategy(spot)
        is_a_strategy(spot, answer)
        assert answer.actions[:actions] == (FOLD, CALL)[-actions:]
        rows = NOLIMIT.blueprint.cards.rows_on(spot.board)
        assert (answer.probabilities[rows >= 0, actions - 1] == 1.0).all()
        assert answer.note == "translated"


def test_range_after_an_off_menu_action_follows_its_translation():
    agent = AGENTS["holdem-nolimit@50"]
    first = agent.strategy(_spot("holdem-nolimit@50"))
    columns = [first.probabilities[:, first.actions.index(raise_to(to))] for to in (200, 300)]
    found = RangeReader(agent).reach(_spot("holdem-nolimit@50", raise_to(250)))
    assert found.weights[1] == pytest.approx(3 / 7 * columns[0] + 4 / 7 * columns[1])
    assert found.misses == found.ends == ()
    assert agent.taken_for(_spot("holdem-nolimit@50"), FOLD, first) == ()


@pytest.mark.parametrize(
    ("name", "line", "board"),
    [
        ("holdem-nolimit@100", "cc/cc/cc/", "7d3cKh2sQs"),
        ("holdem-nolimit@100", "r300c/cr750c/cc/r1500", "7d3cKh2sQs"),
        ("holdem-limit", "rc/rc/rc/cr", "As3cKh2sQs"),
        pytest.param("holdem-limit", "rrc/rrrrc/rrr", "7d3cKh2s", marks=pytest.mark.ci),
        ("holdem-nolimit@20", "cc/r300c/", "7d3cKh2s"),
    ],
)
def test_hand_values_match_the_range_values(name, line, board):
    game = get_game(name)
    reader, spot = RangeReader(build("cfr", game)), spot_of(game, line, parse_shown(game, board))
    _, after = play_out(reader, spot, visible([reader.reach(spot)])[0])
    seen = 0
    for text in ("AcAh", "KdQd", "5c4c", "9h8h", "Js7h"):
        hole = tuple(parse_shown(game, text))
        if not set(hole) & set(spot.board):
            found, expected = reader.hand_evs(spot, hole), after[combo_index(hole, game.deck)]
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-6 * spot.pot)
            seen += 1
    assert seen >= 3


def test_values_ignore_earlier_streets_and_empty_ranges_have_none():
    game = get_game("holdem-limit")
    agent = build("cfr", game)
    hole = tuple(parse_shown(game, "AcAh"))
    assert agent.hand_evs(PublicState(game, (), ()), hole, np.ones(1326)) is None
    spot = spot_of(game, "cc/cc/cc/", parse_shown(game, "7d3cKh2sQs"))
    node = agent.blueprint.tree.find(spot.actions)
    assert np.isnan(onward_evs(agent.blueprint, node, spot.board, hole, np.zeros(1326))).all()
