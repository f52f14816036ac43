"""The one exception for what a person got wrong."""


class BadInput(ValueError):
    """A value that a person gave and that cannot be used; the message is a sentence for that person."""

    def __init__(self, sentence: str, faults: dict[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.faults = faults or {}
        """Where values of several fields were given: for each field at fault, a sentence."""
