"""One style sheet for Qt's own controls, generated from tokens."""

from __future__ import annotations

from pokergui.theme.tokens import Tokens

_SHEET = """
QWidget#page, QWidget#window {{ background: {bg1}; }}
QWidget#rail {{ background: {bg0}; border-right: 1px solid {line}; }}
QWidget#topbar {{ background: {bg1}; border-bottom: 1px solid {line}; }}
QWidget#lasthand {{ background: {bg2}; border-top: 1px solid {line}; }}
QWidget#strip {{ background: {bg1}; border-bottom: 1px solid {line}; }}
QWidget#session {{ background: {bg1}; border-top: 1px solid {line}; }}
QWidget#actionbar {{ background: {bg2}; border-top: 1px solid {line}; }}

QFrame#leftcolumn {{ background: {bg1}; border: none; border-right: 1px solid {line}; }}
QFrame#rightcolumn {{ background: {bg2}; border: none; border-left: 1px solid {line}; }}
QFrame#ruled {{ border: none; border-top: 1px solid {line}; }}

QLabel[tone="second"] {{ color: {t2}; }}
QLabel[tone="caption"] {{ color: {t3}; }}
QLabel[tone="uncertain"] {{ color: {unc}; }}
QLabel[tone="error"] {{ color: {neg}; }}
QLabel[tone="warning"] {{ color: {unc}; }}

QPushButton {{
    background: {button}; color: {t1}; border: 1px solid {line2}; border-radius: 6px;
    padding: 0 12px; min-height: 26px; font-weight: 500; outline: none;
}}
QPushButton:hover {{ background: {bg4}; }}
QPushButton:pressed {{ background: {bg2}; }}
QPushButton:disabled {{ background: {bg2}; color: {t3}; border-color: {line}; }}
QPushButton:focus {{ border: 2px solid {acc}; padding: 0 11px; min-height: 24px; }}

QToolButton {{
    background: transparent; color: {t2}; border: 1px solid transparent;
    border-radius: 6px; padding: 0 8px; min-height: 24px;
}}
QToolButton:hover {{ background: {bg3}; color: {t1}; }}
QToolButton:focus {{ border: 1px solid {acc}; }}
QToolButton[link="true"]:enabled {{ color: {acc}; }}
QToolButton::menu-indicator {{ image: none; }}

QComboBox QAbstractItemView {{
    background: {bg2}; border: 1px solid {line2}; outline: none; padding: 4px 0;
}}
QWidget#palette {{ background: {bg2}; border: 1px solid {line2}; border-radius: 8px; }}
QListView#palette {{ background: transparent; border: none; outline: none; }}
QLineEdit#amount {{
    background: transparent; border: none; color: {t1};
    selection-background-color: {accf}; selection-color: #FFFFFF;
}}
QLineEdit#amount:disabled {{ color: {t3}; }}
QLineEdit#field {{
    background: {bg1}; color: {t1}; border: 1px solid {line2}; border-radius: 6px; padding: 0 8px;
    selection-background-color: {accf}; selection-color: #FFFFFF;
}}
QLineEdit#field:focus {{ border-color: {acc}; }}
QLineEdit#field[wrong="true"] {{ border-color: {neg}; }}
QLineEdit#field:disabled {{ color: {t3}; border-color: {line}; }}
QPlainTextEdit#field {{
    background: {bg1}; color: {t1}; border: 1px solid {line2}; border-radius: 6px; padding: 3px 5px;
    selection-background-color: {accf}; selection-color: #FFFFFF;
}}
QPlainTextEdit#field:focus {{ border-color: {acc}; }}
QPlainTextEdit#field[wrong="true"] {{ border-color: {neg}; }}

QToolButton[segment="true"] {{
    background: {bg2}; color: {t2}; border: 1px solid {line2}; border-radius: 0;
    padding: 0 14px; min-height: 30px; font-weight: 500;
}}
QToolButton[dense="true"] {{ padding: 0 8px; min-height: 26px; }}
QToolButton[tight="true"] {{ padding: 0 3px; }}
QToolButton[segment="true"]:hover {{ background: {bg3}; color: {t1}; }}
QToolButton[segment="true"]:checked {{ background: {bg4}; color: {t1}; }}
QToolButton[segment="true"]:focus {{ border: 1px solid {acc}; }}

QLineEdit#search {{
    background: {bg2}; border: 1px solid {line2}; border-radius: 6px; color: {t1};
    padding: 0 30px 0 34px; min-height: 32px;
    selection-background-color: {accf}; selection-color: #FFFFFF;
}}
QLineEdit#search:focus {{ border: 2px solid {acc}; padding: 0 29px 0 33px; min-height: 30px; }}

QTableView#rows {{
    background: {bg1}; border: none; outline: none; selection-background-color: transparent;
}}
QTableView#rows:focus {{ border: none; }}
QTableView#rows[ground="none"] {{ background: transparent; }}
QTableView#rows[ground="bg2"], QTableView#rows[ground="bg2"] QHeaderView {{ background: {bg2}; }}
QWidget#side {{ background: {bg1}; border-left: 1px solid {line}; }}
QWidget#sidehead {{ border-bottom: 1px solid {line}; }}
QWidget#sidefoot {{ border-top: 1px solid {line}; }}
QSplitter::handle {{ background: {line}; }}

QMenu {{ background: {bg2}; color: {t1}; border: 1px solid {line2}; padding: 4px; }}
QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {accbg}; }}

QToolTip {{
    background: {bg3}; color: {t1}; border: 1px solid {line2}; padding: 4px 6px;
    font-size: 12px;
}}

QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar::handle:vertical {{
    background: {line2}; border-radius: 3px; min-height: 24px; margin: 2px;
}}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle:horizontal {{
    background: {line2}; border-radius: 3px; min-width: 24px; margin: 2px;
}}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QFrame#panel {{ background: {bg2}; border: 1px solid {line}; border-radius: 6px; }}
QFrame#panel[bar="bad"] {{ border-left: 3px solid {neg}; }}
QFrame#sheet {{ background: {bg2}; border: 1px solid {line2}; border-radius: 6px; }}
"""


def stylesheet(t: Tokens) -> str:
    return _SHEET.format(**{name: getattr(t, name) for name in t.__slots__})
