"""Persistent settings, in ``settings.json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, get_args

from ai.review.classes import USUAL_PERCENTS, Percents, Thresholds
from engine.errors import PokerError
from engine.named_file import read_named_text
from pokergui.betsize import AFTER_FLOP, BEFORE_FLOP, presets_problem
from pokergui.files import ready_folder, write_text
from pokergui.paths import config_dir
from pokergui.viewmodel.settings import (
    SPEEDS,
    AmountUnit,
    DeckName,
    LanguageName,
    PaletteName,
    ThemeName,
)

MAX_BYTES = 100_000
_MAX_TEXT = 2000
_MAX_ENTRIES = 200


@dataclass(frozen=True)
class Settings:
    """All settings.

    Attributes:
        animation: factor on the length of every animation, one of ``SPEEDS``.
        misclick_guard: all-ins and large folds need a second press.
        auto_next: the next hand deals itself after a moment.
        limits: between the classes of decisions in reviews, as for ``Thresholds.of_percents``.
        game: name of the game played last, without its depth.
        depths: depth in big blinds chosen last for each game.
        opponents: engine chosen last for each game, of the seat left of the user.
        others: engines chosen last for the seats after it, clockwise.
        stacks: chips of each player chosen last, clockwise from the user; empty if all are equal.
        options: antes and straddle chosen last for each game, as in its name; empty for none.
        rakes: rule for the rake chosen last for each game; empty for none.
        plans: sit-and-go chosen last for each game, as the text of its plan; empty for none.
        study_engine: engine chosen last in Study; empty for the strongest of the game.
        study_second: engine compared with it last; empty for none.
        export_folder: the folder in which Study last saved a picture or a table.
        bets_before: sizes of the presets before the flop, at most five, as typed.
        count_played: hands played here count in History's results and statistics.
        count_imported: imported hands count there.
        dialogs: folder and type of files chosen last in each of History's dialogs.
        geometry: place and size of the window, as Qt gives them, in base64.
    """

    language: LanguageName = "system"
    theme: ThemeName = "dark"
    deck: DeckName = "four"
    palette: PaletteName = "standard"
    unit: AmountUnit = "chips"
    animation: float = 1.0
    misclick_guard: bool = False
    auto_next: bool = True
    review: bool = False
    limits: Percents = USUAL_PERCENTS
    advisor: bool = False
    game: str = "holdem-nolimit"
    depths: Mapping[str, float] = field(default_factory=dict)
    opponents: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stacks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    rakes: Mapping[str, str] = field(default_factory=dict)
    plans: Mapping[str, str] = field(default_factory=dict)
    study_game: str = "holdem-nolimit"
    study_engine: str = ""
    study_second: str = ""
    watch: Mapping[str, str] = field(default_factory=dict)
    train: Mapping[str, str] = field(default_factory=dict)
    tournament: Mapping[str, str] = field(default_factory=dict)
    export_folder: str = ""
    bets_before: tuple[str, ...] = BEFORE_FLOP
    bets_after: tuple[str, ...] = AFTER_FLOP
    count_played: bool = True
    count_imported: bool = False
    dialogs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    geometry: str = ""

    @property
    def counted(self) -> tuple[str, ...]:
        sources = (("play", self.count_played), ("imported", self.count_imported))
        return tuple(mode for mode, on in sources if on)

    @property
    def thresholds(self) -> Thresholds:
        return Thresholds.of_percents(self.limits)

    def playing(
        self,
        game: str,
        depth: float,
        opponents: tuple[str, ...],
        stacks: tuple[int, ...] = (),
        options: str = "",
        rake: str = "",
        plan: str = "",
    ) -> Settings:
        """Return these settings with the latest choice of game and opponents, clockwise.

        Args:
            depth: in big blinds.
            stacks: chips of each player, beginning with the user; empty if all are equal.
            options: antes and straddle, as in the name of a game.
            rake: the key of its rule.
            plan: the text of a sit-and-go's plan; empty for none.
        """
        return replace(
            self,
            game=game,
            depths={**self.depths, game: depth},
            opponents={**self.opponents, game: opponents[0]},
            others={**self.others, game: opponents[1:]},
            stacks={**self.stacks, game: stacks},
            options={**self.options, game: options},
            rakes={**self.rakes, game: rake},
            plans={**self.plans, game: plan},
        )


def settings_path() -> Path:
    return config_dir() / "settings.json"


def load_settings(path: Path) -> tuple[Settings, str]:
    """Read the settings; never fails.

    Returns:
        The settings, with the default for everything that is missing or invalid, and a sentence
        about what was not understood, empty if all was. Unknown entries are left out.
    """
    if not path.exists():
        return Settings(), ""
    try:
        entries = json.loads(read_named_text(path, MAX_BYTES, PokerError))
        if not isinstance(entries, dict):
            raise ValueError("it is not a table of settings")
    except (PokerError, ValueError, RecursionError) as error:
        reason = str(error).removeprefix(f"{path}: ")
        return Settings(), f"the settings in {path} could not be read ({reason}); defaults are used"
    good = {key: value for key, value in entries.items() if key in _CHECKS and _CHECKS[key](value)}
    bad = [spec.name for spec in fields(Settings) if spec.name in entries and spec.name not in good]
    message = f"some settings in {path} made no sense and are at their defaults: {', '.join(bad)}"
    return Settings(**{key: _frozen(value) for key, value in good.items()}), message if bad else ""


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return tuple(value) if isinstance(value, list) else value


def save_settings(settings: Settings, path: Path) -> None:
    """Write the settings, atomically.

    Raises:
        FolderError: if the file cannot be written.
    """
    ready_folder(path.parent)
    write_text(path, json.dumps(asdict(settings), indent=2, ensure_ascii=False) + "\n")


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_TEXT and value.isprintable()


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _MAX_ENTRIES and all(map(_is_text, value))


def _is_depth(value: Any) -> bool:
    return type(value) in (int, float) and 1 <= value <= 1_000_000 and round(value, 2) == value


def _are_stacks(value: Any) -> bool:
    return isinstance(value, list) and all(type(chips) is int and chips > 0 for chips in value)


def _is_speed(value: Any) -> bool:
    return type(value) in (int, float) and value in SPEEDS


def _is_table(value: Any, entry: Callable[[Any], bool]) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= _MAX_ENTRIES
        and all(_is_text(key) and entry(item) for key, item in value.items())
    )


def _are_bets(value: Any) -> bool:
    texts = isinstance(value, list) and all(_is_text(text) for text in value)
    return texts and not presets_problem(value)


def _are_limits(value: Any) -> bool:
    if not isinstance(value, list) or [type(one) in (int, float) for one in value] != [True] * 4:
        return False
    try:
        Thresholds.of_percents((value[0], value[1], value[2], value[3]))
    except PokerError:
        return False
    return True


def _are_named_texts(value: Any) -> bool:
    return _is_table(value, _is_text)


_BOOLS = ("misclick_guard", "auto_next", "review", "advisor", "count_played", "count_imported")
_TEXTS = ("game", "study_game", "study_engine", "study_second", "export_folder", "geometry")
_CHECKS: dict[str, Callable[[Any], bool]] = {
    "language": lambda value: value in get_args(LanguageName),
    "theme": lambda value: value in get_args(ThemeName),
    "deck": lambda value: value in get_args(DeckName),
    "palette": lambda value: value in get_args(PaletteName),
    "unit": lambda value: value in get_args(AmountUnit),
    "animation": _is_speed,
    "limits": _are_limits,
    "depths": lambda value: _is_table(value, _is_depth),
    **dict.fromkeys(("others", "dialogs"), lambda value: _is_table(value, _are_texts)),
    "stacks": lambda value: _is_table(value, _are_stacks),
    **dict.fromkeys(("bets_before", "bets_after"), _are_bets),
    **dict.fromkeys(
        ("opponents", "options", "rakes", "plans", "watch", "train", "tournament"), _are_named_texts
    ),
    **dict.fromkeys(_BOOLS, _is_bool),
    **dict.fromkeys(_TEXTS, _is_text),
}
