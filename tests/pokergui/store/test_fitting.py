import pytest

from ai.agents.baselines import CallAgent, RandomAgent
from ai.opponent.record import write_state
from engine.errors import EngineError, RecordError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play
from engine.records.acpc import write_log
from pokergui.store import OpponentStore, StoreError
from pokergui.store.fitting import family_game, fit_files, fit_state, load_model

GAME = get_game("kuhn")


@pytest.fixture
def log(tmp_path):
    records = []
    play(GAME, [RandomAgent(GAME), CallAgent(GAME)], 40, seed=5, on_record=records.append)
    write_log(tmp_path / "kuhn.log", records)
    return tmp_path / "kuhn.log"


@pytest.fixture
def opponents(store):
    return OpponentStore(store)


def test_folded_cards_shown_in_a_file_are_learned_from(log, tmp_path, opponents):
    seen = []
    control = JobControl(lambda fraction, text: seen.append(fraction))
    done = fit_files(opponents, [log], strategies=tmp_path, name="random", control=control)
    assert seen[-1] == 1.0
    ((name, family),) = done.grown
    assert (name, family_game(family)) == ("random", GAME)
    kept = load_model(opponents, name, GAME)
    assert kept.hands == done.grown[name, family].hands == 40
    state = kept.save_state()
    # Cards are known in every hand: each action counts fully for one of the three cards.
    assert (state["fine"][0] % 1.0 == 0.0).all()
    assert state["fine"][0].sum() == state["seen"].sum() == 40.0


def test_cancelled_or_failed_fit_keeps_nothing(log, tmp_path, opponents, monkeypatch):
    control = JobControl(lambda fraction, text: control.cancel() if fraction > 0.5 else None)
    done = fit_files(opponents, [log], strategies=tmp_path, control=control)
    assert (done.grown, done.stopped) == ({}, True)
    with monkeypatch.context() as patch:
        times = iter(("2026-05-01T00:00:00.000Z",))  # only for the first row
        patch.setattr("pokergui.store.opponents.now", lambda: next(times))
        with pytest.raises(StopIteration):
            fit_files(opponents, [log], strategies=tmp_path)
    cut = tmp_path / "cut.log.xz"
    cut.write_bytes(b"\xfd7zXZ nothing")
    with pytest.raises(RecordError, match=r"cut\.log\.xz"):
        fit_files(opponents, [log, cut], strategies=tmp_path, game=GAME)
    assert opponents.list() == ()
    fit_files(opponents, [log], strategies=tmp_path)
    assert {row.name: row.hands for row in opponents.list()} == {"random": 40, "call": 40}


def test_state_of_another_game_is_rejected(tmp_path, opponents):
    path = tmp_path / "x.safetensors"
    write_state(path, {"key": "no game"})
    with pytest.raises(StoreError, match="not built in: 'no game'"):
        fit_state(opponents, path, "Zoe")
    write_state(path, {"key": load_model(opponents, "x", GAME).situations.key})
    with pytest.raises(EngineError, match="damaged"):
        fit_state(opponents, path, "Zoe")
