import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.card_display import parse_shown
from engine.game import get_game
from engine.player import raise_to, verify
from tests.pokergui.pages.study.studied import TURN, Studied

pytestmark = pytest.mark.slow

GAME = get_game("holdem-nolimit@100")


class Typed:
    def __init__(self, studied):
        self.studied, self.scenes, self.typed = studied, [], studied.presenter.typed
        self.typed.scene.connect(self.scenes.append)

    def type(self, text):
        self.studied.do(self.typed.edit, text)
        return self.scenes[-1]

    def enter(self, text):
        self.type(text)
        self.studied.do(self.typed.enter)
        return self.studied.crumbs[-1]


@pytest.fixture
def caller(tmp_path):
    return Typed(Studied(tmp_path, "holdem-nolimit", "call"))


@pytest.fixture
def leduc(leduc):
    return Typed(leduc)


def test_any_typed_line_is_explained_or_followed(leduc):
    studied, walk, before = leduc.studied, leduc.studied.walk, leduc.studied.walk.place
    assert leduc.enter("rc/r") == "Second player to act"
    assert leduc.type("5").error == "The only raise is to 8."
    assert "Every board" in leduc.type("Kh").error
    studied.do(walk.go, before)

    @settings(max_examples=60, deadline=None)
    @given(st.text(alphabet="0123456789.%xalinfrc/", max_size=10))
    def check(text):
        scene = leduc.type(text)
        assert scene.text == text and (scene.note or scene.error)
        leduc.enter(text)
        # Lines that lead nowhere else, such as empty ones, lead here.
        assert not scene.error or walk.place == before
        for here, action in zip(walk.place.decisions, walk.place.actions, strict=False):
            verify(here.legal, here.betting, action)
        studied.do(walk.go, before)

    check()


def test_off_menu_size_is_translated_and_reported(tmp_path):
    blueprint = Typed(Studied(tmp_path, "holdem-nolimit", "cfr"))
    studied = blueprint.studied
    amount = max(action.raise_to for action in studied.walk.reading.answers[0].actions)
    assert blueprint.type(str(amount)).note.endswith("on the engine’s menu")
    note = blueprint.type("700").note
    assert "700 is mapped to" in note and "translated" in note
    assert blueprint.enter("700") == "Big blind to act" and blueprint.scenes[-1].text == ""
    assert studied.crumbs[-2] == "Button raises to 700"
    note = studied.scene.note
    assert note.startswith("Translated: 700 is mapped to ")
    shares = [int(part.split("%")[0]) for part in note.split("(")[1:]]
    assert len(shares) == 2 and sum(shares) == 100


def test_errors_stay_at_the_field_and_keep_the_position(caller):
    for text, words in (
        *(("120", "minimum"), ("20001", "maximum"), ("2.5", "75%"), ("r3x", "75%")),
        *(("r10", "'r10' at character 1 of the line"), ("AhTd7c", "needs 0 cards")),
        ("r300cc/", "A / is missing at character 6 of the line."),
    ):
        scene = caller.type(text)
        assert words in scene.error and scene.text == text
        assert caller.enter(text) == "Button to act"


def test_lines_and_boards_can_be_typed_together_or_separately(caller):
    walk = caller.studied.walk
    assert "Big blind to act" in caller.type("r300").note
    assert caller.enter("r300c/") == "Big blind to act" and caller.studied.crumbs[-2] == "Flop"
    assert caller.type("ah, td 7c").note == "Board AhTd7c"
    for text, words, board in (
        *((text, "needs 3 cards", "") for text in ("Ah Td", "AhTd7c2c")),
        *(("AhAhTd", "twice", ""), ("ah, td 7c", "", "AhTd7c")),
        *(("r300c/ 7c8d9h", "", "7c8d9h"), ("r300 c/2c3d4h", "", "2c3d4h")),
        *(("r300c 9h8d7c", "", "9h8d7c"), ("r300c/cc/ kh,qd,7c,2s", "", "KhQd7c2s")),
        *(("r300c/ AhTd", "needs 3 cards", "KhQd7c2s"), ("r300c/ AhAhTd", "twice", "KhQd7c2s")),
        ("r10 AhTd7c", "'r10' at character 1 of the line", "KhQd7c2s"),
    ):
        error = caller.type(text).error
        assert words in error and bool(error) == bool(words)
        assert caller.enter(text) in ("Big blind to act", "Flop")
        assert walk.place.chosen == parse_shown(GAME, board)
    caller.enter("r300")
    assert "a guess" in caller.type("777").note
    caller.enter("777")
    assert "guess" in caller.studied.scene.warning


def test_river_of_a_solved_turn_can_be_typed(studied):
    studied.solve(TURN)
    typed = Typed(studied)
    for text, words in (("7d", "needs 4 cards"), ("AsJh2h8c", "cannot be changed")):
        assert words in typed.type(text).error
    typed.enter("cc/")
    assert typed.type("7d").note == "Board 7d"
    typed.enter("7d")
    assert studied.walk.place.chosen == parse_shown(GAME, "QsJh2h8c7d")
    assert "twice" in typed.type("8c").error


def test_size_missing_from_a_solved_spot_prefills_the_solver_form(studied):
    studied.solve()
    typed = Typed(studied)
    scene = typed.type("77")
    assert scene.solvable and "not in this tree" in scene.note
    assert typed.enter("77") == "Out of position to act"
    assert studied.walk.place.actions == ()
    studied.do(studied.presenter.typed.solve)
    spot, line, _, _ = studied.found[0]
    assert line == (raise_to(77),) and 77 in spot.menu(spot.root)
    assert not typed.type("all-in").solvable
