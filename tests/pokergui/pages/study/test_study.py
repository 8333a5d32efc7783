import pytest

from ai.agents.baselines import CallAgent, RaiseAgent
from engine.errors import EngineError
from engine.game import Game, get_game
from engine.player import CALL, FOLD, raise_to
from pokergui.background.engines import trust
from pokergui.links import StudyLink
from pokergui.pages.study.reading import presenters as study_reader
from tests.pokergui.heard import refuse
from tests.pokergui.makers import caller_file
from tests.pokergui.pages.study.studied import Studied, link_of, plant
from tests.pokergui.timers import let_pass

NO_LIMIT = "holdem-nolimit@50"


def chosen_cards(studied):
    return [card.key for row in studied.scene.board.rows for card in row if card.chosen]


def test_study_starts_at_the_first_decision(tmp_path):
    studied = Studied(tmp_path, "holdem-nolimit", "equity", shown=False)
    assert studied.scenes == [] and "top" not in studied.parts  # until the page is shown
    scene, top = studied.do(studied.presenter.show_page, True), studied.top
    assert studied.crumbs == ["Preflop", "Button to act"]
    assert [one.value for one in scene.figures] == ["150", "9,900"]
    assert (studied.grid.rows, studied.grid.columns) == (13, 13)
    sides = [("Button", "to act", True), ("Big blind", "", False)]
    assert [(side.name, side.note, side.shown) for side in scene.sides] == sides
    assert not scene.thinking and not scene.sheet_available
    assert sum(total.share for total in scene.totals) == pytest.approx(1.0)
    assert (top.engine.current, top.game.current) == ("equity", "holdem-nolimit")
    assert top.depth.current == "100"
    scene = studied.do(studied.walk.choose_side, "0")  # only its range
    assert scene.grid.actions == () and scene.totals == ()
    assert [side.shown for side in scene.sides] == [False, True]


def test_line_is_built_by_clicks_and_stepped_back(holdem):
    scene = holdem.rows("r300", "c")
    assert holdem.crumbs == [
        *("Preflop", "Button raises to 300", "Big blind calls", "Flop", "Big blind to act")
    ]
    assert [(row.kind, row.title) for row in scene.rows if row.kind != "action"] == [
        *(("street", "Preflop"), ("decision", "Button"), ("decision", "Big blind")),
        *(("street", "Flop"), ("decision", "Big blind to act")),
    ]
    done = [row.title for row in scene.rows if row.kind == "action" and row.current]
    assert done == ["Raise to 300", "Call 200"]
    holdem.do(holdem.walk.choose_crumb, 2)
    assert holdem.crumbs[-1] == "Big blind to act" and len(holdem.crumbs) == 3
    holdem.rows("do:0:r200")
    assert holdem.crumbs[1] == "Button raises to 200"
    scene = holdem.rows("at:0", "do:5:c", "at:9", "r1", "do:0:r")  # of pictures that are gone
    assert holdem.crumbs[-1] == "Button to act"
    assert holdem.do(holdem.walk.choose_board_card, "Xx") == scene
    assert holdem.do(holdem.walk.choose_crumb, 40) == scene
    scene = holdem.rows("f")  # the betting is over: ranges remain
    assert holdem.crumbs[-1] == "Button has folded" and scene.note.startswith("Button has folded")
    assert scene.totals == () and scene.grid is not None and scene.rows[-1].current
    scene = holdem.rows("at:0", "r10000", "c")
    assert holdem.crumbs[-1] == "Showdown" and scene.grid is not None


def test_the_board_is_chosen_card_by_card(holdem):
    assert holdem.scene.board.title == "Board"
    assert not any(card.enabled for row in holdem.scene.board.rows for card in row)
    scene = holdem.rows("r300", "c")
    assert (scene.board.title, scene.board.random_text) == ("Flop: choose 3 cards", "Random flop")
    assert [row[0].key for row in scene.board.rows] == ["As", "Ah", "Ad", "Ac"]
    assert "reach the flop" in scene.note and scene.totals == () and scene.grid.actions == ()
    assert holdem.deal("Kh").board.title == "Flop: choose 2 more cards"
    scene = holdem.deal("8d 3c")
    assert scene.board.title == "Board" and len(scene.grid.actions) == 5
    street = next(crumb for crumb in scene.line.crumbs if crumb.text == "Flop")
    assert [card.name for card in street.cards] == ["Kh", "8d", "3c"]
    # on a complete board another card replaces the last; a chosen one is removed
    holdem.deal("2s")
    assert chosen_cards(holdem) == ["2s", "Kh", "8d"]
    assert holdem.deal("2s").board.title == "Flop: choose 1 more card"
    # a random board completes the street, or deals it afresh
    seen = set()
    for _ in range(3):
        holdem.do(holdem.walk.choose_random_board)
        seen.add(tuple(chosen_cards(holdem)))
    assert {len(cards) for cards in seen} == {3} and len(seen) > 1


@pytest.mark.ci
@pytest.mark.slow
def test_cards_of_later_streets_are_remembered_when_going_back(holdem):
    holdem.rows("r300", "c")
    holdem.deal()
    holdem.rows("c", "c")
    assert holdem.deal("As").board.title == "Board"
    holdem.rows("at:0")
    scene = holdem.rows("r300", "c", "c", "c")
    turn = next(crumb for crumb in scene.line.crumbs if crumb.text == "Turn")
    assert [card.name for card in turn.cards] == ["As"]
    # the kept turn card may be used on the flop, and is then missing on the turn
    holdem.rows("at:2")
    holdem.deal("As")
    assert holdem.rows("c", "c").board.title == "Turn: choose a card"
    scene = holdem.deal("2c Kh")
    assert scene.board.title == "Flop: choose 1 more card"
    assert "reach the flop" in scene.note and scene.grid is not None


def test_changing_the_engine_keeps_the_node_but_changing_the_game_does_not(leduc):
    leduc.rows("c", "r")
    scene = leduc.do(leduc.presenter.choose, "engine", "raise")
    assert leduc.crumbs[-1] == "First player to act" and len(leduc.crumbs) == 4
    assert scene.warning.startswith("“Check” is not among the actions of Raiser as First player")
    leduc.do(leduc.presenter.choose, "game", "holdem-limit")
    assert leduc.crumbs[-1] == "Button to act" and leduc.top.engine.current == "raise"
    leduc.do(leduc.presenter.choose, "game", "holdem-nolimit")
    scene = leduc.do(leduc.presenter.choose, "depth", "20")
    assert scene.figures[1].value == "1,900"
    made = leduc.parts["choice_made"]
    assert (made.name, made.depth, made.engine) == ("holdem-nolimit", 20, "raise")


def test_link_opens_a_decision_and_marks_the_cards(leduc):
    scene = leduc.open(NO_LIMIT, "r300c/", "7d 3c Kh", "AsQs", engine="equity")
    top = leduc.top
    assert leduc.crumbs[-1] == "Big blind to act"
    assert [one.current for one in (top.game, top.engine, top.depth)] == [
        *("holdem-nolimit", "equity", "50")
    ]
    assert scene.grid.cells[scene.grid.marked].label == "AQs"
    assert leduc.detail.title == "AQs" and leduc.detail.pinned
    leduc.do(leduc.walk.pin_cell, -1)
    leduc.rows("c")
    assert leduc.detail is None and leduc.grid.marked == scene.grid.marked
    leduc.open("leduc", "rc/", "Kh", "Qs")
    assert leduc.grid.cells[leduc.grid.marked].label == "Q on K"
    assert leduc.top.engine.current == "random"  # which was chosen
    leduc.do(leduc.presenter.open_link, link_of("leduc", "r", "", "Ks", "call", "random"))
    assert (leduc.top.engine.current, leduc.top.second.current) == ("call", "random")
    assert leduc.scene.beside is not None and leduc.grid.marked == leduc.scene.pinned >= 0
    leduc.do(leduc.presenter.open_link, link_of("leduc", "", "", "", "call", "call"))
    assert leduc.top.second.current == ""


def test_hand_link_keeps_the_chosen_engine_or_names_its_substitute(tmp_path):
    studied = Studied(tmp_path, "holdem-nolimit", "cfr", shown=False)
    for depth, named, engine, missed in (
        *((37, "", "equity", True), (37, "call", "call", False), (100, "", "cfr", False)),
    ):
        scene = studied.open(f"holdem-nolimit@{depth}", "", engine=named)
        assert studied.top.engine.current == engine
        told = "Blueprint does not play No-limit hold’em, 37 bb: Odds counter answers."
        assert scene.note.startswith(told) == missed == ("does not play" in scene.note)


@pytest.mark.ci
@pytest.mark.slow
def test_link_with_an_unlisted_depth_or_file_adds_it_to_the_choices(leduc, tmp_path):
    name = caller_file(tmp_path / "mine.py")
    trust(name)
    scene = leduc.open("holdem-nolimit@12.5", "", engine=name)
    assert leduc.notice is None and scene.grid is not None
    assert leduc.top.engine.choices[-1].title == "mine" and leduc.top.depth.current == "12.5"


def test_a_link_to_a_custom_game_adds_it_to_the_choices(leduc):
    text = get_game("kuhn").to_acpc().replace("numRanks = 3", "numRanks = 4")
    game = Game.from_acpc(text, "four ranks")
    scene = leduc.do(leduc.presenter.open_link, StudyLink(game, (), (), (game.deck[2],)))
    assert leduc.top.game.current == leduc.top.game.choices[-1].key == "four ranks"
    values = {choice.value for choice in leduc.top.engine.choices}
    assert values == {"reference", "learns", "not measured"}
    assert (scene.grid.rows, scene.grid.columns) == (4, 1)
    assert scene.grid.cells[scene.grid.marked].label == "K"
    sheet = leduc.do(leduc.presenter.whole.toggle, True).sheet
    assert sheet.note.startswith("16 information sets")


NOWHERE = [
    (link_of(NO_LIMIT, "r300c/", "7d 3c"), "needs 3 cards"),
    (link_of(NO_LIMIT, "r300c/"), "needs 3 cards"),
    (link_of(NO_LIMIT, "r300", "7d 3c Kh"), "needs 0 cards"),
    (StudyLink(get_game(NO_LIMIT), (raise_to(300), CALL), (3, 3, 7)), "twice"),
    (StudyLink(get_game(NO_LIMIT), (CALL, FOLD), ()), "nothing to fold to"),
]


@pytest.mark.parametrize(("link", "words"), NOWHERE, ids=[words for _, words in NOWHERE])
def test_invalid_link_is_reported_and_keeps_the_node(leduc, link, words):
    leduc.rows("r")
    place = leduc.walk.place
    scene = leduc.do(leduc.presenter.open_link, link)
    assert leduc.notice.kind == "warning" and words in leduc.notice.text
    assert leduc.walk.place is place and scene.grid is not None
    leduc.do(leduc.presenter.press_notice, "dismiss")
    assert leduc.notice is None


def test_an_engine_without_ranges_says_why_and_offers_another(leduc, monkeypatch):
    class ActsOnly(CallAgent):
        has_ranges = False

    plant(monkeypatch, ActsOnly)
    scene = leduc.do(leduc.presenter.choose, "engine", "call")
    assert scene.grid is None and not scene.thinking
    assert leduc.notice.title == "Caller cannot show ranges"
    leduc.do(leduc.presenter.whole.toggle, True)
    assert leduc.notice.title == "The whole game cannot be shown"
    assert "Caller has no ranges" in leduc.notice.text
    button = leduc.notice.buttons[0]
    assert button.text == "Use Exact equilibrium"
    monkeypatch.undo()
    scene = leduc.do(leduc.presenter.press_notice, button.key)
    assert scene.grid is not None and leduc.notice is None
    assert leduc.top.engine.current == "cfr"


def test_failing_engine_is_reported_and_can_be_retried(leduc, monkeypatch):
    broken = {"strategy": refuse(EngineError("it has no answer to this betting"))}
    agent = type("Broken", (CallAgent,), broken)
    plant(monkeypatch, agent)
    leduc.rows("c", "c")
    scene = leduc.do(leduc.presenter.choose, "engine", "call")
    assert scene.grid is None and not scene.thinking and len(leduc.crumbs) == 5
    assert leduc.told.startswith("Caller gave no answer: It has no answer to this betting.")
    assert "…" not in repr(scene)  # nothing looks as if it were still pending
    assert {(side.combos, side.why) for side in scene.sides} == {("–", "There is no answer here")}
    del agent.strategy
    scene = leduc.do(leduc.presenter.press_notice, "retry")
    assert scene.grid is not None and leduc.notice is None


def test_only_the_latest_answer_is_shown_and_none_after_closing(holdem):
    before, seen = holdem.scene, len(holdem.scenes)
    holdem.walk.follow("r300")
    holdem.walk.follow("r900")
    holdem.do(holdem.walk.choose_crumb, 0)
    assert {scene.line for scene in holdem.scenes[seen:]} == {before.line}
    seen = len(holdem.scenes)
    holdem.walk.follow("r300")
    let_pass(holdem.walk, 1000)  # the last range stays while the next takes long
    assert holdem.scene.thinking and holdem.scene.grid == before.grid
    holdem.presenter.stop()
    holdem.runner.run_all()
    assert len(holdem.scenes) <= seen + 1


def test_decision_is_shown_before_slow_ranges(leduc, monkeypatch):
    plant(monkeypatch, RaiseAgent)
    monkeypatch.setattr(study_reader, "PATIENCE_S", -1.0)
    leduc.do(leduc.presenter.choose, "game", "kuhn")
    before = len(leduc.scenes)
    leduc.rows("r")
    early, complete = leduc.scenes[before:]
    assert early.thinking and all(cell.height == 1.0 for cell in early.grid.cells)
    assert {total.percent for total in early.totals} == {"…"}
    assert {side.combos for side in early.sides} == {"…"}
    assert not complete.thinking
    assert [total.percent for total in complete.totals] == ["100%"]
