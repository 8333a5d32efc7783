import pytest

from engine.errors import CancelledError
from engine.jobs import JobControl
from pokergui.store import StoreError, export
from tests.pokergui.store.random_hands import GAMES, hands_in, played
from tests.recorded import read_hands


@pytest.fixture(scope="module")
def hands(tmp_path_factory):
    return hands_in(played(tmp_path_factory.mktemp("export") / "hands.db", 36, games=GAMES))


def of(hands, *games):
    return [hand for hand in hands if hand.game_name in games]


@pytest.mark.parametrize(
    ("form", "file", "games"),
    [("phh", "hands.phhs", GAMES[2:]), ("pokerstars", "hands.txt", GAMES[3:])],
)
def test_hands_read_back_and_others_are_left_out(hands, tmp_path, form, file, games):
    path, held = tmp_path / file, of(hands, *games)
    done = export(hands, form, path)
    assert done.hands == len(held) == 6 * len(games)
    assert done.left_out == tuple(hand.number for hand in hands if hand not in held)
    for record, hand in zip(read_hands(path), held, strict=True):
        assert (record.actions, record.payoffs) == (hand.record.actions, hand.payoffs)
        assert (record.holes, record.number) == (hand.record.holes, hand.number)
        assert record.time[:19] == hand.time[:19]
    control = JobControl(lambda fraction, text: control.cancel())
    with pytest.raises(CancelledError):
        export(held * 10, form, tmp_path / "out", control)
    assert [one.name for one in tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("games", "form", "file", "message"),
    [
        ((), "acpc", "out.log", "no hands to export"),
        (GAMES, "csv", "out.log", "choose one of phh, pokerstars, acpc"),
        (GAMES, "acpc", "out.log", "holds one game; choose one of holdem-limit, "),
        (("kuhn",), "phh", "out.phh", "PHH is for hold'em"),
        (("holdem-limit",), "pokerstars", "out.log", "is for no-limit hold'em"),
        (GAMES, "phh", "out.phh", r"one hand, not 24; name the file \.phhs"),
        (("kuhn",), "acpc", "missing/out.log", "cannot be written"),
    ],
)
def test_what_cannot_be_exported(hands, tmp_path, games, form, file, message):
    with pytest.raises(StoreError, match=message):
        export(of(hands, *games), form, tmp_path / file)
    assert not list(tmp_path.iterdir())
