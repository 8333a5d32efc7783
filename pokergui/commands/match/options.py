"""The arguments of ``pokergui match``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ai.agents.entry import LETTERS
from ai.registry import APART
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.match import check_rake
from engine.rake import Rake
from engine.records.formats import Format
from engine.stopping import ConfidenceSequence, Sprt
from engine.wording import Wording
from pokergui.commands.common import check_writable

BOTH, ALL = "both", "all"
KNOWN = (*LETTERS, BOTH, ALL)
"""Options for the players known to AIVAT: the first engine is A."""


@dataclass(frozen=True)
class MatchOptions:
    """The arguments of the command, as they are named there."""

    game: str
    engines: tuple[str, ...]
    hands: int
    duplicate: bool
    blocks: int | None
    clock: float
    stop: str
    null: float | None
    alternative: float | None
    aivat: str | None
    db: Path | None
    scheduler: str | None
    seed: int
    files: tuple[tuple[Format, Path], ...]
    rake: Rake

    @cached_property
    def rules(self) -> Game:
        return get_game(self.game)

    @property
    def wanted(self) -> int:
        return self.hands * (self.rules.num_players if self.duplicate else 1)

    @cached_property
    def known(self) -> tuple[int, ...]:
        """The players that AIVAT is to know.

        Raises:
            PokerError: if the game has no such engine.
        """
        players = range(self.rules.num_players)
        if self.aivat is None:
            return ()
        if self.aivat == ALL or (self.aivat == BOTH and self.rules.is_heads_up):
            return tuple(players)
        title = Wording(self.rules.title)
        if self.aivat == BOTH:
            raise PokerError(
                "--aivat both is for two engines: {title} takes --aivat all", title=title
            )
        place = LETTERS.index(self.aivat)
        if place not in players:
            raise PokerError(
                "--aivat {known}: {title} has engines A to {letters}",
                known=self.aivat,
                title=title,
                letters=LETTERS[players[-1]],
            )
        return (place,)

    def check(self) -> None:
        """Refuse what does not go together, before anything is computed.

        Raises:
            PokerError: with the reason.
        """
        rules = self.rules
        if self.blocks and self.blocks > self.hands:
            raise PokerError(
                "{hands} hands cannot be split into {blocks} blocks",
                hands=self.hands,
                blocks=self.blocks,
            )
        if len(self.engines) != rules.num_players:
            raise PokerError(
                "{title} is played by {players} engines",
                title=Wording(rules.title),
                players=rules.num_players,
            )
        check_rake(rules, self.rake)
        for form, file in self.files:
            if refusal := form.refusal(rules):
                raise PokerError("{refusal}", refusal=refusal)
            check_writable(file)
        self._check_rule()
        if self.scheduler is None:
            return
        if self.stop != "fixed":
            raise PokerError("--stop and --scheduler do not go together: a worker plays all hands")
        known = [self.engines[at] for at in self.known]
        if apart := [name for name in known if name.startswith(APART)]:
            raise PokerError(
                "--aivat and --scheduler: the ranges of {engine} are only known where it plays,"
                " so play the match on this machine",
                engine=apart[0],
            )

    def _check_rule(self) -> None:
        given = [value is not None for value in (self.null, self.alternative)]
        if self.stop != Sprt.name:
            if any(given):
                raise PokerError("--null and --alternative belong to --stop sprt")
        elif not all(given):
            raise PokerError("--stop sprt needs --null and --alternative")
        self.rule()  # whose hypotheses may be useless

    def rule(self) -> ConfidenceSequence | Sprt | None:
        """Return the rule that may end the match; None for the fixed length."""
        if self.stop == "fixed":
            return None
        from pokergui.matches import rule_of  # only with --stop

        return rule_of(self.stop, self.hands, self.null, self.alternative)
