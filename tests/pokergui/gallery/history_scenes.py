"""Hand-made view models of the History page, for tests and pictures."""

from __future__ import annotations

from dataclasses import replace

from pokergui.pages.history.viewmodel.history import (
    DecisionRow,
    DecisionsScene,
    EmptyScene,
    FilterScene,
    HandRow,
    HistoryHeader,
    ReplayDot,
    ReplayScene,
    RowsChange,
    WayOn,
    WhoScene,
)
from pokergui.viewmodel import (
    FACE_DOWN,
    BetScene,
    Choice,
    ChoiceList,
    Crumb,
    Figure,
    LineScene,
    Note,
    Notice,
    NoticeButton,
    SeatScene,
    SourceSwitch,
    StatCell,
    StatisticsGroup,
    StatisticsRow,
    StatisticsScene,
    TableFrame,
    TableScene,
)
from pokergui.viewmodel.files import FileKind
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import bet, board, cards, line, pot

LONG = "Bartholomew Featherstonehaugh the Younger of Nowhere"


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
        words=(("game", "No-limit, 200 bb"),),
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


def choices(caption: str, *titles: str) -> ChoiceList:
    entries = tuple(Choice(title if i else "", title) for i, title in enumerate(titles))
    return ChoiceList(caption, entries, "")


FILTERS = FilterScene(
    choices("Opponent", "Any", "Granite", "Tidewater", LONG),
    choices("Game", "Any", "No-limit, 200 bb", "Leduc"),
    choices("Date", "Any", "Today", "Last 7 days", "Last 30 days", "Last 365 days"),
    choices("Result", "Any", "Won", "Lost", "Even", "10 bb or more"),
    choices("Kind", "All", "Played", "Training", "Imported"),
)
HEADER = HistoryHeader("64", "of 412 hands match", (Figure("raw", "+31.6", "bb"),), "With luck")


def cells(*values: str) -> tuple[StatCell, ...]:
    return tuple(StatCell(value, "6,601/8,420") for value in values)


def players(*names: str) -> tuple[StatisticsRow, ...]:
    return tuple(
        StatisticsRow(name, cells("78.4%", "66.1%", "17.9%", "2.6", "31.2%", "52.9%"), not index)
        for index, name in enumerate(names)
    )


SWITCHES = (
    SourceSwitch("play", "Played", on=True, tip="Count hands played here"),
    SourceSwitch("imported", "Imported", on=False, tip="Count imported hands"),
)
STATISTICS = StatisticsScene(
    ("VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD"),
    ("put in", "raised", "raised again", "aggression", "went", "won"),
    (
        StatisticsGroup(
            "No-limit, 200 bb", "+31.6 bb in 48 hands", players("You", "Granite", "Tidewater", LONG)
        ),
        StatisticsGroup("Kuhn poker", "\u22123 antes in 12 hands", players("You", "Slate")),
    ),
    "over 60 of 64 hands",
    SWITCHES,
)
RIVER = TableScene(
    seats=(
        SeatScene("You", "call 1,290", "12,255", "+22.55 bb", cards("Kh 7h"), person=True),
        SeatScene(LONG, "bets 1,290", "7,745", "", (FACE_DOWN, FACE_DOWN), dealer=True),
    ),
    bets=(bet(0), bet(1290)),
    board=board("Ks 7d 2c 9s 3d"),
    pot=pot(3220, 4510, "3,220 + bet 1,290"),
    title="Hand 413",
    subtitle="Blinds 50/100",
    tag="All cards open",
    status="River, pot 4,510",
)
SHOWN = TableScene(
    seats=(
        SeatScene(
            *("You", "to act", "12,255", "", cards("Kh 7h")),
            person=True,
            to_act=True,
            hand=Note("Two pair", "kings and sevens"),
        ),
        SeatScene(*("Granite", "", "7,745", "", cards("Ac Kd")), hand=Note("Pair of kings")),
    ),
    bets=(BetScene(), BetScene()),
    board=board("Ks 7d 2c"),
    pot=pot(300),
    title="Hand 412",
    subtitle="Blinds 50/100",
)
DOTS = tuple(
    ReplayDot(kind, f"event {index}")
    for index, kind in enumerate(
        ("dealer", "other", "person", "dealer", "person", "other", "person", "dealer")
    )
)
REPLAY = ReplayScene(
    DOTS,
    4,
    "flop",
    can_show_all=True,
    play=WayOn("Play on", can=True),
    study=WayOn("Open in Study", can=True),
    solve=WayOn("Solve the street of your decision (river)", can=True),
)
_LATER = line(
    "You call 165 = call 165; # Turn; You check = check; Granite bets 550 = bet 550;"
    " You call 550 = call 550"
)
LINE = LineScene(
    (
        *line(
            "# Preflop; Granite raises to 250 = raise to 250; You call 150 = call 150;"
            " # Flop: Ks 7d 2c; You check = check"
        ).crumbs,
        Crumb("Granite bets 165", "bet 165", "present"),
        *(replace(one, kind="later") if one.kind == "action" else one for one in _LATER.crumbs),
    )
)
DECISIONS = DecisionsScene(
    (
        DecisionRow("Preflop", "Granite", "Raise to 250", "large", "150", "50 for 25.0%"),
        DecisionRow("Preflop", "You", "Call 150", "call", "350", "150 for 30.0%", person=True),
        DecisionRow("Flop", "You", "Check", "call", "500", person=True),
        DecisionRow("Flop", LONG, "Bet 165", "small", "500", current=True),
        DecisionRow("Flop", "You", "All-in 19,750", "allin", "665", "165 for 19.9%", person=True),
        DecisionRow("Flop", "Granite", "Fold", "fold", "20,415", "19,585 for 49.0%"),
    )
)
EMPTY = EmptyScene(
    "No hands yet",
    "Every hand you finish appears here, to be replayed and studied.",
    (NoticeButton("play", "Play a hand"), NoticeButton("import", "Import hands")),
)
REPORT = Notice(
    "warning",
    "1,204 hands imported",
    "17 were imported before. 3 refused: hands.txt, line 817: the payoffs do not add up to 0.",
    (NoticeButton("dismiss", "Go on"),),
    "hands.txt, line 817: the payoffs do not add up to 0",
)


KINDS = (
    FileKind("phh", "PHH, hold'em", (".phhs", ".phh")),
    FileKind("pokerstars", "PokerStars text, no-limit hold'em", (".txt",)),
    FileKind("acpc", "ACPC log, one game of any kind", (".log", ".xz")),
)


def fill(window: MainWindow, rows: tuple[HandRow, ...] = ROWS, scene: TableScene = RIVER) -> None:
    """Show the page with everything in it."""
    page = window.history
    window.show_page("history")
    page.set_file_kinds(KINDS)
    page.filters.set_scene(FILTERS)
    page.header.set_scene(HEADER)
    page.set_empty(None)
    page.list.change(RowsChange("all", rows, more=False))
    page.list.select(rows[0].number)
    page.statistics.set_scene(STATISTICS)
    page.replayer.set_scene(REPLAY)
    page.replayer.line.set_scene(LINE)
    page.replayer.decisions.set_scene(DECISIONS)
    page.replayer.play_table([TableFrame(scene)])


def empty(window: MainWindow) -> None:
    """Before the first hand."""
    page = window.history
    window.show_page("history")
    page.filters.set_scene(FILTERS)
    page.header.set_scene(HistoryHeader("0", "hands"))
    page.list.change(RowsChange("all", (), more=False))
    page.set_empty(EMPTY)
    page.statistics.set_scene(
        StatisticsScene(STATISTICS.columns, STATISTICS.tips, (), "over 0 hands", SWITCHES)
    )
    page.replayer.set_scene(ReplayScene(message="Choose a hand to replay it here."))


def report(window: MainWindow) -> None:
    """After an import that refused some."""
    fill(window, MANY, SHOWN)
    window.history.set_notice(REPORT)


WHO = WhoScene(
    "Which of these are you?",
    "The file does not say. Your results and statistics depend on it.",
    tuple(Choice(name, name, "60 hands") for name in ("ann", "bob", LONG, "T-bone", "Zoë", "x")),
    tuple(Choice(name, name, "2 hands") for name in ("über", "q q")),
)
TEXT = """ann ($98.50) [A♥ A♦]
bob ($100)
cyd ($12)

Preflop
  ann raises to $3, bob folds, cyd calls $2
Flop [2c 7d Jh]
  cyd checks, ann bets $4, cyd folds

ann wins $3.35
cyd loses $3
The house takes $0.15"""


def asked(window: MainWindow) -> None:
    """After an import that does not say whose hands they are, a hand of nine players open."""
    site = tuple(
        replace(
            row, words=(("game", "No-limit $0.50/$1, 6 players"),), mark="imported", icon="upload"
        )
        for row in MANY
    )
    fill(window, (ROWS[4], *site), SHOWN)
    window.history.set_who(WHO)
    message = (
        "Hand 413 has 9 players. Only hands of up to 6 can be replayed, so this is the text of its"
        " file."
        "\n$0.50/$1, rake $0.15"
    )
    window.history.replayer.set_scene(ReplayScene(message=message, text=TEXT))
    window.history.replayer.decisions.set_scene(DecisionsScene())


STATES = {
    "history-who": asked,
    "history": fill,
    "history-empty": empty,
    "history-report": report,
}
