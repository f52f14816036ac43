"""What visitors may use of the machine that serves them."""

from typing import Annotated

from pydantic import Field

from knightwatch.engine.core.declaration import Declared, Text


class Serving(Declared):
    """Where screens are served, and to whom."""

    host: Annotated[str, Text("a name or an address")] = Field("127.0.0.1", description="the address to listen at")
    port: int = Field(8000, ge=0, le=65_535, description="the port to listen at; 0: any that is free")
    visitors: int = Field(8, ge=1, le=1000, description="visitors at a time")
    megabytes: int = Field(2048, ge=256, le=1_000_000, description="memory of a visitor's processes, in MB")
    minutes: float = Field(120, gt=0, le=100_000, description="how long a visit may last, in minutes")

    @property
    def local(self) -> bool:
        """Whether nobody else than this machine is served."""
        return self.host in ("localhost", "::1") or self.host.startswith("127.")
