"""The seats of the user's table as the advisor names them, and the ranges it assumes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.player import Action, PublicState, SeatView
from pokergui.formatting.players import player_names, short_names
from pokergui.formatting.words import listed, phrase, said
from pokergui.language import tr_play as tr
from pokergui.language.joins import clauses, full_sentences, full_stop
from pokergui.pages.play.scenes.advice import board_at, opponents
from pokergui.pages.play.viewmodel.advisor import YOU, AdviceSide
from pokergui.ranges.reading import Reading
from pokergui.ranges.worth import drawn_words, range_size
from pokergui.viewmodel.settings import AmountUnit


@dataclass(frozen=True)
class Seats:
    """The seats at a decision of the user.

    Attributes:
        view: the decision.
        titles: titles of the engines, clockwise from the user.
        unit: unit of amounts.
    """

    view: SeatView
    titles: Sequence[str]
    unit: AmountUnit

    def _clockwise(self, position: int) -> int:
        """Return the number of a seat, clockwise from the user's, which is 0."""
        return (position - self.view.seat) % self.view.spot.game.num_players

    def position(self, side: str) -> int:
        """Return the position of the side with a key."""
        steps = 0 if side == YOU else int(side)
        return (self.view.seat + steps) % self.view.spot.game.num_players

    def name(self, position: int) -> str:
        """Return the title of the engine in a position."""
        return self.titles[self._clockwise(position) - 1]

    def sides(self) -> tuple[AdviceSide, ...]:
        """Return the sides with ranges to show: the others who are still in, and the user."""
        game, you = self.view.spot.game, AdviceSide(YOU, tr("You"), tr("You"))
        if game.is_heads_up:
            return (AdviceSide("1", tr("Opponent"), self.titles[0]), you)
        places, short, words = player_names(game), short_names(game), tr("{name}, {position}")
        others = (
            AdviceSide(
                str(self._clockwise(seat)),
                short[seat],
                words.format(name=self.name(seat), position=places[seat]),
            )
            for seat in opponents(self.view)
        )
        return (*others, you)

    def against(self, reading: Reading, engine: str, *, guess: bool) -> str:
        """Describe the hands that the user's equity is against.

        Args:
            reading: the engine's answer, with ranges.
            engine: its title.
            guess: True if the ranges are a guess.
        """
        at, others = board_at(reading, self.view), opponents(self.view)
        sizes = [range_size([reading.spots[at]], [reading.ranges[at][seat]]) for seat in others]
        if len(others) > 1 and guess:
            words = tr("Against a guess at their ranges, {count}: {name} never plays this line")
        elif len(others) > 1:
            words = tr("Against all their ranges, {count}, if they play this line as {name} does")
        elif guess:
            words = tr("Against a guess at their range, {count}: {name} never plays this line")
        else:
            words = tr("Against their range, {count}, if they play this line as {name} does")
        text = words.format(count=listed(sizes), name=engine)
        text = tr("{text}. Without further betting, over all cards to come.").format(text=text)
        return full_sentences((text, full_stop(drawn_words(self.view.spot))))

    def assumed(self, engine: str) -> str:
        """Describe the strategy that ranges assume."""
        two = tr("If both play this line as {name} does")
        all_of_them = tr("If all play this line as {name} does")
        return (two if self.view.spot.game.is_heads_up else all_of_them).format(name=engine)

    def _before(self, place: int) -> PublicState:
        """Return the decision before an action of the line."""
        spot = self.view.spot
        return PublicState(spot.game, spot.actions[:place], ())

    def is_other(self, place: int) -> bool:
        """Return whether an action of the line is not the user's."""
        return self._before(place).to_act != self.view.seat

    def _said(self, spot: PublicState, action: Action) -> str:
        you = spot.to_act == self.view.seat
        name = "" if you else self.name(spot.to_act)
        words = said(spot, action, name, you=you, unit=self.unit)[0]
        return phrase(words) if you else words

    def never(self, places: Sequence[int], engine: str) -> str:
        """Name the actions of the line that an engine never takes; empty for none."""
        if not places:
            return ""
        told = [self._said(self._before(at), self.view.spot.actions[at]) for at in places]
        return tr("{name} never plays this: {actions}. The range is a guess from there on.").format(
            name=engine, actions=clauses(told)
        )
