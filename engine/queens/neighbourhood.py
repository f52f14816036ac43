"""The neighbourhood of a complete placement, as the textbook draws it.

Each square shows the attacks of the whole board if the queen of its column stood there. The best squares are marked, if
a move there is better than none.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.queens.kernels.attacks import all_attacks
from knightwatch.engine.queens.problem import ATTACKED, QUEEN, QueensProblem

MOST_NUMBER = 99
"""The largest number of attacks that fits a square."""
LARGEST = 64
"""The largest board with a picture of its neighbourhood."""
NUMBERS = tuple(
    Mark("attacks if the queen of the column stood there", f"{k}", f"{k}", Tone.HINT) for k in range(MOST_NUMBER + 1)
)
BEST = tuple(
    Mark("best: fewest attacks of all moves, and fewer than now", f"{k}", f"{k}", Tone.GOOD)
    for k in range(MOST_NUMBER + 1)
)
HEAT = "attacks if the queen of the column stood there, in tenths from the fewest to the most"


def attacks_by_square(queens: ArrayLike) -> NDArray[np.int64]:
    """Return for each row and column the attacks of the board if the column's queen stood there."""
    rows = np.asarray(queens, np.int64)
    n = len(rows)
    x, squares = np.arange(n), np.zeros((n, n), np.int64)
    y = np.arange(n)[:, None]
    own = np.zeros(n, np.int64)
    for of_queen, of_square in (
        (rows, y + 0 * x),
        (x + rows, x + y),
        (x - rows + n, x - y + n),
    ):
        counts = np.bincount(of_queen, minlength=2 * n)
        own += counts[of_queen] - 1
        squares += counts[of_square] - (of_square == of_queen)
    return squares - own + all_attacks(rows)


def compared(queens: ArrayLike) -> tuple[int, int, int]:
    """Return how many moves of one queen leave fewer attacks, equally many, and more."""
    rows, attacks = np.asarray(queens, np.int64), attacks_by_square(queens)
    now = all_attacks(rows)
    fewer, equal = int((attacks < now).sum()), int((attacks == now).sum()) - len(rows)
    return fewer, equal, attacks.size - len(rows) - fewer - equal


def best_squares(attacks: NDArray[np.int64], queens: ArrayLike) -> NDArray[np.int64]:
    """Return the squares of the best neighbours: those with the fewest attacks, without the queens' own squares."""
    rows, n = np.asarray(queens, np.int64), len(attacks)
    others = attacks.copy()
    others[rows, np.arange(n)] = np.iinfo(np.int64).max
    return np.flatnonzero(others.ravel() == others.min())


def neighbourhood(problem: QueensProblem, queens: ArrayLike) -> Board:
    """Return the board with queens, heat, numbers and the best squares."""
    board = problem.placement(queens)
    n = problem.n
    if not 1 < n <= LARGEST:
        return board
    attacks = attacks_by_square(queens)
    least, most = int(attacks.min()), int(attacks.max())
    heat = 0.05 + 0.95 * (attacks - least) / max(most - least, 1)
    numbered = np.setdiff1d(np.flatnonzero(attacks.ravel() <= MOST_NUMBER), board.squares)
    values = attacks.ravel()[numbered]
    best = np.isin(numbered, best_squares(attacks, queens)) & (values < all_attacks(np.asarray(queens, np.int64)))
    kinds = np.where(best, values + len(NUMBERS), values)
    marks = (*NUMBERS, *BEST, QUEEN, ATTACKED)
    return replace(
        board,
        marks=marks,
        squares=np.concatenate([numbered, board.squares]),
        kinds=np.concatenate([kinds, board.kinds + len(NUMBERS) + len(BEST)]).astype(np.uint8),
        heat=heat.ravel(),
        heat_name=HEAT,
        links=(),
    )
