"""Files of blueprints: saved data comes back, and errors are reported."""

import zlib
from dataclasses import replace

import numpy as np
import pytest

from ai.abstraction.cards import CardAbstraction, shipped_abstraction
from ai.blueprint.record import is_blueprint, load_blueprint, save_blueprint
from ai.simple import CallAgent
from ai.strategy import StrategyInfo, read_info, save_strategy
from ai.tensors import open_tensors
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.policy import policy_table
from tests.forge import forge
from tests.naive.blueprints import SumRows, random_blueprint

pytestmark = pytest.mark.slow

GAME = "holdem-nolimit@10"


@pytest.fixture
def kept(tmp_path):
    blueprint = random_blueprint(GAME, "50,a/a")
    path = tmp_path / "blueprint.safetensors"
    save_blueprint(path, blueprint)
    return path, blueprint


def test_what_is_saved_is_loaded(kept):
    path, blueprint = kept
    for game in (None, get_game(GAME)):
        loaded = load_blueprint(path, game, cards=SumRows())
        assert loaded.info == blueprint.info == read_info(path)
        assert loaded.game.name == GAME
        assert loaded.menu == blueprint.menu
        assert loaded.tree.same_as(blueprint.tree)
        assert (loaded.offsets == blueprint.offsets).all()
        assert (loaded.probabilities == blueprint.probabilities).all()
        assert loaded.values.dtype == np.float16
        assert (loaded.values == blueprint.values).all()
        assert (loaded.rare == blueprint.rare).all() and 0.4 < loaded.rare.mean() < 0.6
    assert is_blueprint(path)
    # Values and visits may be left out, and the shipped groups of hands are in no file.
    made = random_blueprint("holdem-limit", "all", values=False, visits=False)
    save_blueprint(path, made)
    loaded = load_blueprint(path, get_game("holdem-limit"), cards=SumRows())
    assert loaded.values is None and loaded.rare is None and loaded.rare_rows(0) is None
    save_blueprint(path, replace(made, cards=shipped_abstraction()))
    with open_tensors(path, "", 1) as file:
        assert set(file.shapes) == {"packed"}


def test_other_strategy_files_are_told_apart(tmp_path):
    path, game = tmp_path / "x.safetensors", get_game("kuhn")
    save_strategy(
        path, policy_table(game, CallAgent(game).strategy), StrategyInfo(game, "call", "none")
    )
    assert not is_blueprint(path)
    with pytest.raises(StrategyFileError, match="not a blueprint"):
        load_blueprint(path, cards=SumRows())


def test_another_depth_and_other_groups_are_named(kept):
    path, _ = kept
    with pytest.raises(StrategyFileError, match="made for stacks of 10 big blinds, not 100"):
        load_blueprint(path, get_game("holdem-nolimit@100"), cards=SumRows())
    with pytest.raises(StrategyFileError, match="another game than Limit hold'em"):
        load_blueprint(path, get_game("holdem-limit"), cards=SumRows())
    with pytest.raises(
        StrategyFileError, match=r"groups of hands that are missing here \(sums of car"
    ):
        load_blueprint(path, cards=SumRows(key="others"))


def _probabilities(change):
    def changed(arrays):
        found = np.frombuffer(zlib.decompress(arrays["packed"]), np.uint8)
        arrays["packed"] = np.frombuffer(zlib.compress(change(found.copy())), np.uint8)

    return changed


def _unpack(arrays):
    arrays["probabilities"] = np.frombuffer(zlib.decompress(arrays.pop("packed")), np.uint8)


def _unpacked(change):
    def changed(arrays):
        _unpack(arrays)
        change(arrays)

    return changed


def _set(name, place, number):
    def change(arrays):
        arrays[name] = arrays[name].copy()
        arrays[name][place] = number

    return change


OTHERS = "other than the .* probabilities it names"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_probabilities(lambda found: np.append(np.uint8(7), found[1:])), "do not sum to 1"),
        (_probabilities(lambda found: found[:-2]), OTHERS),
        (_probabilities(lambda found: np.append(found, np.uint8(0))), OTHERS),
        (_probabilities(lambda found: np.zeros(2**28, np.uint8)), OTHERS),  # a bomb
        (lambda arrays: arrays.update(packed=np.append(arrays["packed"], np.uint8(1))), OTHERS),
        (lambda arrays: arrays.update(packed=arrays["packed"][:-9]), OTHERS),
        (lambda arrays: arrays.update(packed=arrays["packed"][1:]), "cannot be unpacked"),
        (lambda arrays: arrays.update(packed=np.zeros((2, 2), np.uint8)), "not in one row"),
        (lambda arrays: arrays.update(packed=np.zeros(0, np.uint8)), "probabilities is impossible"),
        (lambda arrays: arrays.update(packed=np.zeros(5)), "not those of a blueprint"),
        (lambda arrays: arrays.pop("packed"), "not those of a blueprint"),
        (lambda arrays: arrays.update(probabilities=arrays["packed"]), "not those of a blueprint"),
        (_unpacked(_set("probabilities", 0, 7)), "do not sum to 1"),
        (
            _unpacked(lambda a: a.update(probabilities=a["probabilities"][:-2])),
            "it has .* probabilities, not",
        ),
        (lambda arrays: arrays.update(more=np.zeros(3)), "not those of a blueprint"),
        (_set("values", 3, np.nan), "not numbers"),
        (_set("values", 3, np.inf), "not numbers"),
        (lambda arrays: arrays.update(values=arrays["values"][1:]), "lacks the .* values"),
        (lambda arrays: arrays.update(values=arrays["values"].astype("f4")), "not those of"),
        (lambda arrays: arrays.update(rare=arrays["rare"][1:]), "lacks a bit for each of its"),
        (lambda arrays: arrays.update(rare=arrays["rare"].astype("u2")), "not those of"),
    ],
)
def test_forged_arrays_are_refused(kept, change, words):
    path, _ = kept
    forge(path, change_arrays=change)
    with pytest.raises(StrategyFileError, match=words):
        load_blueprint(path, cards=SumRows())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"menu": "50,a/50,a/a"}, "probabilities, not"),
        ({"probabilities": 9}, "the betting tree has more than 10"),
        ({"probabilities": 10**12}, "its number of probabilities is impossible"),
        ({"probabilities": -1}, "its number of probabilities is impossible"),
        ({"probabilities": True}, "its number of probabilities is impossible"),
        ({"probabilities": "9"}, "its number of probabilities is impossible"),
        ({"menu": "1,2,3,4,5,6,7,8,9,a"}, "the betting tree has more than"),
        ({"menu": "all"}, "the betting tree has more than"),
        ({"menu": "50"}, "its bet menu '50' is not known here: .* lacks all-in"),
        ({"menu": 3}, "no valid 'menu'"),
        ({"kind": "tables"}, "not a blueprint"),
        ({"format_version": 2}, "format 2; this program reads format 1"),
        ({"abstraction_hash": "x" * 500}, "that are missing here"),
        ({"game": get_game("kuhn").to_acpc()}, "not for Kuhn poker"),
        ({"game": "GAMEDEF"}, "its game is not playable"),
        ({"provenance": 5}, "no valid 'provenance'"),
        ({"provenance": {"minutes": [1]}}, "no valid 'provenance'"),
        ({"title": "<b>"}, "no valid 'title'"),
        ({"iterations": -1}, "no valid 'iterations'"),
    ],
)
def test_forged_records_are_refused(kept, change, words):
    path, _ = kept
    forge(path, change_record=lambda record: record.update(change))
    with pytest.raises(StrategyFileError, match=words):
        load_blueprint(path, cards=SumRows())


@pytest.fixture(scope="module")
def groups():
    """Groups of hands of another run."""
    shipped = shipped_abstraction().arrays
    arrays = {
        f"{street}_centres": shipped[f"{street}_centres"][:count]
        for street, count in (("flop", 7), ("turn", 5), ("river", 3))
    }
    flop = (shipped["flop"] % 7).astype(np.uint8)
    return CardAbstraction({**arrays, "flop": flop, "clusters": shipped["clusters"]})


def test_a_file_holds_the_groups_of_hands_of_its_own_run(kept, groups, tmp_path):
    path, blueprint = kept
    save_blueprint(path, replace(blueprint, cards=groups))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    moved = path.rename(elsewhere / "moved.safetensors")
    loaded = load_blueprint(moved, get_game(GAME), home=elsewhere)
    assert loaded.cards.key == groups.key
    assert (loaded.probabilities == blueprint.probabilities).all()
    board = (0, 17, 33)
    assert np.array_equal(loaded.cards.rows_on(board), groups.rows_on(board))


def test_older_files_with_plain_probabilities_are_read(kept):
    path, blueprint = kept
    size = path.stat().st_size
    forge(path, change_arrays=_unpack, change_record=lambda record: record.pop("probabilities"))
    assert path.stat().st_size > size
    assert (load_blueprint(path, cards=SumRows()).probabilities == blueprint.probabilities).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda arrays: arrays.pop("cards.clusters"), "not those of card buckets"),
        (lambda arrays: arrays.update({"cards.more": np.zeros(3)}), "not those of card buckets"),
        (lambda arrays: arrays["cards.flop"].fill(1), "do not fit their key"),
        (lambda arrays: arrays["cards.flop"].fill(9), "'flop' is impossible"),
        (lambda arrays: arrays.update({"cards.more": np.zeros(2**24, np.uint8)}), "are too large"),
    ],
)
def test_forged_groups_of_hands_are_refused(kept, groups, change, words):
    path, blueprint = kept
    save_blueprint(path, replace(blueprint, cards=groups))
    forge(path, change_arrays=change)
    with pytest.raises(StrategyFileError, match=words):
        load_blueprint(path)


def test_a_title_is_one_plain_line(kept):
    path, blueprint = kept
    broken = replace(blueprint, info=replace(blueprint.info, title="two\nlines"))
    with pytest.raises(StrategyFileError, match="a title is one line"):
        save_blueprint(path, broken)
