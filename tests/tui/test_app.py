"""The application: which screen a puzzle has."""

from pkgutil import resolve_name

import pytest

from engine.plans.catalog import PUZZLES
from tui.app import ANY_PUZZLE, place_of_screen
from tui.screens.puzzle.screen import PuzzleScreen
from tui.screens.tour.screen import TourScreen


@pytest.mark.parametrize("name", [puzzle.name for puzzle in PUZZLES])
def test_every_puzzle_of_the_catalogue_has_a_screen(name: str) -> None:
    assert issubclass(resolve_name(place_of_screen(name)), PuzzleScreen)


def test_a_screen_is_found_by_its_name_and_a_puzzle_without_one_has_that_of_any_puzzle() -> None:
    assert resolve_name(place_of_screen("tour")) is TourScreen
    assert place_of_screen("some-new-puzzle") == ANY_PUZZLE
