"""Aggregate report of one line over a set of boards: frequencies, EV and equity.

For each board: the actions of the player to act over its whole range given the opponent's cards
(``ai.reading.reach``), the EV of its range from here on, and the exact equity of both ranges
without further betting. On rivers the rest of the hand is played out (``ai.values.playout``), so EV
is the result if both follow the engine; elsewhere it is the EV that the engine states. The weight
of a board is the number of boards it represents times how often both ranges reach it: means over
boards are means over all deals that reach the line.
"""

from __future__ import annotations

import csv
import io
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ai.reading.reach import RangeReader, matchups, total_shares, visible
from ai.reports.boardsets import WeightedBoard
from ai.reports.lines import action_word, line_words
from ai.reports.texture import KINDS, Texture, texture_of
from ai.values.node_values import EXACT, PLAYED, STATED, TOO_LONG, played_out, range_mean, stated_ev
from engine.equity import combo_equities
from engine.errors import GameError, IllegalActionError
from engine.jobs import JobControl
from engine.player import Action, PublicState
from engine.wording import Wording

NAN = float("nan")


@dataclass(frozen=True)
class BoardFigures:
    """The results of a line on one board.

    Attributes:
        weight: how often the line is reached there, up to a factor common to all boards.
        shares: total frequency of each action of the engine over the range of the player to act,
            sum 1; in the engine's order.
        ev: chips from here on of that range, NaN where unknown.
        equity: of that range against the other, 0 to 1, NaN where no hands can meet.
        guessed: whether a range never reaches this board: the figures are of the range before the
            action that ended it, and count only if that is so on all boards.
        never: indices of the line's actions that the engine does not consider, or that no hand of
            its range takes.
        basis: source of ``ev``, as named in ``ai.values.node_values``; "" where unknown.
        trouble: why a river was not played out, as named in ``ai.values.node_values``; "" where it
            was.
    """

    board: WeightedBoard
    texture: Texture
    weight: float
    shares: dict[Action, float]
    ev: float
    equity: float
    guessed: bool = False
    never: tuple[int, ...] = ()
    basis: str = ""
    trouble: str = ""


@dataclass(frozen=True)
class Means:
    """Means over boards, by weight.

    Attributes:
        shares: frequency of each action.
        ev: chips from here on, NaN where unknown.
        equity: 0 to 1, NaN where unknown.
        guessed: whether a range reaches none of the boards.
    """

    boards: int
    weight: float
    shares: dict[Action, float]
    ev: float
    equity: float
    guessed: bool = False


def check_line(betting: PublicState) -> int:
    """Validate a line for aggregate reports.

    ``betting``: the line; its board does not matter. Returns the number of cards on the boards: 3,
    4 or 5. Raises GameError if the game is not hold'em for two, or IllegalActionError if no player
    is to act, or no board is dealt.
    """
    game = betting.game
    if not (game.is_heads_up and game.is_part_of_holdem):
        raise GameError("reports need heads-up hold'em, not {title}", title=Wording(game.title))
    if betting.finished:
        raise IllegalActionError("the betting of the line is over: it is nobody's turn")
    if not game.board_sizes[betting.street]:
        raise IllegalActionError("the line ends before the flop: continue to a decision on a board")
    return game.board_sizes[betting.street]


def figures_on(
    reader: RangeReader,
    betting: PublicState,
    board: WeightedBoard,
    control: JobControl | None = None,
    *,
    play: bool = True,
) -> BoardFigures:
    """Return the results of an engine's range on one board.

    ``betting``: the line, see ``check_line``. ``play``: whether a river is played out; not if
    others of the same line took too long. Raises any error of the engine.
    """
    spot = PublicState(betting.game, betting.actions, board.cards, betting.betting)
    answer = reader.answer(spot, control)
    reach = reader.reach(spot, control)
    ranges = visible([reach])[0]
    seat = spot.to_act
    meets = matchups(spot.game, ranges, seat)
    shares = total_shares([(meets, answer.probabilities)])
    # EV (num_combos,) of the player to act, its source, and why it was not played out.
    evs, basis, trouble = np.full(len(answer.probabilities), NAN), "", ""
    if answer.values is not None:
        # Only solutions of spots begin later.
        evs, basis = stated_ev(answer), EXACT if spot.game.begins_later else STATED
    if spot.street == spot.game.num_rounds - 1:
        played = played_out(reader, [spot], [ranges], control) if play else TOO_LONG
        if isinstance(played, str):
            trouble = played
        else:
            evs, basis = played[0][0, seat], PLAYED
    ev, equity, other = range_mean(meets, evs), NAN, ranges[1 - seat]
    if meets.any() and other.any():
        equities = combo_equities(other, board.cards, None if control is None else control.silent())
        there = (meets > 0.0) & ~np.isnan(equities)
        if there.any():
            equity = float(np.average(equities[there], weights=meets[there]))
    weight, texture = board.count * float(meets.sum()), texture_of(board.cards)
    by_action = dict(zip(answer.actions, shares.tolist(), strict=True))
    guessed, never = not np.array_equal(ranges, reach.weights), {*reach.misses, *reach.ends}
    rest = guessed, tuple(sorted(never)), basis if ev == ev else "", trouble
    return BoardFigures(board, texture, weight, by_action, ev, equity, *rest)


def aggregate(
    reader: RangeReader,
    betting: PublicState,
    boards: Sequence[WeightedBoard],
    keep: Callable[[BoardFigures], None],
    control: JobControl | None = None,
    workers: int = 1,
) -> None:
    """Compute the results of a line on each board of a set, in order.

    Finished results are kept on cancellation. The engine is queried for a line's preflop decisions
    once, as the reader caches its answers. After a river took too long to be played out, later ones
    are not. ``betting``: the line, see ``check_line``. ``keep``: called with the figures of each
    board as soon as they are known. ``control``: checked, and given the progress, at each board.
    ``workers``: threads; the engine gets one query at a time. Raises GameError, IllegalActionError
    if the line cannot be reported, or any error of the engine.
    """
    check_line(betting)
    control = control or JobControl()
    silent = control.silent()
    waiting: deque[Future[BoardFigures]] = deque()
    play = True
    todo = iter(boards)
    with ThreadPoolExecutor(workers, "aggregate") as pool:
        try:
            for done in range(len(boards)):
                for board in islice(todo, 2 * workers - len(waiting)):
                    work = pool.submit(figures_on, reader, betting, board, silent, play=play)
                    waiting.append(work)
                row = waiting.popleft().result()
                play = play and row.trouble != TOO_LONG
                keep(row)
                control.check()
                control.progress((done + 1) / len(boards))
        finally:
            for future in waiting:
                future.cancel()


def counted(rows: Iterable[BoardFigures]) -> list[BoardFigures]:
    """Return the boards that the line reaches, or all if it reaches none."""
    every = [row for row in rows if row.weight > 0.0]
    return [row for row in every if not row.guessed] or every


def sources(rows: Iterable[BoardFigures]) -> list[tuple[str, str]]:
    """Return the distinct sources of the EVs: each ``basis`` with its ``trouble``."""
    return list(dict.fromkeys((row.basis, row.trouble) for row in counted(rows)))


def means(rows: Sequence[BoardFigures]) -> Means:
    """Weighted means over the boards that count."""
    parts = counted(rows)
    weights = np.array([row.weight for row in parts])
    whole = float(weights.sum())
    actions = dict.fromkeys(action for row in rows for action in row.shares)
    numbers = [
        [row.ev, row.equity, *(row.shares.get(action, 0.0) for action in actions)] for row in parts
    ]
    if not parts:
        return Means(len(rows), whole, dict.fromkeys(actions, NAN), NAN, NAN)
    ev, equity, *shares = (weights @ np.array(numbers) / whole).tolist()
    shared = dict(zip(actions, shares, strict=True))
    return Means(len(rows), whole, shared, ev, equity, all(row.guessed for row in parts))


def weight_share(figures: BoardFigures | Means, whole: Means) -> float:
    """Return the share of a set's weight in one or more of its boards, 0 to 1.

    0 where they do not count, NaN where nothing has any weight.
    """
    if not whole.weight:
        return NAN
    return 0.0 if figures.guessed and not whole.guessed else figures.weight / whole.weight


def by_texture(rows: Iterable[BoardFigures], kind: str) -> list[tuple[str, list[BoardFigures]]]:
    """Group boards by the names of a kind of ``KINDS``, in order, without empty groups."""
    groups: dict[str, list[BoardFigures]] = {name: [] for name in KINDS[kind]}
    for row in rows:
        groups[row.texture.names[kind]].append(row)
    return [(name, members) for name, members in groups.items() if members]


def action_names(betting: PublicState, actions: Sequence[Action]) -> dict[Action, str]:
    """Betting text of actions, in order fold, call, raises ascending."""
    ordered = sorted(actions, key=lambda action: (action.kind, action.raise_to))
    return {action: action_word(betting, action) for action in ordered}


def csv_text(betting: PublicState, engine: str, rows: Sequence[BoardFigures]) -> str:
    """CSV with one row per board, and a last row ``all`` of their means.

    Columns: game, engine (its name), line, board, weight (its share of all), one for each action by
    its betting text, ev (chips from here on of the player to act), equity (of that player's range),
    other (the other's), and the kinds of the board. Frequencies, weights and equities are 0 to 1.
    Numbers have all their digits; unknown ones are empty.
    """
    whole, game = means(rows), betting.game
    actions = action_names(betting, list(whole.shares))
    first = ["game", "engine", "line", "board", "weight"]
    heads = [*first, *actions.values(), "ev", "equity", "other", *KINDS]
    line = line_words(betting)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(heads)

    def write(name: str, figures: BoardFigures | Means, kinds: Sequence[str]) -> None:
        numbers = [
            weight_share(figures, whole),
            *(figures.shares.get(action, 0.0) for action in actions),
            figures.ev / game.shown_chip,
            figures.equity,
            1.0 - figures.equity,
        ]
        told = ["" if one != one else repr(float(one)) for one in numbers]
        writer.writerow([game.name, engine, line, name, *told, *kinds])

    for row in rows:
        write(row.board.name, row, list(row.texture.names.values()))
    write("all", whole, [""] * len(KINDS))
    return file.getvalue()
