import random
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ai.sit_and_go.plan import TournamentEntry, TournamentStage, usual_plan
from engine.card_display import parse_shown
from engine.combos import num_combos
from engine.game import get_game
from engine.lines import parse_line
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.choices import PlayChoice, options_choices, plan_words, rake_choices
from pokergui.formatting.notices import sit_and_go_over, taken_up
from pokergui.formatting.sizing import Offer, OwnSizes
from pokergui.pages.play.scenes.advice import read_plan
from pokergui.pages.play.scenes.decision import explainer
from pokergui.pages.play.scenes.lookback import session_scene, sit_and_go_scene
from pokergui.pages.play.viewmodel import (
    AdviceSide,
    AdvisorScene,
    HandReadingScene,
    LeakedBits,
    LearnedRate,
    LearnedRow,
    LearnedScene,
    PartnerScene,
    SizeAdvice,
    StakesScene,
)
from pokergui.pages.play.work.hand_reading import belief_grid
from pokergui.pages.play.work.session import PlaySession, SessionResults
from pokergui.viewmodel import (
    ActionBarScene,
    ExplainerScene,
    LastHandScene,
    LineScene,
    Notice,
    NoticeButton,
    SessionScene,
    SlotAdvice,
    TableScene,
    TopBarScene,
)
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.viewmodel.table import DecisionDetail, DecisionRow, HandDecision
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.parts import cards, figures, lengthened, picked, rows_of, starting_hands

HOLDEM = "holdem-nolimit@100"
GAMES = ("kuhn|Kuhn poker", "leduc|Leduc hold’em", "holdem-limit|Limit hold’em")
GAMES += ("holdem-nolimit|No-limit hold’em",)
OPPONENTS = picked(
    *("Opponent", "equity", "equity|Granite|bets by its equity", "call|Station|never folds"),
    *("raise|Maniac|always raises", "random|Dice|any legal action|−4,380 ± 310|mbb"),
)
EQUILIBRIUM = picked(
    *("Opponent", "cfr", "cfr|Quill|exact equilibrium|0.000|mA/hand", "random|Dice|any action"),
    value_caption="Exploitability",
)
DEPTHS = picked(
    "Blinds, depth", "100", *(f"{depth}|50/100, {depth} bb" for depth in (20, 50, 100, 200))
)
NOLIMIT_TOP = TopBarScene(picked("Game", "holdem-nolimit", *GAMES), DEPTHS, OPPONENTS)


@dataclass(frozen=True)
class State:
    top: TopBarScene
    line: LineScene
    table: TableScene
    bar: ActionBarScene
    session: SessionScene
    explainer: ExplainerScene | None = None
    notice: Notice | None = None
    last_hand: LastHandScene | None = None
    advisor: AdvisorScene | None = None
    belief: HandReadingScene | None = None
    learned: LearnedScene | None = None
    thought: str = ""
    partner: PartnerScene | None = None
    stakes: StakesScene | None = None
    line_up: bool = False


def sitting(
    done: str,
    own: str = "Kh 7h",
    rival: str = "Kd Qc",
    board: str = "Ks 7d 2c 9s Th",
    *,
    name: str = HOLDEM,
    hero: int = 0,
    number: int = 413,
    training: bool = False,
) -> PlaySession:
    game = get_game(name)
    play = PlaySession(game, ("Granite",) if game.has_stacks else ("Quill",))
    holes = (own, rival) if hero == 0 else (rival, own)
    front = [card for text in (*holes, board) for card in parse_shown(game, text)]
    deck = (*front, *(card for card in game.deck if card not in front))
    actions = parse_line(game, done)
    play.replay(deck, actions[:-1], hero, number, training=training)
    for action in actions[-1:]:
        play.act(action)
    if play.amount is not None and done:
        sizes = (("1/3", 1193), ("1/2", 1515), ("2/3", 1837), ("Pot", 2480), ("All-in", 9585))
        play.amount.offer([Offer(*size) for size in sizes], OwnSizes())
    return play


def state(play: PlaySession, hands: int = 412, **more: Any) -> State:
    game, rng, results = play.game, random.Random(7), SessionResults()
    for _ in range(hands):
        results.add(round(rng.gauss(0.4, 600)))
    small = TopBarScene(picked("Game", game.name, *GAMES), None, EQUILIBRIUM)
    return State(
        NOLIMIT_TOP if game.has_stacks else small,
        play.line(),
        play.scene(),
        play.bar(guard=False, auto_next=False),
        session_scene(game, results, hands),
        explainer(game),
        **more,
    )


_TURN = "r250c/cr415c/cr965"
facing = partial(state, sitting(_TURN))
preflop = partial(state, sitting("", "As Td", hero=1, number=1), 0)
showdown = partial(state, sitting(f"{_TURN}c/cr10000c"))
between = partial(state, sitting(f"{_TURN}f"))
FACING_TABLE, TURN_LINE, FACING = facing().table, facing().line, facing().bar
RESTING, SIZING = showdown().bar, FACING.sizing


_RIVALS = (
    "Odds counter",
    "Smooth walker of Northumberland",
    "Tree searcher",
    "Model builder",
    "Mirror",
    "Bluffer",
    "Calling station",
    "Raiser",
    "Random walker",
)


def full_ring(seats: int, done: str, **more: Any) -> State:
    """A table of many with antes, the user in the small blind."""
    choice = PlayChoice(f"holdem-nolimit-{seats}", options="ante=0.1", rake="5:3")
    game, rivals = choice.build_game(), _RIVALS[: seats - 1]
    play = PlaySession(game, rivals, rake=choice.rake_rule)
    play.replay(shuffled_deck(game, rng_state(5)), parse_line(game, done), 0, 58, training=False)
    ring = state(play, **more)
    titles = tuple(picked(f"Seat {n}", name, name) for n, name in enumerate(rivals, 1))
    everyone = replace(OPPONENTS, current=OPPONENTS.choices[0].key)
    return replace(ring, top=replace(ring.top, opponent=everyone, seats=titles))


def stakes(seats: int) -> StakesScene:
    choice = PlayChoice(f"holdem-nolimit-{seats}", options="ante=0.1", rake="5:3")
    fields = [SpotField(str(n), f"{10_000 + 1_250 * n:,}", "100 bb") for n in range(seats)]
    game, names = choice.build_game(), ("You", *_RIVALS)
    antes, rake = options_choices(game, choice.options), rake_choices(game, choice.rake)
    return StakesScene(names[:seats], tuple(fields), "", antes, rake)


SIT_AND_GO = usual_plan(6, 10)


def sit_and_go(**more: Any) -> State:
    """Four of six left at the fourth level, the user on the button."""
    stacks, places = (2_340, 1_180, 0, 2_960, 0, 2_520), (0, 0, 6, 0, 5, 0)
    stage = TournamentStage(SIT_AND_GO, 33, stacks, 3, places)
    entry = TournamentEntry("2026-11-30T12:31:00.000Z", stage)
    rivals = tuple(f"Grinder ({seat})" for seat in range(1, 6))
    play = PlaySession(SIT_AND_GO.start().game, rivals, entry=entry)
    actions = parse_line(stage.game, "r200")
    deck = shuffled_deck(stage.game, rng_state(5))
    play.replay(deck, actions, stage.seats.index(0), 446, training=False)
    results = SessionResults()
    for chips in (0, -20, 340, -60, -15, 910, -230, -85):
        results.add(chips)
    title, note = plan_words(SIT_AND_GO)
    depths = picked("Blinds, depth", SIT_AND_GO.text, f"{SIT_AND_GO.text}|{title}|{note}")
    titles = tuple(picked(f"Seat {n}", name, name) for n, name in enumerate(rivals, 1))
    everyone = picked("Opponents", "tournament", "tournament|Grinder")
    top = replace(NOLIMIT_TOP, depth=depths, opponent=everyone, seats=titles)
    shown = state(play, 0, **more)
    return replace(shown, top=top, session=sit_and_go_scene(stage, results, 445))


def sit_and_go_ended() -> State:
    stage = TournamentStage(SIT_AND_GO, 71, (0, 0, 0, 9_000, 0, 0), 3, (3, 4, 6, 1, 5, 2))
    return replace(sit_and_go(), notice=sit_and_go_over(stage, 0), last_hand=LAST_HAND)


def sit_and_go_plan(*texts: str) -> State:
    choice = replace(PlayChoice("holdem-nolimit-6").against("tournament"), plan=SIT_AND_GO.text)
    return sit_and_go(stakes=read_plan(choice, texts or SIT_AND_GO.texts)[0])


def thinking(**more: Any) -> State:
    play = sitting(f"{_TURN}r2252")
    play.thinking = True
    return replace(state(play), **more)


def illegal_amount() -> State:
    play = sitting(_TURN)
    play.amount.edit("980")
    return state(play)


LAST_HAND = LastHandScene(
    "Hand 412", cards("Js 10s"), "You won 1,250 (12.5 bb)", "against a pair of kings"
)
REVIEWED_HAND = replace(
    LAST_HAND,
    quality="blunder",
    review="Blunder on the river: fold is better by 4.82 bb",
    key="Shift+S",
    decisions=rows_of(
        HandDecision,
        """
        0 | Preflop | Preflop, raise to 300: best | best
        2 | Flop | Flop, check: correct | correct
        4 | Flop | Flop, call 300: inaccuracy | inaccuracy
        6 | Turn | Turn, check: not judged
        9 | River | River, call 2,230: blunder | blunder
        """,
    ),
)
_ROWS = "Fold|fold|92%|0.00 bb\nCall 2,230|call|5.0%|−4.82 bb\nAll-in 8,750|allin|3.0%|−5.10 bb"


def with_a_decision() -> State:
    notes = ("Pot 5,410, to call 2,230, odds 29%.", "Losses within 0.31 bb do not count.")
    detail = DecisionDetail("blunder", REVIEWED_HAND.review, rows_of(DecisionRow, _ROWS), notes)
    *before, last = REVIEWED_HAND.decisions
    decisions = (*before, replace(last, chosen=True))
    return facing(last_hand=replace(REVIEWED_HAND, key="", decisions=decisions, detail=detail))


def offered() -> State:
    about = "its result −40.5 ± 3.5 bb/100; your error rate 141 ± 62 mbb a decision"
    return showdown(partner=PartnerScene("About even with you: Sparring partner (5)", about, about))


def error() -> State:
    buttons = "restart|Restart Granite\nchoose|Choose opponent\nlog|Open log folder"
    text = "Hand 413 ended by its check. 412 hands are safe on disk. Restart the engine."
    offers = rows_of(NoticeButton, buttons)
    title = "Granite stopped answering"
    return between(notice=Notice("error", title, text, offers, details="Traceback: ..."))


_ADVICE = (
    SlotAdvice("0%", 0.0, "EV 0.00"),
    SlotAdvice("38%", 0.38, "EV +17.21", error="± 0.11"),
    SlotAdvice("62%", 0.62, "EV +17.24", True, "± 0.10"),
)
_SLOTS = zip(FACING.slots, _ADVICE, strict=True)
ADVISED = replace(FACING, slots=tuple(replace(slot, advice=advice) for slot, advice in _SLOTS))


def _advice(share: float, value: str, cents: str) -> SlotAdvice:
    return SlotAdvice(f"{share:.0%}", share, f"EV +{value}", error=f"± 0.{cents}")


ADVISOR = AdvisorScene(
    picked("Engine", "equity", "equity|Granite", "call|Station"),
    figures("Equity|88.4%\nPot odds|28.5%\nBest EV|17.24|bb\nIn the mix|2 of 5"),
    (
        SizeAdvice("1,193", "Raise to 1,193", "small", None, _advice(0.0, "16.90", "12")),
        SizeAdvice("1,837", "Raise to 1,837", "middle", None, _advice(0.5, "17.24", "10"), True),
        SizeAdvice("2,480", "Raise to 2,480", "large", None, _advice(0.12, "17.22", "09")),
    ),
    sides=(AdviceSide("1", "Opponent", "Granite"), AdviceSide("you", "You", "You")),
    range_title="Their range",
    range_note="150 combos",
    grid=starting_hands(lambda row, at, name: GridCell(name, height=(row * 7 + at * 5) % 11 / 10)),
    note="If both play this line as Granite does; fuller cells are likelier.",
)


def believed(play: PlaySession, power: int) -> GridScene:
    game, view = play.game, play.last_decision()
    weights = np.random.default_rng(3).random(num_combos(len(game.deck), game.num_hole)) ** power
    return belief_grid(weights / weights.sum(), view.spot, view.hole)


BELIEF = HandReadingScene(
    title="What Granite believes about you",
    title_short="What they believe about you",
    model="model: Mirror, 412 hands",
    grid=believed(sitting(_TURN), 3),
    leaks=(
        LeakedBits("Call preflop", "0.59", 1.0),
        LeakedBits("Call flop", "0.54", 0.92),
        LeakedBits("Check turn", "0.02", 0.03),
    ),
    merged=(LeakedBits("2 before", "1.13", 1.0), LeakedBits("3 before", "1.15", 1.0)),
    total="1.15 of 10.4",
    own=cards("Kh 7h"),
    own_share="0.14%",
    most="Most revealing action this session: raise river, hand 398, 2.31 bits",
)


def _learned(title: str, seen: str, rates: str, differs: str) -> LearnedRow:
    pairs = [tuple(map(int, pair.split("/"))) for pair in rates.split()]
    fold, call, raised = (
        LearnedRate(f"{a}%", f"{b}%", a / 100, b / 100) if a or b else LearnedRate()
        for a, b in pairs
    )
    return LearnedRow(title, seen, fold, call, raised, differs, f"{title}; seen {seen} times")


LEARNED = LearnedScene(
    picked(
        *("Opponent", "you", "you|You|No-limit hold’em, 412 hands"),
        *("slate|Slate|No-limit hold’em, 20,000 hands", "you2|You|Leduc hold’em, 96 hands"),
    ),
    figures(
        "Hands learned from|412\nSituations observed|87|of 576\nLast changed|2026-11-21|18:02 UTC"
    ),
    rows_of(
        _learned,
        """
        River, out of position, facing a bet of half the pot, dry board|48|71/38 25/52 4/10|31
        Turn, in position, facing a bet of the pot, a flush draw possible|36|22/41 70/50 8/9|18
        Flop, in position, checked to, paired board|103|0/0 62/48 38/52|13
        River, facing a raise, board with four of a suit and a straight|1|100/45 0/48 0/7|11
        """,
    )
    * 3,
    note="Small figures and ticks show what the prior expected of the same hands. The largest"
    " differences come first.",
    can_reset=True,
)


def advised(**more: Any) -> State:
    hand = state(sitting(_TURN, training=True), advisor=ADVISOR, belief=BELIEF, **more)
    return replace(hand, bar=ADVISED)


STATES = {
    "advisor": advised,
    "advisor-long": lambda: lengthened(advised(), "Granite of Northumberland, 1,234,567"),
    "learned": partial(advised, learned=LEARNED),
    "facing": facing,
    "preflop": preflop,
    "showdown": showdown,
    "between": between,
    "after": partial(facing, last_hand=LAST_HAND),
    "reviewed": partial(facing, last_hand=REVIEWED_HAND),
    "reviewed-decision": with_a_decision,
    "spar": offered,
    "taken-up": partial(facing, notice=taken_up("Granite"), last_hand=LAST_HAND),
    "thinking": thinking,
    "nine": partial(full_ring, 9, "r300ffcfffr900f"),
    "ten": partial(full_ring, 10, "ffr250fffcff", stakes=stakes(10)),
    "ten-seats": partial(full_ring, 10, "ffr250fffcff", line_up=True),
    "six-stakes": partial(full_ring, 6, "ffr250", stakes=stakes(6)),
    "sit-and-go": sit_and_go,
    "sit-and-go-ended": sit_and_go_ended,
    "sit-and-go-plan": sit_and_go_plan,
    "sit-and-go-refused": partial(sit_and_go_plan, "1500", "25/50 10/20", "10", "50"),
    "solving": partial(thinking, thought="Solving the turn, 40%"),
    "illegal": illegal_amount,
    "error": error,
    "leduc": partial(state, sitting("rc/rr", "Qh", "Kh", "Qs", name="leduc", number=97), 96),
    "kuhn": partial(state, sitting("cr", "Qs", "Ks", "", name="kuhn", number=8), 7),
}


def show(window: MainWindow, state: State) -> None:
    play = window.play
    play.set_choices(state.top)
    play.top_bar.line_up.setChecked(state.line_up)
    play.top_bar.stakes.setChecked(state.stakes is not None)
    if state.stakes is not None:
        play.stakes.set_scene(state.stakes)
    play.set_choices(state.top)
    play.line.set_scene(state.line)
    play.set_explainer(state.explainer)
    play.table.show_scene(state.table)
    play.table.set_thought(state.thought)
    play.set_actions(state.bar)
    play.session.set_scene(state.session)
    play.last_hand.set_scene(state.last_hand)
    play.partner.set_scene(state.partner)
    play.set_notice(state.notice)
    if state.advisor is not None:
        play.advisor.set_scene(state.advisor)
        play.advisor.set_belief(state.belief or HandReadingScene())
        if state.learned is not None:
            play.learned.set_scene(state.learned)
        window.set_settings(replace(window.settings.scene, advisor=True, animation=0.0))
    play.show_sheet(play.learned, state.learned is not None)
