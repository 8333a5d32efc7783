"""Hand-made view models of the room of spots, for tests and pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pokergui.pages.study.solving.viewmodel.spots import SpotExample, SpotForm, SpotRow, SpotsScene
from pokergui.viewmodel import Figure
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridCell, GridScene
from tests.pokergui.gallery.scenes import cards
from tests.pokergui.gallery.study_scenes import RANKS, label

OOP = "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 86s+, 76s, 65s, 54s, ATo+, KTo+, QTo+, JTo:0.5"
IP = "22-JJ, A2s-AQs, K2s+, Q5s+, J7s+, T7s+, 96s+, 85s+, 75s+, 64s+, 53s+, A2o-AJo, K9o+, Q9o+"
EXAMPLES = (
    SpotExample(
        "river",
        "Qs Jh 2h 8c 5d",
        "A river, every hand against every hand",
        "pot 100, 950 behind, three sizes",
        cards("Qs Jh 2h 8c 5d"),
    ),
    SpotExample(
        "ranges",
        "Ks 7d 2c 9s",
        "A turn, two real ranges",
        "big blind against button, single raised",
        cards("Ks 7d 2c 9s"),
    ),
)


def weights(strength: float) -> GridScene:
    """The best hands wholly, the next ones partly."""
    cells = []
    for i in range(169):
        row, column = divmod(i, 13)
        reach = strength * 26 - row - column
        height = 1.0 if reach > 1 else 0.5 if reach > -1 else 0.0
        name = label(row, column)
        cells.append(GridCell(name, (), height, spoken=f"{name}, {height:.0%}"))
    return GridScene(13, 13, tuple(cells), (), tuple(RANKS), tuple(RANKS))


def form() -> SpotForm:
    """A river that can be solved."""
    return SpotForm(
        (
            SpotField("board", "Qs Jh 2h 8c 5d", "River"),
            SpotField("oop", OOP, "418 combos"),
            SpotField("ip", IP, "512 combos, the sum of 537 weights"),
            SpotField("pot", "100"),
            SpotField("stack", "950", "9.5 times the pot"),
            SpotField("big-blind", "", "Not known: EV in chips"),
            SpotField("bets", "50,100,a", "50%, 100% of the pot and all-in"),
            SpotField("raises", "50,100,a", "50%, 100% of the pot and all-in"),
            SpotField("target", "0.5", "Exploitable by at most 0.5 chips"),
        ),
        weights(0.5),
        weights(0.6),
        (
            Figure("Decisions", "60"),
            Figure("Actions", "176"),
            Figure("Information sets", "64,860"),
            Figure("Memory", "3.2 MB"),
            Figure("Time", "about 0.1 s"),
        ),
        solvable=True,
        source="From hand 1,204, river",
        cards=cards("Qs Jh 2h 8c 5d"),
    )


def rows() -> tuple[SpotRow, ...]:
    """Saved spots in every state."""
    turn, river, straight = "Ks 7d 2c 9s", "Qs Jh 2h 8c 5d", "Ts 9s 8s 7s 2d"
    words = "Turn, pot 830, 9,585 behind", "solving, 0.8%", "today 14:02, 1.9 GB"
    solving = SpotRow("one", turn, *words, running=True, shown=True, cards=cards(turn))
    words = "River, pot 100, 950 behind", "0.09% of the pot", "today 13:40, 3.2 MB, 2 locks"
    solved = SpotRow("two", river, *words, cards=cards(river))
    words = "River, pot 1,250, 8,750 behind", "stopped at 1.2%", "yesterday 21:15, 4.1 MB"
    stopped = SpotRow("three", straight, *words, cards=cards(straight))
    name = "QsJh2h8c5d-20251102-211503-118204.safetensors"
    why = "Format 7; this program reads format 1, so a later version wrote it"
    return (solving, solved, stopped, SpotRow("four", name, why, "cannot be read", usable=False))


def wrong() -> SpotForm:
    """Nearly everything is wrong."""
    errors = {
        "board": (
            "Qs Qz 2h 8c",
            "'Qz' is not a card; write a rank of 23456789TJQKA and a suit of cdhs",
        ),
        "oop": (
            "AA, KQz",
            "'KQz' is not a range item; write items such as AA, TT+, JJ-88, AKs, "
            "K9o+, A5s-A2s, AsQd or random, each with :weight",
        ),
        "ip": ("AsAd:0.5, AA", "'AsAd:0.5' and 'AA' give AsAd different weights"),
        "pot": ("-3", "The pot is a whole number of chips from 1 to 1,000,000"),
        "stack": ("12.5", "The stack is a whole number of chips"),
        "big-blind": ("ten", "'ten' is not a number of chips"),
        "bets": ("50,,x", "'x' is not a size: write percents of the pot, a for all-in"),
        "raises": ("0", "A size is more than 0%"),
        "target": ("none", "Write percent of the pot, such as 0.5"),
    }
    fields = tuple(SpotField(key, text, "", error) for key, (text, error) in errors.items())
    return SpotForm(fields, warning="")


def apart() -> SpotForm:
    """A turn with sizes of each player, too large for the machine."""
    base = form()
    changed = {
        "board": ("Qs Jh 2h 8c", "Turn, then every river"),
        "bets": ("50,100;75,a", "turn 50%, 100%; river 75%, all-in"),
        "raises": ("50,100,a", "50%, 100%, all-in"),
    }
    fields = [
        replace(field, text=changed[field.key][0], note=changed[field.key][1])
        if field.key in changed
        else field
        for field in base.fields
    ]
    fields += [
        SpotField("bets-ip", "33,75,150,a", "33%, 75%, 150%, all-in"),
        SpotField("raises-ip", "", "no raises"),
    ]
    figures = ("9,480", "27,604", "4,812,300", "27 GB", "about 14 min")
    return replace(
        base,
        fields=tuple(fields),
        cards=cards("Qs Jh 2h 8c"),
        apart=True,
        source="",
        solvable=False,
        figures=tuple(
            replace(one, value=value) for one, value in zip(base.figures, figures, strict=True)
        ),
        warning="27 GB is more than the 16 GB of this machine: leave out a size, or store 16 bit",
    )


def empty() -> SpotForm:
    """Nothing is written yet."""
    texts = {"pot": "100", "stack": "950", "bets": "50,100,a", "raises": "50,100,a", "target": ".5"}
    keys = ("board", "oop", "ip", "pot", "stack", "bets", "raises", "target")
    fields = tuple(SpotField(key, texts.get(key, "")) for key in keys)
    return SpotForm(fields, warning="Still missing: the board and both ranges")


STATES: dict[str, Callable[[], SpotsScene]] = {
    "full": lambda: SpotsScene(form(), rows(), EXAMPLES),
    "empty": lambda: SpotsScene(empty(), (), EXAMPLES),
    "wrong": lambda: SpotsScene(wrong(), rows()[1:], EXAMPLES),
    "apart": lambda: SpotsScene(apart(), rows(), EXAMPLES),
}
