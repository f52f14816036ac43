"""Rules that settle a problem before any search: what no sequence of moves can change."""

from collections.abc import Callable, Iterator, Sequence

from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.graph import Graph

EMPTY, BLACK, WHITE = ".", "B", "W"


def refutation(graph: Graph, start: str, goal: str, name: Callable[[int], str]) -> str:
    """Return why no moves lead from start to goal, each a letter for every vertex; empty where no rule applies."""
    return next(_reasons(graph, start, goal, name), "")


def _reasons(graph: Graph, start: str, goal: str, name: Callable[[int], str]) -> Iterator[str]:
    if start.count(BLACK) != goal.count(BLACK):
        yield (f"knights keep their colour: {_knights(start)} stand at the start, but {_knights(goal)} at the goal")
    for part in graph.components:
        before, after = ("".join(position[vertex] for vertex in part) for position in (start, goal))
        where = (
            "this board"
            if len(part) == len(graph)
            else f"the {counted_noun(len(part), 'square')} around {name(part[0])}"
        )
        orders = f"the order is {_order(before)} at the start, but {_order(after)} at the goal"
        if sorted(before) != sorted(after):
            knights = f"{_knights(before)} stand there at the start, but {_knights(after)} at the goal"
            yield f"no move leads out of {where}, and {knights}"
        elif before != after and EMPTY not in before:
            yield f"no knight can move on {where}: there is no empty square"
        elif graph.is_path(part) and _order(before) != _order(after):
            yield f"the moves of {where} are a single line, on which no knight passes another: {orders}"
        elif graph.is_ring(part) and not _turned(_order(before), _order(after)):
            yield f"the moves of {where} are a single ring, on which no knight passes another: around it, {orders}"


def _order(position: str) -> str:
    return position.replace(EMPTY, "")


def _turned(order: str, other: str) -> bool:
    """Tell whether two orders around a ring are the same."""
    return len(order) == len(other) and other in order + order


def _knights(position: Sequence[str]) -> str:
    black, white = position.count(BLACK), position.count(WHITE)
    return f"{black} black and {white} white"
