"""Names of board textures."""

from __future__ import annotations

from pokergui.language import tr


def texture_text(name: str) -> str:
    """Return a texture of ``ai.reports.texture.KINDS`` in words: "two-tone"; ranks as they are."""
    return {
        "rainbow": tr("rainbow"),
        "two-tone": tr("two-tone"),
        "monotone": tr("monotone"),
        "unpaired": tr("unpaired"),
        "paired": tr("paired"),
        "trips": tr("trips"),
        "straight possible": tr("straight possible"),
        "connected": tr("connected"),
        "disconnected": tr("disconnected"),
    }.get(name, name)
