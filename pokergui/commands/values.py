"""The option of commands that value finished hands in one of several ways."""

from __future__ import annotations

import click

from ai.evaluation.luck import CHIPS, VALUES
from pokergui.commands.common import Decorator

value_option: Decorator = click.option(
    "--value",
    type=click.Choice(VALUES),
    default=CHIPS,
    show_default=True,
    help="What a finished hand counts: chips won, all-in EV, or DIVAT, less the luck of cards.",
)
