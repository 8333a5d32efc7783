"""Sizes and lines typed in Study: their meaning, errors, and destinations."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from engine.errors import IllegalActionError
from engine.game import get_game
from engine.lines import spot_of
from engine.player import raise_to, verify
from engine.shown import parse_shown
from pokergui.formatting.sizing import parse_size
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.viewmodel.typed import TypedScene
from tests.pokergui.pages.study.solving.test_spot import TURN
from tests.pokergui.pages.study.solving.test_spot import Studied as Solved
from tests.pokergui.pages.study.test_study import Studied

GAME = get_game("holdem-nolimit@100")
FLOP = spot_of(GAME, "r300c/", (0, 5, 10))
FACING = spot_of(GAME, "r300c/r700", (0, 5, 10))


class Typed:
    """Somebody at the field."""

    def __init__(self, studied: Studied | Solved) -> None:
        self.studied = studied
        self.scenes: list[TypedScene] = []
        studied.presenter.typed.scene.connect(self.scenes.append)

    def type(self, text: str) -> TypedScene:
        self.studied.do(self.studied.presenter.typed.edit, text)
        return self.scenes[-1]

    def enter(self, text: str) -> list[str]:
        self.type(text)
        scene = self.studied.do(self.studied.presenter.typed.enter)
        return [crumb.text for crumb in scene.line.crumbs]


@pytest.fixture
def blueprint(tmp_path: Path, qtbot: QtBot) -> Typed:
    return Typed(Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "cfr", tmp_path)))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        *(("250", 250), ("1,200", 1_200), (" 1 200 ", 1_200), ("50%", 300), ("33.3%", 200)),
        *(("100 %", 600), ("all-in", 9_700), ("All in", 9_700), ("a", 9_700)),
        *(("3bb", 300), ("2.5 BB", 250), ("pot", 600), ("Pot", 600)),
    ],
)
def test_sizes_are_chips_parts_of_the_pot_or_everything(text: str, amount: int) -> None:
    assert parse_size(FLOP, text) == amount


@pytest.mark.parametrize(("text", "amount"), [("2.5x", 1_000), ("3X", 1_200), ("100%", 1_800)])
def test_sizes_of_raises_count_from_the_bet_faced(text: str, amount: int) -> None:
    assert parse_size(FACING, text) == amount


@pytest.mark.parametrize(
    "text", ["", "x", "2.5", "bb", "-5", "1e3", "٣", "5%%", "9" * 30, "min", "½"]
)
def test_what_is_no_size_is_told(text: str) -> None:
    with pytest.raises(IllegalActionError, match="75%"):
        parse_size(FLOP, text)


def test_there_is_nothing_to_multiply_before_a_bet() -> None:
    with pytest.raises(IllegalActionError, match="no bet here"):
        parse_size(FLOP, "2x")


@given(st.text(alphabet="0123456789.,%xal-in frc/ ", max_size=14) | st.text(max_size=8))
def test_any_text_is_a_number_or_explained(text: str) -> None:
    for spot in (FLOP, FACING):
        try:
            amount = parse_size(spot, text)
        except IllegalActionError as error:
            assert str(error)
        else:
            assert type(amount) is int and amount >= 0


def test_any_text_in_the_field_is_explained_or_goes_there(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "call", tmp_path))
    typed, walk = Typed(studied), studied.presenter.walk
    before = walk.place

    @settings(max_examples=60, deadline=None)
    @given(st.text(alphabet="0123456789.%xalinfrc/", max_size=10))
    def check(text: str) -> None:
        scene = typed.type(text)
        assert scene.text == text and (scene.note or scene.error)
        typed.enter(text)
        # Lines that lead nowhere else, such as one without actions, lead here.
        assert not scene.error or walk.place == before
        for here, action in zip(walk.place.decisions, walk.place.actions, strict=False):
            verify(here.legal, here.betting, action)
        studied.do(walk.go, before)

    check()


def test_a_size_of_no_menu_is_translated_and_said_so(blueprint: Typed) -> None:
    scene = blueprint.type("700")
    assert "700 is read as" in scene.note and "translated" in scene.note
    assert blueprint.enter("700")[-2:] == ["Button raises to 700", "Big blind to act"]
    assert blueprint.scenes[-1].text == ""
    note = blueprint.studied.scene.note
    assert note.startswith("Translated: 700 is read as ")
    shares = [int(part.split("%")[0]) for part in note.split("(")[1:]]
    assert len(shares) == 2 and sum(shares) == 100


def test_a_size_of_the_menu_is_not(blueprint: Typed) -> None:
    menu = blueprint.studied.presenter.walk.reading
    assert menu is not None
    amount = max(a.raise_to for a in menu.answers[0].actions)
    assert blueprint.type(str(amount)).note.endswith("on the engine’s menu")
    assert blueprint.enter(str(amount))[-1] == "Big blind to act"
    assert not blueprint.studied.scene.note.startswith("Translated")


def test_an_engine_that_does_not_translate_says_that_it_guesses(
    tmp_path: Path, qtbot: QtBot
) -> None:
    typed = Typed(Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "call", tmp_path)))
    assert "a guess" in typed.type("777").note
    typed.enter("777")
    assert "guess" in typed.studied.scene.warning


def test_errors_stay_at_the_field_and_nothing_moves(blueprint: Typed) -> None:
    for text, words in (("120", "minimum"), ("20001", "maximum"), ("2.5", "75%"), ("r3x", "75%")):
        scene = blueprint.type(text)
        assert words in scene.error and scene.text == text
        assert blueprint.enter(text)[-1] == "Button to act"


def test_lines_lead_from_the_first_action(blueprint: Typed) -> None:
    assert "Big blind to act" in blueprint.type("r300").note
    crumbs = blueprint.enter("r300c/")
    assert crumbs[-2:] == ["Flop", "Big blind to act"]
    assert blueprint.enter("r300c/cc/")[-1] == "Big blind to act"
    assert blueprint.type("r10").error.startswith("'r10' at character 1 of the line")
    assert blueprint.type("r300cc/").error == "A / is missing at character 6 of the line."


def test_boards_are_typed_and_impossible_ones_explained(blueprint: Typed) -> None:
    studied = blueprint.studied
    assert "needs 0 cards" in blueprint.type("AhTd7c").error
    blueprint.enter("r300c/")
    for text, words in (
        ("Ah Td", "needs 3 cards"),
        ("AhTd7c2c", "needs 3 cards"),
        ("AhAhTd", "twice"),
    ):
        assert words in blueprint.type(text).error
        blueprint.enter(text)
        assert studied.scene.board is not None and studied.scene.board.missing
    assert blueprint.type("ah, td 7c").note == "Board AhTd7c"
    blueprint.enter("ah, td 7c")
    assert studied.scene.board is not None and not studied.scene.board.missing
    assert studied.presenter.walk.place.chosen == parse_shown(GAME, "AhTd7c")
    blueprint.enter("r300c/cc/")
    blueprint.enter("AhTd7c2s")
    assert len(studied.presenter.walk.place.chosen) == 4


def test_a_line_and_its_board_are_typed_together(blueprint: Typed) -> None:
    place = blueprint.studied.presenter.walk
    for text, board in (
        ("r300c/ AhTd7c", "AhTd7c"),
        ("r300c/ 7c8d9h", "7c8d9h"),
        ("r300 c/2c3d4h", "2c3d4h"),
        ("r300c 9h8d7c", "9h8d7c"),
        ("r300c/cc/ kh,qd,7c,2s", "KhQd7c2s"),
    ):
        assert blueprint.enter(text)[-1] == "Big blind to act"
        assert place.place.chosen == parse_shown(GAME, board)
    for text, words in (
        ("r300c/ AhTd", "needs 3 cards"),
        ("r300c/ AhAhTd", "twice"),
        ("r10 AhTd7c", "'r10' at character 1 of the line"),
    ):
        assert words in blueprint.type(text).error
        blueprint.enter(text)
        assert place.place.chosen == parse_shown(GAME, "KhQd7c2s")


def test_boards_of_small_games_and_spots_stay(tmp_path: Path, qtbot: QtBot) -> None:
    leduc = Typed(Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path)))
    leduc.enter("rc/")
    assert "Every board" in leduc.type("Kh").error
    solved = Solved(tmp_path)
    solved.solve(TURN)
    typed = Typed(solved)
    assert "needs 4 cards" in typed.type("7d").error
    assert "stay as they are" in typed.type("AsJh2h8c").error
    typed.enter("cc/")
    assert typed.type("7d").note == "Board 7d"
    typed.enter("7d")
    assert solved.presenter.walk.place.chosen == parse_shown(GAME, "QsJh2h8c7d")
    assert "twice" in typed.type("8c").error


def test_games_with_fixed_bets_take_lines(tmp_path: Path, qtbot: QtBot) -> None:
    typed = Typed(Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path)))
    assert "line" in typed.type("").note
    assert typed.enter("rc/r")[-1] == "Second player to act"
    assert typed.type("5").error == "The only raise is to 8."


def test_a_size_that_a_solved_spot_lacks_fills_the_room(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Solved(tmp_path)
    studied.solve()
    typed = Typed(studied)
    scene = typed.type("77")
    assert scene.solvable and "not in this tree" in scene.note
    assert typed.enter("77")[-1] == "Out of position to act"
    assert studied.presenter.walk.place.actions == ()
    studied.do(studied.presenter.typed.solve)
    spot, line, _, _ = studied.found[0]
    assert line == (raise_to(77),) and 77 in spot.menu(spot.root)
    assert not typed.type("all-in").solvable
