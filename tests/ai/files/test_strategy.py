import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save

from ai.agents.baselines import RandomAgent
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from ai.files import arrays as tensors
from ai.files.arrays import content_hash
from ai.files.strategy import StrategyInfo, load_strategy, save_strategy
from ai.registry import build
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.player import PublicState
from engine.policy import strategy_at
from tests.tamper import put, tamper

LEDUC = get_game("leduc")


@pytest.fixture(scope="module")
def trained():
    solver = Solver(LEDUC, get_schedule("cfr+"))
    solver.step(20)
    info = StrategyInfo(
        game=LEDUC,
        algorithm="cfr+",
        abstraction="ranks",
        parameters={"gamma": 1.0},
        iterations=20,
        measured={"method": "exact", "exploitability": solver.exploitability()},
    )
    return solver.average(), info


@pytest.fixture
def path(trained, tmp_path):
    save_strategy(tmp_path / "leduc.safetensors", *trained)
    return tmp_path / "leduc.safetensors"


def test_what_is_saved_is_loaded(trained, path):
    table, info = trained
    for game in (None, LEDUC):
        loaded, stored = load_strategy(path, game)
        assert stored == info and stored.game.name == "leduc"
        assert (loaded.probabilities == table.probabilities).all()
        assert (loaded.offsets == table.offsets).all()
        assert loaded.rows.num_rows == table.rows.num_rows
        for one, two in zip(loaded.rows.row_of, table.rows.row_of, strict=True):
            assert (one == two).all()
    agent = build(f"file:{path}", LEDUC)
    answer = agent.strategy(PublicState(LEDUC, (), ()))
    assert (answer.probabilities == strategy_at(table, 0, ()).probabilities).all()
    assert agent.name == f"file:{path}"
    for name, game, words in (
        (f"file:{path}", get_game("kuhn"), "a game other than Kuhn poker"),
        ("file:nowhere", LEDUC, "No such file"),
        (f"file:{path.parent}", LEDUC, str(path.parent)),
    ):
        with pytest.raises(StrategyFileError, match=words):
            build(name, game)


@pytest.mark.parametrize("name", ["kuhn", "holdem-limit", "holdem-nolimit@2"])
def test_strategies_that_look_at_no_cards_are_stored_but_not_for_games_too_large(tmp_path, name):
    game, path = get_game(name), tmp_path / "random.safetensors"
    table, huge = RandomAgent(game).table(), get_game("holdem-nolimit")
    save_strategy(path, table, StrategyInfo(game, "random", "none"))
    assert (load_strategy(path, game)[0].probabilities == table.probabilities).all()
    save_strategy(path, table, StrategyInfo(huge, "x", "none"))
    with pytest.raises(StrategyFileError, match=r"betting tree|arrays are not those"):
        load_strategy(path, huge)


def at(index, value):
    def make(array):
        array[index] = value
        return array

    return make


ROWS, CHANCES, OTHERS = "rows do not match", "probabilities, not", "arrays are not those"
TAMPERED = [
    *(("probabilities", at(3, odd), "not numbers of 0 or more") for odd in (np.nan, np.inf)),
    ("probabilities", at(slice(0, 2), [1.5, -0.5]), "not numbers of 0 or more"),
    ("probabilities", at(0, 0.99), "do not sum to 1"),
    ("probabilities", at(slice(0, 2), [1.5e308, 1.5e308]), "do not sum to 1"),
    *(("probabilities", make, CHANCES) for make in (lambda a: a[:-1], lambda a: a[None])),
    ("probabilities", lambda a: a.astype(np.float32), "the wrong type"),
    *(("num_rows", lambda a, by=by: a * by, "numbers of rows") for by in (10**9, -1)),
    ("num_rows", lambda a: a[:1], "numbers of rows"),
    *(("rows_0", make, ROWS) for make in (lambda a: a + 1, lambda a: -a - 1)),
    ("rows_0", lambda a: np.ascontiguousarray(a[:, :3]), ROWS),
    *(("rows_1", make, ROWS) for make in (np.ravel, np.abs, lambda a: np.full_like(a, -1))),
    ("rows_1", lambda a: None, OTHERS),
    ("rows_9", lambda a: np.zeros(1, np.int32), OTHERS),
]
LARGE = [
    ("probabilities", lambda a: np.full(10**6, 0.5), CHANCES),
    ("rows_1", lambda a: np.zeros((10**3, 10**3), np.int32), ROWS),
    ("num_rows", lambda a: np.full(2, 10**7), CHANCES),
    ("more", lambda a: np.zeros(10**6, np.int32), OTHERS),
]
"""Refused by their sizes alone, before they are read."""


@pytest.mark.parametrize(("name", "change", "message"), [*TAMPERED, *LARGE])
def test_tampered_arrays_are_refused(path, monkeypatch, name, change, message):
    def rows_fit(record):
        arrays = {name: array for name, array in load_file(path).items() if name != "probabilities"}
        record["abstraction_hash"] = content_hash(arrays)

    tamper(path, change_arrays=put(name, change))
    tamper(path, change_record=rows_fit)
    if (name, change, message) in LARGE:
        monkeypatch.delattr(tensors.TensorFile, "load")
    with pytest.raises(StrategyFileError, match=message):
        load_strategy(path, LEDUC)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format_version": 2}, "format 2; this program reads format 1"),
        ({"format_version": "x" * 10_000}, "this program reads"),
        *(({name: ...}, f"no valid '{name}'") for name in ("game", "seed")),
        ({"game": 3}, "no valid 'game'"),
        ({"game": "GAMEDEF"}, "its game is not playable"),
        ({"game": get_game("holdem-nolimit").to_acpc()}, "arrays are not those|a game other"),
        ({"menu": "pot"}, "bet menu 'pot' is not known"),
        *(({"iterations": odd}, "no valid 'iterations'") for odd in (True, "many")),
        ({"measured": [1]}, "no valid 'measured'"),
        ({"parameters": {"a": {}}}, "no valid 'parameters'"),
        ({"abstraction_hash": "0"}, "rows do not match their hash"),
    ],
)
def test_tampered_records_are_refused(path, change, message):
    def tampered(record):
        record.update(change)
        for name in [name for name, value in record.items() if value is ...]:
            del record[name]

    tamper(path, change_record=tampered)
    for game in (LEDUC, None):
        with pytest.raises(StrategyFileError, match=message) as caught:
            load_strategy(path, game)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "[" * 100_000, '{"format_version": NaN}', "3" * 5000, "null"]
)
def test_records_that_are_none_and_content_that_does_not_fit_its_hash(path, text):
    with safe_open(path, framework="numpy") as file:
        metadata, arrays = file.metadata(), load_file(path)
    for record, kept, words in (
        (metadata["record"] + " ", metadata["content_hash"], "damaged"),
        (text, content_hash(arrays, text), "no record"),
    ):
        path.write_bytes(save(arrays, {"record": record, "content_hash": kept}))
        with pytest.raises(StrategyFileError, match=words):
            load_strategy(path)


def test_what_is_no_file_of_arrays_is_refused(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(tensors, "MAX_HEADER_BYTES", 100)
        with pytest.raises(StrategyFileError, match="header is larger"):
            load_strategy(path)
    for content, words in (
        ((2**60).to_bytes(8, "little") + bytes(100), "truncated"),
        *((content, "not a strategy file") for content in (b"", bytes(8), b"PK\3\4" + bytes(90))),
    ):
        path.write_bytes(content)
        with pytest.raises(StrategyFileError, match=words):
            load_strategy(path)
