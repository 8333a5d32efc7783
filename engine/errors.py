"""The errors a user can cause; everything else is a bug and crashes loudly."""

from engine.plain import MOST_MESSAGE, plain
from engine.wording import Wording


class PokerError(Exception):
    """The root of all errors whose text is meant for a person.

    The text is one sentence that says what is wrong and what is allowed. It may quote names and
    untrusted files: characters that a terminal or a page must not show are removed.

    Args:
        text: the sentence in English, as for ``Wording``.
        values: what its names stand for.
    """

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(text)
        self.values = values

    def __str__(self) -> str:
        """The sentence in the language of the program."""
        return plain(str(Wording(self.args[0], **self.values)), MOST_MESSAGE)


class GameError(PokerError):
    """An unknown game, an impossible depth, or a malformed game definition."""


class CardError(PokerError):
    """Text that is not a card, or cards that cannot lie together."""


class RangeError(PokerError):
    """A malformed range."""


class IllegalActionError(PokerError):
    """An action that the rulebook does not allow; the text is its reason."""


class RecordError(PokerError):
    """A hand record or log that cannot be read; names file and line where known."""


class RecordMismatchError(RecordError):
    """A hand record that can be read but contradicts the rulebook: another end or result."""


class NotPlayedError(RecordError):
    """A hand that the rulebook does not play; some formats can still keep it as text."""


class HiddenCardsError(RecordMismatchError, NotPlayedError):
    """A hand whose end depends on cards that nobody saw."""


class StrategyFileError(PokerError):
    """A strategy file that is damaged, hostile, or belongs to another game."""


class EngineError(PokerError):
    """An unknown engine, or one that does not play the game asked for."""


class EngineFailedError(EngineError):
    """An external engine that crashed, hung, or gave a nonsensical answer."""


class ForfeitError(EngineFailedError):
    """An external engine that failed so often that it no longer plays in the match."""


class CancelledError(PokerError):
    """Work that stopped because it was asked to."""
