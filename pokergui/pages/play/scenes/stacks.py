"""Stacks that the user types seat by seat: their meaning, and why they cannot be played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.errors import GameError
from engine.game import Game
from pokergui.betsize import read_size
from pokergui.formatting.choices import (
    PlayChoice,
    depths_text,
    rivals_of,
    seat_titles,
    stack_bounds,
)
from pokergui.formatting.words import Money
from pokergui.language import tr_play as tr
from pokergui.pages.play.viewmodel.stacks import StacksScene
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.settings import AmountUnit


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
    """Return the strip for typed texts, and the stacks if they can be played.

    Args:
        choice: what is played now.
        texts: texts of the fields, clockwise from the user.
        unit: unit of a number without one.
        home: the folder of strategies.
    """
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
