from __future__ import annotations

from contextlib import closing

import pokerkit
import pytest

from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.records.pokerstars import read_pokerstars
from pokergui.store import HandReader, Store, StoreError, export
from tests.pokergui.store.random_hands import play_into
from tests.recorded import read_hands


@pytest.fixture(scope="module")
def hands(tmp_path_factory):
    path = tmp_path_factory.mktemp("export") / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 36)
    with HandReader(path) as reader:
        return reader.list().hands


def of(hands, game):
    return [hand for hand in hands if hand.game_name == game]


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@100"])
@pytest.mark.parametrize("suffix", [".log", ".log.xz"])
def test_acpc_log_reads_back(hands, tmp_path, game, suffix):
    path = tmp_path / f"hands{suffix}"
    chosen = of(hands, game)
    assert export(chosen, "acpc", path).hands == len(chosen) == 6
    back = read_hands(path, get_game(game))
    assert [record.actions for record in back] == [hand.record.actions for hand in chosen]
    assert [record.payoffs for record in back] == [hand.payoffs for hand in chosen]
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_phh_reads_back_here_and_in_pokerkit(hands, tmp_path):
    path = tmp_path / "hands.phhs"
    done = export(hands, "phh", path)
    small = [hand.number for hand in hands if hand.game_name in ("kuhn", "leduc")]
    assert done.left_out == tuple(small)
    held = [hand for hand in hands if hand.number not in small]
    assert done.hands == len(held) == 24
    back = read_hands(path)
    assert [record.actions for record in back] == [hand.record.actions for hand in held]
    with path.open("rb") as file:
        histories = list(pokerkit.HandHistory.load_all(file))
    for history, hand in zip(histories, held, strict=True):
        state = list(history)[-1]
        assert not state.status
        starting = history.starting_stacks
        assert sorted(
            after - before for after, before in zip(state.stacks, starting, strict=True)
        ) == sorted(hand.payoffs)


@pytest.mark.filterwarnings("ignore:The field 'time_zone_abbreviation'")  # PokerKit at its own
def test_pokerstars_text_reads_back_here_and_in_pokerkit(hands, tmp_path):
    path = tmp_path / "hands.txt"
    done = export(hands, "pokerstars", path)
    held = [hand for hand in hands if hand.game_name.startswith("holdem-nolimit")]
    assert done.hands == len(held) == 18
    assert len(done.left_out) == len(hands) - 18
    text = path.read_text("utf-8")
    back = read_pokerstars(text)
    assert [(r.actions, r.holes, r.number) for r in back] == [
        (hand.record.actions, hand.record.holes, hand.number) for hand in held
    ]
    assert [record.time[:19] for record in back] == [hand.time[:19] for hand in held]
    histories = list(pokerkit.PokerStarsParser()(text, error_status=True))
    for history, hand in zip(histories, held, strict=True):
        *_, last = history
        net = [after - before for after, before in zip(last.stacks, hand.game.stacks, strict=True)]
        assert tuple(net) == hand.payoffs


def test_one_hand_in_a_phh_file(hands, tmp_path):
    path = tmp_path / "hand.phh"
    hand = of(hands, "holdem-nolimit")[0]
    export([hand], "phh", path)
    with path.open("rb") as file:
        assert pokerkit.HandHistory.load(file).hand == hand.number
    with pytest.raises(StoreError, match=r"one hand, not 24; name the file \.phhs"):
        export(hands, "phh", path)


@pytest.mark.parametrize("form", ["phh", "acpc", "pokerstars"])
def test_an_export_that_is_stopped_leaves_nothing(hands, tmp_path, form):
    control = JobControl(lambda fraction, text: control.cancel())
    chosen = of(hands, "holdem-nolimit") * 10
    with pytest.raises(CancelledError):
        export(chosen, form, tmp_path / "out", control)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_exported(hands, tmp_path):
    path = tmp_path / "out.log"
    cases = {
        "no hands to export": ([], "acpc"),
        "choose one of phh, pokerstars, acpc": (hands, "csv"),
        "holds one game; choose one of holdem-limit, ": (hands, "acpc"),
        "PHH is for hold'em": (of(hands, "kuhn"), "phh"),
        "is for no-limit hold'em": (of(hands, "holdem-limit"), "pokerstars"),
    }
    for message, (chosen, form) in cases.items():
        with pytest.raises(StoreError, match=message):
            export(chosen, form, path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(StoreError, match="cannot be written"):
        export(of(hands, "kuhn"), "acpc", tmp_path / "missing" / "out.log")
