"""The seats of the user's table as the advisor names them, and the ranges it assumes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import GameError
from engine.game import Game
from engine.player import Action, PublicState, SeatView
from pokergui.betsize import read_size
from pokergui.formatting.choices import (
    PlayChoice,
    depths_text,
    rivals_of,
    seat_titles,
    stack_bounds,
)
from pokergui.formatting.players import player_names, short_names
from pokergui.formatting.words import Money, listed, phrase, said
from pokergui.language import tr_play as tr
from pokergui.language.joins import clauses, full_sentences, full_stop
from pokergui.pages.play.scenes.advice import board_at, opponents
from pokergui.pages.play.viewmodel import YOU, AdviceSide, StacksScene
from pokergui.ranges.reading import Reading
from pokergui.ranges.worth import drawn_words, range_size
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.settings import AmountUnit


@dataclass(frozen=True)
class Seats:
    """The seats at a decision of the user."""

    view: SeatView
    titles: Sequence[str]
    unit: AmountUnit

    def _clockwise(self, position: int) -> int:
        """Return the number of a seat, clockwise from the user's, which is 0."""
        return (position - self.view.seat) % self.view.spot.game.num_players

    def position(self, side: str) -> int:
        steps = 0 if side == YOU else int(side)
        return (self.view.seat + steps) % self.view.spot.game.num_players

    def name(self, position: int) -> str:
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
        """Describe the hands that the user's equity is against."""
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
        two = tr("If both play this line as {name} does")
        all_of_them = tr("If all play this line as {name} does")
        return (two if self.view.spot.game.is_heads_up else all_of_them).format(name=engine)

    def _before(self, place: int) -> PublicState:
        spot = self.view.spot
        return PublicState(spot.game, spot.actions[:place], ())

    def is_other(self, place: int) -> bool:
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


def stack_texts(game: Game, unit: AmountUnit) -> tuple[str, ...]:
    """Return the stacks of a game as the fields show them; empty if nobody runs out of chips."""
    if not game.has_stacks:
        return ()
    money = Money(game, unit)
    return tuple(money.number(stack) for stack in game.stacks)


def read_stack(game: Game, text: str, unit: AmountUnit) -> int:
    """Return the chips of a stack that the user typed: ``4000``, ``40bb``, or a number of the unit.

    Raises:
        GameError: with what is wrong with it.
    """
    size = read_size(text, "bb" if Money(game, unit).in_blinds else "chips")
    if size is None or size.kind not in ("chips", "bb"):
        raise GameError(tr("Write big blinds or chips, such as 40bb or 4000"))
    chips = size.number * (game.big_blind if size.kind == "bb" else 1)
    if chips.denominator != 1:
        raise GameError(tr("This is not a whole number of chips"))
    (least, most), money = stack_bounds(game), Money(game, unit)
    if chips < least:
        raise GameError(
            tr("A stack is at least the big blind, {chips}").format(chips=money.text(least))
        )
    if chips > most:
        raise GameError(tr("A stack is at most {chips}").format(chips=money.text(most)))
    return int(chips)


def read_stacks(
    choice: PlayChoice, texts: Sequence[str], unit: AmountUnit, home: Path
) -> tuple[StacksScene, tuple[int, ...] | None]:
    """Return the strip for typed texts, and the stacks if they can be played."""
    game = choice.build_game()
    names = (tr("You"), *seat_titles(choice.opponents, home, game))
    stacks: list[int] = []
    errors = [""] * len(texts)
    for place, text in enumerate(texts):
        try:
            stacks.append(read_stack(game, text, unit))
        except GameError as error:
            errors[place] = str(error)
    notes = [""] * len(texts)
    if not any(errors):
        notes = [Money(game, unit).other(stack) for stack in stacks]
        errors = _refused(choice, stacks, home)
    fields = tuple(
        SpotField(str(place), text, notes[place], errors[place]) for place, text in enumerate(texts)
    )
    refused = next(
        ((name, error) for name, error in zip(names, errors, strict=False) if error), None
    )
    problem = (
        ""
        if refused is None
        else tr("{name}: {problem}.").format(name=refused[0], problem=refused[1])
    )
    scene = StacksScene(names, fields, problem)
    return scene, None if problem or not fields else tuple(stacks)


def _refused(choice: PlayChoice, stacks: Sequence[int], home: Path) -> list[str]:
    """Return for each seat why its engine does not play with these stacks."""
    if not stacks:
        return []
    game = choice.with_stacks(stacks).build_game()
    playing = {engine.name for engine in rivals_of(game, home)}
    words = tr("This engine plays equal stacks only")
    if len(set(stacks)) == 1:
        words = tr("This engine does not play {depth} bb").format(depth=depths_text(game))
    return ["", *("" if one in playing else words for one in choice.opponents)]
