"""View models: immutable text and numbers, without Qt, rules or hidden cards.

Presenters build these from hands and engines; views paint them and send intents back.
Every string is ready to show (translated, thousands separated, signs typeset).
"""

from pokergui.viewmodel.actions import (
    ActionBarScene,
    ActionKindName,
    ActionSlot,
    FixedSizing,
    NextHand,
    Preset,
    Sizing,
    SlotAdvice,
    Tone,
)
from pokergui.viewmodel.cards import FACE_DOWN, CardView
from pokergui.viewmodel.chips import ChipColumn, chip_columns
from pokergui.viewmodel.fields import FieldScene
from pokergui.viewmodel.motion import (
    BetChips,
    CollectBets,
    DealCard,
    PayPot,
    ReturnChips,
    ShowCards,
    Step,
    TableFrame,
    TurnBoard,
)
from pokergui.viewmodel.progress import ProgressScene
from pokergui.viewmodel.settings import (
    SPEEDS,
    DeckName,
    PaletteName,
    Place,
    SettingsScene,
    ThemeName,
)
from pokergui.viewmodel.statistics import (
    SourceSwitch,
    StatCell,
    StatisticsGroup,
    StatisticsRow,
    StatisticsScene,
)
from pokergui.viewmodel.strips import (
    Crumb,
    ExplainerItem,
    ExplainerScene,
    Figure,
    LastHandScene,
    LineScene,
    Notice,
    NoticeButton,
    SessionScene,
)
from pokergui.viewmodel.table import (
    ActionShare,
    BetScene,
    Note,
    PotPart,
    PotRival,
    PotScene,
    ResultScene,
    SeatScene,
    TableScene,
)
from pokergui.viewmodel.topbar import Choice, ChoiceList, TopBarScene

__all__ = [
    "FACE_DOWN",
    "SPEEDS",
    "ActionBarScene",
    "ActionKindName",
    "ActionShare",
    "ActionSlot",
    "BetChips",
    "BetScene",
    "CardView",
    "ChipColumn",
    "Choice",
    "ChoiceList",
    "CollectBets",
    "Crumb",
    "DealCard",
    "DeckName",
    "ExplainerItem",
    "ExplainerScene",
    "FieldScene",
    "Figure",
    "FixedSizing",
    "LastHandScene",
    "LineScene",
    "NextHand",
    "Note",
    "Notice",
    "NoticeButton",
    "PaletteName",
    "PayPot",
    "Place",
    "PotPart",
    "PotRival",
    "PotScene",
    "Preset",
    "ProgressScene",
    "ResultScene",
    "ReturnChips",
    "SeatScene",
    "SessionScene",
    "SettingsScene",
    "ShowCards",
    "Sizing",
    "SlotAdvice",
    "SourceSwitch",
    "StatCell",
    "StatisticsGroup",
    "StatisticsRow",
    "StatisticsScene",
    "Step",
    "TableFrame",
    "TableScene",
    "ThemeName",
    "Tone",
    "TopBarScene",
    "TurnBoard",
    "chip_columns",
]
