"""User-facing errors; any other exception is a bug and propagates."""

from engine.sanitise import MOST_MESSAGE, plain
from engine.wording import Wording


class PokerError(Exception):
    """Base class of errors with a message for the user.

    The text is one sentence that states the problem and what is allowed. It may quote untrusted
    text, which is sanitised for display.

    Args:
        text: the sentence in English, as for ``Wording``.
        values: values of its placeholders.
    """

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(text)
        self.values = values

    def __str__(self) -> str:
        """The sentence in the user's language."""
        return plain(str(Wording(self.args[0], **self.values)), MOST_MESSAGE)


class GameError(PokerError):
    """An unknown game, an impossible depth, or a malformed game definition."""


class CardError(PokerError):
    """Text that is not a card, or an impossible set of cards."""


class RangeError(PokerError):
    """A malformed range."""


class IllegalActionError(PokerError):
    """An action that the rules do not allow; the text gives the reason."""


class RecordError(PokerError):
    """A hand history or log that cannot be parsed; names file and line where known."""


class RecordMismatchError(RecordError):
    """A hand record that parses but contradicts the rules: a different ending or result."""


class OtherGameError(RecordError):
    """A hand of a game that the format's reader passes over, such as Omaha.

    Args:
        game: its name in the source.
    """

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(text, **values)
        inner = values.get("error")
        known = inner.game if isinstance(inner, OtherGameError) else values.get("game", "")
        self.game: str = str(known)


class NotPlayedError(RecordError):
    """A hand that the rulebook does not support; some formats can still keep it as text."""


class HiddenCardsError(RecordMismatchError, NotPlayedError):
    """A hand whose result depends on cards that were never shown."""


class StrategyFileError(PokerError):
    """A strategy file that is damaged, malicious, or for another game."""


class EngineError(PokerError):
    """An unknown engine, or one that does not support the game."""


class EngineFailedError(EngineError):
    """An external engine that crashed, hung, or gave an invalid answer."""


class ForfeitError(EngineFailedError):
    """An external engine that forfeits the match after repeated failures."""


class CancelledError(PokerError):
    """Work that was cancelled."""
