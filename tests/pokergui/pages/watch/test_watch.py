"""The Watch presenter with a runner on this thread: matches, steps, choices, failures."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.process.added import keep_added
from ai.process.program import Added, Told
from ai.process.protocol import Hello
from ai.simple import CallAgent
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.lines import line_text, spot_of
from engine.match import Match
from engine.player import Action, SeatView, raise_to
from engine.rng import rng_state
from engine.stopping import LEAST_UNITS, Sprt
from engine.table import shuffled_deck
from pokergui.background.halt import Halt
from pokergui.background.runner import TaskRunner
from pokergui.pages.play.work.play_on import check_link
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.scenes.starting import start_form
from pokergui.pages.watch.viewmodel.watch import Speed
from pokergui.pages.watch.work import match as watch_match
from pokergui.pages.watch.work.match import AT_ONCE
from pokergui.store import HandReader, StoreError, _connect, verify
from tests.ai.process.bad import FORFEITS, bad_engine, gone
from tests.pokergui.watched import Watched
from tests.sync_runner import SyncRunner

Make = Callable[..., Watched]


@pytest.fixture
def watched(tmp_path: Path, qtbot: QtBot) -> Iterator[Make]:
    made: list[Watched] = []

    def make(
        game: str = "leduc",
        engines: tuple[str, str] = ("raise", "call"),
        hands: int = 40,
        duplicate: bool = True,
        runner: Any = None,
    ) -> Watched:
        choice = WatchChoice(game, engines, hands, duplicate)
        made.append(Watched(tmp_path, choice, runner or SyncRunner()))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        if isinstance(one.runner, TaskRunner):
            assert one.runner.shutdown(60.0)
        one.store.close()


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@20"])
def test_a_match_of_every_game_is_played_to_its_end(watched: Make, game: str) -> None:
    page = watched(game, ("raise", "random"), hands=30)
    assert page.shown["panel"].button
    page.start()
    assert page.run.phase == "live"
    assert page.shown["top"].locked
    page.finish()
    assert page.shown["progress"].share == 1.0
    assert [row.units for row in page.standing.methods] == ["30", "15"]
    assert [row.units for row in page.standing.seats] == ["15", "15"]
    assert not page.shown["top"].locked
    assert page.notices == []


def test_both_hands_lie_open_and_the_answer_stands_under_its_seat(watched: Make) -> None:
    page = watched("holdem-nolimit@100", ("equity", "call"), hands=4, duplicate=False)
    page.start()
    page.presenter.press_main()  # pause
    names = set()
    for _ in range(80):
        scene = page.scene
        assert [seat.name for seat in scene.seats] == ["Caller", "Odds counter"]
        for seat in scene.seats:
            assert all(card.face_up for card in seat.cards)
            total = sum(share.share for share in seat.shares)
            assert total == pytest.approx(1.0 if seat.shares else 0.0)
            if seat.to_act:
                assert seat.shares
                assert not seat.thinking
            names |= {share.text.split()[0] for share in seat.shares}
        if page.shown["win"] is not None:
            assert 0.0 <= page.shown["win"].share <= 1.0
        page.step()
        if page.run.phase == "finished":
            break
    assert "call" in names
    assert page.run.phase == "finished"


def test_steps_and_speed_play_the_same_cards(
    watched: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 11)
    page = watched("leduc", ("call", "call"), hands=6, duplicate=False)
    page.start()
    page.presenter.press_main()
    for _ in range(9):
        page.step()
    assert 1 <= page.run._match.hands < 6
    page.finish()
    agents = [CallAgent(page.run._match.game) for _ in range(2)]
    match, seen = Match(page.run._match.game, agents, 11), []
    match.run(6, Halt(), seen.append)
    payoffs = [int(v) for chunk in seen for v in chunk.payoffs[:, 0]]
    assert page.run._match._counting.result.tally.chips[0] == sum(payoffs)


def test_a_step_from_a_running_match_pauses_it(watched: Make) -> None:
    page = watched()
    page.start()
    page.step()
    assert page.run.phase == "paused"
    assert page.shown["controls"].can_step
    page.presenter.press_main()
    assert page.run.phase == "live"


def test_a_seat_can_be_taken_and_the_match_goes_on_unaffected(watched: Make) -> None:
    page = watched("holdem-nolimit@100", ("equity", "call"), hands=4)
    page.start()
    page.step()
    keys = [key for key, _ in page.shown["controls"].seats]
    now = page.run.stage.now
    assert now is not None
    assert keys[0] == str(now.to_act)
    for key in keys:
        page.run.take_seat(key)
    assert page.run.phase == "paused"
    first, second = page.links
    assert first.hero == now.spot.to_act
    assert {first.hero, second.hero} == {0, 1}
    assert {first.opponent, second.opponent} == {"equity", "call"}
    assert first.actions == now.spot.actions
    check_link(first)
    check_link(second)
    page.finish()
    assert page.standing.methods[0].units == "4"


@pytest.mark.parametrize("game", ["leduc", "holdem-nolimit@20"])
def test_every_decision_opens_in_study_with_its_engine(watched: Make, game: str) -> None:
    page = watched(game, ("raise", "random"), hands=6)
    page.run.study()
    assert page.studied == []
    page.start()
    page.run.pause()
    for _ in range(40):
        if page.run.phase == "finished":
            break
        now = page.run.stage.now
        assert now is not None and page.shown["controls"].can_study
        page.run.study()
        link = page.studied[-1]
        spot = spot_of(link.game, line_text(link.game, link.actions), link.board)
        # Of a hand that is over the last decision is meant.
        assert link.actions == now.spot.actions[: len(now.spot.actions) - now.finished]
        acting = 0 if spot.to_act == now.seat_a else 1
        assert (link.engine, link.second) == (("raise", "random"), ("random", "raise"))[acting]
        size = link.game.num_hole
        assert link.hole == now.deck[size * spot.to_act :][:size]
        page.step()
    assert len(page.studied) > 10
    page.finish()
    assert not page.shown["controls"].can_study


def test_nobody_leads_while_the_interval_includes_zero(
    watched: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 11)  # one match in twenty has a leader
    page = watched("leduc", ("random", "random"), hands=200)
    page.start()
    page.finish()
    rows = page.standing.methods
    assert rows[-1].chosen
    assert rows[-1].reading == "includes 0"
    assert "leads by" not in page.standing.verdict


def test_aivat_under_a_sequence_ends_the_match_and_hands_it_on(watched: Make) -> None:
    page = watched("leduc", ("cfr", "random"), hands=20_000)
    remembered: list[dict[str, str]] = []
    judged: list[int] = []
    page.presenter.choice_made.connect(remembered.append)
    page.presenter.judge_requested.connect(judged.append)
    page.presenter.choose_stop("sequence")
    page.presenter.choose_luck("both")
    form = page.shown["panel"].form
    assert (form.stop.current, form.luck.current) == ("sequence", "both")
    assert WatchChoice.of_table(remembered[-1]) == page.presenter._choice
    page.start()
    page.finish()
    rows = page.standing.methods
    assert [row.name for row in rows] == ["Raw chips", "Duplicate pairs", "AIVAT"]
    assert 2 * LEAST_UNITS <= page.run.hands <= 2 * (LEAST_UNITS + AT_ONCE)
    assert page.shown["panel"].title == f"Decided after {page.run.hands} hands"
    assert page.standing.verdict.startswith(f"{page.presenter._choice.titles[0]} leads by ")
    assert [line.name for line in page.standing.chart.lines] == ["AIVAT", "Sequence", "Raw"]
    assert float(rows[-1].cut.rstrip("%")) > 80
    page.runner.run_all()
    page.presenter.judge()
    assert judged == [1]


def test_a_test_needs_its_results_in_their_order(watched: Make) -> None:
    page = watched("leduc", hands=10)
    page.presenter.choose_stop("sprt")
    page.presenter.edit_test("500", "200")
    assert page.shown["panel"].form.alternative.error
    page.presenter.press_main()
    assert page.notices[-1].title == "The alternative must be larger than the null."
    assert page.run.phase == "ready"
    page.presenter.edit_test("−500", "500")
    assert page.presenter._choice.rule == Sprt(-500.0, 500.0)
    page.start()
    page.finish()
    assert "no decision yet" in page.standing.verdict


def test_who_learns_is_no_known_player(watched: Make) -> None:
    page = watched("leduc", ("opponent-model", "call"), hands=10)
    usable = {one.key: one.usable for one in page.shown["panel"].form.luck.choices}
    assert usable == {"": True, "A": False, "B": True, "both": False}
    page.presenter.choose_luck("B")
    page.presenter.choose_engine("b", "opponent-model")
    assert page.presenter._choice.luck == ""


def test_engines_of_ones_own_are_known_by_their_ranges_unless_they_observe(tmp_path: Path) -> None:
    for name, hello in {
        "Acts": Hello("x"),
        "Ranged": Hello("x", has_ranges=True),
        "Watcher": Hello("x", has_ranges=True, observes=True),
    }.items():
        keep_added(tmp_path, Added(name, sys.executable, told=Told(hello, ("leduc",))))

    def known(name: str) -> tuple[bool, str]:
        choice = WatchChoice("leduc", (name, "call")).valid(tmp_path)
        found = start_form(choice, tmp_path, ("0", "50"), "").luck.choices
        return next((one.usable, one.note) for one in found if one.key == "A")

    assert known("added:Acts") == (False, "Acts answers only for its own hand")
    assert known("added:Ranged") == (True, "Ranged plays by its ranges")
    assert known("added:Watcher") == (False, "Watcher observes finished hands")


def test_what_was_remembered_and_makes_no_sense_is_forgotten() -> None:
    usual = WatchChoice()
    for table in (
        {"game": "chess"},
        {"hands": "x"},
        {"stop": "sprt", "null": "9e9"},
        {"luck": "?"},
    ):
        assert WatchChoice.of_table(table) == usual
    assert WatchChoice.of_table({}) == usual


def test_all_hands_are_kept(watched: Make) -> None:
    page = watched("holdem-nolimit@20", ("raise", "random"), hands=60)
    page.start()
    page.presenter.press_main()
    for _ in range(20):
        page.step()
    page.finish()
    page.store.retry().result()
    with HandReader(page.store.path) as reader:
        (match,) = reader.matches()
        assert (match.hands, match.done, match.mode) == (60, True, "watch")
        assert match.engines == ("raise", "random")
        assert match.interval() == page.run._match._counting.result.interval()
    assert verify(page.store.path).sound


@pytest.mark.parametrize(("name", "kind"), [("all.phhs", "plain"), ("all.log", "plain")])
def test_hands_of_a_match_that_is_over_are_saved_as_text(
    watched: Make, tmp_path: Path, name: str, kind: str
) -> None:
    page = watched("holdem-nolimit@20", ("raise", "random"), hands=20)
    assert not page.shown["controls"].can_export
    page.start()
    page.finish()
    assert page.shown["controls"].can_export
    page.presenter.export(str(tmp_path / name))
    page.settle()
    assert (page.notices[-1].kind, page.notices[-1].title) == (kind, "20 hands saved")
    text = (tmp_path / name).read_text()
    assert text.count("STATE" if name.endswith("log") else "variant") >= 20
    page.presenter.press_notice("dismiss")
    assert page.run.phase == "finished"
    page.presenter.export("/proc/nowhere/all.phhs")
    page.settle()
    assert page.notices[-1].kind == "error"


def test_small_games_have_no_words_in_phh(watched: Make, tmp_path: Path) -> None:
    page = watched(hands=10)
    page.start()
    page.finish()
    page.presenter.export(str(tmp_path / "all.phhs"))
    page.settle()
    assert "ACPC" in page.notices[-1].text


def test_a_clear_result_names_the_leader(watched: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 11)
    page = watched("kuhn", ("cfr", "random"), hands=2_000)
    page.start()
    page.finish()
    assert page.standing.methods[-1].leads
    assert page.standing.verdict.startswith("Exact equilibrium leads by ")
    chart = page.standing.chart
    own, outer = chart.lines
    assert (own.name, own.style, outer.name, outer.style) == ("Duplicate", "plain", "Raw", "band")
    assert len(own.x) == len(own.y) == len(own.low) == len(outer.high)
    assert own.x[-1] == 2_000


def test_equal_engines_in_duplicate_come_to_exactly_nothing(watched: Make) -> None:
    page = watched("holdem-nolimit@100", ("call", "call"), hands=40)
    page.start()
    page.finish()
    assert page.standing.methods[-1].mean == "0"
    assert page.standing.methods[-1].reading == "exactly 0"
    assert page.standing.verdict == "Exactly even"
    assert {row.name for row in page.standing.stats} == {"Caller A", "Caller B"}


def test_statistics_have_their_denominators(watched: Make) -> None:
    page = watched("leduc", ("raise", "call"), hands=20)
    page.start()
    page.finish()
    first, second = page.standing.stats
    names = [name for name, _ in page.standing.stat_names]
    assert names == ["VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD"]
    assert first.cells[0].value == "100.0%"
    assert first.cells[0].parts == "20/20"
    assert second.cells[1].parts == "0/20"
    assert second.cells[3].value == "0.0"


# Choices


def test_choices_stay_possible(watched: Make) -> None:
    page = watched("leduc", ("cfr", "call"))
    page.presenter.choose_game("holdem-nolimit@37")
    top = page.shown["top"]
    assert top.engine_a.current == "equity"
    assert top.engine_b.current == "call"
    page.presenter.choose_engine("b", "random")
    page.presenter.choose_engine("a", "")
    assert page.shown["top"].engine_b.current == "random"
    assert page.shown["top"].engine_a.current == "equity"
    assert "Random walker" in page.shown["panel"].title


def test_a_number_of_hands_of_ones_own(watched: Make) -> None:
    page = watched()
    page.presenter.choose_length("custom")
    assert page.shown["top"].custom == "40"
    page.presenter.edit_custom("many")
    assert page.shown["top"].custom_error
    page.start()
    assert (page.run.phase, page.notices[-1].title) == ("ready", page.shown["top"].custom_error)
    page.presenter.press_main()
    assert page.run.phase == "ready"
    page.presenter.edit_custom("3")
    assert page.shown["top"].custom_error == ""
    page.start()
    page.finish()
    assert page.standing.methods[0].units == "4"  # whole duplicate pairs


def test_an_engine_file_that_is_none_is_refused_in_place(watched: Make, tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text("nothing = 1\n")
    page = watched()
    page.presenter.choose_file("a", str(path))
    assert page.shown["top"].engine_a.current == f"python:{path}"
    page.start()
    assert page.run.phase == "ready"
    assert page.notices[-1].kind == "error"
    page.presenter.choose_engine("a", "call")
    page.start()
    assert page.run.phase == "live"


# Errors


class Cheat(CallAgent):
    """Answers against the rules after some hands."""

    left = 6

    def table(self) -> None:
        return None

    def act(self, view: SeatView, rng: object, control: object = None) -> Action:
        Cheat.left -= 1
        return raise_to(1_000_000) if Cheat.left < 0 else super().act(view, rng)  # type: ignore[arg-type]


@pytest.mark.parametrize("speed", ["human", "fast"])
def test_an_illegal_answer_ends_the_match_and_keeps_its_hands(
    watched: Make, monkeypatch: pytest.MonkeyPatch, speed: str
) -> None:
    page = watched("leduc", ("random", "call"), hands=20, duplicate=False)

    def prepare(choice: WatchChoice, folder: Path, control: object) -> object:
        game = choice.build_game()
        agents = (Cheat(game), CallAgent(game))
        return lambda seed, keep: watch_match.WatchedMatch(choice, agents, seed, keep)

    Cheat.left = 6
    monkeypatch.setattr("pokergui.pages.watch.presenters.watch.prepare", prepare)
    page.run.choose_speed(speed)  # type: ignore[arg-type]
    page.start()
    for _ in range(80):
        if page.run.phase == "finished":
            break
        page.step()
    assert page.notices[-1].kind == "error"
    assert "What was finished before is kept:" in page.notices[-1].text
    assert 0 < page.run._match.hands < 20


def test_a_full_disk_is_told_in_place_and_the_match_waits(
    watched: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = watched(hands=20)

    def refuse(*arguments: object) -> Future[int]:
        failed: Future[int] = Future()
        failed.set_exception(StoreError("no space left on device"))
        return failed

    page.start()
    monkeypatch.setattr(page.store, "append_block", refuse)
    for _ in range(12):
        page.step()
    assert page.notices[-1].title == "Hands cannot be saved"
    assert "No space left on device" in page.notices[-1].text
    assert page.run.phase == "paused"
    monkeypatch.undo()
    page.presenter.press_notice("retry")
    assert page.run.phase == "live"
    said: list[Any] = []
    page.run.stage.notice.connect(said.append)
    page.run._not_kept(StoreError("no space left on device"))
    page.presenter.end()
    page.settle()
    assert (page.run.phase, said[-1]) == ("finished", None)
    page.run._not_kept(StoreError("no space left on device"))
    assert [button.key for button in said[-1].buttons] == ["dismiss"]


def test_a_match_goes_on_by_itself_when_the_lock_of_the_database_goes(
    watched: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_connect, "BUSY_S", 0.05)
    page = watched(hands=20)
    told: list[Any] = []
    page.run.stage.notice.connect(told.append)
    with closing(sqlite3.connect(page.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page.start()
        page.settle()
        assert (page.run.phase, told[-1].title) == ("paused", "Hands cannot be saved")
        page.run._saving._try()
        page.settle()
        assert page.run.phase == "paused"  # it is locked still
    page.run._saving._try()
    page.settle()
    assert (page.run.phase, told[-1]) == ("live", None)
    page.finish()
    assert page.run.match_number == 1
    assert verify(page.store.path).sound


def test_a_match_that_a_person_took_over_does_not_go_on_by_itself(watched: Make) -> None:
    page = watched(hands=20)
    page.start()
    page.run._not_kept(StoreError("no space left on device"))
    page.step()
    page.run._caught_up()
    assert page.run.phase == "paused"


def test_a_failure_to_prepare_can_be_tried_again(
    watched: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = watched()

    def refuse(*arguments: object) -> object:
        raise EngineError("the engine is out")

    with monkeypatch.context() as patch:
        patch.setattr("pokergui.pages.watch.presenters.watch.prepare", refuse)
        page.start()
    assert page.notices[-1].text.startswith("The engine is out.")
    page.presenter.press_notice("retry")
    page.settle()
    assert page.run.phase == "live"


# On threads


def test_a_fast_match_pauses_goes_on_and_stops_at_once(watched: Make, qtbot: QtBot) -> None:
    length = 100_000_000  # takes longer than all waits here
    page = watched("leduc", ("call", "random"), hands=length, runner=TaskRunner())
    page.run.choose_speed("fast")
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.run.phase == "fast")
    qtbot.waitUntil(lambda: page.run._match.hands > 0)
    page.presenter.press_main()
    assert page.run.phase == "paused"
    assert page.shown["controls"].halting == "pause"  # until the job has left the match
    qtbot.waitUntil(lambda: not page.run._jobs.busy)
    assert page.shown["controls"].halting == "" and page.shown["controls"].can_step
    hands = page.run._match.hands
    assert 0 < hands < length
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.run._match.hands > hands)
    page.run.choose_speed("human")
    qtbot.waitUntil(lambda: page.run.stage.now is not None)
    assert page.run.phase == "live"
    page.presenter.end()
    qtbot.waitUntil(lambda: page.run.phase == "finished")
    assert page.run._match.hands < length
    units = page.standing.methods[0].units.replace(",", "")
    assert int(units) == page.run._match.hands // 2 * 2


HANGS = """
import time
from pathlib import Path

from engine.player import CALL


class Sleeper:
    def act(self, view, rng):
        while (Path(__file__).parent / "hang").exists():
            time.sleep(0.01)
        return CALL
"""


@pytest.mark.parametrize("speed", ["fast", "ten"])
@pytest.mark.scorecard("U3")
def test_a_match_with_an_engine_that_hangs_is_told_of_and_stopped(
    watched: Make, qtbot: QtBot, tmp_path: Path, speed: Speed
) -> None:
    engine = tmp_path / "sleeper.py"
    engine.write_text(HANGS)
    # No duplicate deals: the first hand of a pair is kept, but counts once the pair is over.
    page = watched("kuhn", ("call", "call"), 1_000_000, duplicate=False, runner=TaskRunner())
    page.presenter.choose_file("b", str(engine))
    page.run._jobs._late.setInterval(400)
    page.run.choose_speed(speed)
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.run.phase == {"ten": "live"}.get(speed, speed))
    if speed == "fast":
        qtbot.waitUntil(lambda: page.run.hands > 0)
    (tmp_path / "hang").touch()
    for _ in range(50):
        page.run.table_settled()
        qtbot.wait(150)
        if page.notices:
            break
    assert page.notices[-1].kind == "warning"
    page.presenter.press_notice("stop")
    page.presenter.end()
    qtbot.waitUntil(lambda: page.run.phase == "finished")
    hands = page.run.hands
    (tmp_path / "hang").unlink()
    assert page.runner.shutdown(60.0)
    page.store.close()  # all is written
    with HandReader(tmp_path / "hands.db") as reader:
        (match,) = reader.matches()
        assert sum(chunk.hands for chunk in reader.match_hands(match)) == hands
    assert verify(tmp_path / "hands.db").sound


def test_a_match_of_one_hand(watched: Make) -> None:
    page = watched("holdem-nolimit@20", ("raise", "call"), hands=1, duplicate=False)
    page.start()
    page.finish()
    assert (page.run.hands, page.notices) == (1, [])
    assert page.shown["panel"].title == "1 hand played"


def test_the_notice_of_a_late_engine_goes_when_it_answers(watched: Make, qtbot: QtBot) -> None:
    page = watched()
    said: list[Any] = []
    page.presenter.press_main()
    page.runner.run_all()
    page.run.table_settled()
    page.run.stage.notice.connect(said.append)
    page.run.stage.tell_late("Raiser")
    page.step()
    assert [notice is None for notice in said] == [False, True]


def test_the_deck_of_a_link_is_the_one_that_was_dealt(
    watched: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 5)
    page = watched("leduc", ("call", "call"))
    page.start()
    page.run.take_seat("0")
    assert page.links[0].deck == shuffled_deck(page.links[0].game, rng_state(5))


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize(
    ("kind", "speed"),
    [
        ("kills itself", "human"),
        *(pytest.param(kind, "fast", marks=pytest.mark.long) for kind in FORFEITS),
    ],
)
def test_an_engine_that_forfeits_ends_the_match_and_its_result_stands(
    watched: Make,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    kind: str,
    speed: Speed,
    release: bool,
) -> None:
    mark = str(tmp_path / "mark")

    def build(name: str, game: Game, *_: object) -> Agent:
        return CallAgent(game) if name == "call" else bad_engine(kind, mark, game)

    monkeypatch.setattr(watch_match, "build", build)
    for number in range(10 if release else 1):
        page = watched("holdem-nolimit@20", ("raise", "call"), hands=40)
        page.run.choose_speed(speed)
        page.start()
        for _ in range(300):
            if page.run.phase == "finished":
                break
            if speed == "human":
                page.run.step()
            page.settle()
        titles = [notice.title for notice in page.notices]
        assert titles[-1] == "The match cannot go on"
        assert page.notices[-1].text.startswith("Bad forfeits: ")
        assert re.search(FORFEITS[kind], page.notices[-1].text)
        if speed == "human":
            assert titles.count("Raiser failed") == 2
        assert 0 < page.run.hands < 40
        gone(mark)
        with HandReader(page.store.path) as reader:
            matches = reader.matches()
        assert [match.hands for match in matches][-1 - number] == page.run.hands
