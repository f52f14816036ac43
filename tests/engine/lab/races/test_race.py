"""Races: by work they depend only on plans and seed, by time all get the same, and places are correct."""

import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.timing import timed
from knightwatch.engine.lab.races.entries import parse_racers
from knightwatch.engine.lab.races.race import TICK, Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.lab.races.timing import full_speed_seconds
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan
from tests.support.strategies import digest
from tests.support.toy import Clock, Toy, toy

TOURS = ("warnsdorff", "backtrack:order=warnsdorff", "backtrack", "genetic:pop=10,generations=40")

Ends = list[tuple[int, int]]
"""For each toy racer: the steps after which it solves and gives up."""


def race(entries: tuple[str, ...] = TOURS, by: By = By.WORK, of: str = "tour", /, **values: str) -> Race:
    usual = {"seed": "7"} | ({"start": "a3"} if of == "tour" else {})
    return Race(parse_racers(puzzle(of), usual | values, entries), by)


def states(it: Race) -> list[tuple[str, Status]]:
    return [(digest(racer.run.search), racer.run.status) for racer in it.racers]


def toys(ends: Ends, by: By = By.WORK, costs: tuple[float, ...] = (0.0,) * 4) -> Race:
    """Return a race of toys; `costs` has the seconds of one unit of each, by their clock."""
    solvers = [type(f"Toy{place}", (Toy,), {"name": f"toy{place}", "cost": costs[place]}) for place in range(len(ends))]
    like = toy()
    plans = []
    for solver, (solved_at, units) in zip(solvers, ends, strict=True):
        settings = like.settings.model_copy(update={"solved_at": solved_at, "units": units})
        plans.append(Plan(puzzle("queens"), solver, like.problem, settings, 1))
    return Race(plans, by)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("knightwatch.engine.core.run.time", clock)
    monkeypatch.setattr("knightwatch.engine.lab.races.race.time", clock)
    monkeypatch.setattr(Toy, "clock", clock)
    return clock


any_ends = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=2, max_size=4)


# By work


@settings(max_examples=25)
@given(stops=st.lists(st.integers(0, 90), max_size=6), leave=st.lists(st.integers(0, 9), max_size=6))
def test_a_race_by_work_equals_runs_alone(stops: list[int], leave: list[int]) -> None:
    cut = race()
    for stop, slices in itertools.zip_longest(sorted(stops), leave, fillvalue=3):
        for _ in itertools.islice(cut.slices(), slices):
            pass
        for _ in cut.slices(until=stop):
            pass
        assert cut.even
        for racer in cut.racers:
            alone, search = racer.plan.search(), racer.run.search
            alone.advance(search.done)
            assert digest(search) == digest(alone)
            assert racer.ended or search.common_work() >= cut.level


@pytest.mark.parametrize("entry", PUZZLES, ids=[entry.name for entry in PUZZLES])
def test_both_clocks_give_the_same_final_runs(entry: Any) -> None:
    solvers = tuple(solver.name for solver in entry.solvers[:4])
    found = []
    for by in By:
        it = race(solvers, by, entry.name)
        list(it.slices())
        assert it.ended
        found.append(states(it))
    alone = [racer.plan.search() for racer in it.racers]
    for search in alone:
        search.advance(search.limit)
    assert found[0] == found[1] == [(digest(search), search.status) for search in alone]


def test_the_seed_determines_the_race() -> None:
    first = race(("genetic:pop=10", "ants"))
    second, other = first.again(), first.again(new_seed=True)
    for it in (first, second, other):
        list(it.slices(until=20))
    assert states(first) == states(second) != states(other)
    assert first.seed == second.seed != other.seed
    assert {racer.plan.seed for racer in other.racers} == {other.seed}
    assert first.again(By.TIME).by is By.TIME


def test_the_clock_jumps_when_every_racer_is_ahead_of_it(clock: Clock) -> None:
    it = race(("warnsdorff", "genetic:generations=2"), rows="6", cols="6")
    list(it.slices(pace=10, wait=clock.sleep))
    assert it.ended
    assert it.level > 3600
    assert clock.asleep < 10  # a tenth for each square of the first racer, and for each generation of the other


@given(ends=any_ends)
def test_an_ended_racer_does_not_change(ends: Ends) -> None:
    it = toys(ends)
    for level in range(62):
        list(it.slices(until=level))
        assert [racer.run.search.done for racer in it.racers] == [min(level, *end) for end in ends]
    assert it.ended


@given(ends=any_ends)
def test_places_by_work_follow_the_work_done(ends: Ends) -> None:
    it = toys(ends)
    list(it.slices())
    arrived = [solved_at for solved_at, units in ends if solved_at <= units]
    for racer, (solved_at, units) in zip(it.racers, ends, strict=True):
        place = 1 + sum(other < solved_at for other in arrived) if solved_at <= units else None
        assert it.place(racer, By.WORK) == place
    firsts = [racer.run.search.done for racer in it.first(By.WORK)]
    assert firsts == [min(arrived)] * arrived.count(min(arrived)) if arrived else not firsts
    assert it.status() is (Status.SOLVED if arrived else Status.GAVE_UP)


# By time


@pytest.mark.usefixtures("clock")
@given(costs=st.tuples(*[st.floats(1e-5, 0.01)] * 4), level=st.integers(0, 60))
def test_by_time_no_racer_gets_more_than_the_clock_shows(costs: tuple[float, ...], level: int) -> None:
    it = toys([(10**9, 10**9)] * 4, By.TIME, costs)
    list(it.slices(until=level))
    assert (it.level, it.even) == (level, True)
    for racer, cost in zip(it.racers, costs, strict=True):
        assert level * TICK <= racer.run.seconds <= level * TICK + SLICE + cost


@pytest.mark.usefixtures("clock")
@given(
    costs=st.tuples(*[st.floats(1e-5, 0.01)] * 3),
    ends=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=3, max_size=3),
)
def test_places_by_time_follow_the_seconds_once_certain(costs: tuple[float, ...], ends: Ends) -> None:
    it = toys(ends, By.TIME, costs)
    for _ in it.slices():
        assert it.ended or all(it.place(racer, By.TIME) is None for racer in it.racers)
    needed = [at * cost if at <= units else None for (at, units), cost in zip(ends, costs, strict=True)]
    arrived = sorted(seconds for seconds in needed if seconds is not None)
    for racer, seconds in zip(it.racers, needed, strict=True):
        place = it.place(racer, By.TIME)
        if seconds is None:
            assert place is None
        else:
            assert place is not None
            assert arrived[place - 1] == pytest.approx(seconds)
            others = [other for each, other in zip(it.racers, needed, strict=True) if each is not racer]
            assert it.shares_place(racer, By.TIME) == any(other == pytest.approx(seconds) for other in others)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("costs", "first"), [((0.001, 0.001, 0.001), ["toy0"]), ((0.001, 0.009, 0.001), ["toy0", "toy1"])]
)
def test_first_by_time_needs_agreeing_repeats(
    costs: tuple[float, ...], first: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    it = toys([(10, 99), (40, 99)], By.TIME, (0.001, 0.001))
    solver, plan = it.racers[0].plan.solver, it.racers[0].plan
    left = list(costs[1:])

    def slower(self: Plan) -> Any:
        search = self.solver(self.problem, self.settings, self.seed)
        if self.solver is solver and left:
            monkeypatch.setattr(solver, "cost", left.pop(0))
        return search

    monkeypatch.setattr(Plan, "search", slower)
    list(it.slices())
    tie = len(first) > 1
    assert [racer.name for racer in it.first(By.WORK)] == ["toy0"]
    assert it.answer()["first_by_time"] == first
    assert [it.shares_place(racer, By.TIME) for racer in it.racers] == [tie, tie]
    assert (it.words().startswith("Too close to call by time: toy0, 10 ms"), "1st =" in it.text()) == (tie, tie)
    assert plan == it.racers[0].plan


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ((0.0001, 0.001, 0.001), "First by time so far: toy0, 2 ms. First by work: toy1, 10 placements judged."),
        (
            (0.0004, 0.001, 0.001),
            "By time, toy0 and toy1 are too close so far: 8 ms to 10 ms. First by work",
        ),
    ],
)
def test_a_running_race_by_time_names_the_first_by_time(costs: tuple[float, ...], words: str) -> None:
    it = toys([(20, 99), (10, 99), (10**9, 10**9)], By.TIME, costs)
    list(it.slices(until=40))
    assert not it.ended
    assert it.words().startswith(words)
    assert "so far" not in toys([(20, 99), (10, 99)]).words()


@pytest.mark.usefixtures("clock")
def test_nobody_is_first_by_time_while_another_has_spent_less() -> None:
    it = toys([(1, 9), (10**9, 10**9)], By.TIME, (0.5, 0.001))
    list(it.slices(until=40))
    assert it.racers[0].decided
    assert "by time" not in it.words()


def test_race_seconds_are_processor_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    it = toys([(10, 99), (20, 99)], By.WORK, (0.001, 0.002))
    step = Toy.step

    def interrupted(self: Toy, budget: int, halt: bool) -> None:
        clock.sleep(5)
        step(self, budget, halt)

    monkeypatch.setattr(Toy, "step", interrupted)
    list(it.slices())
    assert [racer.run.seconds for racer in it.racers] == [pytest.approx(0.01), pytest.approx(0.04)]


def test_the_clock_starts_after_compiling(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    it = toys([(10, 99), (20, 99)], By.TIME, (0.001, 0.001))
    tier = it.racers[1].run.search.tier
    waits = iter([True] * 3)
    monkeypatch.setattr(type(tier), "waiting", property(lambda self: self is tier and next(waits, False)))
    monkeypatch.setattr("knightwatch.engine.core.timing.time", clock)
    messages = []
    for _ in it.slices():
        if it.doing():
            messages.append(it.doing())
            assert [racer.run.search.done for racer in it.racers] == [0, 0] or it.ended
    assert sum("compil" in words for words in messages) == 3
    assert [racer.run.seconds for racer in it.racers] == [pytest.approx(0.01), pytest.approx(0.02)]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("by", By)
def test_only_a_race_by_time_waits_for_compiled_code_before_the_start(by: By, monkeypatch: pytest.MonkeyPatch) -> None:
    it = toys([(10, 99), (20, 99)], by, (0.001, 0.001))
    looks = iter([True] * 5)
    monkeypatch.setattr(Tier, "waiting", property(lambda _: next(looks, False)))
    monkeypatch.setattr("knightwatch.engine.core.timing.time", Toy.clock)
    before = [it.doing() for _ in it.slices() if not it.level and it.doing()]
    assert len(before) == (5 if by is By.TIME else 0)
    assert it.ended


@pytest.mark.usefixtures("clock")
def test_interpreted_seconds_are_replaced_by_those_of_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    it = toys([(10, 99), (20, 99)], By.WORK, (0.05, 0.05))
    for racer in it.racers:
        racer.run.search.tier.interpreting = True
    search = Plan.search

    def compiled(self: Plan) -> Any:
        monkeypatch.setattr(self.solver, "cost", 0.001)
        return search(self)

    monkeypatch.setattr(Plan, "search", compiled)
    codes = {racer.code for _ in it.slices() for racer in it.racers if racer.run.slow_steps}
    assert codes == {"interpreted"}
    assert [racer.run.seconds for racer in it.racers] == [pytest.approx(0.01), pytest.approx(0.02)]
    assert {racer.code for racer in it.racers} == {"compiled"}
    assert it.answer()["first_by_time"] == ["toy0"]


def test_interpreted_steps_of_a_long_run_count_like_compiled_ones() -> None:
    run = toys([(100, 999), (1, 999)]).racers[0].run
    run.search.advance(100)
    run.seconds, run.slow_seconds, run.slow_steps = 8.0, 4.0, 20
    assert full_speed_seconds(run) == pytest.approx(5.0)
    run.slow_seconds = 7.5
    assert full_speed_seconds(run) is None


@pytest.mark.usefixtures("clock")
def test_interpreted_steps_do_not_count_for_the_limit_of_a_racer() -> None:
    racer = toys([(100, 999), (1, 999)], By.WORK, (0.125, 0.125)).racers[0]
    settings = racer.plan.settings.model_copy(update={"max_seconds": 2})
    run = timed(racer.plan.solver(racer.plan.problem, settings, 1))
    run.search.tier.interpreting = True
    for _ in run.slices(until=50):
        assert run.status is Status.RUNNING
    run.search.tier.interpreting = False
    list(run.slices())
    assert (run.status, run.search.done) == (Status.GAVE_UP, 66)


@pytest.mark.usefixtures("clock")
def test_a_limit_of_seconds_ends_a_racer_and_not_the_race() -> None:
    it = toys([(10**5, 10**9), (10**9, 10**9)], By.TIME, (1e-5, 1e-3))
    slow = it.racers[1].plan
    limited = replace(slow, settings=slow.settings.model_copy(update={"max_seconds": 0.5}))
    it = Race([it.racers[0].plan, limited], By.TIME)
    list(it.slices())
    assert [racer.run.status for racer in it.racers] == [Status.SOLVED, Status.GAVE_UP]
    assert it.racers[1].run.seconds == pytest.approx(0.5, abs=SLICE)


@pytest.mark.usefixtures("clock")
@given(pace=st.floats(1, 500), seconds=st.floats(0.1, 1))
def test_a_paced_race_keeps_its_pace(pace: float, seconds: float) -> None:
    it = toys([(10**9, 10**9)] * 2)
    clock = Toy.clock
    begun = clock.now
    for _ in it.slices(pace=pace, wait=clock.sleep):
        assert it.level <= 1 + (clock.now - begun) * pace + 1e-6
        if clock.now >= begun + seconds:
            break
    assert it.level >= (clock.now - begun) * pace - 1


# Beginning and end


def test_all_racers_are_prepared_before_the_first_begins() -> None:
    it = toys([(9, 9), (9, 9)])
    for racer in it.racers:
        assert isinstance(racer.run.search, Toy)
        racer.run.search.waits = 2
    going = it.slices()
    for _ in range(4):
        next(going)
        assert it.doing()
        assert not it.racers[1].run.search.ready
        assert [racer.run.search.done for racer in it.racers] == [0, 0]
    list(going)
    assert (it.doing(), it.ended) == ("", True)


def test_a_refuted_problem_starts_no_racer() -> None:
    it = race(start="", holes="a8:h1")
    list(it.slices())
    assert (it.ended, it.status()) == (True, Status.IMPOSSIBLE)
    assert it.problem.refutation() in it.words()
    assert (it.first(By.WORK), it.first(By.TIME)) == ([], [])
    assert [racer.run.search.done for racer in it.racers] == [0] * 4


def test_a_race_without_an_answer_says_so() -> None:
    it = toys([(9, 5), (9, 5)])
    list(it.slices())
    assert it.words() == "All racers have ended without an answer."


# Entries


def test_shared_values_apply_unless_a_racer_has_its_own() -> None:
    it = race(("backtrack:order=fixed", "backtrack", "genetic"), pop="30", order="wall", rows="7")
    orders = [racer.plan.values().get("order") for racer in it.racers]
    assert orders == ["fixed", "wall", None]
    assert [racer.name for racer in it.racers] == ["backtrack:order=fixed", "backtrack:order=wall", "genetic"]
    assert it.racers[2].plan.values()["pop"] == "30"
    assert all(racer.plan.values()["rows"] == "7" for racer in it.racers)


def test_presets_are_for_the_problem_or_for_one_racer() -> None:
    assert race(("breadth", "both-ends"), By.WORK, "swap", preset="guarini").problem.title().endswith("3 x 3")
    best = race(("genetic", "genetic:preset=best")).racers[1]
    assert best.plan.settings == Plan.read(puzzle("tour"), {"preset": "best"}).settings


@pytest.mark.parametrize(
    ("entries", "values", "words"),
    [
        (("backtrack",), {}, "a race has 2 to 4 racers, but there are 1"),
        (("auto", "warnsdorff", "backtrack", "genetic", "ants"), {}, "a race has 2 to 4 racers, but there are 5"),
        (("auto", "tortoise"), {}, "solver is tortoise, but must be one of auto"),
        (("auto", "warnsdorff"), {"pop": "3"}, "pop is not a setting of any racer; the racers are auto, warnsdorff"),
        (("auto", "genetic"), {"pop": "x"}, "pop is x, but must be a whole number"),
        (("auto", "backtrack:order"), {}, "solver is backtrack:order, but a racer is a solver and its settings"),
        (("auto", "backtrack:rows=5"), {}, "rows is not a setting of backtrack"),
        (("auto", "auto"), {}, "auto races twice"),
        (("auto", "genetic"), {"preset": "best"}, "preset best is for one solver: write solver genetic:preset=best"),
    ],
)
def test_wrong_entries_are_refused(entries: tuple[str, ...], values: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        race(entries, **values)


def test_racers_may_have_their_own_seeds() -> None:
    plans = parse_racers(puzzle("queens"), {"seed": "7", "n": "8"}, ["evolve", "evolve:seed=8", "min-conflicts"])
    race = Race(plans)
    assert [racer.plan.seed for racer in race.racers] == [7, 8, 7]
    assert [racer.name for racer in race.racers] == ["evolve:seed=7", "evolve:seed=8", "min-conflicts"]
    again = race.again(new_seed=True)
    first, second, third = (racer.plan.seed for racer in again.racers)
    assert first == third == again.seed != second


def test_racers_of_two_problems_are_refused() -> None:
    plans = [racer.plan for racer in race().racers]
    with pytest.raises(BadInput, match="another problem, "):
        Race([plans[0], replace(plans[1], problem=type(plans[1].problem)())])
