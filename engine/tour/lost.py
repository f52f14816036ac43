"""Why a walk cannot become a tour: rules that prove it without a search, the simplest first.

The rest of a tour is a path from the knight over all free squares. A closed tour must end beside its first square, so
that square is the end of the path. Each rule shows that no such path exists, and names the squares of the proof. Where
no rule applies, only exhaustive search can tell: see `completion`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from knightwatch.engine.boards import Squares, adjacent, neighbours
from knightwatch.engine.core.frame import Board, Links, Mark, Tone
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.problem import KNIGHT, NECK, PROOF, TourProblem

MOST_SPLIT = 100
"""Free squares up to which every square is tested for being a bottleneck."""
MOST_PAIRED = 26
"""Free squares up to which every pair of squares is tested."""
MOST_NAMED = 4
"""Squares that a sentence names."""


@dataclass(frozen=True)
class Reason:
    """Why a walk cannot become a tour."""

    words: str
    """A clause without a full stop."""
    squares: tuple[int, ...] = ()
    """The squares that cannot all be visited."""
    necks: tuple[int, ...] = ()
    """The squares through which the way to them leads."""
    second: tuple[tuple[int, int], ...] = ()
    """The other ways of the squares that have two, each from the square."""
    exhausted: bool = False
    """Whether only exhaustive search has shown it."""

    def marks(self) -> list[tuple[Mark, tuple[int, ...]]]:
        """Return the squares with their marks, for `TourProblem.walk`."""
        return [(PROOF, self.squares), (NECK, self.necks)]

    def links(self, cols: int) -> tuple[Links, ...]:
        """Return the ways from each square to the squares that it needs."""
        ways = [(square, neck) for square in self.squares for neck in self.necks if adjacent(square, neck, cols)]
        second = (Links.equal("their second ways", Tone.HINT, self.second),) if self.second else ()
        return (*second, *((Links.equal("the ways left", Tone.ALARM, ways),) if ways else ()))

    def board(self, problem: TourProblem, path: Squares) -> Board:
        """Return the board with the walk and the squares of the proof."""
        board = problem.walk(path, [*self.marks(), (KNIGHT, path[-1:])])
        return replace(board, links=(*board.links, *self.links(problem.cols)))


class Rest:
    """The free squares after a walk, as a graph: these squares, the knight and, if closed, the goal."""

    def __init__(self, problem: TourProblem, path: Squares) -> None:
        self.problem = problem
        self.knight, self.first = int(path[-1]), int(path[0])
        free = problem.free.ravel().copy()
        free[path] = False
        self.free = frozenset(np.flatnonzero(free).tolist())
        self.goal = self.first if problem.closed and len(path) > 1 else None
        """The square where the path must end; None if it may end anywhere, or if the knight is still on the first."""
        ends = {self.knight} if self.goal is None else {self.knight, self.goal}
        self.ways = {square: self._around(square, self.free | ends) for square in self.free}
        """For each free square, the squares from which the path can enter or leave it."""
        for end in ends:
            self.ways[end] = self._around(end, self.free)

    def _around(self, square: int, among: frozenset[int]) -> frozenset[int]:
        return among.intersection(neighbours(square, self.problem.rows, self.problem.cols))

    def name(self, square: int) -> str:
        """Return the name of a square."""
        return self.problem.name(square)

    def names(self, squares: Iterable[int]) -> str:
        """Return the names of some squares, for example "a1, b3 and c5"."""
        names = [self.name(square) for square in sorted(squares)]
        if len(names) > MOST_NAMED:
            names = [*names[: MOST_NAMED - 1], "others"]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def parts(self, without: Iterable[int] = ()) -> list[set[int]]:
        """Return the connected parts of the graph without some squares; first that of the knight, if it is in one."""
        left = set(self.ways) - set(without)
        found = []
        while left:
            begin = self.knight if self.knight in left else next(iter(left))
            part, waiting = {begin}, [begin]
            left.discard(begin)
            while waiting:
                near = self.ways[waiting.pop()] & left
                part |= near
                left -= near
                waiting.extend(near)
            found.append(part)
        return found

    def colour(self, square: int) -> int:
        """Return the colour of a square: 0 is light."""
        return sum(divmod(square, self.problem.cols)) % 2

    def shade(self, square: int) -> str:
        """Return a square with its colour in words."""
        return f"{self.name(square)}, a {'dark' if self.colour(square) else 'light'} square"

    @property
    def last(self) -> int | None:
        """The square that must be the last: the goal, or the only free square with one way; None if none must."""
        single = [square for square in self.free if len(self.ways[square]) == 1]
        return self.goal if self.goal is not None else single[0] if len(single) == 1 else None

    def why_last(self, last: int) -> str:
        """Return a clause: why a square must be the last."""
        if last == self.goal:
            return f"{self.name(last)} must be the last: the tour is closed"
        return f"{self.name(last)} must be the last: it has only {self.names(self.ways[last])} left"

    def needs(self, last: int) -> frozenset[int]:
        """Return the only way to the last square; none if it is the goal of a closed tour."""
        return frozenset() if last == self.goal else self.ways[last]


Rule = Callable[[Rest], Reason | None]


def why_lost(problem: TourProblem, path: Squares) -> Reason | None:
    """Return the reason of the first rule that applies to a walk; None if no rule does."""
    if not len(path):
        return None
    rest = Rest(problem, path)
    reasons = (rule(rest) for rule in (RULES if rest.free else (not_closed,)))
    return next((reason for reason in reasons if reason), None)


def not_closed(rest: Rest) -> Reason | None:
    """All squares are visited, but the last one does not lead back."""
    if not rest.problem.closed or rest.first in neighbours(rest.knight, rest.problem.rows, rest.problem.cols):
        return None
    return Reason(f"no move leads from {rest.name(rest.knight)} back to {rest.name(rest.first)}", (rest.first,))


def dead_end(rest: Rest) -> Reason | None:
    """The knight has no move."""
    if rest.ways[rest.knight]:
        return None
    left = f"with {counted_noun(len(rest.free), 'square')} left"
    return Reason(f"the knight is stuck on {rest.name(rest.knight)}, {left}", tuple(sorted(rest.free)))


def cut_off(rest: Rest) -> Reason | None:
    """A free square has no way to it."""
    alone = [square for square in sorted(rest.free) if not rest.ways[square] - {rest.goal}]
    if not alone:
        return None
    one = rest.name(alone[0])
    return Reason(f"square {one} is cut off: all squares a knight's move from it are visited", tuple(alone[:1]))


def no_way_home(rest: Rest) -> Reason | None:
    """No free square leads back to the first one."""
    if rest.goal is None or rest.ways[rest.goal]:
        return None
    home = rest.name(rest.goal)
    return Reason(f"the way back is cut off: all squares a knight's move from {home} are visited", (rest.goal,))


def only_from_here(rest: Rest) -> Reason | None:
    """Only the knight's own square leads to a square, and none leads on from there."""
    for square in sorted(rest.free):
        if rest.ways[square] == {rest.knight} and len(rest.free) > 1:
            words = f"square {rest.name(square)} must be next, because no other free square leads to it"
            return Reason(f"{words}, but no way leads on from it", (square,), (rest.knight,))
    return None


def dead_ends(rest: Rest) -> Reason | None:
    """Squares with one way must be the last: there may be one at most, and none in a closed tour."""
    single = [square for square in sorted(rest.free) if len(rest.ways[square]) == 1]
    if single and rest.problem.closed:
        one = rest.name(single[0])
        words = f"square {one} has only one way left, so a closed tour cannot enter and leave it"
        return Reason(words, tuple(single[:1]), tuple(rest.ways[single[0]]))
    if len(single) < 2:
        return None
    pair, necks = single[:2], rest.ways[single[0]] | rest.ways[single[1]]
    words = f"squares {rest.names(pair)} have only one way left each, so both must be the last"
    return Reason(words, tuple(pair), tuple(necks))


def unreachable(rest: Rest) -> Reason | None:
    """Some free squares are not connected with the knight."""
    others = [part - {rest.goal} or {rest.first} for part in rest.parts()[1:]]
    if not others:
        return None
    part = min(others, key=len)
    return Reason(f"the knight cannot reach {rest.names(part)} any more", tuple(sorted(part)))


def fallen_apart(rest: Rest) -> Reason | None:
    """Only the knight's square joins two parts, but it is visited once."""
    parts = rest.parts([rest.knight])
    if len(parts) < 2:
        return None
    part = min(parts, key=len) - {rest.goal} or {rest.first}
    words = f"only {rest.name(rest.knight)} joins {rest.names(part)} to the other free squares"
    return Reason(f"{words}, and the knight leaves it now", tuple(sorted(part)), (rest.knight,))


def colours(rest: Rest) -> Reason | None:
    """Each move changes the colour, so the colours of the rest must alternate."""
    other = sum(rest.colour(square) != rest.colour(rest.knight) for square in rest.free)
    same = len(rest.free) - other
    odd = len(rest.free) % 2
    home = not rest.problem.closed or odd == (rest.colour(rest.first) == rest.colour(rest.knight))
    if other - same == odd and home:
        return None
    light, dark = (same, other) if rest.colour(rest.knight) == 0 else (other, same)
    words = (
        f"from {rest.shade(rest.knight)}, colours must alternate, but {light:,} light and {dark:,} dark ones are left"
    )
    if other - same == odd:
        squares = counted_noun(rest.problem.squares, "square")
        words = f"a closed tour alternates between light and dark, so it cannot have {squares}"
    more = {square for square in rest.free if (rest.colour(square) == 0) == (light > dark)}
    return Reason(words, tuple(sorted(more)))


def crowded(rest: Rest) -> Reason | None:
    """Squares with two ways need both, unless one is the last; too many of them need the same square."""
    slack = int(rest.last is None and not rest.problem.closed)
    ring = rest.problem.closed and rest.goal is None  # the knight is still on the first square, and will come back
    for neck in sorted(rest.ways):
        room = 2 if neck in rest.free or ring else 1
        needing = [square for square in sorted(rest.free) if neck in rest.ways[square] and len(rest.ways[square]) <= 2]
        if len(needing) > room + slack:
            return _crowd(rest, neck, room, needing[: room + slack + 1])
    return None


def _crowd(rest: Rest, neck: int, room: int, squares: list[int]) -> Reason:
    """Return the proof that squares need the same square, with the square that must be the last."""
    every, last = "both" if len(squares) == 2 else "all", None if rest.problem.closed else rest.last
    words = f"squares {rest.names(squares)} have at most two ways left, and {every} need {rest.name(neck)}"
    words = f"{words}, which leads to {'one' if room == 1 else 'two'} of them at most"
    second = tuple((square, there) for square in squares for there in sorted(rest.ways[square] - {neck}))
    if rest.problem.closed:
        return Reason(words, tuple(squares), (neck,), second)
    if last is None:
        return Reason(f"{words}; only one other can be the last", tuple(squares), (neck,), second)
    words = f"{words}; {rest.why_last(last)}"
    needed = {neck, *rest.needs(last)}
    second = tuple((square, there) for square, there in second if there not in needed)
    return Reason(words, tuple(dict.fromkeys((*squares, last))), tuple(needed), second)


def bottleneck(rest: Rest) -> Reason | None:
    """One square joins parts that a path cannot visit one after the other."""
    if len(rest.free) > MOST_SPLIT:
        return None
    last = rest.last
    for neck in sorted(rest.free - {last}):
        parts = rest.parts([neck])
        reason = ""
        if len(parts) > 2:
            reason = f"only {rest.name(neck)} joins {len(parts)} parts, but a walk passes it once"
        elif len(parts) == 2 and last is not None and last in parts[0]:
            reason = f"only {rest.name(neck)} leads to {rest.names(parts[1])}"
            reason = f"{reason}, but the walk must come back: {rest.why_last(last)}"
        elif len(parts) == 2:
            reason = _uneven(rest, neck, parts[1])
        if reason:
            behind_it: set[int] = min(parts[1:], key=len)
            needed = frozenset((last,)) if last is not None and last in parts[0] and len(parts) == 2 else frozenset()
            necks = {neck}.union(*(rest.needs(square) for square in needed))
            return Reason(reason, tuple(sorted(behind_it | needed)), tuple(sorted(necks)))
    return None


def _uneven(rest: Rest, neck: int, behind: set[int]) -> str:
    """Say that the colours behind a bottleneck do not alternate; empty if they can. The walk visits them last."""
    squares = behind - {rest.goal}
    other = sum(rest.colour(square) != rest.colour(neck) for square in squares)
    if 2 * other - len(squares) in (0, 1):
        return ""
    dark = sum(map(rest.colour, squares))
    counts = f"{len(squares) - dark:,} light and {dark:,} dark squares"
    return f"only {rest.shade(neck)}, leads to {counts}, but a knight changes colour with each move"


def two_bottlenecks(rest: Rest) -> Reason | None:
    """Two squares join more parts than a path through both can visit."""
    if len(rest.free) > MOST_PAIRED:
        return None
    squares = sorted(rest.ways)
    for place, one in enumerate(squares):
        for two in squares[place + 1 :]:
            ends = sum(square in (rest.knight, rest.goal) for square in (one, two))
            parts = rest.parts([one, two])
            most = 3 - ends
            if rest.problem.closed and rest.goal is None:
                most = 2  # a ring without two squares has two parts at most
            if len(parts) > most:
                words = f"squares {rest.names([one, two])} join {len(parts)} parts"
                words = f"{words}, but a walk through both visits {most} at most"
                small = sorted(parts, key=len)[:-1]
                return Reason(words, tuple(sorted(set().union(*small) & rest.free)), (one, two))
    return None


RULES: tuple[Rule, ...] = (
    dead_end,
    cut_off,
    no_way_home,
    only_from_here,
    dead_ends,
    unreachable,
    fallen_apart,
    colours,
    crowded,
    bottleneck,
    two_bottlenecks,
)
"""All rules, the simplest first."""
