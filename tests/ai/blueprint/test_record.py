import zlib
from dataclasses import replace
from weakref import ref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.abstraction.cards import shipped_abstraction
from ai.agents.baselines import CallAgent
from ai.blueprint.blueprint import value_offsets
from ai.blueprint.record import KIND, load_blueprint, save_blueprint
from ai.files.arrays import open_tensors
from ai.files.quantised import ONE, decoded, quantised
from ai.files.strategy import StrategyInfo, kind_of, read_info, save_strategy
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.policy import policy_table
from engine.tree import DECISION
from tests.naive.blueprints import SumRows, few_buckets, random_blueprint, repacked
from tests.tamper import damage, put, tamper

pytestmark = pytest.mark.slow

GAME = "holdem-nolimit@10"


@pytest.fixture
def kept(tmp_path):
    blueprint = random_blueprint(GAME, "50,a/a")
    path = tmp_path / "blueprint.safetensors"
    save_blueprint(path, blueprint)
    return path, blueprint


def test_saved_strategies_round_trip(kept):
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
    assert kind_of(path) == KIND
    made = random_blueprint("holdem-limit", "all", values=False, visits=False)
    save_blueprint(path, made)
    loaded = load_blueprint(path, get_game("holdem-limit"), cards=SumRows())
    assert loaded.values is None and loaded.rare is None and loaded.rare_rows(0) is None
    save_blueprint(path, replace(made, cards=shipped_abstraction()))
    with open_tensors(path, "", 1) as file:
        assert set(file.shapes) == {"packed"}


def refused(path, words, game=None, cards=None):
    with pytest.raises(StrategyFileError, match=words):
        load_blueprint(path, game and get_game(game), cards=cards or SumRows())


def test_mismatched_files_depths_buckets_and_titles_are_named(kept, tmp_path):
    path, blueprint = kept
    refused(path, "made for stacks of 10 big blinds, not 100", "holdem-nolimit@100")
    refused(path, "a game other than Limit hold'em", "holdem-limit")
    missing = r"groups of hands that are missing here \(sums of car"
    refused(path, missing, cards=SumRows(key="others"))
    broken = replace(blueprint, info=replace(blueprint.info, title="two\nlines"))
    with pytest.raises(StrategyFileError, match="a title must be one line"):
        save_blueprint(path, broken)
    game = get_game("kuhn")
    table = policy_table(game, CallAgent(game).strategy)
    save_strategy(path, table, StrategyInfo(game, "call", "none"))
    assert kind_of(path) is None
    refused(path, "not a blueprint")


def _unpack(arrays):
    arrays["probabilities"] = np.frombuffer(zlib.decompress(arrays.pop("packed")), np.uint8)


def _plain(change):
    return lambda arrays: (_unpack(arrays), put("probabilities", change)(arrays))


def _first(number):
    return lambda found: np.append(found.dtype.type(number), found[1:])


OTHERS, KINDS = "it does not have the .* probabilities", "not those of a blueprint"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (repacked(_first(7)), "do not sum to 1"),
        (repacked(lambda found: found[:-2]), OTHERS),
        (repacked(lambda found: np.append(found, np.uint8(0))), OTHERS),
        (repacked(lambda found: np.zeros(2**28, np.uint8)), OTHERS),  # a decompression bomb
        (put("packed", lambda found: np.append(found, np.uint8(1))), OTHERS),
        (put("packed", lambda found: found[:-9]), OTHERS),
        (put("packed", lambda found: found[1:]), "cannot be unpacked"),
        (put("packed", lambda found: np.zeros((2, 2), np.uint8)), "not in one row"),
        (put("packed", lambda found: found[:0]), "probabilities is invalid"),
        (put("packed", lambda found: np.zeros(5)), KINDS),
        (lambda arrays: arrays.pop("packed"), KINDS),
        (lambda arrays: arrays.update(probabilities=arrays["packed"]), KINDS),
        (_plain(_first(7)), "do not sum to 1"),
        (_plain(lambda found: found[:-2]), "it has .* probabilities, not"),
        (put("more", lambda _: np.zeros(3)), KINDS),
        (put("values", _first(np.nan)), "not numbers"),
        (put("values", lambda found: found[1:]), "lacks the .* values"),
        (put("values", lambda found: found.astype("f4")), KINDS),
        (put("rare", lambda found: found[1:]), "lacks a bit for each of its"),
        (put("rare", lambda found: found.astype("u2")), KINDS),
        ({"menu": "50,a/50,a/a"}, "probabilities, not"),
        ({"probabilities": 9}, "the betting tree has more than 10"),
        *(
            ({"probabilities": odd}, "its number of probabilities is invalid")
            for odd in (10**12, -1, True, "9")
        ),
        *(({"menu": odd}, "the betting tree has more than") for odd in ("1,2,3,4,5,6,9,a", "all")),
        ({"menu": "50"}, "its bet menu '50' is not known here: .* without all-in"),
        ({"kind": "tables"}, "not a blueprint"),
        ({"format_version": 2}, "format 2; this program reads format 1"),
        ({"abstraction_hash": "x" * 500}, "that are missing here"),
        ({"game": get_game("kuhn").to_acpc()}, "not for Kuhn poker"),
        ({"provenance": {"minutes": [1]}}, "no valid 'provenance'"),
    ],
)
def test_tampered_files_are_rejected(kept, change, words):
    damage(kept[0], change)
    refused(kept[0], words)


@pytest.fixture(scope="module")
def groups():
    return few_buckets()


def test_file_stores_the_buckets_of_its_run(kept, groups, tmp_path):
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


def test_older_files_with_unquantised_probabilities_load(kept):
    path, blueprint = kept
    size = path.stat().st_size
    tamper(path, change_arrays=_unpack, change_record=lambda record: record.pop("probabilities"))
    assert path.stat().st_size > size
    assert (load_blueprint(path, cards=SumRows()).probabilities == blueprint.probabilities).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda arrays: arrays.pop("cards.clusters"), "not those of card buckets"),
        (lambda arrays: arrays.update({"cards.more": np.zeros(3)}), "not those of card buckets"),
        (lambda arrays: arrays["cards.flop"].fill(1), "do not match their key"),
        (lambda arrays: arrays["cards.flop"].fill(9), "'flop' is invalid"),
        (lambda arrays: arrays.update({"cards.more": np.zeros(2**24, np.uint8)}), "are too large"),
    ],
)
def test_tampered_buckets_are_rejected(kept, groups, change, words):
    path, blueprint = kept
    save_blueprint(path, replace(blueprint, cards=groups))
    damage(path, change)
    with pytest.raises(StrategyFileError, match=words):
        load_blueprint(path)


rows = st.lists(st.lists(st.floats(0.0, 1e6), min_size=1, max_size=6), min_size=1, max_size=30)


@given(rows, st.sampled_from([255, 51, 17]))
def test_quantised_rows_sum_to_one_and_stay_close(found, steps):
    flat = np.array([number for row in found for number in row])
    widths = np.array([len(row) for row in found])
    kept = quantised(flat, widths, np.full(len(widths), steps))
    assert not (kept % (ONE // steps)).any()
    start = 0
    for row in found:
        part = decoded(kept[start : start + len(row)])
        start += len(row)
        total = sum(row)
        expected = np.array(row) / total if total > 0 else np.full(len(row), 1 / len(row))
        assert kept[start - len(row) : start].sum() == ONE and abs(part.sum() - 1.0) < 1e-12
        assert np.abs(part - expected).max() < 1 / steps + 1e-9


def test_probabilities_0_and_1_stay_exact():
    flat, widths = np.array([0.0, 1.0, 0.0, 0.25, 0.75]), np.array([3, 2])
    assert quantised(flat, widths, np.array([255, 255])).tolist() == [0, 255, 0, 64, 191]
    assert quantised(flat, widths, np.array([51, 51])).tolist() == [0, 255, 0, 65, 190]


def test_tables_are_shared_and_values_cover_the_first_two_streets():
    blueprint = random_blueprint("holdem-nolimit@10", "50,a/a")
    tree, table, start = blueprint.tree, blueprint.table, 0
    held = ref(table)  # shared, and freed with its last owner
    assert blueprint.table is table
    del table
    assert held() is None
    for node in range(tree.num_nodes):
        block = blueprint.value_block(node)
        if tree.kind[node] != DECISION or tree.street[node] > 1:
            assert block is None
        else:
            assert (block.ravel() == blueprint.values[start : start + block.size]).all()
            start += block.size
    assert start == len(blueprint.values) == value_offsets(tree, blueprint.cards.num_rows)[1]
