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
class FolderPlace:
    """A folder the program uses; ``key`` is sent back to open it."""

    key: str
    caption: str
    path: str


@dataclass(frozen=True, slots=True)
class SettingsScene:
    """All settings of the window.

    Attributes:
        animation: factor on the length of every animation, one of ``SPEEDS``.
        palette: colours of actions; the alternate ones are for colour-blind eyes.
        bets: sizes of Play's presets before and after the flop, as typed: "2x, 2.5x, pot".
        bets_errors: why each is invalid; empty if it is valid.
        limits: between the classes of decisions, as typed: the share of the judge's play from which
            a decision is correct, the parts of the pot from which one is wrong and a blunder, all
            in percent, and the big blinds that make a blunder.
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
    bets: tuple[str, ...] = ("", "")
    bets_errors: tuple[str, ...] = ("", "")
    bets_usual: tuple[str, ...] = ("", "")
    limits: tuple[str, ...] = ("", "", "", "")
    limits_errors: tuple[str, ...] = ("", "", "", "")
    limits_usual: tuple[str, ...] = ("", "", "", "")
    places: tuple[FolderPlace, ...] = ()
    version: str = ""
