from dataclasses import replace

from engine.records import HandRecord
from pokergui.pages.history.scenes.replay import Replay
from pokergui.pages.history.scenes.rows import nothing_yet, replay_scene
from pokergui.pages.history.viewmodel import (
    HandFilterScene,
    HandRow,
    HistoryHeader,
    ReplayScene,
    RowsChange,
    WhoScene,
)
from pokergui.viewmodel import (
    Choice,
    Figure,
    SourceSwitch,
    StatCell,
    StatisticsGroup,
    StatisticsRow,
    StatisticsScene,
)
from pokergui.viewmodel.controls import FileKind
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.parts import LONG, cards, picked
from tests.pokergui.gallery.scenes import sitting


def row(number: int, opponent: str, hole: str, shown: str, result: str, mark: str = "") -> HandRow:
    return HandRow(
        number=number,
        title=f"{number:,}",
        time="21:14",
        opponent=opponent,
        cards=cards(hole),
        board=cards(shown),
        result=result,
        unit="bb",
        game="No-limit, 200 bb",
        mark=mark,
        icon={"training": "undo", "imported": "upload"}.get(mark, ""),
        tip=f"Hand {number}, {opponent}, {result} bb",
    )


ROWS = (
    row(413, "Granite", "Kh 7h", "Ks 7d 2c 9s 3d", "+22.6"),
    row(412, "Granite", "Ac Qd", "Qs 8s 5h 2d Js", "\u221238.2"),
    row(411, "Tidewater", "9d 9c", "10c 6h 2s 2h Ad", "\u221211.5", "training"),
    HandRow(410, "410", damaged="damaged: its checksum does not match"),
    row(409, LONG, "10h 10d", "10c 10s 2s 2h Ad", "+1,211.5", "imported"),
    row(408, "Granite", "8d 3c", "", "\u22120.5"),
)
MANY = tuple(row(number, "Granite", "Kh 7h", "Ks 7d 2c", "+1.0") for number in range(900, 400, -1))
FILTERS = HandFilterScene(
    picked("Opponent", "", "|Any", "Granite", "Tidewater", LONG),
    picked("Game", "", "|Any", "No-limit, 200 bb", "Leduc"),
    picked("Date", "", "|Any", "Today", "Last 7 days"),
    picked("Result", "", "|Any", "Won", "Lost", "Even", "10 bb or more"),
    picked("Kind", "", "|All", "Played", "Training", "Imported"),
)
HEADER = HistoryHeader("64", "of 412 hands match", (Figure("raw", "+31.6", "bb"),), "With luck")


def players(*names: str) -> tuple[StatisticsRow, ...]:
    values = ("78.4%", "66.1%", "17.9%", "2.6", "31.2%", "52.9%")
    cells = tuple(StatCell(value, "6,601/8,420") for value in values)
    return tuple(StatisticsRow(name, cells, not index) for index, name in enumerate(names))


SWITCHES = (
    SourceSwitch("play", "Played", on=True, tip="Count hands played here"),
    SourceSwitch("imported", "Imported", on=False, tip="Count imported hands"),
)
_EVERYONE = players("You", "Granite", "Tidewater", LONG)
STATISTICS = StatisticsScene(
    ("VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD"),
    ("put in", "raised", "raised again", "aggression", "went", "won"),
    (
        StatisticsGroup("No-limit, 200 bb", "+31.6 bb in 48 hands", _EVERYONE),
        StatisticsGroup("Kuhn poker", "\u22123 antes in 12 hands", players("You", "Slate")),
    ),
    "over 60 of 64 hands",
    SWITCHES,
)


def _replay() -> Replay:
    record: HandRecord = sitting("r250c/cr415c/cr965f").record()
    replay = Replay(replace(record, players=("You", LONG)), 0, "Hand 413")
    replay.show_all = True
    replay.go(7)
    return replay


HAND = _replay()
REPLAY = replay_scene(HAND, playing=False)
DOTS = REPLAY.dots
KINDS = (
    FileKind("phh", "PHH, hold'em", (".phhs", ".phh")),
    FileKind("pokerstars", "PokerStars text, no-limit hold'em", (".txt",)),
    FileKind("acpc", "ACPC log, one game of any kind", (".log", ".xz")),
)


def fill(window: MainWindow, rows: tuple[HandRow, ...] = ROWS) -> None:
    page = window.history
    window.show_page("history")
    page.close_room()
    page.set_file_kinds(KINDS)
    page.filters.set_scene(FILTERS)
    page.header.set_scene(HEADER)
    page.set_empty(None)
    page.list.change(RowsChange("all", rows, more=False))
    page.list.select(rows[0].number)
    page.statistics.set_scene(STATISTICS)
    page.replayer.set_scene(REPLAY)
    page.replayer.line.set_scene(HAND.line()[0])
    page.replayer.decisions.set_decisions(HAND.decisions())
    page.replayer.play_table(HAND.go(7))


def empty(window: MainWindow) -> None:
    fill(window)
    page = window.history
    page.header.set_scene(HistoryHeader("0", "hands"))
    page.list.change(RowsChange("all", (), more=False))
    page.set_empty(nothing_yet())
    page.statistics.set_scene(replace(STATISTICS, groups=(), note="over 0 hands"))
    page.replayer.set_scene(ReplayScene(message="Choose a hand to replay it here."))


WHO = WhoScene(
    "Which of these are you?",
    "The file does not say. Your results and statistics depend on it.",
    tuple(Choice(name, name, "60 hands") for name in ("ann", "bob", LONG, "T-bone", "Zoë", "x")),
    tuple(Choice(name, name, "2 hands") for name in ("über", "q q")),
)
TEXT = """ann ($98.50) [A♥ A♦]
bob ($100)

Preflop
  ann raises to $3, bob folds

ann wins $3.35
The house takes $0.15"""


def asked(window: MainWindow) -> None:
    site = tuple(replace(row, mark="imported", icon="upload") for row in MANY)
    fill(window, (ROWS[4], *site))
    window.history.set_who(WHO)
    message = "Hand 413 has something that is not replayed, such as two boards."
    window.history.replayer.set_scene(ReplayScene(message=message, text=TEXT))
    window.history.replayer.decisions.set_decisions(())


def noted(window: MainWindow) -> None:
    window.history.set_who(None)
    fill(window, (replace(ROWS[0], tags="#bluff #river"), *ROWS[1:]))
    note = "The river bet is too large for what calls it."
    window.history.replayer.set_scene(replace(REPLAY, tags="#bluff #river", note=note))


def of_a_sit_and_go(window: MainWindow) -> None:
    window.history.set_who(None)
    own = row(407, "Grinder (1), Grinder (3), Grinder (5)", "As Kd", "", "+1.5", "ICM +0.84")
    fill(window, (own, *ROWS))
    record: HandRecord = sitting("r250c/cr415c/cr965f").record()
    replay = Replay(
        replace(record, players=("You", "Grinder (1)")),
        0,
        "Hand 407",
        stakes="50/100, level 4, ICM +0.84",
    )
    window.history.replayer.play_table(replay.go(7))


STATES = {
    "history-sit-and-go": of_a_sit_and_go,
    "history-who": asked,
    "history": fill,
    "history-noted": noted,
    "history-empty": empty,
}
