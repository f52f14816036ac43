"""Law 8, damage: a damaged state from a file is refused, or the search stays within its arrays."""

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.core.search import State
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.examples import few
from tests.support.strategies import AnySearch, assert_same, every_solver, makers

NEAR = st.integers(-3, 3)
FAR = st.sampled_from([-(2**63), -1, 0, 1, 7, 8, 63, 127, 255, 2**31, 2**32 - 1, 2**62, 2**63 - 1])
KINDS: st.SearchStrategy[Any] = st.sampled_from(
    [np.int8, np.uint32, np.int64, np.uint64, np.float64, np.dtype(">i8"), np.bool_, np.complex128]
)


class Guarded(np.ndarray[Any, Any]):
    """An array that refuses negative indexes, which numpy would count from the end."""

    def __getitem__(self, key: Any) -> Any:
        check(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        check(key)
        super().__setitem__(key, value)


def check(key: Any) -> None:
    for each in key if isinstance(key, tuple) else (key,):
        if isinstance(each, (int, np.integer)) and each < 0:
            raise IndexError(f"negative index {each}")


def guarded(value: Any) -> Any:
    """Return an argument of a kernel with guarded arrays, also inside tuples."""
    if isinstance(value, np.ndarray):
        return value.view(Guarded)
    if isinstance(value, tuple):
        return type(value)._make(map(guarded, value)) if hasattr(value, "_make") else tuple(map(guarded, value))
    return value


class GuardedTier(Tier):
    """Calls the loops of every kernel, as they are compiled, with guarded arrays."""

    def __call__(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            with np.errstate(over="ignore"):
                return kernel(*map(guarded, args))

        return call


def changed(array: NDArray[Any], data: st.DataObject) -> NDArray[Any]:
    """Return a copy with a few other values: near the old ones, at the ends of the type, or of other places."""
    array = array.copy()
    flat = array.reshape(-1)
    for _ in range(data.draw(st.integers(1, 3), label="values") if len(flat) else 0):
        place = data.draw(st.integers(0, len(flat) - 1), label="place")
        match data.draw(st.sampled_from(["near", "far", "other", "bits"]), label="how"):
            case "near":
                flat[place : place + 1] += np.array([data.draw(NEAR)]).astype(array.dtype)
            case "far":
                flat[place : place + 1] = np.array([data.draw(FAR)]).astype(array.dtype)
            case "other":
                flat[place] = flat[data.draw(st.integers(0, len(flat) - 1))]
            case _:
                word = flat[place : place + 1].view(np.uint8)
                word[data.draw(st.integers(0, len(word) - 1))] ^= np.uint8(1 << data.draw(st.integers(0, 7)))
    return array


def damaged(state: State, data: st.DataObject) -> State:
    """Return a copy of a state with some damage."""
    state = dict(state)
    name = data.draw(st.sampled_from(sorted(state)), label="name")
    array = state[name]
    match data.draw(st.sampled_from(["values"] * 8 + ["type", "longer", "shorter", "shape", "missing", "more"])):
        case "values":
            state[name] = changed(array, data)
        case "type":
            state[name] = array.astype(data.draw(KINDS))
        case "longer":
            state[name] = np.concatenate([array, array])
        case "shorter":
            state[name] = array[: len(array) // 2]
        case "shape":
            state[name] = array.reshape(1, -1) if array.ndim == 1 else array.reshape(-1)
        case "missing":
            del state[name]
        case _:
            state["more"] = array
    return state


@every_solver
@few(20)
@given(data=st.data())
def test_a_damaged_state_is_refused_or_stays_within_bounds(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    original = make()
    original.advance(data.draw(st.integers(0, 40), label="before"))
    if not original.ready:
        return
    search = make()
    with np.errstate(all="ignore"):
        state = damaged(original.save(), data)
        if not search.restore(state):
            assert search.done == 0
            return
        search.tier = GuardedTier()
        search.advance(data.draw(st.integers(1, 60), label="after"))
        search.frame()
        search.answer()


@every_solver
@few(10)
@given(data=st.data())
def test_an_undamaged_state_is_accepted(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    make = data.draw(makers(puzzle, solver))
    original, restored = make(), make()
    original.advance(data.draw(st.integers(0, 200), label="before"))
    if original.ready and original.checkable:
        assert restored.restore(original.save())
        assert_same(restored, original)
