"""Options of `serve`: the address, and the limits for visitors."""

from typing import Annotated

from pydantic import Field

from knightwatch.engine.core.declaration import Declared, Text


class Address(Declared):
    """Where to serve."""

    host: Annotated[str, Text("a name or an address")] = Field("127.0.0.1", description="the address to listen on")
    port: int = Field(8000, ge=0, le=65_535, description="the port to listen on; 0: any free port")

    @property
    def local(self) -> bool:
        """Whether only this machine can connect."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")


class Serving(Address):
    """Where to serve, and how much each visitor may use."""

    visitors: int = Field(8, ge=1, le=1000, description="largest number of visitors at a time")
    megabytes: int = Field(2048, ge=256, le=1_000_000, description="memory limit of a visit, in MB")
    minutes: float = Field(120, gt=0, le=100_000, description="time limit of a visit, in minutes")


class Following(Address):
    """Where to show this screen, and to whom."""

    word: Annotated[str, Text("at most 40 characters")] = Field(
        "", max_length=40, description="with --follow, a word that visitors must type first"
    )
    visitors: int = Field(300, ge=1, le=1000, description="largest number of visitors at a time")
