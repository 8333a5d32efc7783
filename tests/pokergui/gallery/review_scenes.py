"""Hand-made view models of the room of reviews, for tests and pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.cards import parse_cards
from engine.combos import NUM_HOLDEM_COMBOS
from engine.game import get_game
from engine.player import PublicState
from engine.policy import blocked
from pokergui.formatting.notices import at_work
from pokergui.pages.history.viewmodel.review import (
    DecisionScene,
    EvRow,
    LeakRow,
    LedgerBar,
    MistakeRow,
    Quality,
    ReviewFigure,
    ReviewScene,
)
from pokergui.ranges.earned import earned_grid
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.chart import Axis, Chart, Guide, Line
from pokergui.viewmodel.grid import AllHandsScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import history_scenes
from tests.pokergui.gallery.scenes import cards

LONG = history_scenes.LONG
JUDGE = ChoiceList("Judge", (Choice("cfr", "Granite"), Choice("cfr-resolve", "Slate")), "cfr")


def mistake(
    hand: int, hole: str, board: str, did: str, best: str, lost: str, quality: Quality
) -> MistakeRow:
    tip = f"Hand {hand}, river: {did}; {best} is better by {lost} bb"
    shown = f"{hand:,}", cards(hole), cards(board), did, "River", best, lost, "8.9"
    return MistakeRow(f"{hand}:5", *shown, quality, quality.capitalize(), tip)


_QUADS = "10c 10s 2s 2h Ad"
MISTAKES = (
    mistake(409, "Ac Qd", "Qs 8s 5h 2d Js", "Call 2,230", "Fold", "4.82", "blunder"),
    mistake(402, "9d 9c", "10c 6h 2s 2h Ad", "Call 810", "Fold", "1.64", "wrong"),
    mistake(1_234_567, "10h 10d", _QUADS, "All-in 1,000,000", "Raise", "12,345.67", "inaccuracy"),
    mistake(391, "As 5d", "", "Check", "Bet 550", "0.91", "wrong"),
)
FIGURES = (
    ReviewFigure("Error rate", "41 ± 9", "mbb per decision", "judge’s noise floor 8", "more"),
    ReviewFigure("Level", "Solid to steady", "", "about as Sparring partner (3)", "more"),
    ReviewFigure("Score", "86", "of 100", "74% best or correct"),
    ReviewFigure("Luck-adjusted", "+5.6 ± 19.2", "bb/100", "412 hands, includes 0"),
    ReviewFigure("Raw", "+21.9 ± 60.6", "bb/100", "412 hands, includes 0"),
    ReviewFigure("Trend", "62 → 41", "", "error rate, oldest to newest", "", (62.0, 70.0, 55, 41)),
)
LEAKS = (
    LeakRow("", "Street"),
    LeakRow("street:3", "River", "18.8", "138 × 136", 1.0, "River: 18.8 bb lost"),
    LeakRow("street:0", "Preflop", "6.1", "13 × 486", 0.32),
    LeakRow("", "Line"),
    LeakRow("line:3", "River call of a large bet", "11.6", "283 × 41", 1.0),
    LeakRow("line:2", LONG, "1,211.6", "28,300 × 1,234,567", 0.7),
)
DECISION = DecisionScene(
    "Hand 409, river",
    "against Granite",
    "blunder",
    "Blunder",
    cards("Ac Qd"),
    cards("Qs 8s 5h 2d Js"),
    "Pot 5,410, to call 2,230 for 29.2%",
    "Pair of queens",
    "Call 2,230: fold is better by 4.82 bb, 8.9% of the pot.",
    (
        EvRow("Fold", "fold", "0.00", 1.0, 1.0, "97%", taken=False),
        EvRow("Call 2,230", "call", "\u22124.82", 0.5, 1.0, "2.6%", taken=True),
        EvRow("All-in 8,410", "allin", "\u22129.60", 0.0, 1.0, "0%", taken=False),
    ),
    "Noise floor here 0.31 bb: losses within it do not count",
    0.97,
    1.0,
    (
        LedgerBar("Cards", "+1.4", 0.0, 1.4, "good"),
        LedgerBar("Board", "\u221213.2", 1.4, -11.8, "bad"),
        LedgerBar("Rival’s choices", "\u221220.3", -11.8, -32.1, "bad"),
        LedgerBar("Mixing and rest", "+0.4", -32.1, -31.7, "good"),
        LedgerBar("Skill", "\u22126.5", -31.7, -38.2, "skill"),
        LedgerBar("Result", "\u221238.2", 0.0, -38.2, "result"),
    ),
    "Skill \u22126.50 bb = mistakes \u22124.82 bb, and \u22121.68 bb by which other actions differ"
    " from the judge’s own mixture.",
    unit="bb",
)
_RATES = (62.0, 70.0, 38.0, 55.0, 47.0, 29.0, 41.0)
_HALVES = (30.0, 21.0, 14.0, 40.0, 12.0, 16.0, 9.0)
_SPANS = tuple(zip(_RATES, _HALVES, strict=True))
SESSIONS = Chart(
    x=Axis("session", form="count", said="in session {}", ticks=((1.0, "04-28"), (7.0, "05-09"))),
    y=Axis("mbb per decision"),
    lines=(
        Line(
            *("Error rate by session", "ser_a", tuple(map(float, range(1, 8))), _RATES),
            tuple(rate - half for rate, half in _SPANS),
            tuple(rate + half for rate, half in _SPANS),
            dot="full",
        ),
    ),
    levels=(
        Guide(41.0, "acc", "all hands"),
        Guide(20.0, "t3", "Solid"),
        Guide(56.0, "t3", "Steady"),
    ),
    note="shaded: 95% interval",
)
_RIVER = PublicState(get_game("holdem-nolimit@100"), (), parse_cards("Qs8s5h2dJs"))
_EARNED = np.where(
    blocked(_RIVER.game, _RIVER.board), np.nan, np.linspace(-3200.0, 5400.0, NUM_HOLDEM_COMBOS)
)
ALL_HANDS = AllHandsScene(
    earned_grid(_RIVER, _EARNED, parse_cards("QdAc")),
    "Each hand’s result with Call 2,230: EV, bb",
    "AcQd: −12.40 bb",
)
GAP = "a gap of more than 60 minutes begins a new one"
REVIEWED = ReviewScene(
    "No-limit hold’em, 100 bb: 412 hands",
    JUDGE,
    figures=FIGURES,
    leaks=LEAKS,
    leaks_foot=("1,184 decisions", "48.5 bb lost"),
    mistakes=MISTAKES,
    chosen="409:5",
    mistakes_foot=(
        "16 of 1,184 decisions",
        "Best 611, Correct 265, Inaccuracy 243, Wrong 58, Blunder 7",
    ),
    decision=DECISION,
    notes=("12 decisions are not judged: the judge has no answer here.",),
    sessions=SESSIONS,
    sessions_foot=("7 sessions, 412 hands", GAP),
    spar="Sparring partner (3)",
    spar_tip="Spar with Sparring partner (3): its error rate is nearest to yours",
    unit="bb",
)
SCENES = {
    "review": REVIEWED,
    "review-sessions": REVIEWED,
    "review-hands": replace(REVIEWED, earned=ALL_HANDS),
    "review-first": ReviewScene("No-limit hold’em, 100 bb: 412 hands, 0 reviewed", JUDGE, True),
    "review-clean": replace(REVIEWED, mistakes=(), chosen="", decision=None),
    "review-long": replace(
        REVIEWED,
        decision=replace(
            DECISION, against=f"against {LONG}", verdict=DECISION.verdict * 2, bars=()
        ),
    ),
    "review-problem": ReviewScene(problem="You have no hands to review here."),
}


def show(window: MainWindow, name: str) -> None:
    """Show a state of the room."""
    history_scenes.fill(window)
    page = window.history
    page.open_review()
    page.review.set_scene(SCENES[name])
    part = name.removeprefix("review-")
    page.review.scope.chosen.emit(part if part in ("sessions", "hands") else "all")
    running = at_work("Reviewing your decisions", 0.42, "", "stop")
    page.review.set_notice(running if name == "review-first" else None)
