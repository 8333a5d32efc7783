"""The search tree in Study: from the decision shown, in chunks, stopped and resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.search.adaptive import Stop, search_adaptively
from ai.search.begin import decision_of
from ai.search.decision import DecisionSearch
from ai.search.methods import METHODS
from engine.cards import parse_cards
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line, spot_of
from pokergui.links import StudyLink
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.searching.presenters.search import SearchStudy
from pokergui.pages.study.searching.scenes.form import Draft, read_draft
from pokergui.pages.study.searching.scenes.hands import hands_at
from pokergui.pages.study.searching.viewmodel.search import SearchScene
from pokergui.pages.study.searching.work import searching
from pokergui.pages.study.searching.work.searching import SearchTask, SearchWork
from pokergui.ranges.place import Place
from tests.sync_runner import SyncRunner

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT = METHODS[0]


class Searched:
    """Study with its search, and the contents of the room."""

    def __init__(self, folder: Path, game: str = "leduc", engine: str = "random") -> None:
        self.runner = SyncRunner()
        choice = StudyChoice(get_game(game), engine, folder, engine)
        self.study = StudyPresenter(self.runner, folder, folder / "spots", choice)
        self.search: SearchStudy = self.study.search
        self.scenes: list[SearchScene] = []
        self.said: list[tuple[str, Any]] = []
        self.search.scene.connect(self.scenes.append)
        self.search.notice.connect(lambda notice: self.said.append(("notice", notice)))
        self.search.offered.connect(lambda reason: self.said.append(("offered", reason)))
        self.search.left.connect(lambda: self.said.append(("left", None)))

    def at(self, line: str, board: tuple[int, ...] = ()) -> Searched:
        """Study is at a decision."""
        game = self.study.walk.place.game
        self.study.open_link(StudyLink(game, parse_line(game, line), board, None, ""))
        self.runner.run_all()
        return self

    def do(self, intent: Any, *values: Any) -> SearchScene:
        intent(*values)
        self.runner.run_all()
        return self.scene

    @property
    def scene(self) -> SearchScene:
        return self.scenes[-1]

    def choice(self, name: str) -> str:
        return dict(self.scene.form.choices)[name].current


@pytest.fixture
def leduc(tmp_path: Path, qtbot: QtBot) -> Searched:
    found = Searched(tmp_path).at("r")
    found.do(found.search.open)
    return found


def test_opening_searches_for_the_hand_pinned_in_study(tmp_path: Path, qtbot: QtBot) -> None:
    found = Searched(tmp_path).at("r")
    found.study.walk.pin_cell(1)
    scene = found.do(found.search.open)
    assert found.choice("hand") == "1" and scene.own == "Q"
    assert scene.form.phase == "ended"
    assert "First player bets 2" in scene.source and "Second player to act" in scene.source


def test_candidates_are_the_figures_of_the_adaptive_search(leduc: Searched) -> None:
    leduc.do(leduc.search.choose, "hand", "0")
    decision = DecisionSearch(spot_of(LEDUC, "r"), UCT)
    found = search_adaptively(decision, 2, Stop(500, 0.98, 2800))  # the king
    rows = leduc.scene.candidates.rows
    assert [row.action.title for row in rows] == ["Fold", "Call 2", "Raise to 4"]
    assert [row.visits for row in rows] == [f"{count:,.0f}" for count in found.statistics[:, 0]]
    assert {at for at, row in enumerate(rows) if row.out} == set(found.dropped)
    for at, simulations in found.dropped.items():
        assert rows[at].fate == f"after {simulations:,}" and rows[at].share == "0%"
    assert [at for at, row in enumerate(rows) if row.best] == [found.action]
    mean = found.statistics[found.action, 1] / found.statistics[found.action, 0]
    assert rows[found.action].value == f"{mean + 1:+.2f}"  # the ante is paid already
    assert rows[0].error == "exact" and rows[0].value == "0.00"


def test_the_tree_has_the_lines_that_were_visited(leduc: Searched) -> None:
    tree = leduc.scene.tree
    assert tree.players == ("Second player", "First player")
    assert {node.depth for node in tree.nodes} == {0, 1, 2, 3}
    for node in tree.nodes[1:]:
        parent = tree.nodes[node.parent]
        assert node.depth == parent.depth + 1
        assert node.key.rpartition("/")[0] == parent.key
    assert [node.own for node in tree.nodes if node.depth == 1] == [True] * 3
    whole = leduc.do(leduc.search.choose_depth, True).tree
    assert len(whole.nodes) > len(tree.nodes)
    told = {node.key: node.spoken for node in whole.nodes}
    assert all(told[node.key] == node.spoken for node in tree.nodes)


def test_a_second_round_asks_for_hand_and_board(leduc: Searched) -> None:
    leduc.at("rc/c", (LEDUC.deck[2],))
    leduc.do(leduc.search.open)
    titles = [choice.title for choice in dict(leduc.scene.form.choices)["hand"].choices]
    assert len(titles) == 9 and "K on Q" in titles
    leduc.do(leduc.search.choose, "hand", str(titles.index("K on Q")))
    assert leduc.scene.own == "K on Q"
    belief = leduc.scene.belief
    assert belief.grid is not None
    assert [cell.note for cell in belief.grid.cells] == ["25%", "25%", "50%"]
    assert belief.note == "4 combos"


def test_the_engine_of_study_lends_its_ranges(tmp_path: Path, qtbot: QtBot) -> None:
    found = Searched(tmp_path, "kuhn", "cfr").at("r")
    found.do(found.search.open)
    alike = found.scene.belief.grid
    scene = found.do(found.search.choose, "belief", "engine")
    assert alike is not None and scene.belief.grid is not None
    assert [cell.note for cell in alike.cells] == ["0%", "50%", "50%"]
    king, queen, jack = (cell.height for cell in scene.belief.grid.cells)
    assert king == 0.0 and jack > queen  # an equilibrium never bets the queen first
    assert "Exact equilibrium" in scene.belief.caption


def test_final_moves_are_read_from_one_search(leduc: Searched) -> None:
    leduc.do(leduc.search.choose_adaptive, False)
    visits = [row.visits for row in leduc.scene.candidates.rows]
    shares = [row.share for row in leduc.scene.candidates.rows]
    leduc.do(leduc.search.choose, "final", "most")
    assert [row.visits for row in leduc.scene.candidates.rows] == visits
    assert sorted(row.share for row in leduc.scene.candidates.rows) == ["0%", "0%", "100%"]
    assert shares != [row.share for row in leduc.scene.candidates.rows]


def test_searching_again_takes_the_next_seed(leduc: Searched) -> None:
    leduc.do(leduc.search.choose, "hand", "1")
    before = leduc.scene
    after = leduc.do(leduc.search.run)
    seeds = [next(f.text for f in s.form.fields if f.key == "seed") for s in (before, after)]
    assert seeds == ["0", "1"]
    assert after.candidates != before.candidates
    leduc.search.edit("seed", "0")
    assert leduc.do(leduc.search.run).candidates == before.candidates


def test_more_simulations_go_on_with_the_same_tree(leduc: Searched) -> None:
    leduc.do(leduc.search.choose_adaptive, False)
    leduc.do(leduc.search.edit, "simulations", "5000")
    assert leduc.scene.form.phase == "stopped"
    assert leduc.do(leduc.search.run).form.phase == "ended"
    decision = DecisionSearch(spot_of(LEDUC, "r"), UCT)
    search = decision.search(2)
    search.run(5000)
    counts = decision.statistics(search, 2)[:, 0]
    assert [row.visits for row in leduc.scene.candidates.rows] == [f"{n:,.0f}" for n in counts]


def test_stopping_keeps_what_there_is_and_goes_on(
    leduc: Searched, monkeypatch: pytest.MonkeyPatch
) -> None:
    leduc.do(leduc.search.choose_adaptive, False)
    whole = leduc.scene.candidates

    def stop_early(scene: SearchScene) -> None:
        if scene.form.phase == "running" and scene.progress.value not in ("", "0"):
            leduc.search.stop()

    monkeypatch.setattr(searching, "REFINE_S", 0.0)
    leduc.search.scene.connect(stop_early)
    leduc.search.edit("seed", "7")
    stopped = leduc.do(leduc.search.run)
    assert stopped.form.phase == "stopped" and stopped.form.runnable
    done = int(stopped.progress.value.replace(",", ""))
    assert 0 < done < 2800
    assert sum(int(row.visits.replace(",", "")) for row in stopped.candidates.rows) == done
    leduc.search.scene.disconnect(stop_early)
    ended = leduc.do(leduc.search.run)
    assert ended.form.phase == "ended" and ended.candidates != whole
    leduc.search.edit("seed", "8")
    leduc.search.edit("seed", "7")
    leduc.search._drop()
    assert leduc.do(leduc.search.run).candidates == ended.candidates


def test_what_cannot_be_is_one_sentence_at_its_field(leduc: Searched) -> None:
    for key, text, words in (
        ("simulations", "0", "1 to 10,000,000"),
        ("simulations", "many", "1 to 10,000,000"),
        ("threshold", "9000", "threshold from 1"),
        ("level", "1", "above 0 and below 1"),
        ("level", "high", "0.98 or 98%"),
        ("seed", "-1", "whole number"),
    ):
        before = next(field.text for field in leduc.scene.form.fields if field.key == key)
        leduc.do(leduc.search.edit, key, text)
        field = next(field for field in leduc.scene.form.fields if field.key == key)
        assert words in field.error
        assert not leduc.scene.form.runnable
        candidates = leduc.scene.candidates
        leduc.do(leduc.search.run)
        assert leduc.scene.candidates == candidates  # nothing is lost
        leduc.do(leduc.search.edit, key, before)
    assert leduc.scene.form.runnable
    assert read_draft(Draft(level="98%"), LEDUC).stop == read_draft(Draft(), LEDUC).stop


def test_a_line_of_the_tree_opens_in_study(leduc: Searched) -> None:
    leduc.do(leduc.search.open_line, "r/c")
    assert ("left", None) in leduc.said
    assert leduc.study.walk.place.actions == parse_line(LEDUC, "rrc")
    leduc.said.clear()
    leduc.do(leduc.search.open_line, "r/x")
    assert leduc.said == []


@pytest.mark.parametrize(
    ("line", "board", "method", "title"),
    [("r250", "", "smooth-uct", "AA"), ("r250c/", "Kh7d2c", "nfsp-uct", "AdAc")],
)
def test_hold_em_is_searched_with_or_without_networks(
    tmp_path: Path, qtbot: QtBot, line: str, board: str, method: str, title: str
) -> None:
    found = Searched(tmp_path, "holdem-nolimit@100").at(line, parse_cards(board))
    found.do(found.search.open)
    assert found.scene.own == title and found.scene.form.phase == "ended"
    assert len(dict(found.scene.form.choices)["hand"].choices) == 169
    found.search.edit("simulations", "600")
    scene = found.do(found.search.choose, "method", method)
    assert scene.progress.value == "600" or scene.progress.note == "one action is left"
    rows, game = scene.candidates.rows, get_game("holdem-nolimit@100")
    spot = spot_of(game, line, parse_cards(board))
    own = next(hand for hand in hands_at(found.study.walk.place) if hand.title == title)
    stop = Stop(500, 0.98, 600)
    decision = decision_of(spot, method, 600)
    whole = search_adaptively(decision, own.combo, stop)
    assert [row.visits for row in rows] == [f"{n:,.0f}" for n in whole.statistics[:, 0]]
    assert [bool(row.prior) for row in rows] == [method == "nfsp-uct"] * len(rows)
    assert scene.belief.grid is not None and len(scene.belief.grid.cells) == 169
    first = next(node for node in scene.tree.nodes if node.depth == 2)
    found.do(found.search.open_line, first.key)
    assert len(found.study.walk.place.actions) == len(spot.actions) + 2
    found.search.edit("simulations", "200000")
    assert "1 to 100,000" in found.scene.form.fields[0].error


def test_a_method_that_has_no_networks_is_not_there(tmp_path: Path, qtbot: QtBot) -> None:
    found = Searched(tmp_path, "kuhn").at("")
    found.do(found.search.open)
    found.do(found.search.choose, "method", "nfsp-uct")
    assert found.choice("method") == "nfsp-uct"
    found.study.open_link(StudyLink(get_game("holdem-nolimit"), (), (), None, ""))
    found.runner.run_all()
    found.do(found.search.open)
    assert found.choice("method") == "uct"
    keys = [choice.key for choice in dict(found.scene.form.choices)["method"].choices]
    assert keys == ["uct", "smooth-uct"]


def test_ends_and_missing_cards_say_why_there_is_no_search(tmp_path: Path, qtbot: QtBot) -> None:
    found = Searched(tmp_path, "holdem-limit").at("")
    assert found.said[-1] == ("offered", "")
    found.study.walk.follow("line:rc/")
    assert "Choose the board first" in found.said[-1][1]
    assert hands_at(found.study.walk.place) == ()
    small = Searched(tmp_path, "kuhn").at("")
    assert small.said[-1] == ("offered", "")
    small.study.walk.follow("line:cc")
    assert "Nobody is to act" in small.said[-1][1]
    assert hands_at(Place.root(KUHN).follow("line:cc")) == ()


def test_a_search_that_fails_says_so_and_keeps_the_picture(
    leduc: Searched, monkeypatch: pytest.MonkeyPatch
) -> None:
    candidates = leduc.scene.candidates
    assert candidates.rows

    def fail(*_: object) -> None:
        raise EngineError("no ranges today")

    monkeypatch.setattr(searching, "ranges_of", fail)
    leduc.do(leduc.search.choose, "belief", "engine")
    notice = leduc.said[-1][1]
    assert "No ranges today" in notice.text
    assert leduc.scene.form.phase == "idle" and leduc.scene.form.runnable
    assert leduc.scene.candidates == candidates
    monkeypatch.undo()
    assert leduc.do(leduc.search.run).form.phase == "ended"


def test_the_picture_stays_until_the_next_one_is_there(leduc: Searched) -> None:
    leduc.scenes.clear()
    leduc.do(leduc.search.choose, "hand", "2")
    assert not any(scene.empty for scene in leduc.scenes)
    assert leduc.scenes[0].own == "K" and leduc.scene.own == "J"
    leduc.do(leduc.search.edit, "seed", "x")
    leduc.do(leduc.search.choose, "hand", "1")
    assert leduc.scene.own == "J"  # the jack's tree is still shown


def test_work_goes_on_in_chunks_and_drops_nothing_when_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = SearchTask(spot_of(LEDUC, "r"), 4, "uct", None, 0, None)
    monkeypatch.setattr(searching, "REFINE_S", 0.0)
    monkeypatch.setattr(searching, "_NAP_S", 0.0)
    work, fractions = SearchWork(task), []
    control = JobControl(lambda fraction, _: fractions.append(fraction))
    work.run(600, control, slow=True)
    assert work.snapshot is not None and work.snapshot.simulations == 600
    assert len(set(fractions)) == searching.SLOW_STEPS and fractions == sorted(fractions)
    at_once = SearchWork(task)
    at_once.run(600, JobControl())
    assert at_once.snapshot is not None
    assert np.array_equal(at_once.snapshot.tree.visits, work.snapshot.tree.visits)
    cancelled = JobControl()
    cancelled.cancel()
    work.run(900, cancelled)
    assert work.snapshot.simulations == 600
