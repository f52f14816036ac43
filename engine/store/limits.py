"""How long saved runs stay, and how much disk space they may take."""

from pydantic import Field

from knightwatch.engine.core.declaration import Declared


class Limits(Declared):
    """Limits for runs without bookmarks: old runs are deleted, and the oldest if space runs out."""

    days: float = Field(90, ge=0, le=36_500, description="days before a saved run is deleted")
    megabytes: float = Field(256, ge=0, le=1_000_000, description="disk space for the states of all saved runs")
