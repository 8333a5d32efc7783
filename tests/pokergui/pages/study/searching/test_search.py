import numpy as np
import pytest

from ai.search.adaptive import Stop, search_adaptively
from ai.search.decision import DecisionSearch
from ai.search.engine import decision_of
from ai.search.methods import METHODS
from engine.cards import parse_cards
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line, spot_of
from pokergui.pages.study.searching import work as work_module
from pokergui.pages.study.searching.scenes import SearchDraft, hands_at, read_draft
from pokergui.pages.study.searching.work import SearchTask, SearchWork
from tests.pokergui.heard import refuse
from tests.pokergui.pages.study.studied import Searched

LEDUC = get_game("leduc")
UCT = METHODS[0]


def counted(statistics):
    return [f"{count:,.0f}" for count in statistics[:, 0]]


@pytest.fixture
def leduc(tmp_path):
    return Searched(tmp_path).begin("r")


def test_candidates_and_tree_match_the_adaptive_search(leduc):
    found = search_adaptively(DecisionSearch(spot_of(LEDUC, "r"), UCT), 2, Stop(500, 0.98, 2800))
    rows = leduc.lines  # of the king
    assert [row.action.title for row in rows] == ["Fold", "Call 2", "Raise to 4"]
    assert leduc.visits == counted(found.statistics)
    assert {at for at, row in enumerate(rows) if row.out} == set(found.dropped)
    for at, simulations in found.dropped.items():
        assert (rows[at].fate, rows[at].share) == (f"after {simulations:,}", "0%")
    assert [at for at, row in enumerate(rows) if row.best] == [found.action]
    mean = found.statistics[found.action, 1] / found.statistics[found.action, 0]
    assert rows[found.action].value == f"{mean + 1:+.2f}"  # the ante is already in
    assert (rows[0].error, rows[0].value) == ("exact", "0.00")
    tree = leduc.room.tree
    assert tree.players == ("Second player", "First player")
    assert {node.depth for node in tree.nodes} == {0, 1, 2, 3}
    for node in tree.nodes[1:]:
        parent = tree.nodes[node.parent]
        assert node.depth == parent.depth + 1 and node.key.rpartition("/")[0] == parent.key
    assert [node.own for node in tree.nodes if node.depth == 1] == [True] * 3
    whole = leduc.ask("choose", "whole", True).tree
    assert len(whole.nodes) > len(tree.nodes)
    told = {node.key: node.spoken for node in whole.nodes}
    assert all(told[node.key] == node.spoken for node in tree.nodes)
    leduc.ask("open_line", "r/x")
    assert ("left",) not in leduc.said
    leduc.ask("open_line", "r/c")
    assert ("left",) in leduc.said and leduc.walk.place.actions == parse_line(LEDUC, "rrc")


def test_second_street_asks_for_hand_and_board(leduc):
    leduc.begin("rc/c", "Qh")
    titles = [choice.title for choice in leduc.choice("hand").choices]
    assert len(titles) == 9
    scene = leduc.ask("choose", "hand", str(titles.index("K on Q")))
    assert scene.own == "K on Q"
    assert [cell.note for cell in scene.belief.grid.cells] == ["25%", "25%", "50%"]
    assert scene.belief.note == "4 combos"
    leduc.open("leduc", "r")
    leduc.walk.pin_cell(1)
    assert leduc.ask("open").own == "Q"  # the hand pinned in Study


def test_search_can_use_the_ranges_of_the_study_engine(tmp_path):
    found = Searched(tmp_path, "kuhn", "cfr").begin("r")
    assert [cell.note for cell in found.room.belief.grid.cells] == ["0%", "50%", "50%"]
    belief = found.ask("choose", "belief", "engine").belief
    king, queen, jack = (cell.height for cell in belief.grid.cells)
    assert king == 0.0 and jack > queen  # an equilibrium never bets the queen first
    assert "Exact equilibrium" in belief.caption


def test_final_move_rules_share_one_search(leduc):
    leduc.ask("choose", "adaptive", False)
    before, shares = leduc.visits, [row.share for row in leduc.lines]
    leduc.ask("choose", "final", "most")
    most = [row.share for row in leduc.lines]
    assert leduc.visits == before and sorted(most) == ["0%", "0%", "100%"] and shares != most


def test_cancelled_search_keeps_its_results_and_resumes(leduc, monkeypatch):
    leduc.ask("choose", "adaptive", False)
    whole = leduc.room.candidates

    def stop_early(scene):
        if scene.form.phase == "running" and scene.progress.value not in ("", "0"):
            leduc.search.press()

    monkeypatch.setattr(work_module, "REFINE_S", 0.0)
    leduc.search.scene.connect(stop_early)
    leduc.search.choose("seed", "7")
    stopped = leduc.ask("run")
    assert stopped.form.phase == "stopped" and stopped.form.runnable
    done = int(stopped.progress.value.replace(",", ""))
    assert 0 < done < 2800 and done == sum(int(count.replace(",", "")) for count in leduc.visits)
    leduc.search.scene.disconnect(stop_early)
    ended = leduc.ask("run")
    assert ended.form.phase == "ended" and leduc.field("seed").text == "7"
    for seed, found in (("0", whole), ("7", ended.candidates)):
        leduc.search.choose("seed", seed)
        assert leduc.ask("run").candidates == found
    assert ended.candidates != whole


def test_invalid_input_gives_one_sentence_at_its_field(leduc):
    for key, text, words in (
        *(("simulations", "0", "1 to 10,000,000"), ("simulations", "many", "1 to 10,000,000")),
        *(("threshold", "9000", "threshold from 1"), ("level", "1", "above 0 and below 1")),
        *(("level", "high", "0.98 or 98%"), ("seed", "-1", "whole number")),
    ):
        before, candidates = leduc.field(key).text, leduc.room.candidates
        leduc.ask("choose", key, text)
        assert words in leduc.field(key).error and not leduc.room.form.runnable
        assert leduc.ask("run").candidates == candidates  # nothing is lost
        leduc.ask("choose", key, before)
    assert leduc.room.form.runnable
    assert read_draft(SearchDraft(level="98%"), LEDUC).stop == read_draft(SearchDraft(), LEDUC).stop


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "board", "method", "title"),
    [("r250", "", "smooth-uct", "AA"), ("r250c/", "Kh7d2c", "nfsp-uct", "AdAc")],
)
def test_holdem_is_searched_with_or_without_networks(tmp_path, line, board, method, title):
    game = get_game("holdem-nolimit@100")
    found = Searched(tmp_path, game.name)
    found.open(game.name, line, board)
    found.search.choose("simulations", "600")
    scene = found.ask("open")
    assert scene.own == title and len(found.choice("hand").choices) == 169
    scene = found.ask("choose", "method", method)
    assert scene.form.phase == "ended"
    assert scene.progress.value == "600" or scene.progress.note == "one action is left"
    spot = spot_of(game, line, parse_cards(board))
    own = next(hand for hand in hands_at(found.walk.place) if hand.title == title)
    whole = search_adaptively(decision_of(spot, method, 600), own.combo, Stop(500, 0.98, 600))
    assert found.visits == counted(whole.statistics)
    assert {bool(row.prior) for row in found.lines} == {method == "nfsp-uct"}
    assert len(scene.belief.grid.cells) == 169
    found.search.choose("simulations", "200000")
    assert "1 to 100,000" in found.field("simulations").error
    found.ask("open_line", next(node for node in scene.tree.nodes if node.depth == 2).key)
    assert len(found.walk.place.actions) == len(spot.actions) + 2


@pytest.mark.parametrize(
    ("game", "line", "words"),
    [
        ("holdem-limit", "line:rc/", "Choose the board first"),
        ("kuhn", "line:cc", "It is nobody's turn"),
    ],
)
def test_terminal_nodes_and_missing_cards_explain_why_no_search(tmp_path, game, line, words):
    found = Searched(tmp_path, game, "call")
    found.open(game, "")
    assert found.said[-1] == ("offered", "")
    found.walk.follow(line)
    assert words in found.said[-1][1] and hands_at(found.walk.place) == ()


def test_failed_search_is_reported_and_keeps_the_view(leduc, monkeypatch):
    candidates = leduc.room.candidates
    monkeypatch.setattr(work_module, "ranges_of", refuse(EngineError("no ranges today")))
    leduc.ask("choose", "belief", "engine")
    assert "No ranges today" in leduc.said[-1][1].text
    assert leduc.room.form.phase == "idle" and leduc.room.form.runnable
    assert leduc.room.candidates == candidates
    monkeypatch.undo()
    assert leduc.ask("run").form.phase == "ended"
    leduc.rooms.clear()  # the picture stays until the next one is ready
    leduc.ask("choose", "hand", "2")
    assert not any(scene.empty for scene in leduc.rooms)
    assert leduc.rooms[0].own == "K" and leduc.room.own == "J"
    leduc.ask("choose", "seed", "x")
    assert leduc.ask("choose", "hand", "1").own == "J"  # the jack's tree is still shown


def test_search_runs_in_chunks_and_loses_nothing_when_cancelled(monkeypatch, clock):
    """Chunks of any size give the same tree."""
    task = SearchTask(spot_of(LEDUC, "r"), 4, "uct", None, 0, None)
    monkeypatch.setattr(work_module, "REFINE_S", 0.0)
    work, fractions = SearchWork(task), []
    work.run(600, JobControl(lambda fraction, _: fractions.append(fraction)), slow=True)
    assert work.snapshot.simulations == 600
    assert len(set(fractions)) == work_module.SLOW_STEPS and fractions == sorted(fractions)
    at_once = SearchWork(task)
    at_once.run(600, JobControl())
    assert np.array_equal(at_once.snapshot.tree.visits, work.snapshot.tree.visits)
    cancelled = JobControl()
    cancelled.cancel()
    work.run(900, cancelled)
    assert work.snapshot.simulations == 600
