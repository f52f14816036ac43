"""The one exception for wrong input."""


class BadInput(ValueError):
    """A value from the user that cannot be used. The message is a sentence for the user."""

    def __init__(self, sentence: str, faults: dict[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.faults = faults or {}
        """For each wrong field of a form, a sentence."""
