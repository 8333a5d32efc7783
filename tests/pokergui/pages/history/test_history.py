"""The History presenters with a runner on this thread: list, filter, sums, replayer, files."""

from __future__ import annotations

import datetime
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from engine.match_chunk import joined
from engine.stats import NUM_COUNTS, PlayerStats
from pokergui.formatting.dates import time_title
from pokergui.formatting.hand_results import game_title
from pokergui.formatting.statistics import stat_cells, statistics_scene
from pokergui.links import PlayLink, StudyLink
from pokergui.pages.history.presenters import history as history_module
from pokergui.pages.history.presenters.files import HistoryFiles
from pokergui.pages.history.presenters.history import HistoryPresenter
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.pages.history.scenes.matches import match_header, match_stats
from pokergui.pages.history.scenes.rows import Wanted
from pokergui.pages.history.scenes.texts import total_figure
from pokergui.pages.history.viewmodel.history import (
    DecisionsScene,
    EmptyScene,
    FilterScene,
    HandRow,
    HistoryHeader,
    ReplayScene,
    RowsChange,
)
from pokergui.store import YOU, GameStats, HandReader, Player, Store, Total, verify
from pokergui.viewmodel import Notice, StatisticsScene, TableFrame
from tests.naive.random_hands import finished
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.store.random_hands import play_into
from tests.recorded import text_of
from tests.sync_runner import SyncRunner

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@100")


class Page:
    """The list as the page has it, and the last content of every other part."""

    def __init__(self, history: HistoryPresenter, replay: ReplayPresenter) -> None:
        self.rows: list[HandRow] = []
        self.more = False
        self.changes: list[str] = []
        self.selected = 0
        self.header = HistoryHeader()
        self.filters: FilterScene | None = None
        self.statistics = StatisticsScene()
        self.empty: EmptyScene | None = None
        self.notices: list[Notice | None] = []
        self.frames: list[TableFrame] = []
        self.replay = ReplayScene()
        self.decisions = DecisionsScene()
        self.plays: list[PlayLink] = []
        self.studies: list[StudyLink] = []
        self.solves: list[tuple[StudyLink, str]] = []
        history.rows.connect(self._change)
        for owner, parts in (
            (history, ("selected", "empty")),
            (history.sums, ("header", "filters", "statistics")),
        ):
            for part in parts:
                getattr(owner, part).connect(lambda value, part=part: setattr(self, part, value))
        history.notice.connect(self.notices.append)
        replay.scene.connect(lambda value: setattr(self, "replay", value))
        replay.decisions.connect(lambda value: setattr(self, "decisions", value))
        replay.frames.connect(lambda frames: setattr(self, "frames", frames))
        replay.play_requested.connect(self.plays.append)
        replay.study_requested.connect(self.studies.append)
        replay.solve_requested.connect(lambda *asked: self.solves.append(asked))

    def _change(self, change: RowsChange) -> None:
        self.changes.append(change.kind)
        self.more = change.more
        rows = list(change.rows)
        self.rows = {
            "all": rows,
            "older": self.rows + rows,
            "newer": rows + self.rows,
        }[change.kind]

    @property
    def numbers(self) -> list[int]:
        return [row.number for row in self.rows]


class Opened:
    """The presenters over a database, and the clockwork that a window would supply."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.runner = SyncRunner()
        self.now = datetime.datetime.now().astimezone()
        self.history = HistoryPresenter(self.runner, path, clock=lambda: self.now)
        self.replay = ReplayPresenter()
        self.history.opened.connect(self.replay.open)
        self.page = Page(self.history, self.replay)
        self.history.start()
        self.replay.start()

    def show(self) -> Page:
        self.history.show_page(True)
        self.runner.run_all()
        return self.page

    def narrow(self, **fields: str) -> Page:
        for field, value in fields.items():
            self.history.narrow(field, value)
        self.runner.run_all()
        return self.page


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hands.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    made = Store.open(path)
    yield made
    made.close()


@pytest.fixture
def opened(path: Path, store: Store, qtbot: QtBot) -> Opened:
    play_into(store, 40, seed=3, games=GAMES)
    return Opened(path)


def test_newest_first_with_the_newest_selected_and_open(opened: Opened) -> None:
    page = opened.show()
    assert page.numbers == list(range(40, 0, -1))
    assert page.selected == 40
    assert page.replay.dots
    assert (page.header.count, page.header.rest) == ("40", "hands")
    assert page.empty is None
    assert page.notices == []


def test_nothing_is_read_before_the_page_is_seen(opened: Opened) -> None:
    opened.history.hands_changed()
    assert opened.runner.waiting == 0
    opened.show()
    opened.history.show_page(False)
    opened.history.hands_changed()
    assert opened.runner.waiting == 0


def test_pages_follow_each_other_without_a_gap(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "PAGE_ROWS", 15)
    monkeypatch.setattr(history_module, "MORE_ROWS", 15)
    page = opened.show()
    assert len(page.rows) == 15
    assert page.more
    opened.history.fetch_more()
    opened.history.fetch_more()  # asked twice while the first is on its way
    opened.runner.run_all()
    assert len(page.rows) == 30
    opened.history.fetch_more()
    opened.runner.run_all()
    assert page.numbers == list(range(40, 0, -1))
    assert not page.more


def test_new_hands_come_to_the_head_and_leave_the_selection(opened: Opened, store: Store) -> None:
    page = opened.show()
    opened.history.select(33)
    opened.runner.run_all()
    play_into(store, 2, seed=9, games=GAMES)
    opened.history.hands_changed()
    opened.runner.run_all()
    assert page.changes == ["all", "newer"]
    assert page.numbers[:3] == [42, 41, 40]
    assert page.selected == 33
    assert page.header.count == "42"


def test_many_new_hands_at_once_leave_no_gap(
    opened: Opened, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "PAGE_ROWS", 5)
    page = opened.show()
    opened.history.select(37)
    opened.runner.run_all()
    play_into(store, 8, seed=9, games=GAMES)
    opened.history.hands_changed()
    opened.runner.run_all()
    assert page.numbers == [48, 47, 46, 45, 44]
    assert page.changes == ["all", "all"]


def test_a_new_hand_that_does_not_match_stays_out(opened: Opened, store: Store) -> None:
    opened.show()
    page = opened.narrow(game="leduc")
    before = page.numbers
    play_into(store, 1, seed=9, games=("kuhn",))
    opened.history.hands_changed()
    opened.runner.run_all()
    assert page.numbers == before
    assert page.header.rest == "of 41 hands match"


@pytest.mark.parametrize(
    ("field", "value", "keeps"),
    [
        ("game", "leduc", lambda hand: hand.game_name == "leduc"),
        ("result", "won", lambda hand: hand.result > 0),
        ("result", "lost", lambda hand: hand.result < 0),
        ("result", "bb10", lambda hand: abs(hand.result) >= 10 * hand.game.big_blind),
        ("opponent", "random", lambda hand: True),
        ("date", "today", lambda hand: True),
        ("mode", "training", lambda hand: False),
        ("text", "clock", lambda hand: bool(hand.notes)),
    ],
)
def test_filters(opened: Opened, field: str, value: str, keeps: Any) -> None:
    opened.show()
    page = opened.narrow(**{field: value})
    with HandReader(opened.path) as reader:
        kept = [hand.number for hand in reversed(reader.list().hands) if keeps(hand)]
    assert page.numbers == kept
    assert page.header.count == str(len(kept))
    assert page.header.rest == "of 40 hands match"
    assert (page.empty is None) == bool(kept)


def test_days_are_those_of_the_clock(opened: Opened) -> None:
    opened.now += datetime.timedelta(days=8)
    page = opened.show()
    assert len(page.rows) == 40
    assert opened.narrow(date="7").rows == []
    assert len(opened.narrow(date="30").rows) == 40


def test_an_empty_list_says_why_and_offers_a_way_out(opened: Opened) -> None:
    opened.show()
    page = opened.narrow(text="no such words")
    assert page.empty is not None
    assert [button.key for button in page.empty.buttons] == ["clear"]
    assert page.replay.message
    opened.history.press("clear")
    opened.runner.run_all()
    assert page.empty is None
    assert len(page.rows) == 40


def test_before_the_first_hand(path: Path, qtbot: QtBot) -> None:
    opened = Opened(path)
    asked: list[str] = []
    opened.history.asked.connect(asked.append)
    page = opened.show()
    assert page.empty is not None
    assert [button.key for button in page.empty.buttons] == ["play", "import"]
    for button in page.empty.buttons:
        opened.history.press(button.key)
    assert asked == ["play", "import"]
    assert page.notices == []
    assert page.replay.message


def test_a_damaged_hand_is_named_and_never_shown(opened: Opened, store: Store) -> None:
    store.close()
    with closing(sqlite3.connect(opened.path)) as db, db:
        db.execute("UPDATE hands SET payoffs = '[9,-9]' WHERE number = 40")
    page = opened.show()
    row = page.rows[0]
    assert (row.number, row.result, row.cards) == (40, "", ())
    assert "damaged" in row.damaged
    assert page.selected == 39
    opened.history.select(40)
    opened.runner.run_all()
    assert page.replay.dots == ()


def test_an_unreadable_database_is_told_in_place(opened: Opened, store: Store) -> None:
    store.close()
    opened.path.write_bytes(b"no database" * 1000)
    page = opened.show()
    notice = page.notices[-1]
    assert notice is not None
    assert notice.kind == "error"
    assert notice.buttons[0].key == "reload"


def number_in(text: str) -> float:
    return float(text.split()[0].replace("\u2212", "-").replace(",", ""))


def test_sums_and_statistics_stand_game_by_game(opened: Opened) -> None:
    page = opened.show()
    with HandReader(opened.path) as reader:
        hands = reader.list().hands
    assert [figure.rest for figure in page.header.figures] == ["results of 4 games below"]
    assert {group.title for group in page.statistics.groups} == {game_title(g) for g in GAMES}
    assert page.statistics.note == "over 40 hands"
    for group in page.statistics.groups:
        those = [hand for hand in hands if game_title(hand.game_name) == group.title]
        total = sum(hand.result / hand.game.big_blind for hand in those)
        assert number_in(group.result) == pytest.approx(total, abs=0.051)
        unit = "bb"
        if those[0].game.ante:
            unit = "ante" if abs(round(total)) == 1 else "antes"
        assert group.result.endswith(f" {unit} in {len(those)} hands")
        you, *others = group.rows
        assert (you.name, you.person) == ("You", True)
        places = [row for row in others if row.inner]
        assert {row.name for row in places} <= {"BTN", "BB"}
        assert bool(places) == (not those[0].game.ante)
        assert len(others) == 1 + len(places)
        for at, cell in enumerate(you.cells):  # positions add up to the person's line
            parts = [row.cells[at].parts.split("/") for row in places]
            whole = [sum(map(int, column)) for column in zip(*parts, strict=True)]
            assert not places or "/".join(map(str, whole)) == cell.parts
        vpip = you.cells[0]
        part, whole = (int(part) for part in vpip.parts.split("/"))
        assert 0 <= part <= whole <= len(those)
        assert vpip.value == f"{100 * part / whole:.1f}%"
    opened.narrow(game="kuhn")
    (figure,) = page.header.figures
    (group,) = page.statistics.groups
    assert figure.label == "raw" and figure.rest in ("ante", "antes")
    assert figure.value == group.result.split()[0]
    with HandReader(opened.path) as reader:
        listed = {total.game: total for total in reader.summary().totals}
        counted = {one.game: one.total for one in reader.player_statistics()}
    assert listed == counted  # to the last bit, whatever they are added up from


def test_training_is_in_no_result(opened: Opened, store: Store) -> None:
    play_into(store, 8, seed=5, games=("kuhn",), mode="training")
    page = opened.show()
    (kuhn,) = (group for group in page.statistics.groups if group.title == "Kuhn poker")
    assert kuhn.result.endswith((" ante in 10 hands", " antes in 10 hands"))
    assert page.statistics.note == "over 40 of 48 hands"
    opened.narrow(mode="training")
    assert page.header.figures == ()
    (group,) = page.statistics.groups
    assert group.result == "8 hands"
    assert [(switch.on, switch.enabled) for switch in page.statistics.switches] == [
        (False, False)
    ] * 2


def test_engines_of_one_title_and_persons_of_an_engines_name_are_told_apart() -> None:
    stats = PlayerStats.of(np.ones(NUM_COUNTS, np.int64))
    players = (
        YOU,
        Player("engine", "nfsp"),
        Player("engine", "nfsp:best"),
        Player("engine", "cfr"),
        Player("other", "cfr"),
        Player("other", "You"),
    )
    game = GameStats("leduc", 3, dict.fromkeys(players, stats))
    (group,) = statistics_scene((game,), 0).groups
    names = [row.name for row in group.rows]
    assert len(set(names)) == len(names)
    assert [row.person for row in group.rows] == [True] + [False] * 5


def test_times_are_short_and_in_the_persons_zone() -> None:
    zone = datetime.timezone(datetime.timedelta(hours=2))
    now = datetime.datetime(2026, 5, 15, 12, 0, tzinfo=zone)
    assert time_title("2026-05-15T08:30:00.000Z", now) == ("10:30", "2026-05-15 10:30")
    assert time_title("2026-05-14T23:30:00.000Z", now)[0] == "01:30"
    assert time_title("2026-05-12T23:30:00.000Z", now)[0] == "Wed 01:30"
    assert time_title("2026-05-09T08:00:00.000Z", now)[0] == "Sat 10:00"
    assert time_title("2026-05-08T08:00:00.000Z", now)[0] == "05-08 10:00"
    assert time_title("2026-03-01T10:00:00.000Z", now)[0] == "03-01 12:00"
    assert time_title("2025-05-15T08:30:00.000Z", now)[0] == "2025-05-15"


def test_words_of_games() -> None:
    assert game_title("holdem-nolimit@100") == "No-limit, 100 bb"
    assert game_title("leduc") == "Leduc"
    assert game_title("some.game") == "some.game"


def test_a_filter_that_is_gone_from_the_lists_stays_visible(opened: Opened) -> None:
    opened.show()
    page = opened.narrow(opponent="granite")
    assert page.filters is not None
    assert "granite" in [choice.key for choice in page.filters.opponent.choices]
    assert Wanted(opponent="granite").filter(opened.now).opponent == "granite"


# The replayer


def test_a_hand_opens_at_its_end_and_can_be_walked_through(opened: Opened) -> None:
    page = opened.show()
    last = len(page.replay.dots) - 1
    assert page.replay.position == last
    opened.replay.first()
    assert page.replay.position == 0
    opened.replay.forward()
    assert page.replay.position == 1
    opened.replay.back()
    opened.replay.back()
    assert page.replay.position == 0
    opened.replay.go(last)
    assert page.replay.position == last
    opened.replay.forward()
    assert page.replay.position == last


def test_it_plays_by_itself_to_the_end(opened: Opened, qtbot: QtBot) -> None:
    page = opened.show()
    opened.replay._pause.setInterval(0)
    opened.replay.toggle_play()
    assert page.replay.playing
    assert page.replay.position == 0

    def ended() -> bool:
        opened.replay.table_settled()
        return page.replay.position == len(page.replay.dots) - 1

    qtbot.waitUntil(ended)
    assert not page.replay.playing


def test_a_move_stops_the_playing(opened: Opened) -> None:
    page = opened.show()
    opened.replay.toggle_play()
    opened.replay.forward()
    assert not page.replay.playing


def test_decisions_and_crumbs_lead_there(opened: Opened) -> None:
    page = opened.show()
    for row in range(len(page.decisions.rows)):
        opened.replay.go_decision(row)
        assert [r.current for r in page.decisions.rows].index(True) == row
    opened.replay.go_crumb(0)
    assert page.replay.position == 0
    opened.replay.go_crumb(999)


def test_study_gets_the_decision(opened: Opened) -> None:
    page = opened.show()
    with HandReader(opened.path) as reader:
        hand = reader.show(40)
    record = hand.record
    for row in range(len(page.decisions.rows)):
        opened.replay.study_decision(row)
        link = page.studies[-1]
        assert link.game == record.game
        assert link.actions == record.actions[:row]
        assert link.board == record.board[: len(link.board)]
    opened.replay.go_decision(0)
    opened.replay.study()
    assert page.studies[-1].actions == ()


def test_turns_and_rivers_can_be_solved(opened: Opened) -> None:
    page = opened.show()
    solved = 0
    for number in range(40, 0, -1):
        opened.history.select(number)
        opened.runner.run_all()
        for row, decision in enumerate(page.decisions.rows):
            opened.replay.go_decision(row)
            replay = opened.replay.replay
            assert replay is not None
            # A turn with fixed bets is refused by what solves it: it is not offered.
            streets = ("River",) if replay.game.is_limit else ("Turn", "River")
            late = decision.street in streets
            assert page.replay.solve.can == late
            assert page.replay.solve.tip.startswith("Solve the street of") == late
            count = len(page.solves)
            opened.replay.solve()
            assert len(page.solves) == count + late
            if late:
                link, source = page.solves[-1]
                assert source == f"From hand {number}, {decision.street.lower()}"
                assert len(link.board) == {"Turn": 4, "River": 5}[decision.street]
            solved += late
    assert solved > 5


def test_study_does_not_learn_cards_that_are_hidden(opened: Opened) -> None:
    page = opened.show()
    checked = 0
    for number in range(40, 0, -1):
        opened.history.select(number)
        opened.runner.run_all()
        with HandReader(opened.path) as reader:
            hand = reader.show(number)
        opened.replay.first()
        for row, decision in enumerate(page.decisions.rows):
            opened.replay.study_decision(row)
            hole = page.studies[-1].hole
            assert (hole == hand.record.holes[hand.hero]) == decision.person
            checked += not decision.person
    assert checked


def test_play_from_here_hands_the_whole_deck_on(opened: Opened) -> None:
    page = opened.show()
    opened.replay.go_decision(0)
    assert page.replay.play.can
    opened.replay.play_here()
    link = page.plays[-1]
    with HandReader(opened.path) as reader:
        hand = reader.show(40)
    assert link == PlayLink(hand.game, hand.record.deck, (), hand.hero, "random")


# Files


@pytest.fixture
def files(opened: Opened, store: Store) -> HistoryFiles:
    made = HistoryFiles(opened.runner, store, opened.path, opened.history.filter)
    made.notice.connect(opened.page.notices.append)
    return made


def told(opened: Opened) -> Notice:
    opened.runner.run_all()
    notice = opened.page.notices[-1]
    assert notice is not None
    return notice


def test_export_of_what_matches(opened: Opened, files: HistoryFiles, tmp_path: Path) -> None:
    opened.show()
    opened.narrow(game="leduc")
    file = tmp_path / "leduc.log"
    files.export_hands("acpc", str(file), [40])
    notice = told(opened)
    assert (notice.kind, notice.title) == ("plain", "10 hands exported to leduc.log")
    assert file.read_text().count("STATE:") == 10


def test_export_of_marked_hands_says_what_was_left_out(
    opened: Opened, files: HistoryFiles, tmp_path: Path
) -> None:
    opened.show()
    file = tmp_path / "some.phhs"
    files.export_hands("phh", str(file), [40, 39, 38])
    notice = told(opened)
    assert (notice.kind, notice.title) == ("warning", "2 hands exported to some.phhs")
    assert "1 left out" in notice.text
    assert "38" in notice.text


def test_an_export_that_cannot_be_leaves_all_as_it_was(
    opened: Opened, files: HistoryFiles, tmp_path: Path
) -> None:
    opened.show()
    file = tmp_path / "all.log"
    files.export_hands("acpc", str(file), [])
    notice = told(opened)
    assert notice.kind == "error"
    assert "one game" in notice.text
    assert not file.exists()


def test_backup_and_verification(opened: Opened, files: HistoryFiles, tmp_path: Path) -> None:
    opened.show()
    copy = tmp_path / "copy.db"
    files.back_up(str(copy))
    assert told(opened).title == "40 hands saved as copy.db"
    assert verify(copy).hands == 40
    files.verify()
    assert told(opened).title == "40 hands are as they were written"


def test_verification_names_what_is_wrong(
    opened: Opened, files: HistoryFiles, store: Store
) -> None:
    store.close()
    with closing(sqlite3.connect(opened.path)) as db, db:
        db.execute("UPDATE hands SET payoffs = '[9,-9]' WHERE number = 17")
    files.verify()
    notice = told(opened)
    assert notice.kind == "error"
    assert "17" in notice.details


def test_work_can_be_stopped(opened: Opened, files: HistoryFiles) -> None:
    files.verify()
    running = opened.page.notices[-1]
    assert running is not None
    assert running.kind == "running"
    files.press("stop")
    opened.runner.run_all()
    assert opened.page.notices[-1] is None


def test_an_import_appears_in_the_list_marked_and_counts_nowhere(
    opened: Opened, files: HistoryFiles, tmp_path: Path
) -> None:
    opened.show()
    file = tmp_path / "leduc.log"
    opened.narrow(game="leduc")
    files.export_hands("acpc", str(file), [])
    told(opened)
    opened.narrow(game="")
    files.changed.connect(opened.history.hands_changed)
    files.import_files([str(file)])
    notice = told(opened)
    assert (notice.kind, notice.title) == ("plain", "10 hands imported")
    page = opened.page
    assert page.changes[-1] == "newer"
    assert [row.mark for row in page.rows[:11]] == ["imported"] * 10 + [""]
    assert page.statistics.note == "over 40 of 50 hands"
    files.import_files([str(file)])
    assert told(opened).text == "10 were imported before."
    opened.narrow(mode="imported")
    assert len(page.rows) == 10


def test_a_single_hand_that_is_pasted_opens_at_the_persons_decision(
    opened: Opened, files: HistoryFiles
) -> None:
    rng, game = random.Random(4), get_game("holdem-nolimit@100")
    records = (finished(rng, game) for _ in range(100))
    record = replace(next(one for one in records if len(one.actions) > 4), players=("You", "Z"))
    text = text_of("pokerstars", [record])
    opened.show()
    opened.narrow(game="leduc")
    files.changed.connect(opened.history.hands_changed)
    files.single.connect(opened.history.open_decision)
    for title in ("1 hand imported", "0 hands imported"):  # the second time it is there already
        files.import_text(text)
        assert told(opened).title == title
        opened.runner.run_all()
        page = opened.page
        assert page.selected == page.numbers[0] == 41 and len(page.numbers) == 41
        assert opened.replay.replay is not None
        (row,) = (row for row in page.decisions.rows if row.current)
        own = [n for n, one in enumerate(opened.replay.replay.acts)
               if opened.replay.replay.stops[one].spot.to_act == 0]  # fmt: skip
        assert page.decisions.rows.index(row) == own[-1]
        opened.replay.study()
        assert page.studies[-1].actions == record.actions[: own[-1]]
        opened.history.select(40)
        opened.runner.run_all()
        assert opened.replay.replay.position == len(opened.replay.replay.stops) - 1
    files.import_text("x" * 10_000_001)
    notice = told(opened)
    assert notice.kind == "error" and "too long to paste" in notice.text
    assert "No hand was changed" in notice.text


def test_what_is_dropped_during_an_import_follows_it_with_one_report(
    opened: Opened, files: HistoryFiles, tmp_path: Path
) -> None:
    opened.show()
    rng, game = random.Random(9), get_game("holdem-nolimit@100")
    for name in ("first", "second"):
        records = [replace(finished(rng, game), players=("You", name)) for _ in range(3)]
        (tmp_path / f"{name}.txt").write_text(text_of("pokerstars", records))
    files.changed.connect(opened.history.hands_changed)
    for name in ("first", "second"):
        files.import_files([str(tmp_path / f"{name}.txt")])
    assert told(opened).title == "6 hands imported"
    assert len(opened.page.rows) == 46
    files.import_files([str(tmp_path / "first.txt")])
    files.import_files([str(tmp_path / "second.txt")])
    files.press("stop")  # nothing waits any more
    assert told(opened).title == "0 hands imported"
    files.import_files([str(tmp_path / "second.txt")])
    assert told(opened).text == "3 were imported before."


def test_refused_hands_are_told_with_their_reasons(
    opened: Opened, files: HistoryFiles, tmp_path: Path
) -> None:
    opened.show()
    opened.narrow(game="leduc")
    file = tmp_path / "leduc.log"
    files.export_hands("acpc", str(file), [])
    told(opened)
    lines = file.read_text().splitlines()
    fields = next(line for line in lines if line.startswith("STATE:")).split(":")
    lines.append(":".join([*fields[:4], "99|-99", *fields[5:]]))
    file.write_text("\n".join(lines) + "\n")
    files.import_files([str(file), str(tmp_path / "missing.phhs")])
    notice = told(opened)
    assert notice.kind == "warning"
    assert notice.title == "10 hands imported"
    assert notice.text.startswith("2 refused: leduc.log, line ")
    assert "missing.phhs" in notice.details


def test_an_imported_hand_is_replayed_and_played_on_with_drawn_cards(
    opened: Opened, files: HistoryFiles, tmp_path: Path
) -> None:
    opened.show()
    opened.narrow(game="holdem-nolimit@100")
    file = tmp_path / "hands.phhs"
    files.export_hands("phh", str(file), [])
    told(opened)
    files.import_files([str(file)])
    told(opened)
    opened.narrow(game="", mode="imported")
    page = opened.page
    assert page.replay.dots
    assert "drawn" in page.replay.play.tip
    opened.replay.first()
    opened.replay.play_here()
    link = page.plays[-1]
    assert sorted(link.deck) == list(link.game.deck)


@pytest.mark.parametrize("game", ["holdem-nolimit-3", "holdem-nolimit-6"])
def test_hands_of_more_players_are_replayed_and_played_on(
    opened: Opened, store: Store, game: str
) -> None:
    play_into(store, 3, seed=4, games=(game,))
    page = opened.show()
    with HandReader(opened.path) as reader:
        hand = reader.show(page.rows[0].number)
    seats = len(hand.players)
    assert page.rows[0].opponent.count(", ") == seats - 2
    for index in range(len(page.replay.dots)):
        opened.replay.go(index)
        assert len(page.frames[-1].scene.seats) == seats
    opened.replay.go_decision(0)
    assert page.replay.study.can and "in Study" in page.replay.study.tip
    opened.replay.study()
    spot = opened.replay._replay.stops[opened.replay._replay.acts[0]].spot
    assert (page.studies[-1].game, page.studies[-1].actions) == (spot.game, spot.actions)
    assert not page.replay.solve.can and "two players" in page.replay.solve.tip
    opened.replay.play_here()
    link = page.plays[-1]
    after = (*hand.engines[hand.hero + 1 :], *hand.engines[: hand.hero])
    assert (link.opponent, *link.others) == after


def test_hands_of_nine_are_shown_as_their_file_has_them(
    opened: Opened, files: HistoryFiles, tmp_path: Path
) -> None:
    rng, shape = random.Random(3), replace(SHAPES[2], players=(9, 9))
    file = tmp_path / "site.txt"
    file.write_text(site_hand(rng, shape, 1).text, "utf-8")
    files.import_files([str(file)])
    page = opened.narrow(mode="imported")
    assert len(page.rows) == 1
    assert page.replay.dots == ()
    assert "has 9 players. Only hands of up to 6" in page.replay.message
    assert page.replay.text.count("\n") > 10
    opened.replay.play_here()
    opened.replay.study()
    assert page.plays == page.studies == []


def test_a_raked_hand_shows_what_was_collected(
    opened: Opened, store: Store, files: HistoryFiles, tmp_path: Path
) -> None:
    rng, shape = random.Random(2), replace(SHAPES[2], players=(2, 2))
    rights = [site_hand(rng, shape, number) for number in range(12)]
    file = tmp_path / "site.txt"
    file.write_text("".join(right.text for right in rights), "utf-8")
    files.import_files([str(file)])
    page = opened.show()
    told(opened)
    seen = 0
    for number, right in enumerate(rights, 41):
        row = next(row for row in page.rows if row.number == number)
        own = right.net[right.players.index(HERO)]
        assert number_in(row.result) == pytest.approx(own / right.big_blind, abs=0.051)
        opened.history.select(number)
        opened.runner.run_all()
        scene = page.frames[-1].scene
        rake = f", rake ${right.rake // 100}.{right.rake % 100:02}".removesuffix(".00")
        assert scene.subtitle == f"Blinds {right.stakes}{rake if right.rake else ''}"
        assert scene.result is not None
        if right.rake and own > 0:
            assert f"{own:,}" in scene.result.text
            assert f"after the rake of {right.rake}" in scene.result.note
            seen += 1
    assert seen > 0


# Matches


def keep_match(store: Store, hands: int) -> None:
    """A duplicate match of Leduc between two simple engines."""
    game = get_game("leduc")
    agents = (RaiseAgent(game), RandomAgent(game))
    ticket = store.begin_match(
        game,
        engines=("raise", "random"),
        players=("Raiser", "Random walker"),
        seed=3,
        duplicate=True,
        hands=hands,
    )
    chunks: list[MatchChunk] = []
    Match(game, agents, 3, True).run(hands, JobControl(), chunks.append)
    for chunk in chunks:
        store.append_block(ticket, chunk).result()
    assert store.finish_match(ticket).result() == hands


def test_the_hands_of_a_match_are_listed_and_replayed(opened: Opened, store: Store) -> None:
    keep_match(store, 1_400)
    page = opened.show()
    assert page.filters is not None
    assert [c.title for c in page.filters.kind.choices][-1] == "Match 1"
    opened.narrow(game="leduc")
    opened.narrow(mode="match:1")
    assert page.filters.game.current == ""
    assert page.numbers == list(range(1, 101))
    assert page.header.count == "1,400"
    assert page.header.figures[0].label == "Raiser"
    (group,) = page.statistics.groups
    assert [row.name for row in group.rows] == ["Raiser", "Random walker"]
    while page.more:
        opened.history.fetch_more()
        opened.runner.run_all()
    assert page.numbers == list(range(1, 1_401))
    with HandReader(opened.path) as reader:
        chunk = joined(list(reader.match_hands(reader.matches()[0])))
    for number in (1, 777, 1_400):
        opened.history.select(number)
        opened.runner.run_all()
        scene = page.frames[-1].scene
        assert scene.title == f"Match 1, hand {number:,}"
        assert all(card.face_up for seat in scene.seats for card in seat.cards)
        assert scene.seats[0].name == "Raiser"
        row = page.rows[number - 1]
        assert [c.name for c in scene.seats[0].cards] == [c.name for c in row.cards]
        assert row.result.replace("\u2212", "-") == f"{chunk.payoffs[number - 1][0]:+d}".replace(
            "+0", "0"
        )
    opened.replay.first()
    opened.replay.play_here()
    assert page.plays[-1].opponent in ("raise", "random")
    opened.narrow(text="clock")
    assert page.filters.kind.current == ""
    assert page.header.rest == "of 40 hands match"


def test_an_engine_that_played_itself_has_two_rows(opened: Opened, store: Store) -> None:
    keep_match(store, 100)
    with HandReader(opened.path) as reader:
        match = replace(reader.matches()[0], players=("cfr", "cfr"))
    counted = match_stats(match).players
    assert [player.name for player in counted] == ["cfr A", "cfr B"]
    assert tuple(counted.values()) == match.stats


def test_a_match_has_the_unit_that_watch_shows_and_no_interval_of_one_pair(
    opened: Opened, store: Store
) -> None:
    keep_match(store, 2)
    keep_match(store, 1_400)
    with HandReader(opened.path) as reader:
        matches = sorted(reader.matches(), key=lambda match: match.hands)
    short, long = (match_header(match).figures[0] for match in matches)
    assert (short.rest, long.rest) == ("mA/hand", "mA/hand")
    assert "\u00b1" in long.value
    assert "\u00b1" not in short.value


def test_hands_of_a_match_are_not_mistaken_for_others_in_an_export(
    opened: Opened, store: Store, files: HistoryFiles, tmp_path: Path
) -> None:
    keep_match(store, 100)
    opened.show()
    opened.narrow(mode="match:1")
    file = tmp_path / "leduc.log"
    files.export_hands("acpc", str(file), [1, 2, 3])
    assert told(opened).title == "The hands of a match cannot be exported here"
    assert not file.exists()


def test_a_share_of_nothing_is_known_to_be_none() -> None:
    """Three dots say that a figure is being counted."""
    none = PlayerStats.of(np.zeros(NUM_COUNTS, np.int64))
    assert [cell.value for cell in stat_cells(none)] == ["–"] * 6


@pytest.mark.parametrize(("big_blinds", "words"), [(-1.0, "−1 ante"), (2.0, "+2 antes")])
def test_one_ante_is_one_ante_in_sums_too(big_blinds: float, words: str) -> None:
    figure = total_figure(Total("kuhn", 3, int(big_blinds), big_blinds))
    assert f"{figure.value} {figure.rest}" == words
