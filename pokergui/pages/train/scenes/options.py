"""The options of methods, from updates and sampling schedules to buckets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ai.abstraction.buckets import Buckets
from ai.betting.menus import Menu
from ai.blueprint import solver as blueprint
from ai.cfr.robust_sampling import parse_picks
from ai.cfr.sampling import DEFAULT_PICKS, WEIGHTS
from engine.errors import EngineError, PokerError
from engine.game import Game, get_game
from engine.typed_numbers import whole_number
from pokergui.formatting.notices import sentence
from pokergui.formatting.words import chips
from pokergui.language import tr_train as tr
from pokergui.pages.train.scenes.formatting import schedule_name
from pokergui.pages.train.viewmodel import OWN, OptionScene
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
class Options:
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
    def of(table: Mapping[str, str]) -> Options:
        """Return the valid options closest to the remembered ones, texts under ``KEY_text``."""
        chosen = {key: table.get(key, "") for key in _LISTED}
        typed = {key: plain(table.get(f"{key}_text", text)) for key, text in _FIRST_TEXT.items()}
        own = {key: plain(text) for key, text in table.items() if key.startswith(OWN)}
        return Options(
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

    def with_picks(self, picks: str) -> Options:
        own = {PICKS: CUSTOM, f"{PICKS}_text": picks}
        return Options.of({**self.table(), **({PICKS: picks} if picks in _LISTED[PICKS] else own)})

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
        """Return the number of threads; by default one core is left to the window."""
        value = self.value(WORKERS)
        return max(1, _CORES - 1) if value == AUTO else int(value)


def option_scenes(game: Game, options: Options, keys: Iterable[str]) -> tuple[OptionScene, ...]:
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


def option_problem(scenes: tuple[OptionScene, ...]) -> str:
    return next((scene.field.error for scene in scenes if scene.field and scene.field.error), "")


def _scene(game: Game, options: Options, key: str, caption: str) -> OptionScene:
    current = dict(options.chosen)[key]
    entries = tuple(_choice(key, value) for value in _LISTED[key])
    field = _field(game, options, key) if current == CUSTOM else None
    return OptionScene(key, ChoiceList(caption, entries, current), field)


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


def _field(game: Game, options: Options, key: str) -> FieldScene:
    text = dict(options.typed)[key]
    try:
        return FieldScene(text, _meaning(game, options, key, text.strip()))
    except PokerError as error:
        return FieldScene(text, error=sentence(error))


def _meaning(game: Game, options: Options, key: str, text: str) -> str:
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
