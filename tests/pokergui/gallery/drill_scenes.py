from dataclasses import replace
from pathlib import Path

import numpy as np

from ai.drill.deals import DealtSpot
from ai.drill.hand_reading import normalised, possible
from ai.drill.kinds import card_of
from ai.reading.noise import Noise
from ai.review.decision import Reviewed
from engine.card_display import parse_shown
from engine.cards import parse_cards
from engine.game import get_game
from engine.lines import parse_action, parse_line
from engine.player import PublicState
from engine.ranges import parse_held
from pokergui.drills.judge import Question
from pokergui.drills.reading import RangeSpot
from pokergui.drills.series import HAND, SeriesSpot
from pokergui.formatting.choices import PlayChoice, engine_title
from pokergui.formatting.notices import at_work
from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.pages.play.drill.scenes import (
    Drilling,
    ReadingState,
    choices_scene,
    drill_scene,
    lists_of,
    offers_of,
    reading_scene,
    reading_title,
    spot_frame,
    title_of,
)
from pokergui.pages.play.drill.work import DAY, RANGES, SeriesPlan
from pokergui.window.window import MainWindow

HOME = Path("/nonexistent")
HOLDEM = get_game("holdem-nolimit@100")
LINE, BOARD = "r250c/cr415c/cr965", "Ks 7d 2c 9s"


def question(
    spot: PublicState, hole: str, source: str, texts: str, row: list[float], evs: list[float]
) -> Question:
    """A decision where the judge mixes, with the second of its actions taken."""
    dealt = DealtSpot(spot, parse_cards(hole))
    actions = tuple(parse_action(spot, text) for text in texts.split())
    taken, noise = np.array([0.0, 1.0, 0.0]), Noise(distance=0.26)
    view = Reviewed(spot, actions[1], actions, np.array(row), np.array(evs), taken, noise)
    return Question(dealt, card_of(spot, dealt.hole), source, view, 1, "cfr")


def answered(one: Question, at: int, dice: int = 0) -> SeriesSpot:
    taken = np.zeros(3)
    taken[at] = 1.0
    action = one.view.actions[at]
    return SeriesSpot(one, dice).answered(action, replace(one.view, action=action, taken=taken))


TURN = PublicState(HOLDEM, parse_line(HOLDEM, LINE), parse_cards(BOARD))
NOW = question(TURN, "Kh 7h", "hand 413", "f c r2300", [0.0, 0.38, 0.62], [0.0, 1720, 1724])
BEFORE = tuple(answered(NOW, at) for at in (1, 2, 0, 1, 2, 0, 1, 1, 1, 2, 1))
START = Drilling(PlayChoice("holdem-nolimit", 100.0), "cfr", asked=(SeriesSpot(NOW),), count=20)
MIDDLE = replace(START, asked=(*BEFORE, SeriesSpot(NOW)), cards_due=7)
LATER = SeriesSpot(replace(NOW, decision=2))


def sized(state: Drilling) -> Drilling:
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
    "empty": replace(START, asked=(), problem="The judge has no spot to ask here."),
    "looking": replace(START, asked=(), busy=True),
}

PLAN = SeriesPlan(HOLDEM, "cfr", RANGES)


def reading(
    plan: SeriesPlan, line: str, board: str, hole: str, judged: str, painted: str
) -> ReadingState:
    game = plan.game
    spot = PublicState(game, parse_line(game, line), parse_shown(game, board))
    dealt = DealtSpot(spot, parse_shown(game, hole))
    can_be = possible(game, spot.board, dealt.hole)
    one = RangeSpot(dealt, normalised(parse_held(game, judged), can_be))
    judge = engine_title(plan.judge, HOME, game)
    return ReadingState(plan, (one,), parse_held(game, painted), judge=judge)


JUDGED = "99+, 77:0.4, A2s+, KTs+, QTs+:0.8, JTs:0.6, AJo+, KQo:0.7, T8s+:0.3, 98s:0.9, 76s:0.5"
ASKED = reading(PLAN, LINE, BOARD, "Kh 7h", JUDGED, "TT+, AQs+, KTs+:0.5, 98s, AQo+, KQo")
EMPTY = reading(PLAN, LINE, BOARD, "Kh 7h", JUDGED, "")


def named(state: ReadingState) -> ReadingState:
    return replace(state, asked=(*state.asked[:-1], state.asked[-1].answered(state.weights)))


READINGS: dict[str, ReadingState] = {
    "ranges": EMPTY,
    "ranges-painted": ASKED,
    "ranges-told": named(ASKED),
    "ranges-looking": ReadingState(PLAN, busy=True),
}
STATES = (*DRILLS, *READINGS)


def listed(state: Drilling) -> Drilling:
    return replace(state, lists=lists_of(state.choice, state.judge, HOME, state.solution))


def show(window: MainWindow, name: str) -> None:
    window.show_page("play")
    window.play.open_drills()
    room = window.play.drills
    room.notice.set_notice(None)
    if name in DRILLS:
        state = DRILLS[name]
        room.set_choices(choices_scene(listed(state)))
        room.set_scene(drill_scene(listed(state)))
        if state.now is not None:
            dealt, dice = state.now.question.dealt, state.now.dice
            room.table.play([spot_frame(dealt, *title_of(state), dice=dice)])
        if name == "looking":
            words = "Looking for the next spot", 0.42, "Reviewing your hands"
            room.notice.set_notice(at_work(*words, "stop"))
        return
    read = READINGS[name]
    choice = PlayChoice.at(read.plan.game, "cfr")
    room.set_choices(choices_scene(listed(Drilling(choice, "cfr", RANGES, count=10))))
    room.set_scene(reading_scene(read))
    if read.now is not None:
        room.table.play([spot_frame(read.now.dealt, *reading_title(read))])
