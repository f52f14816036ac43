"""The one exception for what a person got wrong."""


class BadInput(ValueError):
    """A value that a person gave and that cannot be used; the message is a sentence for that person."""
