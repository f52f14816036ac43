"""A list to choose from."""

from textual.widgets import OptionList


class Choices(OptionList):
    """An option list that ignores page keys before its first layout, where Textual would crash."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell whether an action is possible now."""
        return bool(self.scrollable_content_region) or action not in ("page_up", "page_down")
