"""The one exception for wrong input, and its sentence for a missing extra."""


class BadInput(ValueError):
    """A value from the user that cannot be used. The message is a sentence for the user."""

    def __init__(self, sentence: str, faults: dict[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.faults = faults or {}
        """For each wrong field of a form, a sentence."""


def missing_extra(what: str, package: str, extra: str) -> BadInput:
    """Return the exception for a package that only an extra of knightwatch installs."""
    return BadInput(
        f"{what} needs {package}, which is not installed: pip install 'knightwatch[{extra}]', or in a clone "
        f".venv/bin/pip install -e '.[{extra}]'"
    )
