"""Scenes of the user's settings and the program's folders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ThemeName = Literal["dark", "light", "system"]
DeckName = Literal["four", "two", "solid"]
PaletteName = Literal["standard", "alternate"]
AmountUnit = Literal["chips", "bb"]
LanguageName = Literal["system", "en", "zh_CN"]

SPEEDS: tuple[float, ...] = (2.0, 1.0, 0.5, 0.0)
"""Factors on every animation's length; 0 is instant, 0.5 twice as fast, 2 half as fast."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder the program uses; ``key`` is sent back to open it."""

    key: str
    caption: str
    path: str


@dataclass(frozen=True, slots=True)
class SettingsScene:
    """All settings of the window.

    Attributes:
        language: of the window; "system" follows the desktop.
        theme: palette; "system" follows the desktop.
        deck: suit colours: four, two, or solid faces.
        animation: factor on the length of every animation, one of ``SPEEDS``.
        misclick_guard: all-ins and large folds need a second press.
        auto_next: the next hand deals itself after a moment.
        review: each hand is reviewed once it is over.
        advisor: the advisor's drawer is open.
        palette: colours of actions; the alternate ones are for colour-blind eyes.
        unit: unit of amounts at the table: chips or big blinds.
        bets_before: sizes of Play's presets before the flop, as typed: "2x, 2.5x, pot".
        bets_after: the same after the flop.
        bets_errors: why they are invalid; empty if they are valid.
        bets_usual: their default values.
        limits: between the classes of decisions, as typed: the share of the judge's play from which
            a decision is correct, the parts of the pot from which one is wrong and a blunder, all
            in percent, and the big blinds that make a blunder.
        limits_error: why they are invalid; empty if they are valid.
        limits_usual: their default values.
        places: folders to show.
        version: of the program.
    """

    language: LanguageName = "system"
    theme: ThemeName = "dark"
    deck: DeckName = "four"
    animation: float = 1.0
    misclick_guard: bool = False
    auto_next: bool = True
    review: bool = False
    advisor: bool = False
    palette: PaletteName = "standard"
    unit: AmountUnit = "chips"
    bets_before: str = ""
    bets_after: str = ""
    bets_errors: tuple[str, str] = ("", "")
    bets_usual: tuple[str, str] = ("", "")
    limits: tuple[str, ...] = ("", "", "", "")
    limits_error: str = ""
    limits_usual: tuple[str, ...] = ("", "", "", "")
    places: tuple[Place, ...] = ()
    version: str = ""
