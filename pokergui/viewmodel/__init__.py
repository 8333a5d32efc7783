"""View models: immutable text and numbers, without Qt, rules or hidden cards.

Presenters build these from hands and engines; views paint them and send intents back.
Every string is ready to show (translated, thousands separated, signs typeset).
"""

from pokergui.viewmodel.actions import (
    ActionBarScene,
    ActionSlot,
    FixedSizing,
    NextHand,
    Preset,
    Sizing,
    SlotAdvice,
    Tone,
)
from pokergui.viewmodel.controls import Choice, ChoiceList, FieldScene, ProgressScene, TopBarScene
from pokergui.viewmodel.settings import (
    SPEEDS,
    DeckName,
    FolderPlace,
    PaletteName,
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
    FACE_DOWN,
    ActionShare,
    BetChips,
    BetScene,
    CardView,
    ChipColumn,
    CollectBets,
    DealCard,
    FeltNote,
    PayPot,
    PotPart,
    PotRival,
    PotScene,
    ResultScene,
    ReturnChips,
    SeatScene,
    ShowCards,
    Step,
    TableFrame,
    TableScene,
    TurnBoard,
    chip_columns,
)
