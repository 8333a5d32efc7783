from collections.abc import Callable
from dataclasses import replace

from pokergui.pages.study.solving.presenters.form import parse_form
from pokergui.pages.study.solving.scenes.form import EXAMPLE_TEXTS, SpotDraft, examples
from pokergui.pages.study.solving.viewmodel import SavedSpotRow, SpotForm, SpotsScene
from tests.pokergui.gallery.parts import cards, figures, rows_of

EXAMPLES = examples()
_RIVER, _TURN = "Qs Jh 2h 8c 5d", "Ks 7d 2c 9s"
_OOP = "99-33, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 86s+, ATo+, KTo+, QTo+, JTo:0.5"
_TEXTS = {**EXAMPLE_TEXTS["ranges"], "board": _RIVER, "oop": _OOP, "target": "0.5"}


def form(**texts: str) -> SpotForm:
    found = parse_form(SpotDraft({**_TEXTS, **texts}))[1]
    told = figures(
        "Decisions|60\nInformation sets|64,860\nMemory|3.2 MB\nTime|about 0.1 s\nFile|1.6 MB"
    )
    return replace(found, figures=told, solvable=True, source="From hand 1,204, river")


def rows() -> tuple[SavedSpotRow, ...]:
    solving, *others, unread = rows_of(
        SavedSpotRow,
        f"""
        one|{_TURN}|Turn, pot 830, 9,585 behind|solving, 0.8%|today 14:02, 1.9 GB
        two|{_RIVER}|River, pot 100, 950 behind|0.09% of the pot|today 13:40, 3.2 MB, 2 locks
        three|10s 9s 8s 7s 2d|River, pot 1,250|stopped at 1.2%|yesterday 21:15, 4.1 MB
        four|QsJh2h8c5d-20251102-211503-118204.safetensors|Format 7, of a later version|unread
        """,
    )
    solving = replace(solving, running=True, shown=True)
    shown = (replace(row, cards=cards(row.board)) for row in (solving, *others))
    return (*shown, replace(unread, usable=False))


def wrong() -> SpotForm:
    texts = dict.fromkeys(_TEXTS, "?") | {"board": "Qs Qz 2h 8c", "ip": "AsAd:0.5, AA"}
    return parse_form(SpotDraft(texts | {"big-blind": "ten"}))[1]


def apart() -> SpotForm:
    sizes = {"bets-ip": "33,75,150,a", "raises-ip": ""}
    words = "27 GB is more than the 16 GB of this machine: leave out a size, or store 16 bit"
    found = parse_form(SpotDraft({**_TEXTS, **sizes}, apart=True))[1]
    return replace(found, solvable=False, warning=words)


def more() -> SpotForm:
    sizes = {"bets": "33,e", "raises": "2.5x", "donks": "0", "max-raises": "2"}
    rules = {"all-in-below": "100", "all-in-above": "85", "merge": "ten", "rake": "5"}
    amounts = {"board": _TURN, "pot": "5.5", "stack": "97.5", "big-blind": "1", "rake-cap": "0.6"}
    return parse_form(SpotDraft({**_TEXTS, **sizes, **rules, **amounts}, more=True))[1]


def flop() -> SpotForm:
    found = parse_form(SpotDraft({**EXAMPLE_TEXTS["flop"], "target": "0.5"}, rivers=True))[1]
    told = figures(
        "Decisions|1,204\nActions|2,904\nInformation sets|41,208,000\nMemory|512 MB\n"
        "Time|about 14 s\nFile|402 MB"
    )
    return replace(found, figures=told, solvable=True)


def three() -> SpotForm:
    found = parse_form(SpotDraft({**EXAMPLE_TEXTS["three"], "target": "1"}, three_way=True))[1]
    told = figures(
        "Decisions|52\nActions|151\nInformation sets|12,240\nMemory|9.1 MB\n"
        "Time|about 0.5 s\nFile|0.7 MB"
    )
    return replace(found, figures=told, solvable=True)


def empty() -> SpotForm:
    return parse_form(SpotDraft())[1]


STATES: dict[str, Callable[[], SpotsScene]] = {
    "full": lambda: SpotsScene(form(), rows(), EXAMPLES),
    "empty": lambda: SpotsScene(empty(), (), EXAMPLES),
    "wrong": lambda: SpotsScene(wrong(), rows()[1:], EXAMPLES),
    "three": lambda: SpotsScene(three(), rows(), EXAMPLES),
    "flop": lambda: SpotsScene(flop(), rows(), EXAMPLES),
    "apart": lambda: SpotsScene(apart(), rows(), EXAMPLES),
    "more": lambda: SpotsScene(more(), rows(), EXAMPLES),
}
