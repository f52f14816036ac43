"""Proofs that a problem is impossible, found without search: properties that no move can change."""

from collections.abc import Callable, Iterator, Sequence

from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.graph import Graph

EMPTY, BLACK, WHITE = ".", "B", "W"


def refutation(graph: Graph, start: str, goal: str, name: Callable[[int], str]) -> str:
    """Return why no moves lead from start to goal (a letter per vertex each), or nothing if no rule applies."""
    return next(_reasons(graph, start, goal, name), "")


def _reasons(graph: Graph, start: str, goal: str, name: Callable[[int], str]) -> Iterator[str]:
    if start.count(BLACK) != goal.count(BLACK):
        yield f"knights keep their colour: the start has {_knights(start)}, but the goal {_knights(goal)}"
    for component in graph.components:
        before, after = ("".join(position[vertex] for vertex in component) for position in (start, goal))
        where = (
            "this board"
            if len(component) == len(graph)
            else f"the {counted_noun(len(component), 'square')} around {name(component[0])}"
        )
        orders = f"their order is {_order(before)} at the start, but {_order(after)} at the goal"
        if sorted(before) != sorted(after):
            knights = f"the start has {_knights(before)} there, but the goal {_knights(after)}"
            yield f"no move leads out of {where}: {knights}"
        elif before != after and EMPTY not in before:
            yield f"no knight can move on {where}: there is no empty square"
        elif graph.is_path(component) and _order(before) != _order(after):
            yield f"the moves on {where} form a line, where no knight can pass another: {orders}"
        elif graph.is_ring(component) and not _is_rotation(_order(before), _order(after)):
            yield f"the moves on {where} form a ring, where no knight can pass another: {orders}"


def _order(position: str) -> str:
    return position.replace(EMPTY, "")


def _is_rotation(order: str, other: str) -> bool:
    """Return whether two orders around a ring are the same."""
    return len(order) == len(other) and other in order + order


def _knights(position: Sequence[str]) -> str:
    black, white = position.count(BLACK), position.count(WHITE)
    return f"{black} black and {white} white"
