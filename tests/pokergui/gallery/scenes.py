"""Hand-made view models of every state of the Play page, for tests and pictures."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from engine.game import get_game
from pokergui.formatting.notices import taken_up
from pokergui.pages.play.scenes.explain import explainer
from pokergui.pages.play.viewmodel.advisor import AdviceSide, AdvisorScene, SizeAdvice
from pokergui.pages.play.viewmodel.mind import (
    Leak,
    LearnedRate,
    LearnedRow,
    LearnedScene,
    MindScene,
)
from pokergui.pages.play.viewmodel.spar import SparScene
from pokergui.pages.play.work.session import empty_table
from pokergui.viewmodel import (
    FACE_DOWN,
    ActionBarScene,
    ActionSlot,
    BetScene,
    CardView,
    Choice,
    ChoiceList,
    Crumb,
    ExplainerScene,
    Figure,
    FixedSizing,
    LastHandScene,
    LineScene,
    NextHand,
    Note,
    Notice,
    NoticeButton,
    PotScene,
    Preset,
    ResultScene,
    SeatScene,
    SessionScene,
    Sizing,
    SlotAdvice,
    TableScene,
    TopBarScene,
    chip_columns,
)
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.viewmodel.lookback import DecisionDetail, DecisionRow, HandDecision
from pokergui.window.window import MainWindow


def card(name: str, best: bool = False, mucked: bool = False) -> CardView:
    """ "Kh" or "10d"."""
    return CardView(name[:-1], "cdhs".index(name[-1]), True, mucked, best)


def cards(names: str, best: str = "") -> tuple[CardView, ...]:
    return tuple(card(name, name in best.split()) for name in names.split())


def board(names: str, slots: int = 5, best: str = "") -> tuple[CardView | None, ...]:
    shown = cards(names, best)
    return (*shown, *[None] * (slots - len(shown)))


def bet(amount: int) -> BetScene:
    return BetScene(f"{amount:,}", chip_columns(amount)) if amount else BetScene()


def pot(collected: int, total: int | None = None, note: str = "") -> PotScene:
    return PotScene(f"Pot {total or collected:,}", note, chip_columns(collected))


def line(text: str) -> LineScene:
    """Parts between ";": a street after "#", the present after "!", an action = its short name."""
    crumbs = []
    for part in text.split("; "):
        if part.startswith("# "):
            street, _, shown = part[2:].partition(": ")
            crumbs.append(Crumb(street, kind="street", cards=cards(shown)))
        elif part.startswith("! "):
            crumbs.append(Crumb(part[2:], kind="present"))
        else:
            title, _, short = part.partition(" = ")
            crumbs.append(Crumb(title, short))
    return LineScene(tuple(crumbs))


@dataclass(frozen=True)
class State:
    """One state of the whole page."""

    top: TopBarScene
    line: LineScene
    table: TableScene
    bar: ActionBarScene
    session: SessionScene
    explainer: ExplainerScene | None = None
    notice: Notice | None = None
    last_hand: LastHandScene | None = None
    advisor: AdvisorScene | None = None
    mind: MindScene | None = None
    learned: LearnedScene | None = None
    thought: str = ""
    spar: SparScene | None = None


GAMES = (
    Choice("kuhn", "Kuhn poker"),
    Choice("leduc", "Leduc hold’em"),
    Choice("holdem-limit", "Limit hold’em"),
    Choice("holdem-nolimit", "No-limit hold’em"),
)
DEPTHS = ChoiceList(
    "Blinds, depth",
    tuple(Choice(str(d), f"50/100, {d} bb") for d in (20, 50, 100, 200)),
    "100",
)
OPPONENTS = ChoiceList(
    "Opponent",
    (
        Choice(
            "equity", "Granite", "plays its odds", "+2,431 ± 96", "mbb", "20,000 duplicate deals"
        ),
        Choice("call", "Station", "never folds", "0", "mbb"),
        Choice("raise", "Maniac", "always raises", "−1,204 ± 210", "mbb"),
        Choice("random", "Dice", "any legal action", "−4,380 ± 310", "mbb"),
    ),
    "equity",
    "Measured v. call",
)
NOLIMIT_TOP = TopBarScene(ChoiceList("Game", GAMES, "holdem-nolimit"), DEPTHS, OPPONENTS)
EQUILIBRIUM = ChoiceList(
    "Opponent",
    (
        Choice("cfr", "Quill", "exact equilibrium", "0.000", "mA/hand"),
        Choice("random", "Dice", "any legal action", "2,373", "mA/hand"),
    ),
    "cfr",
    "Exploitability",
)


def _series(count: int) -> tuple[float, ...]:
    rng = random.Random(7)
    total, out = 0.0, []
    for i in range(count):
        total += rng.gauss(0.4, 6) + 9 * math.sin(i / 40)
        out.append(total)
    return tuple(out)


SESSION = SessionScene(
    Figure("Session", "412", "hands"),
    Figure("Raw", "+21.9", "± 60.6 bb/100"),
    _series(412),
    "Interval includes 0: no verdict yet",
    "Includes 0",
    "412 finished hands on disk",
)
EMPTY_SESSION = SessionScene(Figure("Session", "0", "hands"), saved="0 finished hands on disk")


def presets(selected: int = -1) -> tuple[Preset, ...]:
    sizes = (("1/3", "1,193"), ("1/2", "1,515"), ("2/3", "1,837"), ("Pot", "2,480"))
    rows = (*sizes, ("All-in", "9,585"))
    return tuple(Preset(a, b, str(i + 1), i == selected) for i, (a, b) in enumerate(rows))


SIZING = Sizing(presets(2), "1,837", "18.4 bb", "min 1,100", "9,585", 298, (0, 105, 200, 440, 1000))
FACING = ActionBarScene(
    (
        ActionSlot("fold", "Fold", "give up 415", "F", True, "fold"),
        ActionSlot("call", "Call 550", "to see the river", "C", True, "call"),
        ActionSlot("raise", "Raise to 1,837", "2/3 pot", "R", True, "middle"),
    ),
    SIZING,
)
WAITING = ActionBarScene(
    (
        ActionSlot("fold", "Fold", "", "F", False, "fold"),
        ActionSlot("call", "Call", "", "C", False, "call"),
        ActionSlot("raise", "Raise", "", "R", False, "middle"),
    ),
    replace(
        SIZING,
        enabled=False,
        amount="",
        presets=tuple(replace(p, amount="–", selected=False) for p in presets()),
    ),
)
RESTING = replace(
    WAITING, next_hand=NextHand("Next hand", "dealt automatically in a moment", "Space")
)

TURN_LINE = line(
    "# Preflop; Granite raises 250 = raise 250; You call = call; # Flop: Ks 7d 2c;"
    " You check = check; Granite bets 165 = bet 165; You call = call; # Turn: 9s;"
    " You check = check; Granite bets 550 = bet 550; ! Your turn"
)

GRANITE = SeatScene("Granite", "bet 550", "9,035", "90.4 bb", (FACE_DOWN, FACE_DOWN), dealer=True)
YOU = SeatScene("You", "to act", "9,585", "95.9 bb", cards("Kh 7h"), person=True, to_act=True)
FACING_TABLE = TableScene(
    (YOU, GRANITE),
    (bet(0), bet(550)),
    board("Ks 7d 2c 9s"),
    pot=pot(830, 1380, "830 + bet 550"),
    left=Note("To call 550", "pot odds 28.5%"),
    right=Note("Two pair,\nkings and sevens"),
    title="Hand 413",
    subtitle="Blinds 50/100, heads-up",
    status="Board Ks 7d 2c 9s, pot 1,380, your turn: fold, call 550, raise",
)


def facing() -> State:
    return State(NOLIMIT_TOP, TURN_LINE, FACING_TABLE, FACING, SESSION)


def preflop() -> State:
    table = TableScene(
        (
            replace(YOU, cards=cards("As 10d"), stack="9,950", stack_note="99.5 bb", dealer=True),
            replace(
                GRANITE, action="big blind 100", stack="9,900", stack_note="99 bb", dealer=False
            ),
        ),
        (bet(50), bet(100)),
        board(""),
        pot=pot(0, 150, "blinds 50 + 100"),
        left=Note("To call 50", "pot odds 25%"),
        right=Note("Ace high"),
        title="Hand 1",
        subtitle="Blinds 50/100, heads-up",
        status="No board, pot 150, your turn: fold, call 50, raise",
    )
    rows = (
        ("2 bb", "200"),
        ("2.5 bb", "250"),
        ("3 bb", "300"),
        ("Pot", "300"),
        ("All-in", "10,000"),
    )
    sizing = Sizing(
        tuple(Preset(*row, str(i + 1), i == 1) for i, row in enumerate(rows)),
        *("250", "2.5 bb", "min 200", "10,000", 5, (0, 5, 10, 10, 1000)),
    )
    bar = ActionBarScene(
        (
            ActionSlot("fold", "Fold", "give up 50", "F", True, "fold"),
            ActionSlot("call", "Call 50", "to see the flop", "C", True, "call"),
            ActionSlot("raise", "Raise to 250", "3/4 pot", "R", True, "middle"),
        ),
        sizing,
    )
    return State(NOLIMIT_TOP, line("# Preflop; ! Your turn"), table, bar, EMPTY_SESSION)


LAST_HAND = LastHandScene(
    "Hand 412", cards("Js 10s"), "You won 1,250 (12.5 bb)", "against a pair of kings"
)


REVIEWED_HAND = replace(
    LAST_HAND,
    quality="blunder",
    review="Blunder on the river: fold is better by 4.82 bb",
    key="Shift+S",
    decisions=(
        HandDecision("0", "Preflop", "Preflop, raise to 300: best", "best"),
        HandDecision("2", "Flop", "Flop, check: correct", "correct"),
        HandDecision("4", "Flop", "Flop, call 300: inaccuracy", "inaccuracy"),
        HandDecision("6", "Turn", "Turn, check: not judged"),
        HandDecision("9", "River", "River, call 2,230: blunder", "blunder"),
    ),
)


def after_a_hand() -> State:
    return replace(facing(), last_hand=LAST_HAND)


def after_a_reviewed_hand() -> State:
    return replace(facing(), last_hand=REVIEWED_HAND)


def with_a_decision() -> State:
    detail = DecisionDetail(
        "blunder",
        "Blunder on the river: fold is better by 4.82 bb",
        (
            DecisionRow("Fold", "fold", "92%", "0.00 bb"),
            DecisionRow("Call 2,230", "call", "5.0%", "−4.82 bb", True),
            DecisionRow("All-in 8,750", "allin", "3.0%", "−5.10 bb"),
        ),
        (
            "Pot 5,410, to call 2,230 for 29%.",
            "Noise floor 0.31 bb: losses within it do not count.",
        ),
    )
    *before, last = REVIEWED_HAND.decisions
    decisions = (*before, replace(last, chosen=True))
    shown = replace(REVIEWED_HAND, key="", decisions=decisions, detail=detail)
    return replace(facing(), last_hand=shown)


SPAR = SparScene(
    "About even with you: Sparring partner (5)",
    "its result −40.5 ± 3.5 bb/100 against Blueprint; your error rate 141 ± 62 mbb a decision",
    "In 412 hands your error rate was about that of Sparring partner (5): 141 ± 62 mbb a decision.",
)


def offered() -> State:
    """A partner is offered after a hand."""
    return replace(showdown(), spar=SPAR)


def taken_up_again() -> State:
    return replace(facing(), notice=taken_up("Granite"), last_hand=LAST_HAND)


def showdown() -> State:
    best = "Kh 7h Ks 7d"
    table = replace(
        FACING_TABLE,
        seats=(
            replace(
                YOU,
                action="two pair",
                stack="20,000",
                stack_note="200 bb",
                to_act=False,
                cards=cards("Kh 7h", best),
            ),
            replace(
                GRANITE, action="pair of kings", stack="0", stack_note="0 bb", cards=cards("Kd Qc")
            ),
        ),
        bets=(bet(0), bet(0)),
        board=board("Ks 7d 2c 9s 10h", best=best + " 10h"),
        pot=PotScene(),
        left=Note(),
        right=Note(),
        result=ResultScene("You win 10,000 (100 bb)", "against a pair of kings", "won"),
        status="You win 10,000 (100 bb), against a pair of kings",
    )
    river = line(
        "You call = call; # River: 10h; You check = check; Granite bets 9,035, all-in = all-in;"
        " You call = call"
    )
    way = LineScene((*TURN_LINE.crumbs[:-1], *river.crumbs))
    return State(NOLIMIT_TOP, way, table, RESTING, SESSION, last_hand=LAST_HAND)


def between() -> State:
    table = replace(
        FACING_TABLE,
        seats=(
            replace(
                YOU,
                action="folded",
                to_act=False,
                cards=tuple(replace(c, mucked=True) for c in cards("Kh 7h")),
            ),
            replace(GRANITE, action="takes 1,380", stack="10,415", stack_note="104.2 bb"),
        ),
        bets=(bet(0), bet(0)),
        pot=PotScene(),
        left=Note(),
        right=Note(),
        result=ResultScene("You lose 415 (4.2 bb)", "you fold", "lost"),
    )
    return State(NOLIMIT_TOP, TURN_LINE, table, RESTING, SESSION)


def thinking() -> State:
    table = replace(
        FACING_TABLE,
        seats=(
            replace(YOU, action="raised to 1,837", to_act=False),
            replace(GRANITE, action="thinking", to_act=True, thinking=True),
        ),
        bets=(bet(1837), bet(550)),
        pot=pot(830, 3217, "830 + bets 1,837, 550"),
        left=Note(),
    )
    way = line("You raise to 1,837 = raise 1,837; ! Granite’s turn")
    way = LineScene((*TURN_LINE.crumbs[:-1], *way.crumbs))
    return State(NOLIMIT_TOP, way, table, WAITING, SESSION)


def illegal_amount() -> State:
    sizing = replace(
        SIZING,
        presets=presets(),
        amount="980",
        amount_note="9.8 bb",
        position=0,
        error="The minimum raise is to 1,100.",
    )
    slots = (
        *FACING.slots[:2],
        replace(
            FACING.slots[2], title="Raise", detail="The minimum raise is to 1,100.", enabled=False
        ),
    )
    return replace(facing(), bar=ActionBarScene(slots, sizing))


def error() -> State:
    notice = Notice(
        "error",
        "Granite stopped answering",
        "Hand 413 ended by its check. 412 hands are safe on disk. Restart the engine, or "
        "pick another.",
        (
            NoticeButton("restart", "Restart Granite"),
            NoticeButton("choose", "Choose opponent"),
            NoticeButton("log", "Open log folder"),
        ),
        details="Traceback: ...",
    )
    return replace(between(), notice=notice)


def preparing() -> State:
    notice = Notice(
        "running",
        "Preparing the engine for the first time",
        "Compiling 14 of 31 kernels, about 4 s left. Later starts skip this.",
        progress=0.45,
    )
    table = empty_table(get_game("holdem-nolimit"), "Granite")
    return replace(thinking(), table=table, line=LineScene(), notice=notice)


def long_texts() -> State:
    state = facing()
    opponents = replace(
        OPPONENTS,
        choices=(
            replace(
                OPPONENTS.choices[0],
                title="Granite the Immovable of Northumberland",
                note="patient, re-solves rivers and never forgets a bet",
            ),
        ),
    )
    seats = (
        replace(
            YOU,
            name="A person with a remarkably long name",
            action="raised to 1,234,567,890",
            stack="1,234,567",
            stack_note="12,345.7 bb",
        ),
        replace(
            GRANITE,
            name="Granite the Immovable of Northumberland",
            action="raised to 1,234,567 and is all-in",
        ),
    )
    slots = (
        replace(FACING.slots[0], detail="give up 1,234,567 and lose the hand at once"),
        replace(FACING.slots[1], title="Call 1,234,567,890 all-in"),
        replace(FACING.slots[2], title="Raise to 12,345,678"),
    )
    sizing = replace(
        SIZING,
        amount="1,234,567",
        error="The minimum raise is to 1,234,890 because the last raise was 617,445 chips.",
    )
    return replace(
        state,
        top=replace(NOLIMIT_TOP, opponent=opponents),
        table=replace(state.table, seats=seats, right=Note("Full house,\nsevens full of kings")),
        bar=ActionBarScene(slots, sizing),
        line=LineScene(TURN_LINE.crumbs[:-1] * 2 + TURN_LINE.crumbs[-1:]),
    )


QUILL = replace(GRANITE, name="Quill", cards=(FACE_DOWN,), stack_note="this hand")


def leduc() -> State:
    top = TopBarScene(ChoiceList("Game", GAMES, "leduc"), None, EQUILIBRIUM)
    table = TableScene(
        (
            replace(YOU, cards=cards("Qh"), stack="−7", stack_note="this hand"),
            replace(QUILL, action="raises to 8", stack="−11"),
        ),
        (bet(4), bet(8)),
        board("Qs", 1),
        board_note=Note("Board", "second round"),
        pot=pot(6, 18, "6 + bets 4, 8"),
        right=Note("Pair of queens", "pair with the board"),
        title="Hand 97",
        subtitle="Ante 1, bets 2 and 4",
        status="Board Qs, pot 18, your turn: fold, call 4",
    )
    bar = ActionBarScene(
        (
            ActionSlot("fold", "Fold", "lose 7", "F", True, "fold"),
            ActionSlot("call", "Call 4", "showdown for 22", "C", True, "call"),
            ActionSlot("raise", "Raise", "cap reached", "R", False, "middle"),
        ),
        FixedSizing(
            "Fixed limit", "Bets are 4 in this round.\nTwo raises at most; the cap is reached."
        ),
    )
    way = line(
        "# Round 1; You bet 2; Quill calls; # Round 2: Qs; You bet 4; Quill raises to 8;"
        " ! Your turn"
    )
    session = replace(
        SESSION,
        hands=Figure("Session", "96", "hands"),
        result=Figure("Raw", "+420", "± 710 mA/hand"),
        saved="508 finished hands on disk",
    )
    return State(top, way, table, bar, session, explainer(get_game("leduc")))


def kuhn() -> State:
    before = leduc()
    you, quill = before.table.seats
    table = replace(
        before.table,
        seats=(
            replace(you, cards=cards("Qs"), stack="−1"),
            replace(quill, action="bet 1", stack="−2"),
        ),
        bets=(bet(0), bet(1)),
        board=(),
        board_note=Note(),
        pot=pot(2, 3, "2 + bet 1"),
        left=Note("To call 1", "pot odds 25%"),
        right=Note("Queen"),
        title="Hand 8",
        subtitle="Ante 1, bet 1",
        status="Pot 3, your turn: fold, call 1",
    )
    fold, call, raised = before.bar.slots
    slots = (
        replace(fold, detail="lose 1"),
        replace(call, title="Call 1", detail="showdown for 4"),
        replace(raised, detail="one bet a hand"),
    )
    return State(
        TopBarScene(ChoiceList("Game", GAMES, "kuhn"), None, EQUILIBRIUM),
        line("You check; Quill bets 1; ! Your turn"),
        table,
        ActionBarScene(slots, FixedSizing("Fixed bet", "One bet of 1 in the hand, no raise.")),
        replace(SESSION, result=None, series=(), verdict=""),
        explainer(get_game("kuhn")),
    )


def _advised(
    slot: ActionSlot, share: float, value: str, best: bool = False, error: str = ""
) -> ActionSlot:
    return replace(slot, advice=SlotAdvice(f"{share:.0%}", share, f"EV {value}", best, error))


ADVISED = replace(
    FACING,
    slots=(
        _advised(FACING.slots[0], 0.0, "0.00"),
        _advised(FACING.slots[1], 0.38, "+17.21", error="± 0.11"),
        _advised(FACING.slots[2], 0.62, "+17.24", best=True, error="± 0.10"),
    ),
    can_undo=True,
    can_study=True,
)
_RANKS = "AKQJT98765432"
ADVISOR = AdvisorScene(
    ChoiceList("Engine", (Choice("equity", "Granite"), Choice("call", "Station")), "equity"),
    (
        Figure("Equity", "88.4%"),
        Figure("Pot odds", "28.5%"),
        Figure("Best EV", "17.24", "bb"),
        Figure("In the mix", "2 of 5"),
    ),
    (
        SizeAdvice("1,193", "Raise to 1,193", "small", None, 0.0, "0%", "+16.90", error="± 0.12"),
        SizeAdvice("1,837", "Raise to 1,837", "middle", None, 0.5, "50%", "+17.24", True, "± 0.10"),
        SizeAdvice("2,480", "Raise to 2,480", "large", None, 0.12, "12%", "+17.22", error="± 0.09"),
    ),
    sides=(AdviceSide("1", "Opponent", "Granite"), AdviceSide("you", "You", "You")),
    range_title="Their range",
    range_note="150 combos",
    grid=GridScene(
        13,
        13,
        tuple(
            GridCell(a + b, height=((i * 7 + j * 5) % 11) / 10)
            for i, a in enumerate(_RANKS)
            for j, b in enumerate(_RANKS)
        ),
    ),
    note="If both play this line as Granite does; fuller cells are likelier.",
)


def _believed() -> GridScene:
    """A belief that holds kings and sevens."""
    cells = []
    for i, a in enumerate(_RANKS):
        for j, b in enumerate(_RANKS):
            high = 0.10 + 0.25 * ((i * 5 + j * 3) % 7) / 7
            high += 0.45 * (("K" in a + b) + ("7" in a + b)) * (0.7 if a + b != "K7" else 0.3)
            name = f"{a}{b}" if i <= j else f"{b}{a}"
            spoken = f"{name}, {high:.1f}%"
            cells.append(GridCell(name, height=min(1.0, high), spoken=spoken))
    return GridScene(13, 13, tuple(cells), marked=20, shaded=True)


MIND = MindScene(
    title="What Granite believes about you",
    title_short="What they believe about you",
    model="model: Mirror, 412 hands",
    grid=_believed(),
    leaks=(
        Leak("Call preflop", "0.59", 1.0),
        Leak("Call flop", "0.54", 0.92),
        Leak("Check turn", "0.02", 0.03),
    ),
    merged=(Leak("2 before", "1.13", 1.0), Leak("3 before", "1.15", 1.0)),
    total="1.15 of 10.4",
    own=cards("Kh 7h"),
    own_share="0.14%",
    most="Most this session: raise river, hand 398, 2.31 bits",
)


def _rate(seen: int, prior: int) -> LearnedRate:
    return LearnedRate(f"{seen}%", f"{prior}%", seen / 100, prior / 100)


def _situation(title: str, seen: str, rates: tuple[int, ...], points: int) -> LearnedRow:
    fold, call, raised = (_rate(*rates[i : i + 2]) for i in (0, 2, 4))
    if not rates[0] and not rates[1]:
        fold = LearnedRate()
    return LearnedRow(title, seen, fold, call, raised, str(points), f"{title}; seen {seen} times")


_PLACES = (
    "River, out of position, facing a bet of about half the pot, dry board",
    "Turn, in position, facing a bet of about the pot, board with a flush draw",
    "Flop, in position, checked to, paired board",
    "Preflop, on the button, first to act",
    "River, in position, facing a raise, board with four of a suit and a straight possible",
)
LEARNED = LearnedScene(
    ChoiceList(
        "Opponent",
        (
            Choice("you", "You", "No-limit hold’em, 412 hands"),
            Choice("slate", "Slate", "No-limit hold’em, 20,000 hands"),
            Choice("you2", "You", "Leduc hold’em, 96 hands"),
        ),
        "you",
    ),
    (
        Figure("Hands learned from", "412"),
        Figure("Situations seen", "87", "of 576"),
        Figure("Last changed", "2026-11-21", "18:02 UTC"),
    ),
    tuple(
        _situation(title, seen, rates, points)
        for title, seen, rates, points in (
            (_PLACES[0], "48", (71, 38, 25, 52, 4, 10), 31),
            (_PLACES[1], "36", (22, 41, 70, 50, 8, 9), 18),
            (_PLACES[2], "103", (0, 0, 62, 48, 38, 52), 13),
            (_PLACES[3], "206", (12, 17, 31, 22, 57, 61), 9),
            (_PLACES[4], "1", (100, 45, 0, 48, 0, 7), 11),
        )
        for _ in range(3)
    ),
    note="Small figures and ticks show what was expected of the same hands before anything was"
    " seen. What differs most stands first, in points of a hundred, less where little was seen.",
    can_reset=True,
)


def learned() -> State:
    """Show what was learned from 412 hands."""
    return replace(advised(), learned=LEARNED)


def learned_nothing() -> State:
    """Nothing yet."""
    title = "Nothing is known about you yet in No-limit hold’em"
    text = "The model learns from every hand you finish at the table, except training hands."
    choices = ChoiceList("Opponent", (Choice("you", "You", "No-limit hold’em, 0 hands"),), "you")
    return replace(advised(), learned=LearnedScene(choices, empty=(title, text)))


def advised() -> State:
    """A training hand beside the advisor."""
    table = replace(FACING_TABLE, tag="Training hand, not counted")
    return replace(facing(), table=table, bar=ADVISED, advisor=ADVISOR, mind=MIND)


def advised_long() -> State:
    """The same with long names, and a line that the engine never plays."""
    name = "Granite the Immovable of Northumberland"
    engine = ChoiceList("Engine", (Choice("equity", name),), "equity")
    warning = f"{name} never plays this: you raise to 777. The range is a guess from there on."
    scene = replace(ADVISOR, engine=engine, warning=warning)
    titles = ("Raise preflop", "Call preflop", "Check flop", "Raise flop", "Call flop", "Bet turn")
    leaks = tuple(Leak(words, "0.31", 0.3) for words in titles)
    leaks = (*leaks, Leak("Check river", "\u22120.12"), Leak("Raise river", "2.31", 1.0))
    merged = tuple(Leak(f"{n} before", f"{0.31 * n:.2f}", 0.6) for n in range(2, 9))
    mind = replace(
        MIND,
        title=f"What {name} believes about you",
        model=f"model: {name}, 50,412 hands",
        leaks=leaks,
        merged=merged,
    )
    return replace(long_texts(), bar=ADVISED, advisor=scene, mind=mind)


def believed_small() -> State:
    """Leduc: three cells."""
    names = (("K", 1.0, "62%"), ("Q", 0.4, "25%"), ("J", 0.2, "13%"))
    cells = tuple(
        GridCell(rank, height=high, note=note, spoken=f"{rank}, {note}")
        for rank, high, note in names
    )
    mind = replace(
        MIND,
        title="What Quill believes about you",
        grid=GridScene(3, 1, cells, marked=1, shaded=True),
        leaks=(Leak("Bet round 1", "0.40", 1.0), Leak("Bet round 2", "0.05", 0.1)),
        total="0.45 of 2.58",
        own=cards("Qh"),
        own_share="12.5%",
        most="",
    )
    grid = GridScene(
        3,
        1,
        tuple(GridCell(rank, height=high, ranks=(rank,)) for rank, high, _ in names),
    )
    advice = replace(ADVISOR, sizes=(), grid=grid, range_note="4.0 combos")
    return replace(leduc(), advisor=advice, mind=mind)


def not_acted() -> State:
    """Before the person's first action, nothing given away."""
    grid = _believed()
    even = replace(grid, cells=tuple(replace(cell, height=0.5) for cell in grid.cells))
    note = "Nothing yet: you have not acted in this hand."
    mind = replace(
        MIND, grid=even, leaks=(), merged=(), total="0.00 of 10.4", own_share="0.08%", note=note
    )
    return replace(preflop(), advisor=ADVISOR, mind=replace(mind, most=""))


STATES = {
    "advisor": advised,
    "advisor-long": advised_long,
    "mind-small": believed_small,
    "mind-first": not_acted,
    "learned": learned,
    "learned-nothing": learned_nothing,
    "facing": facing,
    "preflop": preflop,
    "showdown": showdown,
    "between": between,
    "after": after_a_hand,
    "reviewed": after_a_reviewed_hand,
    "reviewed-decision": with_a_decision,
    "spar": offered,
    "taken-up": taken_up_again,
    "thinking": thinking,
    "solving": lambda: replace(thinking(), thought="Solving the turn, 40%"),
    "illegal": illegal_amount,
    "error": error,
    "preparing": preparing,
    "long": long_texts,
    "leduc": leduc,
    "kuhn": kuhn,
}


def show(window: MainWindow, state: State) -> None:
    """Put a state into a window as a presenter would, at rest."""
    play = window.play
    play.top_bar.set_scene(state.top)
    play.line.set_scene(state.line)
    play.set_explainer(state.explainer)
    play.table.show_scene(state.table)
    play.table.set_thought(state.thought)
    play.set_actions(state.bar)
    play.session.set_scene(state.session)
    play.set_last_hand(state.last_hand)
    play.set_spar(state.spar)
    play.set_notice(state.notice)
    if state.advisor is not None:
        play.advisor.set_scene(state.advisor)
        play.advisor.set_mind(state.mind or MindScene())
        if state.learned is not None:
            play.learned.set_scene(state.learned)
        play.show_learned(state.learned is not None)
        scene = window.settings.scene
        window.set_settings(replace(scene, advisor=True, animation=0.0))
    else:
        play.show_learned(False)
