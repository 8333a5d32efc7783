"""Sequential stopping rules of ``match``, valid under continuous monitoring."""

from __future__ import annotations

from typing import Any

from ai.agents.entry import AIVAT, DUPLICATE
from ai.evaluation.match_estimates import RAW, Verdicts
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk
from engine.running_result import RunningResult
from engine.stopping import ConfidenceSequence, Look, Sprt
from pokergui.commands.common import picked
from pokergui.language import tr_commands as tr
from pokergui.units import per_hand


class Watch:
    """A watcher of the result as hands come in; it stops the match once its rule has decided.

    Args:
        rule: the rule that decides.
        game: the game.
        engines: their names.
        duplicate: whether each deal is played from every position.
        control: cancelled once the rule has decided.
        verdicts: those of the match, whose AIVAT is used; None uses the chips won.

    Attributes:
        decided: the rule's decision, empty before.
    """

    def __init__(
        self,
        rule: ConfidenceSequence | Sprt,
        game: Game,
        engines: tuple[str, ...],
        duplicate: bool,
        control: JobControl,
        verdicts: Verdicts | None = None,
    ) -> None:
        self._rule, self._control, self._verdicts = rule, control, verdicts
        self._result = RunningResult(game, engines, duplicate)
        self.decided = ""

    def add(self, chunk: MatchChunk) -> None:
        """Take the next hands, which the verdicts have counted."""
        self._result.add(chunk)
        self.decided = self.decided or self._rule.decided(self._look)
        if self.decided:
            self._control.cancel()

    @property
    def _look(self) -> Look:
        if self._verdicts is not None:
            return self._verdicts.reading(AIVAT).look
        return Look.of(self._result.tally.units, self._result.interval())

    @property
    def _method(self) -> str:
        if self._verdicts is not None:
            return AIVAT
        return DUPLICATE if self._result.duplicate else RAW

    @property
    def record(self) -> dict[str, Any]:
        """The present state of the rule."""
        rule, look = self._rule, self._look
        interval = rule.interval(look) if isinstance(rule, ConfidenceSequence) else None
        ends = interval and [
            interval.mean - interval.half_width,
            interval.mean + interval.half_width,
        ]
        told: dict[str, Any] = {"rule": rule.name, "method": self._method}
        told |= {"stopped_at": self._result.hands}
        told |= {"decided": self.decided or None, "interval_mbb": ends}
        if isinstance(rule, Sprt):
            told |= picked(rule, "null", "alternative") | {"log_ratio": rule.log_ratio(look)}
        return told

    @property
    def verdict(self) -> str:
        """The rule's verdict on the first engine, in words."""
        rule, look = self._rule, self._look
        by_aivat = self._verdicts is not None
        if isinstance(rule, Sprt):
            return _test_words(rule, self.decided, by_aivat, per_hand(self._result.game))
        words = tr("anytime-valid +- {half:,.1f}: {verdict}")
        if by_aivat:
            words = tr("anytime-valid, AIVAT +- {half:,.1f}: {verdict}")
        wins = {"better": tr("it wins"), "worse": tr("it loses"), "": tr("no winner yet")}
        return words.format(half=rule.interval(look).half_width, verdict=wins[self.decided])


def _test_words(rule: Sprt, decided: str, by_aivat: bool, unit: str) -> str:
    """Return what a test has decided."""
    if decided:
        words = tr("the test of {null:g} against {alternative:g} {unit} accepts {accepted:g}")
        if by_aivat:
            words = tr(
                "the test of {null:g} against {alternative:g} {unit} by AIVAT accepts {accepted:g}"
            )
    else:
        words = tr("the test of {null:g} against {alternative:g} {unit} has not decided")
        if by_aivat:
            words = tr(
                "the test of {null:g} against {alternative:g} {unit} by AIVAT has not decided"
            )
    accepted = rule.alternative if decided == "alternative" else rule.null
    return words.format(null=rule.null, alternative=rule.alternative, accepted=accepted, unit=unit)


def rule_of(
    stop: str, hands: int, null: float | None, alternative: float | None
) -> ConfidenceSequence | Sprt | None:
    """Return the rule that was asked for; None for the fixed length.

    Raises:
        PokerError: if the hypotheses are missing, in the wrong order or useless.
    """
    given = [value is not None for value in (null, alternative)]
    if stop != Sprt.name:
        if any(given):
            raise PokerError("--null and --alternative belong to --stop sprt")
        return ConfidenceSequence(hands) if stop == ConfidenceSequence.name else None
    if null is None or alternative is None:
        raise PokerError("--stop sprt needs --null and --alternative")
    return Sprt(null, alternative)
