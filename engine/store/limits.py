"""How long runs are kept, and how much room they may take."""

from pydantic import Field

from knightwatch.engine.core.declaration import Declared


class Limits(Declared):
    """What counts for runs that nobody has marked: those that are too old go, and the oldest where there is no room."""

    days: float = Field(90, ge=0, le=36_500, description="days that a run is kept")
    megabytes: float = Field(256, ge=0, le=1_000_000, description="room that the states of all runs may take")
