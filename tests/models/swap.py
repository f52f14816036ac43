"""Plain breadth-first search over positions as text: slow, short, and sharing nothing with the engine but the text."""

from collections.abc import Sequence

from hypothesis import strategies as st

Ways = Sequence[Sequence[int]]


def knight_ways(rows: list[str]) -> tuple[tuple[int, ...], ...]:
    """Return for each square that is there, in reading order, the others that a knight's move leads to."""
    squares = [(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "#"]
    return tuple(tuple(k for k, (y, x) in enumerate(squares) if (r - y) ** 2 + (c - x) ** 2 == 5) for r, c in squares)


def after(position: str, here: int, there: int) -> str:
    letters = list(position)
    letters[here], letters[there] = letters[there], letters[here]
    return "".join(letters)


def moves(position: str, ways: Ways) -> list[str]:
    return [
        after(position, here, there)
        for here, letter in enumerate(position)
        if letter != "."
        for there in ways[here]
        if position[there] == "."
    ]


def distances(start: str, ways: Ways) -> dict[str, int]:
    """Return all positions that can be reached, each with the fewest moves that lead there."""
    found, level = {start: 0}, [start]
    for old in level:  # grows while it is read
        for new in moves(old, ways):
            if new not in found:
                found[new] = found[old] + 1
                level.append(new)
    return found


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, str]:
    """Return a start and a goal with the same knights on the same small board, which may have holes."""
    rows, cols = draw(st.sampled_from([(3, 3), (3, 4), (4, 3), (2, 5), (1, 4), (2, 3)]))
    holes = draw(st.sets(st.integers(0, rows * cols - 1), max_size=2))
    squares = [square for square in range(rows * cols) if square not in holes]
    black = draw(st.integers(0, min(3, len(squares) - 1)))
    white = draw(st.integers(0 if black else 1, min(2, len(squares) - black)))
    letters = "B" * black + "W" * white + "." * (len(squares) - black - white)
    texts = []
    for _ in range(2):
        cells = ["#"] * (rows * cols)
        for square, letter in zip(squares, draw(st.permutations(letters)), strict=True):
            cells[square] = letter
        texts.append("/".join("".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)))
    return texts[0], texts[1]
