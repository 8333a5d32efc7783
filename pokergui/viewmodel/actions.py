"""The action bar: three decisions, sizing, and the pause between hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ActionKindName = Literal["fold", "call", "raise"]
Tone = Literal["fold", "call", "small", "middle", "large", "allin"]


@dataclass(frozen=True, slots=True)
class SlotAdvice:
    """The advisor's answer for one decision, on its button.

    Attributes:
        percent: its probability as text: "62%"; "…" while the answer is on its way; empty for a
            size that the engine never considers.
        share: the same, 0 to 1; 0 while the answer is on its way.
        value: "EV +17.24", "EV …" while it is computed, "EV –" if unknown.
        error: standard error of the value, "± 0.10"; empty if the value is exact.
        other: for a size that the engine never considers: that fact, and how often it bets.
    """

    percent: str = "…"
    share: float = 0.0
    value: str = ""
    best: bool = False
    error: str = ""
    reason: str = ""
    other: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class ActionSlot:
    """One of the three decisions; it keeps its place whether legal or not.

    Attributes:
        detail: second line "to see the river"; the reason if not legal: "cap reached".
        tone: colour class; a raise's follows its size against the pot.
        guarded: a second press must confirm it; set only while the misclick guard is on.
        over: the decision was made: its alternative outcome is shown, and no press is taken.
    """

    kind: ActionKindName
    title: str
    detail: str = ""
    key: str = ""
    enabled: bool = False
    tone: Tone = "fold"
    guarded: bool = False
    advice: SlotAdvice | None = None
    over: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Preset:
    """A size to choose by one key: "67%", "1,837", "3".

    Attributes:
        amount: the same in chips.
        advice: how often the advisor's engine takes it and its EV; None for the user's own size.
    """

    label: str
    amount: str
    key: str
    selected: bool = False
    enabled: bool = True
    advice: SlotAdvice | None = None


@dataclass(frozen=True, slots=True)
class Sizing:
    """Presets, slider and amount field of a no-limit game.

    The slider knows positions 0 to 1000 only; the presenter gives them their meaning.

    Attributes:
        amount: text of the field; set only if it differs from the typed text.
        position: of the slider's knob, 0 to 1000.
        error: why the amount is not legal, in the rulebook's own words; empty if it is.
    """

    presets: tuple[Preset, ...] = ()
    amount: str = ""
    amount_note: str = ""
    least: str = ""
    most: str = ""
    position: int = 0
    ticks: tuple[int, ...] = ()
    error: str = ""
    tone: Tone = "middle"
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class FixedSizing:
    """Text instead of sizing if sizes are fixed: "Fixed limit", "Bets are 4 in this round."."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class NextHand:
    """The button between hands, instead of decisions: "Next hand", "deals by itself", "Space".

    Attributes:
        detail: the time at which it happens by itself.
        pause_ms: time until it happens by itself, shown as a line that runs out; 0 if never.
    """

    title: str
    detail: str = ""
    key: str = ""
    pause_ms: int = 0


@dataclass(frozen=True, slots=True)
class ActionBarScene:
    """The whole bar.

    Attributes:
        slots: fold, check or call, bet or raise, always these three and in this order.
        sizing: the way to choose a size, or why there is no choice; None leaves it bare.
    """

    slots: tuple[ActionSlot, ...]
    sizing: Sizing | FixedSizing | None = None
    next_hand: NextHand | None = None
    can_undo: bool = False
    can_study: bool = False
