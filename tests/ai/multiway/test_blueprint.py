from dataclasses import replace

import numpy as np
import pytest

from ai.agents.supported_games import blueprint_plays
from ai.betting.menus import Menu
from ai.blueprint.recipe import BlueprintRecipe, has_blueprints
from ai.blueprint.record import load_blueprint, save_blueprint
from ai.files.quantised import ONE
from ai.files.strategy import StrategyInfo
from ai.multiway import _situations as s
from ai.multiway.agent import NEAREST, MultiwayAgent
from ai.multiway.blueprint import MultiwayBlueprint
from ai.multiway.solver import MultiwaySolver
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.values.node_values import action_evs
from engine.combos import combo_cards, parse_combo
from engine.errors import EngineError, GameError, StrategyFileError
from engine.game import get_game
from engine.lines import line_spot
from engine.player import CALL, FOLD, PublicState, SeatView, raise_to
from tests.ai.blueprint.coarse import OneBucket, coarse_tables
from tests.naive.blueprints import repacked
from tests.naive.random_hands import decisions
from tests.tamper import damage, put

pytestmark = pytest.mark.slow

GAME = get_game("holdem-nolimit-3@20")
MENU = Menu.parse("60,a/80,a/a;66,a/a")
FIRST = PublicState(GAME, (), ())


def solver(game=GAME, **changes):
    return MultiwaySolver(game, MENU, OneBucket(), coarse_tables(), **changes)


def made(run):
    info = StrategyInfo(run.game, "blueprint", "one", iterations=run.iteration, menu=str(MENU))
    return MultiwayBlueprint.of(info, run.cards, run.averages(), run.values(20_000))


@pytest.fixture(scope="module")
def trained():
    run = solver()
    run.step(60_000)
    return run


@pytest.fixture(scope="module")
def blueprint(trained):
    return made(trained)


def rows(answer, hands):
    return [answer.probabilities[parse_combo(hand)] for hand in hands]


def test_aces_raise_and_the_worst_hand_folds(blueprint):
    answer = MultiwayAgent("cfr", blueprint).strategy(FIRST)
    aces, worst = rows(answer, ("AsAd", "7s2d"))
    assert answer.actions[0] == FOLD and CALL not in answer.actions  # the button does not limp
    assert aces[0] == 0.0 and worst[0] > 0.95
    values = answer.values / GAME.big_blind
    assert values[parse_combo("AsAd"), 1:].max() > 1.5
    assert values[:, 0] == pytest.approx(0.0, abs=1e-6)
    assert blueprint.values.shape[2:] == (169, 4)
    shove = PublicState(GAME, (raise_to(GAME.stacks[2]), FOLD), ())
    aces, worst = rows(MultiwayAgent("cfr", blueprint).strategy(shove), ("AsAd", "7s2d"))
    assert aces[1] > 0.9 > worst[1] + 0.4


def test_rare_actions_are_noise_but_a_raise_with_aces_alone_is_not():
    game, hands = get_game("holdem-nolimit-6@100"), ("AsAd", "KsKd")
    agent = build("cfr", game)
    for line in ("fr250fffr1075", "ffr250ffr1075", "r250ffffr1075", "r400"):
        for row in rows(agent.strategy(line_spot(game, line)), hands):
            assert row[0] == 0.0 and row[row > 0.0].min() >= 0.1 - 1 / 255
    aces = rows(agent.strategy(line_spot(game, "r400")), hands)[0]
    assert aces[2:].sum() > 0.5


def test_evs_are_known_where_trained_up_to_a_3_bet(blueprint):
    agent = MultiwayAgent("cfr", blueprint)
    reader, everything = RangeReader(agent), np.ones((3, 1326))
    opened = FIRST.after(agent.strategy(FIRST).actions[1])
    reraised = opened.after(FOLD).after(agent.strategy(opened.after(FOLD)).actions[2])
    for spot in (FIRST, opened):
        stated = agent.strategy(spot)
        shown = action_evs(reader, spot, everything, stated)
        unknown = np.isnan(shown.values)
        assert not unknown[:, 0].any() and not unknown.all()
        assert (unknown[:, 1:] >= stated.rare[:, None]).all()
        assert (shown.values[~unknown] == stated.values[~unknown]).all()
        assert (stated.error[~np.isnan(stated.values)] >= 0.0).all()
    assert agent.strategy(reraised).values is not None
    four_bet = reraised.after(raise_to(GAME.stacks[2]))
    assert agent.strategy(four_bet).values is None
    deeper = GAME.with_stacks((3000, 3000, 3000), "deeper")
    assert agent.strategy(PublicState(deeper, (), ())).values is None
    never = replace(blueprint, rare=np.ones_like(blueprint.rare))
    known = RangeReader(MultiwayAgent("cfr", never)).untrained(opened, stated, everything)
    assert known[:, 1:].all() and not known[:, 0].any()


def test_rows_are_probabilities_and_a_seat_gets_the_row_of_its_hand(blueprint):
    agent = MultiwayAgent("cfr", blueprint)
    assert (blueprint.probabilities.sum(axis=1, dtype=int) == ONE).all()
    for game in (GAME, GAME.with_stacks((2000, 1100, 3500), "uneven")):
        for spot in decisions(game, 60, seed=2):
            answer = agent.strategy(spot)
            free = np.flatnonzero(answer.probabilities.any(axis=1))
            assert answer.probabilities[free].sum(axis=1) == pytest.approx(1.0)
            combo = int(free[len(free) // 3])
            row = agent.row(SeatView(spot, spot.to_act, tuple(map(int, combo_cards()[combo]))))
            assert row.actions == answer.actions
            assert (row.probabilities[0] == answer.probabilities[combo]).all()
            for action in answer.actions:
                spot.after(action)  # legal


def test_a_situation_that_was_never_met_plays_the_nearest(blueprint):
    few = replace(
        blueprint,
        situations=blueprint.situations[:1],
        probabilities=blueprint.probabilities[:169],
        rare=blueprint.rare[:169],
        values=blueprint.values[:, :1],
    )
    answer = MultiwayAgent("cfr", few).strategy(PublicState(GAME, (raise_to(250),), ()))
    assert answer.note == NEAREST
    for street, count in enumerate(s.num_situations(6)):
        numbers = np.arange(count)
        for one in (0, count // 3, count - 1):
            far = s.distances(6, street, one, numbers)
            assert far.argmin() == one and (np.delete(far, one) > 0.0).all()


def test_runs_go_on_from_a_snapshot_bit_for_bit(trained):
    first, second = solver(seed=3), solver(seed=3)
    first.step(700)
    second.load_state(first.save_state())
    for run in (first, second):
        run.step(300)
    one, other = first.save_state(), second.save_state()
    assert all((one[name] == other[name]).all() for name in one)
    for change in ({"rows": one["rows"][1:]}, {"places": one["places"] - 9_000_000}):
        with pytest.raises(EngineError):
            second.load_state({**one, **change})


def test_files_keep_everything(blueprint, tmp_path):
    path = tmp_path / "six.safetensors"
    save_blueprint(path, blueprint)
    found = load_blueprint(path, GAME, cards=OneBucket())
    for name in ("situations", "probabilities", "rare"):
        assert (getattr(found, name) == getattr(blueprint, name)).all()
    assert np.array_equal(found.values, blueprint.values, equal_nan=True)
    assert found.info == blueprint.info
    damage(path, put("values", lambda found: found[0].copy()))  # an older file: without errors
    older = MultiwayAgent("cfr", load_blueprint(path, GAME, OneBucket()))
    assert older.strategy(FIRST).values is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (repacked(lambda found: found + np.uint8(1)), "do not sum to 1"),
        (repacked(lambda found: found[:-2]), "does not have the"),
        (repacked(lambda found: np.zeros(2**28, np.uint8)), "does not have the"),
        (put("packed", lambda found: found[1:]), "cannot be unpacked"),
        (put("situations", lambda found: found[::-1].copy()), "situations are not those"),
        (put("situations", lambda found: found + np.int32(10**6)), "situations are not those"),
        (put("situations", lambda found: found[:0]), "situations are not those"),
        (put("situations", lambda found: found[1:]), "do not match|does not have"),
        (put("situations", lambda found: found.astype("i8")), "not those of a blueprint"),
        (put("rare", lambda found: found[1:]), "do not match"),
        (put("values", lambda found: found[1:]), "do not match"),
        (put("values", lambda found: -found), "do not match"),
        (put("values", lambda found: found + np.float16(np.inf)), "do not match"),
        (lambda arrays: arrays.pop("rare"), "not those of a blueprint"),
        ({"menu": "1,2,3,4,5,6,7,8,a"}, "situations are not those"),
    ],
)
def test_damaged_files_are_refused(blueprint, tmp_path, change, words):
    path = tmp_path / "six.safetensors"
    save_blueprint(path, blueprint)
    damage(path, change)
    with pytest.raises(StrategyFileError, match=words):
        load_blueprint(path, GAME, cards=OneBucket())


def test_what_has_no_blueprint_is_refused_in_words(blueprint):
    assert not has_blueprints(get_game("kuhn"))
    uneven = GAME.with_stacks((2000, 1100, 3500), "uneven")
    with pytest.raises(EngineError, match="with equal stacks"):
        BlueprintRecipe(uneven)
    with pytest.raises(EngineError, match="no schedule"):
        BlueprintRecipe(GAME, picks="constant:1")
    with pytest.raises(GameError, match="equal stacks"):
        solver(uneven)
    with pytest.raises(EngineError, match="made for rules other"):
        MultiwayAgent("cfr", blueprint).strategy(PublicState(get_game("holdem-nolimit-6"), (), ()))


def test_fewer_players_are_a_table_whose_first_seats_folded(blueprint):
    six = solver(get_game("holdem-nolimit-6@20"))
    six.step(3_000)
    agent = MultiwayAgent("cfr", made(six))
    short = get_game("holdem-nolimit-3@20")
    for spot in decisions(short, 20, seed=5):
        folded = PublicState(six.game, (FOLD, FOLD, FOLD, *spot.actions), spot.board)
        one, other = agent.strategy(spot), agent.strategy(folded)
        assert one.actions == other.actions and one.note == other.note
        assert (one.probabilities == other.probabilities).all()
    for game, fits in (
        ("holdem-nolimit-4@20", True),
        ("holdem-nolimit-6@40", True),
        ("holdem-nolimit-6@41", False),
        ("holdem-nolimit-6:straddle=utg@20", False),
        ("holdem-nolimit@20", False),
        ("holdem-nolimit-9@20", False),
    ):
        assert blueprint_plays(six.game, get_game(game)) == fits, game
