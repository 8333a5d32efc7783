"""Hand-made states of the room of tournaments, for tests and pictures."""

from __future__ import annotations

from pokergui.pages.watch.tournament.viewmodel.tournament import (
    CrossCell,
    CrossScene,
    PairScene,
    PlaceRow,
    Ticked,
    TournamentForm,
    TournamentRow,
    TournamentScene,
)
from pokergui.viewmodel import Choice, ChoiceList, Notice, NoticeButton, ProgressScene
from pokergui.window.window import MainWindow

NAMES = ("Slate", "Granite", "Blueprint", "Tidewater", "Basalt", "Odds counter")
_WIDE = (*NAMES, "Reader", "Literal reader", "Mouse", "Mirror", "A name that is far too long", "B")
ROWS = (
    TournamentRow(
        7, "7. No-limit hold’em, 100 bb", "6 engines, 20,000 hands a pair", "running", "82%", 0.82
    ),
    TournamentRow(6, "6. Leduc hold’em", "9 engines, 100,000 hands a pair", "paused", "44%", 0.44),
    TournamentRow(
        5, "5. Kuhn poker", "3 engines, 10,000 hands a pair", "finished", "Mon 18:30", 1.0
    ),
)


def figure(value: float) -> str:
    return f"{value:+,.0f}".replace("-", "−")


def cell(mean: float, half: float, share: float | None = None) -> CrossCell:
    interval = f"{figure(mean - half)} to {figure(mean + half)}"
    even, playing = abs(mean) <= half or share is not None, share is not None
    tip = f"a pair: {figure(mean)} mbb/hand, {interval}"
    return CrossCell(
        figure(mean), interval, f"± {half:,.0f}", even, share, playing=playing, tip=tip
    )


def cross(names: tuple[str, ...], failed: int = -1) -> CrossScene:
    count = len(names)

    def at(row: int, column: int) -> CrossCell | None:
        if row == column:
            return None
        if failed in (row, column):
            mean, words = ("−750", "it failed") if row == failed else ("+750", "other failed")
            return CrossCell(mean, words, words, failed=True, tip=words)
        if {row, column} == {count - 3, count - 2}:
            return CrossCell("…", "queued", "queued", share=0.0, tip="queued")
        part = 0.45 if (row + column) % 5 == 4 else None
        return cell(61.0 * (column - row) + 7, 70.0 + 9 * row, part)

    rows = tuple(tuple(at(row, column) for column in range(count)) for row in range(count))
    return CrossScene(names, rows, "Row v. column")


def order(names: tuple[str, ...], failed: int = -1) -> tuple[PlaceRow, ...]:
    rows = []
    for at, name in enumerate(names):
        middle = 0.75 - 1.5 * at / len(names)
        words = "all 5 pairs complete" if at < 3 else "4 of 5 pairs"
        if at == failed:
            words = "all 5 pairs complete, failed in 5"
        told = f"1–{len(names)}", name, figure(218 - 74 * at), "+194 to +242", words
        rows.append(PlaceRow(at, *told, middle - 0.08, middle, middle + 0.08, at == failed))
    return tuple(rows)


_PROGRESS = ProgressScene(
    "11 of 15 pairs,", "245,200", "of 300,000 hands", 0.82, "86 hands/s, 11 min left"
)
_JOINING = (Choice("random", "Random walker"), Choice("passive", "Mouse"))
_HEAD = "Tournament 7: No-limit hold’em, 100 bb, round robin"
_NOTE = "mbb/hand, duplicate, 95% interval under it; grey: it includes 0, or hands are missing"
PAIR = PairScene("Slate v. Granite", "+68 mbb/hand, −2 to +138; 8,200 of 20,000 hands", 12)


def _of(names: tuple[str, ...], main: str, failed: int = -1) -> TournamentScene:
    return TournamentScene(
        ROWS,
        7,
        _HEAD,
        _NOTE,
        cross(names, failed),
        order(names, failed),
        "No verdict before all hands are played",
        _PROGRESS,
        main,  # type: ignore[arg-type]
        joining=() if main == "pause" else _JOINING,
        legend="Rating, 95% interval; ratings sum to 0 and fit the table best",
    )


def form(ready: bool) -> TournamentForm:
    games = (Choice("leduc", "Leduc hold’em"), Choice("kuhn", "Kuhn poker"))
    kinds = (Choice("robin", "Every pair", "round robin"), Choice("gauntlet", "One against all"))
    hands = (Choice("1000", "1,000 hands"), Choice("10000", "10,000 hands"))
    engines = tuple(
        Ticked(name, name, f"{name}, plays", ready and at % 3 == 0) for at, name in enumerate(_WIDE)
    )
    words = "6 pairs, 60,000 hands, each deal from both seats"
    return TournamentForm(
        ChoiceList("Game", games, "leduc"),
        ChoiceList("Pairings", kinds, "robin"),
        ChoiceList("Each pair", hands, "10000"),
        engines,
        words if ready else "Choose two engines or more.",
        ready,
    )


STOPPED = Notice(
    "error",
    "The tournament stopped",
    "The disk is full. Everything shown so far is saved; Resume goes on from there.",
    (NoticeButton("dismiss", "Go on"),),
)
STATES: dict[str, tuple[TournamentScene, TournamentForm | None, Notice | None]] = {
    "empty": (TournamentScene(), form(False), None),
    "form": (_of(NAMES, "resume"), form(True), None),
    "running": (_of(NAMES, "pause"), None, None),
    "failed": (_of(NAMES, "resume", 4), None, None),
    "twelve": (_of(_WIDE, "pause"), None, None),
    "stopped": (_of(NAMES, "resume"), None, STOPPED),
}


def show(window: MainWindow, state: str) -> None:
    """Show a state of the room."""
    window.show_page("watch")
    room = window.watch.tournaments
    window.watch.open_tournaments()
    scene, shown, notice = STATES[state]
    room.set_scene(scene)
    room.set_form(shown)
    room.pair.set_scene(PAIR if scene.current else PairScene())
    room.set_notice(notice)
