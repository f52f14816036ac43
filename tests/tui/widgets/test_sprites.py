"""Large drawings of pieces: correct sizes, centred, and all different."""

from itertools import combinations

import pytest

from knightwatch.engine.core.frame import Board
from knightwatch.engine.queens.problem import ATTACKED, QUEEN
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.tui.look import Look
from knightwatch.tui.widgets.board.scale import CELLS
from knightwatch.tui.widgets.board.sprites import KNIGHT, QUADRANTS, SPRITES, doubled, pixels, sprite
from knightwatch.tui.widgets.board.sprites import QUEEN as CROWN
from tests.support.boards import Alone, by_square, one_queen, signs

LARGE = [size for size in CELLS if size[0] >= 6]


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("piece", SPRITES)
def test_every_piece_has_a_drawing_from_6_x_3_on(piece: str, size: tuple[int, int]) -> None:
    drawing = sprite(piece, *size)
    assert drawing
    assert (len(drawing), {len(line) for line in drawing}) == (size[1], {size[0]})
    assert set("".join(drawing)) <= set(QUADRANTS)


@pytest.mark.parametrize("drawing", [*KNIGHT, *CROWN])
def test_doubling_a_drawing_only_smooths_its_edges(drawing: str) -> None:
    rows = pixels(drawing)
    large = doubled(rows)
    assert (len(large), {len(row) for row in large}) == (2 * len(rows), {2 * len(rows[0])})
    changed = [(y, x) for y, row in enumerate(large) for x, pixel in enumerate(row) if pixel != rows[y // 2][x // 2]]
    assert 0 < len(changed) < len(rows) * len(rows[0])
    for y, x in changed:  # only corners, which take the colour of both neighbours
        beside, beneath = rows[y // 2][x // 2 + (1 if x % 2 else -1)], rows[y // 2 + (1 if y % 2 else -1)][x // 2]
        assert large[y][x] == beside == beneath


@pytest.mark.parametrize("drawing", [*KNIGHT, *CROWN])
def test_a_drawing_fills_its_square_and_is_centred(drawing: str) -> None:
    rows = pixels(drawing)
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    assert all("#" in row for row in rows)
    left, right = (next(i for i, column in enumerate(side) if "#" in column) for side in (columns, columns[::-1]))
    assert abs(left - right) <= 1
    assert left <= len(columns) // 12
    assert 0.35 < "".join(rows).count("#") / len("".join(rows)) < 0.8


def test_drawings_differ_and_crowns_are_symmetric() -> None:
    assert all(a != b for a, b in combinations([*KNIGHT, *CROWN], 2))
    assert all(row == row[::-1] for drawing in CROWN for row in pixels(drawing))
    assert all(any(row != row[::-1] for row in pixels(drawing)) for drawing in KNIGHT)


@pytest.mark.parametrize(("size", "look"), [((60, 30), Look()), ((60, 30), Look(ascii=True)), ((20, 9), Look())])
async def test_the_rest_of_a_sign_is_written_beside_the_drawing(size: tuple[int, int], look: Look) -> None:
    app = Alone(one_queen(8, 2, 3), look)
    async with app.run_test(size=size):
        assert signs(app.view)[2, 3] == ("Q!" if look.ascii else "♛!")
        text = "".join(sign for sign, _ in by_square(app.view)[2, 3])
        assert "!" in text
        assert ("♛" in text or "Q" in text) == (look.ascii or app.view.scale.width < 4)


async def test_black_and_white_knights_differ_only_in_colour() -> None:
    app = Alone(SwapProblem().board(), Look())
    async with app.run_test(size=(60, 30)):
        black, white = (by_square(app.view)[row, 0] for row in (0, 3))
        assert [sign for sign, _ in black] == [sign for sign, _ in white]
        assert {style.bgcolor for _, style in black} != {style.bgcolor for _, style in white}


async def test_without_colours_signs_distinguish_black_and_white() -> None:
    app = Alone(SwapProblem().board(), Look(colour=False))
    async with app.run_test(size=(60, 30)):
        assert sorted(sign for sign in signs(app.view).values() if sign) == ["♘"] * 3 + ["♞"] * 3


async def test_queens_are_drawn_large_without_colours_too() -> None:
    for look in (Look(), Look(colour=False)):
        app = Alone(one_queen(8, 2, 3), look)
        async with app.run_test(size=(60, 30)):
            assert "█" in "".join(sign for sign, _ in by_square(app.view)[2, 3])


async def test_small_cells_and_other_signs_have_no_drawing() -> None:
    app = Alone(Board(8, 8, (QUEEN, ATTACKED)), Look())
    async with app.run_test(size=(20, 9)):
        assert sprite("♛", app.view.scale.width, 1) is None
        assert sprite("x", 6, 3) is None
