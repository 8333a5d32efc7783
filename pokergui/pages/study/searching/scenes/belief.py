"""A search's belief about the other's hand, as a grid."""

from __future__ import annotations

import numpy as np

from ai.search.publictree import SearchSnapshot
from pokergui.formatting.players import player_names
from pokergui.formatting.words import combos_text, percent
from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.searching.viewmodel.search import BeliefScene
from pokergui.ranges.grid_shape import shape_of
from pokergui.viewmodel.grid import GridCell, GridScene


def belief_scene(snapshot: SearchSnapshot, engine: str) -> BeliefScene:
    """Return the belief from which hidden cards are drawn.

    Args:
        snapshot: of the search.
        engine: the owner of the ranges; empty if all hands are equally likely.
    """
    game, spot = snapshot.spot.game, snapshot.spot
    shape = shape_of(game, ())
    chances = np.bincount(shape.cell_of, snapshot.belief, shape.rows * shape.columns)
    highest = max(float(chances.max()), 1e-12)
    cells = tuple(
        GridCell(
            label,
            height=float(chance / highest if len(chances) > len(shape.ranks) else chance),
            possible=bool(chance > 0.0),
            spoken=phrases((label, percent(float(chance)))),
            note=percent(float(chance)),
        )
        for label, chance in zip(shape.labels, chances, strict=True)
    )
    words = tr("All hands equally likely, given the known cards.")
    if engine:
        words = tr("The range of {engine} at this decision.").format(engine=engine)
    caption = tr("{words} Each simulation draws a hand from here.").format(words=words)
    name = player_names(game)[1 - spot.to_act]
    return BeliefScene(
        tr("Belief about {name}").format(name=name),
        combos_text(float((snapshot.belief > 0.0).sum())),
        GridScene(shape.rows, shape.columns, cells, shaded=True),
        caption,
    )
