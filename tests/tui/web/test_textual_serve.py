"""The private parts of textual-serve that knightwatch.tui.web.server overrides or calls.

If a test fails after an update of textual-serve, adapt `Visit` or `Site`, then raise the bound in pyproject.toml.
"""

import inspect

import pytest
from textual_serve.app_service import AppService
from textual_serve.server import Server


@pytest.mark.parametrize(
    ("owner", "method", "parameters"),
    [
        (AppService, "_build_environment", ["self", "width", "height"]),
        (AppService, "_open_app_process", ["self", "width", "height"]),
        (AppService, "set_terminal_size", ["self", "width", "height"]),
        (AppService, "send_meta", ["self", "data"]),
        (AppService, "stop", ["self"]),
        (Server, "_make_app", ["self"]),
        (Server, "_process_messages", ["self", "websocket", "app_service"]),
        (Server, "handle_index", ["self", "request"]),
        (Server, "handle_websocket", ["self", "request"]),
        (Server, "on_startup", ["self", "app"]),
    ],
)
def test_methods_have_the_parameters_that_are_relied_on(owner: type, method: str, parameters: list[str]) -> None:
    assert list(inspect.signature(getattr(owner, method)).parameters) == parameters


@pytest.mark.parametrize("attribute", ["_process", "_stdin", "_task"])
def test_app_service_has_the_attributes_that_are_relied_on(attribute: str) -> None:
    assert f"self.{attribute}" in inspect.getsource(AppService)
