import random
from collections.abc import Callable
from dataclasses import replace

from pokergui.pages.study.comparing.viewmodel.versus import (
    Beside,
    DifferenceList,
    DifferenceRow,
    VersusScene,
)
from pokergui.pages.study.reading.viewmodel.reading import Which
from pokergui.viewmodel import Choice, Figure
from pokergui.viewmodel.grid import GridScale
from tests.pokergui.gallery.parts import label, picked, split
from tests.pokergui.gallery.study_scenes import (
    FIVE,
    TOP,
    StudyState,
    hold_em,
    leduc,
    small,
    turn,
    with_numbers,
)

NAMES = ("Blueprint of the night before the last", "NFSP")
SECOND = picked("Compare with", "nfsp", "|None", "nfsp|NFSP|networks that learned by themselves")
CHANGES = tuple(Figure(action.title, "57% v. 31%", "+26") for action in FIVE)
MEASURES = (Choice("", "All actions"), *(Choice(a.key, a.title) for a in FIVE))


def rows(count: int = 40) -> DifferenceList:
    rng, found = random.Random(8), []
    for at in range(count):
        cost, title = 12.0 / (1 + at), label(*divmod(at, 13))
        shares = split(rng, len(FIVE)), split(rng, len(FIVE))
        figures = "0.9%", "31%", f"{cost:.2f}", cost / 12.0, f"{title}; costs {cost:.2f} mbb"
        found.append(DifferenceRow(f"pin:{at}:", title, "", "", FIVE, *shares, *figures))
    words = "By NFSP’s values Blueprint of the night before the last gives up 36.19 mbb here."
    return DifferenceList(tuple(found), "mbb", words)


def engines(which: Which = "both", listed: bool = False) -> StudyState:
    first, second = hold_em(FIVE), hold_em(FIVE, seed=6)
    both = which in ("both", "difference")
    measured = with_numbers(first, GridScale("amount", "All actions", "0%", "100%"), 0, 100)
    versus = VersusScene(
        NAMES,
        which,
        CHANGES if both else (),
        MEASURES if both else (),
        differences=rows() if listed else None,
    )
    shown = turn().but(
        grid={"second": second, "difference": measured}.get(which, first),
        beside=Beside(NAMES, second) if which == "both" else None,
        versus=versus,
    )
    return replace(shown, top=replace(TOP, second=SECOND))


def players() -> StudyState:
    state = turn()
    sides = tuple(replace(side, shown=True) for side in state.scene.sides)
    return state.but(sides=sides, beside=Beside(("Button", "Big blind"), hold_em((), seed=4)))


def broken() -> StudyState:
    words = "NFSP gives no answer: its file holds a strategy of another game"
    return turn().but(versus=VersusScene(NAMES, "first", status=words))


STATES: dict[str, Callable[[], StudyState]] = {
    "first": lambda: engines("first"),
    "both": engines,
    "difference": lambda: engines("difference"),
    "list": lambda: engines("difference", listed=True),
    "bothlist": lambda: engines("both", listed=True),
    "leduc": lambda: small().but(beside=Beside(NAMES, leduc()), versus=VersusScene(NAMES, "both")),
    "players": players,
    "broken": broken,
}
