"""A list to choose from."""

from textual.widgets import OptionList


class Choices(OptionList):
    """A list that turns no page before it is laid out, where Textual fails: keys may come as early as that."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell whether a key does something now."""
        return bool(self.scrollable_content_region) or action not in ("page_up", "page_down")
