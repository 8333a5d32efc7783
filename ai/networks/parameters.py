"""Hyperparameters common to all network training methods."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from ai.networks.network import check_hidden
from ai.training.recipe import check_ranges
from engine.errors import EngineError

MAX_MEMORY = 50_000_000
"""Most samples in a memory."""
AVERAGE, BEST, MIXED = "average", "best", "mixed"
PLAYS = (AVERAGE, BEST, MIXED)
"""``average`` plays the average network's probabilities, the aim of training. ``best`` takes the
action of the highest value, a response to the average of the training. ``mixed`` samples one of the
two before each hand, ``best`` with probability eta."""


@dataclass(frozen=True)
class NetworkParameters:
    """Hyperparameters of a run; help and range of each are in its field.

    Attributes:
        methods: the methods that have them.
        method: one of these.

    Raises:
        EngineError: if a hyperparameter is invalid.
    """

    methods: ClassVar[tuple[str, ...]]

    method: str = ""
    hidden: tuple[int, ...] = field(
        default=(128,),
        metadata={"about": "Sizes of the hidden layers, such as 128 or 256,128."},
    )

    def __post_init__(self) -> None:
        if self.method not in self.methods:
            raise EngineError(
                "there is no method '{method}'; choose one of {known}",
                method=self.method[:40],
                known=", ".join(self.methods),
            )
        check_hidden(self.hidden)
        check_ranges(self)

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Return the default of each hyperparameter."""
        return {one.name: one.default for one in fields(cls) if one.name != "method"}

    @classmethod
    def abouts(cls) -> dict[str, str]:
        """Return what each hyperparameter does."""
        return {one.name: one.metadata["about"] for one in fields(cls) if one.name != "method"}

    @classmethod
    def applies(cls, name: str, method: str) -> bool:
        """Return whether a hyperparameter affects a method."""
        only = {one.name: one.metadata.get("methods") for one in fields(cls)}[name]
        return not only or method in only


def parse_hidden(text: str) -> tuple[int, ...]:
    """Parse typed sizes of hidden layers: "128" or "256,128".

    Raises:
        EngineError: if they are not numbers.
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
        raise EngineError("hidden layers are their sizes, such as 128 or 256,128")
    return tuple(map(int, words))
