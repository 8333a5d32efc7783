import pytest

from engine.card_display import parse_shown
from engine.cards import parse_cards
from engine.game import get_game
from pokergui.pages.watch.scenes.draws import hand_note
from pokergui.pages.watch.scenes.odds import win_share
from pokergui.pages.watch.scenes.progress import Clock

HOLDEM = "holdem-nolimit@100"


@pytest.mark.parametrize(
    ("game", "first", "second", "board", "share"),
    [
        (HOLDEM, "AsAh", "KsKh", "", 0.8266),
        (HOLDEM, "AcKd", "Qh9h", "AdJh8h4c", 1 - 12 / 44),
        (HOLDEM, "2c2d", "AhKh", "2h3h4h5h9s", 0.0),
        (HOLDEM, "2c3d", "2d3c", "AsKsQsJsTs", 0.5),
        ("kuhn", "Ks", "Qs", "", 1.0),
        ("kuhn", "Js", "Qs", "", 0.0),
        # K v. Q: of four cards to come the two jacks and the king win, the queen loses.
        ("leduc", "Ks", "Qs", "", 0.75),
        ("leduc", "Ks", "Kh", "Js", 0.5),
        ("leduc", "Ks", "Qs", "Qh", 0.0),
    ],
)
def test_chances_are_counted_exactly(game, first, second, board, share):
    rules = get_game(game)
    cards = [parse_shown(rules, text) for text in (first, second, board)]
    assert win_share(rules, *cards) == pytest.approx(share, abs=5e-4)


@pytest.mark.parametrize(
    ("hole", "board", "note"),
    [
        ("AcKd", "AdJh8h4c", "king kicker"),
        ("Qh9h", "AdJh8h4c", "flush draw, gutshot"),
        ("9c8c", "7d6hAs", "open-ended"),
        ("As2c", "3d4hKs", "gutshot"),
        ("9c8c", "7d6hAs2c3d", ""),
        ("9c8c", "7d6h5s", ""),
        ("AcKd", "", ""),
        ("2c2d", "9h9s9d", ""),
    ],
)
def test_notes_on_a_hand(hole, board, note):
    assert hand_note(get_game(HOLDEM), parse_cards(hole), parse_cards(board)) == note


def test_the_clock_knows_nothing_before_two_marks_and_then_the_rest(clock):
    times = Clock()
    times.start(0)
    assert times.left_text(100) == "…"
    assert times.scene(100, 1).note == "0%"
    clock.advance(10.0)
    times.count(25)
    assert (times.speed_text(), times.scene(100, None).note) == ("2.5", "25.0%, 0:30 left")
    times.pause()
    clock.advance(10.0)
    assert (times.spent_text(), times.best_text()) == ("0:10", "2")
