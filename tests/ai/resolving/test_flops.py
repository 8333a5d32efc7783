import shutil
from dataclasses import replace

import numpy as np
import pytest

from ai.betting.sizes import parse_menu
from ai.blueprint.shipped import shipped_agent
from ai.reading.reach import RangeReader
from ai.registry import build, engines, find_engine
from ai.reports.boardsets import named_boards
from ai.reports.flop_set import MANIFEST, FlopSet, file_of
from ai.resolving.agent import ResolveAgent
from ai.resolving.flops import FlopLibrary, mapped
from ai.resolving.street import EFFORTS, SolvingEffort
from ai.solver.boards import combo_map
from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from engine.cards import parse_cards
from engine.combos import combo_cards, combo_index, parse_combo
from engine.errors import EngineError, PokerError, StrategyFileError
from engine.game import get_game
from engine.player import CALL, PublicState, SeatView, Strategy, raise_to
from engine.policy import blocked
from engine.ranges import parse_range
from tests.ai.reports.flop_sets import solved_in

pytestmark = pytest.mark.slow

GAME = get_game("holdem-nolimit@20")
RANGES = "AA,QJs,55", "KK,T9s"
LIMPED = (CALL, CALL)
FLOP, OTHER = parse_cards("Qh7h2h"), parse_cards("Qh7d2c")
FAST = {
    4: SolvingEffort(parse_menu("100"), parse_menu("a"), iterations=2, chunk=1),
    5: replace(EFFORTS[5], iterations=5),
}
SUITS = np.array([0, 1, 3, 2])  # hearts and spades change places
CHANGE = (np.arange(52) & ~3) | SUITS[np.arange(52) & 3]


def flops_of(big_blind=10, pot=20, stack=190):
    boards, both = named_boards("Qs7s2s As9s4s", 3), tuple(map(parse_range, RANGES))
    chips = {"pot": pot, "stack": stack, "bets": "50;50;", "raises": ""}
    spot = Spot.parse("Qs7s2s", *RANGES, **chips, big_blind=str(big_blind))
    return FlopSet.of(spot, both, boards, 1.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "spots" / "limped"
    solved_in(folder, flops_of())
    return folder


@pytest.fixture(scope="module")
def library(folder):
    return FlopLibrary(folder, GAME)


@pytest.fixture(scope="module")
def own(library):
    return ResolveAgent("flops", shipped_agent(GAME), FAST, flops=library)


@pytest.fixture(scope="module")
def plain():
    return ResolveAgent("plain", shipped_agent(GAME), FAST)


@pytest.fixture(scope="module")
def solver(folder):
    return SpotRun.load(file_of(folder, flops_of().boards[0])).trainer


def at(*line, board=FLOP):
    return PublicState(GAME, (*LIMPED, *line), board)


def same(one, other):
    assert one.actions == other.actions
    assert np.array_equal(one.probabilities, other.probabilities)


@pytest.mark.parametrize(
    ("line", "cards"),
    [((), ""), ((CALL,), ""), ((raise_to(100),), ""), ((CALL, CALL), "3s"), ((CALL,) * 3, "3s")],
)
def test_flop_and_turn_are_the_solution_in_the_suits_and_chips_of_the_hand(
    own, solver, line, cards
):
    spot = at(*line, board=(*FLOP, *parse_cards(cards)))
    answer, out = own.strategy(spot), blocked(GAME, spot.board)
    small = tuple(raise_to(action.raise_to // 10) if action.raise_to else action for action in line)
    view = solver.view(small, tuple(CHANGE[list(spot.board)].tolist()))
    assert [action.raise_to for action in answer.actions] == [
        10 * action.raise_to for action in view.actions
    ]
    images = combo_map(CHANGE)
    rows = view.strategy[images]
    held = rows.any(axis=1)
    assert held.any() and np.array_equal(answer.probabilities[held], rows[held])
    assert np.array_equal(answer.values[held], 10 * view.action_ev[images][held])
    assert np.allclose(answer.probabilities[~out].sum(axis=1), 1.0)
    assert not answer.probabilities[out].any()
    assert own.noise(spot, CALL).total > 0.0 and not own.untrained(spot, answer, None).any()
    assert answer.note.startswith("from a solved flop")


def test_ranges_of_a_flop_are_those_of_the_set(own, library):
    reach = RangeReader(own).reach(at()).weights
    expected = np.where(blocked(GAME, FLOP), 0.0, np.stack(list(map(parse_range, RANGES))))
    assert np.array_equal(reach, expected)
    bet = RangeReader(own).reach(at(raise_to(100))).weights
    rows = own.strategy(at())
    column = rows.probabilities[:, rows.actions.index(raise_to(100))]
    assert np.array_equal(bet, np.stack([expected[0] * column, expected[1]]))
    assert library.arriving(at(CALL)) is None and library.arriving(at(board=OTHER)) is None


def test_river_is_solved_again(own, solver):
    spot = at(*(CALL,) * 4, board=(*FLOP, *parse_cards("3s3d")))
    answer = own.strategy(spot)
    view = solver.view((CALL,) * 4, tuple(CHANGE[list(spot.board)].tolist()))
    aces = parse_combo("AdAc")
    assert np.allclose(answer.probabilities[aces], view.strategy[aces])
    assert not own.streets.kept_bytes  # the resolver was not asked


def test_hands_outside_the_range_play_the_blueprint_with_the_sizes_of_the_solution(own, plain):
    spot, seven = at(), combo_index(parse_cards("7s7c"))
    answer, usual = own.strategy(spot), plain.strategy(spot)
    assert np.array_equal(answer.probabilities[seven], mapped(usual, answer.actions, spot)[seven])
    drawn = {
        own.act(SeatView(spot, 0, tuple(combo_cards()[seven].tolist())), np.random.default_rng(n))
        for n in range(20)
    }
    taken = zip(answer.actions, answer.probabilities[seven], strict=True)
    assert drawn <= {action for action, share in taken if share > 0}


def test_raises_are_mapped_to_the_nearest_of_the_solution_or_to_a_call():
    spot = at()
    answer = Strategy((CALL, raise_to(150), raise_to(1900)), np.array([[0.5, 0.3, 0.2]]))
    rows = mapped(answer, (CALL, raise_to(100), raise_to(200)), spot)
    assert rows.sum() == pytest.approx(1.0) and rows[0, 0] == 0.5
    assert rows[0, 2] == pytest.approx(0.2 + 0.3 - rows[0, 1]) and rows[0, 1] > 0
    assert mapped(answer, (CALL,), spot).tolist() == [[1.0]]


@pytest.mark.parametrize(
    "spot",
    [
        at(board=OTHER),
        PublicState(GAME, (raise_to(250), CALL), FLOP),  # another pot
        at(raise_to(137)),  # not in the tree
        at(CALL, CALL, board=(*OTHER, *parse_cards("3s"))),
        PublicState(GAME, (), ()),
    ],
)
def test_elsewhere_it_plays_as_the_resolver(own, plain, spot):
    same(own.strategy(spot), plain.strategy(spot))


def test_turn_off_the_tree_is_solved_from_the_ranges_of_the_flop(own, solver):
    board = (*FLOP, *parse_cards("3s"))
    spot = at(raise_to(100), CALL, raise_to(333), board=board)
    own.strategy(spot)
    ranges = own.streets.at(spot).solver.spot.ranges
    reach = solver.coming((raise_to(10), CALL), tuple(CHANGE[list(board)].tolist()))
    for weights, came in zip(ranges, reach, strict=True):
        most = weights.argmax()
        assert came[combo_map(CHANGE)][most] == pytest.approx(came.max())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("holdem-nolimit@50", "solved at 20 big blinds, but this game has 50"),
        ("holdem-limit", "no-limit"),
    ],
)
def test_other_games_are_refused(folder, name, words):
    with pytest.raises(EngineError, match=words):
        FlopLibrary(folder, get_game(name))


@pytest.mark.ci
def test_chips_that_are_no_whole_number_of_the_games_are_refused(tmp_path):
    solved_in(tmp_path / "set", flops_of(big_blind=1000, pot=2000, stack=19000))
    with pytest.raises(EngineError, match="its big blind is 1000, here 100"):
        FlopLibrary(tmp_path / "set", GAME)


@pytest.mark.parametrize("damage", ["no set", "manifest", "file", "none solved"])
def test_folders_without_a_sound_set_are_refused(folder, tmp_path, damage):
    place = tmp_path / "set"
    shutil.copytree(folder, place)
    files = sorted(place.glob("*.safetensors"))
    if damage == "no set":
        (place / MANIFEST).unlink()
    elif damage == "manifest":
        (place / MANIFEST).write_text("{}")
    elif damage == "file":
        files[0].write_bytes(files[0].read_bytes()[:999])
    else:
        for file in files:
            file.unlink()
    kind = EngineError if damage == "none solved" else StrategyFileError
    with pytest.raises(kind, match=r"set"):
        build(f"cfr-resolve:flops={place}", GAME)


def test_file_that_is_damaged_later_is_not_played(folder, tmp_path, plain):
    shutil.copytree(folder, tmp_path / "set")
    own = build(f"cfr-resolve:flops={tmp_path / 'set'}", GAME)
    for file in (tmp_path / "set").glob("*.safetensors"):
        file.write_bytes(file.read_bytes()[:-999])
    same(own.strategy(at()), plain.strategy(at()))


def test_sets_among_the_saved_spots_are_listed_as_engines(folder):
    home = folder.parent.parent / "strategies"
    name = "cfr-resolve:flops=limped"
    listed = {engine.name: engine for engine in engines(GAME, home)}
    assert listed[name].title == "Resolver, flops of limped"
    assert find_engine(name, home, GAME) is listed[name] and listed[name].solves
    agent = build(name, GAME, home)
    assert agent.strategy(at()).note.startswith("from a solved flop")
    assert name not in [engine.name for engine in engines(get_game("holdem-nolimit@50"), home)]
    with pytest.raises(PokerError, match="does not play"):
        build(name, get_game("holdem-nolimit@50"), home)
    (folder.parent / "broken").mkdir()
    (folder.parent / "broken" / MANIFEST).write_text("{")
    assert sum("flops=" in engine.name for engine in engines(GAME, home)) == 1
