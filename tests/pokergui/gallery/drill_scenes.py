"""States of the room of drills, with verdicts and ranges made by hand, for tests and pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from ai.drill.deals import Dealt
from ai.drill.kinds import card_of
from ai.drill.reading import normalised, possible
from ai.noise import Noise
from ai.review.decision import Reviewed
from ai.run import Point
from ai.spot.run import SpotRun
from ai.spot.spot import Spot
from engine.cards import parse_cards
from engine.game import get_game
from engine.lines import parse_action, parse_line
from engine.player import CALL, PublicState, raise_to
from engine.ranges import parse_held
from engine.shown import parse_shown
from pokergui.drills.judge import REPORT, SOLUTION, Question
from pokergui.drills.length import HAND
from pokergui.drills.reading import Reading
from pokergui.drills.session import Asked
from pokergui.formatting.choices import PlayChoice, engine_title
from pokergui.formatting.notices import at_work
from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.links import ReportLink, SolutionLink
from pokergui.pages.play.drill.scenes.drill import (
    Drilling,
    drill_scene,
    lists_of,
    offers_of,
    title_of,
)
from pokergui.pages.play.drill.scenes.reading import ReadingState, reading_scene, reading_title
from pokergui.pages.play.drill.scenes.table import spot_frame
from pokergui.pages.play.drill.work.drilling import DAY, RANGES, Plan
from pokergui.window.window import MainWindow

HOME = Path("/nonexistent")
HOLDEM, LEDUC = get_game("holdem-nolimit@100"), get_game("leduc")
LINE, BOARD = "r250c/cr415c/cr965", "Ks 7d 2c 9s"


def question(line: str, board: str, hole: str, source: str = "hand 413", at: int = 1) -> Question:
    """A decision of hold'em where the judge calls 38%, raises 62%."""
    spot = PublicState(HOLDEM, parse_line(HOLDEM, line), parse_cards(board))
    dealt = Dealt(spot, parse_cards(hole))
    actions = tuple(parse_action(spot, text) for text in ("f", "c", "r2300"))
    row, evs = np.array([0.0, 0.38, 0.62]), np.array([0.0, 1720.0, 1724.0])
    view = Reviewed(spot, actions[1], actions, row, evs, np.array([0.0, 1.0, 0.0]))
    return Question(dealt, card_of(spot, dealt.hole), source, view, at)


def answered(one: Question, at: int, dice: int = 0) -> Asked:
    """A decision with an answer: the judge's action of a place."""
    taken = np.zeros(3)
    taken[at] = 1.0
    action = one.view.actions[at]
    return Asked(one, dice).told(action, replace(one.view, action=action, taken=taken), "cfr")


NOW = question(LINE, BOARD, "Kh 7h")
BEFORE = tuple(answered(NOW, at) for at in (1, 2, 0, 1, 2, 0, 1, 1, 1, 2, 1))
START = Drilling(PlayChoice("holdem-nolimit", 100.0), "cfr", asked=(Asked(NOW),), count=20)
MIDDLE = replace(START, asked=(*BEFORE, Asked(NOW)), cards_due=7)
LATER = Asked(replace(NOW, decision=2))


def sized(state: Drilling) -> Drilling:
    """With the sizes that can be chosen."""
    assert state.now is not None
    amount = Amount(state.now.question.dealt.spot)
    amount.offer(offers_of(state.now, "chips"), OwnSizes())
    amount.choose_preset(0)
    return replace(state, amount=amount)


DRILLS: dict[str, Drilling] = {
    "asked": sized(START),
    "told": replace(MIDDLE, asked=(*BEFORE, answered(NOW, 1, 27)), due="due again in 2 days"),
    "hand": sized(replace(MIDDLE, length=HAND, asked=(*BEFORE, answered(NOW, 1), LATER))),
    "end": sized(replace(MIDDLE, at_end=True, dice=True, source=DAY, count=12)),
    "over": replace(MIDDLE, asked=BEFORE, count=11, over=True),
    "empty": replace(START, asked=(), problem="The judge has no spot to ask about here."),
    "looking": replace(START, asked=(), busy=True),
}

SPOT_GAME = Spot.parse(
    "QsJh2h8c5d", "22+,A2s+,KTs+", "random", 100, 950, "50,100,a", "50,a", big_blind="10"
)


def solution(spot: Spot) -> SolutionLink:
    """A spot as if it were solved to 0.26% of the pot."""
    run = SpotRun(spot)
    run.curve.append(Point(200, 0.3, 0.26, 1))
    return SolutionLink(run, spot.root)


def of_solution(spot: Spot, hole: str) -> Question:
    """Its first decision after a check, with a hand that mixes."""
    here = PublicState(spot.game, (CALL,), spot.board)
    actions = (CALL, raise_to(50), raise_to(950))
    row, evs = np.array([0.41, 0.58, 0.01]), np.array([61.3, 61.5, 22.0])
    view = Reviewed(here, CALL, actions, row, evs, np.array([1.0, 0.0, 0.0]), Noise(distance=0.26))
    return Question(Dealt(here, parse_cards(hole)), None, SOLUTION, view)


SOLVED = of_solution(SPOT_GAME, "Qh Qd")
IN_SOLUTION = replace(
    MIDDLE, judge=SOLUTION, source=SOLUTION, link=solution(SPOT_GAME), count=20, cards_due=0
)
OF_REPORT = ReportLink(HOLDEM, NOW.dealt.spot.actions, (NOW.dealt.spot.board,), (1.0,), "cfr")
PAST = tuple(answered(SOLVED, at) for at in (1, 0, 0, 1, 2, 0, 1, 1))
DRILLS |= {
    "solution": sized(replace(IN_SOLUTION, asked=(*PAST, Asked(SOLVED)))),
    "solution-told": replace(IN_SOLUTION, asked=(*PAST, answered(SOLVED, 2, 97)), dice=True),
    "report": replace(
        MIDDLE,
        source=REPORT,
        link=OF_REPORT,
        asked=(*BEFORE, answered(replace(NOW, source=REPORT), 1)),
        count=20,
    ),
}

PLAN, SMALL = Plan(HOLDEM, "cfr", RANGES), Plan(LEDUC, "cfr", RANGES)


def reading(
    plan: Plan, line: str, board: str, hole: str, judged: str, painted: str
) -> ReadingState:
    """A spot with the judge's range and the painted one, both as text."""
    game = plan.game
    spot = PublicState(game, parse_line(game, line), parse_shown(game, board))
    dealt = Dealt(spot, parse_shown(game, hole))
    can_be = possible(game, spot.board, dealt.hole)
    one = Reading(dealt, normalised(parse_held(game, judged), can_be))
    judge = engine_title(plan.judge, HOME, game)
    return ReadingState(plan, (one,), parse_held(game, painted), judge=judge)


JUDGED = "99+, 77:0.4, A2s+, KTs+, QTs+:0.8, JTs:0.6, AJo+, KQo:0.7, T8s+:0.3, 98s:0.9, 76s:0.5"
ASKED = reading(PLAN, LINE, BOARD, "Kh 7h", JUDGED, "TT+, AQs+, KTs+:0.5, 98s, AQo+, KQo")
EMPTY = reading(PLAN, LINE, BOARD, "Kh 7h", JUDGED, "")
LEDUC_ASKED = reading(SMALL, "crc/cr", "Kh", "Qh", "K, Q:0.5, J:0.2", "K, Q:0.25")


def named(state: ReadingState) -> ReadingState:
    """With the painted range named."""
    assert state.weights is not None
    return replace(state, asked=(*state.asked[:-1], state.asked[-1].told(state.weights)))


READINGS: dict[str, ReadingState] = {
    "ranges": EMPTY,
    "ranges-painted": ASKED,
    "ranges-told": named(ASKED),
    "ranges-leduc-told": named(LEDUC_ASKED),
    "ranges-looking": ReadingState(PLAN, busy=True),
}
STATES = (*DRILLS, *READINGS)


def listed(state: Drilling) -> Drilling:
    """With what can be chosen."""
    return replace(state, lists=lists_of(state.choice, state.judge, HOME, state.solution))


def show(window: MainWindow, name: str) -> None:
    """Open the room in a state."""
    window.show_page("play")
    window.play.open_drills()
    room = window.play.drills
    room.set_notice(None)
    if name in DRILLS:
        state = DRILLS[name]
        room.set_scene(drill_scene(listed(state)))
        if state.now is not None:
            dealt, dice = state.now.question.dealt, state.now.dice
            room.table.play([spot_frame(dealt, *title_of(state), dice=dice)])
        if name == "looking":
            words = "Looking for the next spot", 0.42, "Reviewing your hands"
            room.set_notice(at_work(*words, "stop"))
        return
    read = READINGS[name]
    choice = PlayChoice.at(read.plan.game, "cfr")
    room.set_scene(drill_scene(listed(Drilling(choice, "cfr", RANGES, count=10))))
    room.reading.set_scene(reading_scene(read))
    if read.now is not None:
        room.reading.table.play([spot_frame(read.now.dealt, *reading_title(read))])
