"""Scenes of the last hand's reviewed decisions."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import Tone


@dataclass(frozen=True, slots=True)
class HandDecision:
    """One decision of a hand, as a mark to press.

    Attributes:
        key: sent back.
        street: "Flop".
        words: "Flop, bet 300: best".
        quality: its class; empty if it is not judged.
        chosen: whether its details are shown.
    """

    key: str
    street: str
    words: str
    quality: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One action that the judge considers.

    Attributes:
        title: "Call 300".
        tone: its colour class.
        share: the judge's frequency: "5%".
        ev: "−4.82 bb"; empty if it is not known.
        taken: whether the user took it.
    """

    title: str
    tone: Tone
    share: str
    ev: str
    taken: bool = False

    @property
    def spoken(self) -> str:
        """All of it in words."""
        return " ".join(filter(None, (self.title, self.share, self.ev)))


@dataclass(frozen=True, slots=True)
class DecisionDetail:
    """A decision in detail.

    Attributes:
        quality: its class; empty if it is not judged.
        title: "Blunder on the river: fold is better by 4.82 bb".
        rows: the judge's actions.
        notes: the pot, the noise floor, or why it is not judged.
        can_study: whether Study can show it.
    """

    quality: str
    title: str
    rows: tuple[DecisionRow, ...] = ()
    notes: tuple[str, ...] = ()
    can_study: bool = True
