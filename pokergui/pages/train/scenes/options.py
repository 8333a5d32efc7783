"""The options of methods, from updates to buckets; text of games, schedules and bounds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ai.abstraction.buckets import Buckets
from ai.betting.menus import Menu
from ai.blueprint import solver as blueprint
from ai.cfr.robust_sampling import ALL, parse_picks
from ai.cfr.sampling import DEFAULT_PICKS, WEIGHTS
from ai.training.run import Bounds
from engine.errors import EngineError, PokerError
from engine.game import Game, get_game
from engine.typed_numbers import whole_number
from pokergui.formatting.notices import sentence
from pokergui.formatting.numbers import aim, duration_text
from pokergui.formatting.words import chips, game_words
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.viewmodel import OWN, MethodOption
from pokergui.viewmodel import Choice, ChoiceList, FieldScene

CUSTOM = "custom"
UPDATES, PICKS, AVERAGE, BASELINES, SEED = "updates", "picks", "weights", "baselines", "seed"
DEPTH, BUCKETS, BETS, WALKS, WORKERS = "depth", "buckets", "bets", "walks", "workers"
SIMULTANEOUS, ON = "simultaneous", "on"
SHIPPED, STANDARD, AUTO = "shipped", "standard", "auto"
_CORES = os.cpu_count() or 1
_LISTED: Mapping[str, tuple[str, ...]] = {
    UPDATES: ("alternating", SIMULTANEOUS),
    PICKS: (
        DEFAULT_PICKS,
        "depth:0.4",
        "street:0.5,1",
        "constant:all",
        "constant:1",
        "constant:2",
        "explicit:all,1",
        CUSTOM,
    ),
    AVERAGE: WEIGHTS,
    BASELINES: ("off", ON),
    SEED: ("0", "1", "2", CUSTOM),
    DEPTH: ("20", "50", "100", "200", CUSTOM),
    BUCKETS: (SHIPPED, "50", CUSTOM),
    BETS: (STANDARD, CUSTOM),
    WALKS: (
        blueprint.DEFAULT_PICKS,
        *(picks for picks in ("explicit:1,all", "depth:0.4") if picks != blueprint.DEFAULT_PICKS),
        CUSTOM,
    ),
    WORKERS: (AUTO, *(str(n) for n in (1, 2, 4, 8, 16, 32) if n <= _CORES)),
}
_DEFAULTS = {**{key: values[0] for key, values in _LISTED.items()}, DEPTH: "100"}
_FIRST_TEXT = {
    PICKS: "explicit:1,2,all",
    SEED: "7",
    DEPTH: "75",
    BUCKETS: "100,200,200",
    BETS: "50,100,a/100,a/a",
    WALKS: "street:0.5,1",
}
_MAX_SEED = 2**63 - 1
_MAX_TEXT = 200
START = "start"
_MOST_OWN = 50


@dataclass(frozen=True)
class MethodOptions:
    """Values of all options, also of those that the method does not take.

    Attributes:
        typed: text of the field by option, for options with custom values.
        own: texts of the numbers of methods that are not their defaults.
    """

    chosen: tuple[tuple[str, str], ...] = tuple(_DEFAULTS.items())
    typed: tuple[tuple[str, str], ...] = tuple(_FIRST_TEXT.items())
    start: str = ""
    own: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(table: Mapping[str, str]) -> MethodOptions:
        """Return the valid options closest to the remembered ones, texts under ``KEY_text``."""
        chosen = {key: table.get(key, "") for key in _LISTED}
        typed = {key: plain(table.get(f"{key}_text", text)) for key, text in _FIRST_TEXT.items()}
        own = {key: plain(text) for key, text in table.items() if key.startswith(OWN)}
        return MethodOptions(
            tuple(
                (key, chosen[key] if chosen[key] in _LISTED[key] else _DEFAULTS[key])
                for key in chosen
            ),
            tuple(typed.items()),
            plain(table.get(START, "")),
            tuple((key.removeprefix(OWN), text) for key, text in own.items())[-_MOST_OWN:],
        )

    def table(self) -> dict[str, str]:
        typed = {f"{key}_text": text for key, text in self.typed}
        own = {f"{OWN}{key}": text for key, text in self.own}
        return {**dict(self.chosen), **typed, START: self.start, **own}

    def with_picks(self, picks: str) -> MethodOptions:
        own = {PICKS: CUSTOM, f"{PICKS}_text": picks}
        return MethodOptions.of(
            {**self.table(), **({PICKS: picks} if picks in _LISTED[PICKS] else own)}
        )

    def value(self, key: str) -> str:
        chosen = dict(self.chosen)[key]
        return dict(self.typed)[key].strip() if chosen == CUSTOM else chosen

    def seed(self) -> int:
        """Return the seed.

        Raises:
            EngineError: if the text is not a seed.
        """
        seed = whole_number(self.value(SEED), len(str(_MAX_SEED)))
        if seed is None or seed > _MAX_SEED:
            raise EngineError(tr("a seed is a whole number, such as 7"))
        return seed

    def buckets(self) -> str:
        """Return the buckets on flop, turn and river; "" for the shipped ones.

        Raises:
            EngineError: if the text does not describe buckets.
        """
        text = self.value(BUCKETS)
        return "" if text == SHIPPED else str(Buckets.parse(text))

    def menu(self, game: Game) -> str:
        """Return the bets considered; empty for the game's own."""
        bets = STANDARD if game.is_limit else self.value(BETS)
        return "" if bets == STANDARD else bets

    def workers(self) -> int:
        value = self.value(WORKERS)
        return max(1, _CORES - 1) if value == AUTO else int(value)


def option_scenes(
    game: Game, options: MethodOptions, keys: Iterable[str]
) -> tuple[MethodOption, ...]:
    captions = {
        UPDATES: tr("Updates"),
        PICKS: tr("Sampling schedule"),
        WALKS: tr("Sampling schedule"),
        AVERAGE: tr("Weights"),
        BASELINES: tr("Baselines"),
        SEED: tr("Seed"),
        DEPTH: tr("Depth"),
        BUCKETS: tr("Buckets"),
        BETS: tr("Bets"),
        WORKERS: tr("Threads"),
    }
    return tuple(_scene(game, options, key, captions[key]) for key in keys)


def plain(text: str) -> str:
    return "".join(letter for letter in text[:_MAX_TEXT] if letter.isprintable())


def option_problem(scenes: tuple[MethodOption, ...]) -> str:
    return next((scene.field.error for scene in scenes if scene.field and scene.field.error), "")


def _scene(game: Game, options: MethodOptions, key: str, caption: str) -> MethodOption:
    current = dict(options.chosen)[key]
    entries = tuple(_choice(key, value) for value in _LISTED[key])
    field = _field(game, options, key) if current == CUSTOM else None
    return MethodOption(key, ChoiceList(caption, entries, current), field)


def _choice(key: str, value: str) -> Choice:
    if value == CUSTOM:
        return Choice(value, tr("Another…"), typed=True)
    if key in (PICKS, WALKS):
        title = schedule_name(value)
        return Choice(value, title[:1].upper() + title[1:], _about_picks(value))
    if key == DEPTH:
        return Choice(value, tr("{depth} bb").format(depth=value))
    if key == BUCKETS and value != SHIPPED:
        return Choice(value, tr("{count} a street").format(count=value), tr("built first, once"))
    titles = {
        "alternating": (tr("In turn"), tr("alternating; usually faster")),
        SIMULTANEOUS: (tr("At once"), tr("simultaneous; as in the lecture")),
        "linear": (tr("Linear"), tr("later iterations count more")),
        "plain": (tr("Plain"), tr("all iterations count the same")),
        "off": (tr("Off"), tr("sampled values, unadjusted")),
        ON: (tr("On"), tr("less variance, more work")),
        SHIPPED: (tr("Shipped"), tr("with classes of boards")),
        STANDARD: (tr("Standard"), tr("like the shipped blueprints")),
        AUTO: (tr("All but one core"), tr("one is left for the window")),
    }
    title, note = titles.get(value, (value, ""))
    return Choice(value, title, note)


def _about_picks(picks: str) -> str:
    return {
        DEFAULT_PICKS: tr("one action at first, all later"),
        "explicit:all,1": tr("falls with depth, for comparison"),
        "constant:1": tr("one action"),
        "constant:2": tr("two actions"),
        "constant:all": tr("like external sampling"),
        "depth:0.4": tr("grows to all with each decision"),
        "street:0.5,1": tr("half of the actions at first"),
    }.get(picks, "")


def _field(game: Game, options: MethodOptions, key: str) -> FieldScene:
    text = dict(options.typed)[key]
    try:
        return FieldScene(text, _meaning(game, options, key, text.strip()))
    except PokerError as error:
        return FieldScene(text, error=sentence(error))


def _meaning(game: Game, options: MethodOptions, key: str, text: str) -> str:
    """Return the parsed text of an option.

    Raises:
        PokerError: if it is invalid.
    """
    if key == SEED:
        return tr("Seed {number}").format(number=chips(options.seed()))
    if key == DEPTH:
        deep = get_game(f"{game.name}@{text}")
        return tr("Stacks of {count} chips").format(count=chips(deep.stacks[0]))
    if key == BUCKETS:
        words = tr("{flop} on the flop, {turn} on the turn, {river} on the river")
        flop, turn, river = options.buckets().split(",")
        return words.format(flop=flop, turn=turn, river=river)
    if key == BETS:
        return tr("Bets {menu}").format(menu=str(Menu.parse(text)))
    title = parse_picks(text).title
    return title[:1].upper() + title[1:]


ENDLESS = 10**15
PRECISION = 1e-16
"""Smallest value drawn, in antes or big blinds, near the limit of double precision."""


def short_game(game: Game) -> str:
    """Return a game's short name: "Leduc", "No-limit 100 bb"."""
    name = game_words(game).removesuffix(tr(" hold’em")).removesuffix(tr(" poker"))
    if not game.has_stacks:
        return name
    depth = f"{min(game.stacks) / game.big_blind:g}"
    return tr("{game} {depth} bb").format(game=name, depth=depth)


def iterations_text(count: int) -> str:
    return tr.plural("1 iteration", "{n} iterations", count).format(n=chips(count))


def deals_text(count: int) -> str:
    return tr.plural("1 deal", "{n} deals", count).format(n=chips(count))


def episodes_text(count: int) -> str:
    return tr.plural("1 episode", "{n} episodes", count).format(n=chips(count))


def bounds_text(bounds: Bounds, game: Game, counted: Callable[[int], str] = iterations_text) -> str:
    """Write the bounds of a run: "20,000 iterations", "0.01 mA/hand or 10 min"."""
    parts = []
    if bounds.iterations is not None:
        endless = bounds.iterations >= ENDLESS
        parts.append(tr("until stopped") if endless else counted(bounds.iterations))
    if bounds.exploitability is not None:
        figure = aim(game, bounds.exploitability)
        parts.append(tr("{figure}/hand").format(figure=figure))
    if bounds.seconds is not None:
        parts.append(duration_text(bounds.seconds))
    return tr(" or ").join(parts)


def schedule_name(picks: str) -> str:
    """Write a short sampling schedule: "1 of N", "1, then all", "from 40%"."""
    schedule = parse_picks(picks)
    if schedule.form == "depth":
        start, exponent = schedule.numbers
        words = [tr("from {share}").format(share=f"{100 * start:g}%")]
        if exponent != 1.0:
            words.append(tr("exponent {number}").format(number=f"{exponent:g}"))
        if schedule.both:
            words.append(tr("both players"))
        return phrases(words)
    if schedule.form == "street":
        shares = [f"{100 * share:g}%" for share in schedule.numbers]
        return tr("{shares} by street").format(shares=tr(", then ").join(shares))
    counts = [tr("all") if number == ALL else f"{number:g}" for number in schedule.numbers]
    if schedule.form == "constant":
        return tr("all N") if counts == [tr("all")] else tr("{k} of N").format(k=counts[0])
    return tr(", then ").join(counts)


def short_number(count: int) -> str:
    """Write a number for a file's name: 20k, 3m, 12345."""
    for unit, letter in ((10**6, "m"), (10**3, "k")):
        if count >= unit and count % unit == 0:
            return f"{count // unit}{letter}"
    return str(count)
