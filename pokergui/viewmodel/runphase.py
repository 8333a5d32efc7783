"""Phases of a run."""

from __future__ import annotations

from typing import Literal

RunPhase = Literal["starting", "running", "paused", "done", "stopped", "failed"]
