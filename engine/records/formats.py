"""Registry of hand-history formats.

A new format is a module and a row here; a site whose hands are text is a row of ``texts.SITES``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.errors import RecordError
from engine.game import Game
from engine.records import acpc, phh, pokerstars, texts
from engine.records.hand_files import RecordedHand
from engine.records.record import HandRecord
from engine.records.sites import ipoker, pokernow
from engine.records.sites.site import Site
from engine.records.wide import WideHand
from engine.wording import Wording, either


@dataclass(frozen=True)
class Format:
    """A hand-history file format.

    Attributes:
        suffixes: of its files, that of new ones first.
        lacks: why it cannot represent a game; None where it can.
        hands: a file's hands; takes the file, and the game or a file with its definition, which
            is needed by formats that do not state it.
        write: writes a file of hands; returns the indices of those left out. None where hands are
            only read.
        one_game: whether all hands of a file are of one game.
        is_text: whether a text is a hand of the format.
        read_wide: reads a hand that the rulebook does not support; None where the format holds
            none.
    """

    name: str
    title: str
    holds: str
    suffixes: tuple[str, ...]
    lacks: Callable[[Game], Wording | None]
    hands: Callable[[Path, Game | None, Path | None], Iterator[RecordedHand]]
    write: Callable[[Path, Iterable[HandRecord]], tuple[int, ...]] | None = None
    one_game: bool = False
    is_text: Callable[[str], bool] = lambda text: False
    read_wide: Callable[[str], WideHand] | None = None

    @property
    def words(self) -> str:
        """The title and suffixes: "PHH (.phhs, .phh)"."""
        return f"{self.title} ({', '.join(self.suffixes)})"

    def refusal(self, game: Game) -> Wording | None:
        """Return why a format cannot hold a game, and which can; None if it can."""
        if not self.lacks(game):
            return None
        title, holds = Wording(self.title), Wording(self.holds)
        others = [
            Wording("{format} ({suffix})", format=Wording(one.title), suffix=one.suffixes[0])
            for one in WRITTEN
            if not one.lacks(game)
        ]
        if not others:
            return Wording("{format} is for {hands}", format=title, hands=holds)
        return Wording(
            "{format} is for {hands}; {game} can be written as {others}",
            format=title,
            hands=holds,
            game=Wording(game.title),
            others=either(others),
        )


def _text_hands(path: Path, game: Game | None, definition: Path | None) -> Iterator[RecordedHand]:
    """Return the hands of a file of sites, which state their games."""
    return texts.text_hands(path)


def _only_read(game: Game) -> Wording:
    """Return why a format that is only read cannot hold a game."""
    return Wording("hands are only read from it")


def _read_only(site: Site) -> Format:
    return Format(
        name=site.name,
        title=site.title,
        holds="no-limit hold'em",
        suffixes=site.suffixes,
        lacks=_only_read,
        hands=_text_hands,
        is_text=partial(texts.begins, site),
        read_wide=texts.keep_text,
    )


FORMATS = (
    Format(
        name="phh",
        title="PHH",
        holds="hold'em",
        suffixes=(".phhs", ".phh"),
        lacks=phh.phh_lacks,
        hands=lambda path, game, definition: phh.phh_hands(path),
        write=phh.write_phh_file,
        is_text=phh.is_phh_text,
        read_wide=phh.read_wide_phh,
    ),
    Format(
        name="pokerstars",
        title="PokerStars text",
        holds="no-limit hold'em",
        suffixes=(".txt",),
        lacks=pokerstars.pokerstars_lacks,
        hands=_text_hands,
        write=pokerstars.write_pokerstars,
        is_text=partial(texts.begins, texts.SITES[0]),
        read_wide=texts.keep_text,
    ),
    Format(
        name="acpc",
        title="ACPC log",
        holds="one game of any kind",
        suffixes=(".log", ".xz"),
        lacks=acpc.log_lacks,
        hands=acpc.log_hands,
        write=acpc.write_log,
        one_game=True,
        is_text=acpc.is_log_text,
    ),
    *(_read_only(site) for site in texts.SITES[1:]),
    Format(
        name="ipoker",
        title="iPoker session",
        holds="no-limit hold'em",
        suffixes=(".xml", ".txt"),
        lacks=_only_read,
        hands=_text_hands,
        is_text=ipoker.is_session,
        read_wide=texts.keep_session_hand,
    ),
    Format(
        name="pokernow-json",
        title="PokerNow export",
        holds="no-limit hold'em",
        suffixes=(".json",),
        lacks=_only_read,
        hands=_text_hands,
        is_text=pokernow.is_export,
        read_wide=texts.keep_export_hand,
    ),
)
WRITTEN = tuple(one for one in FORMATS if one.write is not None)
"""The formats that are written, too."""
COPIED_AS = "pokerstars"
"""The format in which a hand is copied as text."""


def format_of(path: Path) -> Format | None:
    """Return the format by file name; None if no suffix matches."""
    name = path.name.lower()
    return next((one for one in FORMATS if name.endswith(one.suffixes)), None)


def text_format(text: str) -> Format:
    """Return the format of a text by its beginning. Raises RecordError if it matches no format."""
    form = next((one for one in FORMATS if one.is_text(text)), None)
    if form is None:
        titles = ", ".join(str(Wording(one.title)) for one in FORMATS)
        raise RecordError(
            "the text has no hand in a format that can be read: {titles}", titles=titles
        )
    return form


def recorded_hands(
    path: Path, game: Game | None = None, definition: Path | None = None
) -> Iterator[RecordedHand]:
    """The hands of a file in any format, parsed lazily.

    Args:
        game: the game of an ACPC log; other formats state it.
        definition: or a file with the ACPC definition of the game. With neither, the log itself
            contains the definition, or its header names one, next to the log or in a folder
            ``games`` next to its folder.

    Raises:
        RecordError: naming the file, if it cannot be read.
        GameError: if the definition is malformed.
    """
    form = format_of(path)
    if form is None:
        suffixes = " ".join(dict.fromkeys(suffix for one in FORMATS for suffix in one.suffixes))
        raise RecordError(
            "{name} is not one of the file types read here: {suffixes}",
            name=path.name,
            suffixes=suffixes,
        )
    return form.hands(path, game, definition)


def read_wide_text(text: str) -> WideHand:
    """Read one hand that the rulebook does not support, in any format.

    Raises PokerError if it cannot be read.
    """
    for form in FORMATS:
        if form.read_wide is not None and form.is_text(text):
            return form.read_wide(text)
    raise RecordError("the text is not a hand of a known format")
