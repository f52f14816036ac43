"""The commands `tour`, `swap` and `queens`: run a solver, or ask a question about the problem."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cyclopts import Group

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import left_out
from knightwatch.engine.plans.puzzle import Puzzle, Question, is_file
from knightwatch.tui.cli.options.common import COMMON, Common, common_parameters
from knightwatch.tui.cli.options.fields import PROBLEM, Solvers, field_parameter, field_parameters
from knightwatch.tui.cli.options.signature import parameter, with_options
from knightwatch.tui.launch import has_screen, open_screen

if TYPE_CHECKING:
    from knightwatch.engine.core.search import Search
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.engine.store.saving import RunSaver

HELP_FLAGS = {"--help", "-h"}
QUESTIONS = Group("Questions, answered without the screen", sort_key=90)


def named_command(puzzle: Puzzle, arguments: Sequence[str], every_solver: bool) -> Callable[..., int]:
    """Return the command of a puzzle with the options that the arguments need, since importing a solver takes time."""
    every_question = every_solver or not HELP_FLAGS.isdisjoint(arguments)
    questions = [q for q in puzzle.questions if every_question or f"--{q.name}" in arguments]
    solvers = named_solvers(puzzle, arguments)
    if every_solver and solvers[0].name in puzzle.solvers_at:
        solvers = puzzle.solvers
    return puzzle_command(puzzle, solvers, questions, listed=every_question)


def named_solvers(puzzle: Puzzle, arguments: Sequence[str]) -> Solvers:
    """Return the solver that the arguments name or, for help and presets, all of them; a user's file is always one."""
    words = [part for word in arguments for part in word.split("=", 1)]
    names = [after for word, after in pairwise(words) if word == "--solver"] or [puzzle.usual_solver]
    if is_file(names[-1]):
        return (_own_solver(puzzle, names[-1]),)
    if not {*HELP_FLAGS, "--preset"}.isdisjoint(word.partition("=")[0] for word in arguments):
        return puzzle.solvers
    return (puzzle.solver(names[-1]),)


def _own_solver(puzzle: Puzzle, file: str) -> "type[Search[Any, Any]]":
    """Return the solver of a file; raise BadInput if one of its settings has the name of another option."""
    solver = puzzle.solver(file)
    taken = {*COMMON, *(question.name for question in puzzle.questions), "solver", "preset"}
    if clash := sorted(taken & solver.settings_type.model_fields.keys()):
        raise BadInput(f"{solver.name}: setting {clash[0]} has the name of an option: choose another name")
    return solver


def puzzle_command(puzzle: Puzzle, solvers: Solvers, questions: Sequence[Question], listed: bool) -> Callable[..., int]:
    """Return the command of a puzzle. Its signature lists the fields of `solvers` and the options of `questions`.

    If `listed`, its help lists the solvers of other packages too. To look for them takes a tenth of a small command.
    """
    from knightwatch.engine.plans.plan import Plan

    questions_by_name = {question.name: question for question in puzzle.questions}
    question_fields = {
        q.name: puzzle.resolve(q.options_at).model_fields if q in questions and q.options_at else {}
        for q in puzzle.questions
    }

    def command(**given: Any) -> int:
        other = {*COMMON, *questions_by_name, *(name for fields in question_fields.values() for name in fields)}
        values = {name: value for name, value in given.items() if name not in other and value is not None}
        plan, common = Plan.read(puzzle, values), Common.read(given)
        asked = [name for name in questions_by_name if given.get(name) not in (None, False)]
        _check_questions(asked, question_fields, given)
        if asked and common.curves:
            raise BadInput(f"curves needs a run, but --{asked[0]} is a question")
        if not asked:
            return _run(plan, common)
        from knightwatch.tui.cli.headless import ask

        own = {name: given[name] for name in question_fields[asked[0]] if given.get(name) is not None}
        inquiry = plan.ask(questions_by_name[asked[0]], str(given[asked[0]]), **own)
        if asked == ["show"] and has_screen() and not common.without_screen:
            return open_screen(_shown_answer(inquiry), common.ascii, common.theme, common.record)
        return ask(puzzle, inquiry, common)

    names = puzzle.solver_names if listed else puzzle.solvers_at
    help_text = f"one of {', '.join(names)}, or a file of your own; default {puzzle.usual_solver}"
    help_text = ". ".join([help_text, *(left_out() if listed else ())])
    parameters = [parameter("solver", str | None, None, help_text, PROBLEM), *field_parameters(puzzle, solvers)]
    parameters += [
        parameter(q.name, str | None if q.number else bool, None if q.number else False, q.summary, QUESTIONS, q.number)
        for q in puzzle.questions
    ]
    parameters += [
        field_parameter(name, field, QUESTIONS) for fields in question_fields.values() for name, field in fields.items()
    ]
    return with_options(command, [*parameters, *common_parameters()])


def _check_questions(asked: Sequence[str], question_fields: dict[str, Any], given: dict[str, Any]) -> None:
    """Raise BadInput for an option without its question, and for two questions at once."""
    for question, fields in question_fields.items():
        if stray := [name for name in fields if given.get(name) is not None and question not in asked]:
            from knightwatch.engine.core.declaration import option

            raise BadInput(f"{option(stray[0])} belongs to a question: use it with --{question}")
    if len(asked) > 1:
        raise BadInput(f"--{' and --'.join(asked)} are separate questions: ask one at a time")


def _run(plan: "Plan", common: Common) -> int:
    from knightwatch.tui.output.command_line import read_step

    step = read_step(common.at) if common.at else 0
    if has_screen() and not common.without_screen:
        return open_screen(_opened_at(plan, step) if step else plan, common.ascii, common.theme, common.record)
    from knightwatch.tui.cli.headless import solve

    return solve(plan, common, until=step or None)


def _shown_answer(inquiry: Any) -> Callable[[Any], None]:
    """Return a function that shows an answer that the user brought."""

    def begin(app: Any) -> None:
        from knightwatch.tui.screens.puzzle.answer import CheckedAnswerScreen

        app.push_screen(CheckedAnswerScreen(inquiry))

    return begin


def _opened_at(plan: "Plan", step: int) -> "RunSaver":
    """Return a run of a plan that starts at a step and is saved from there."""
    from knightwatch.engine.store.runs import usual_path
    from knightwatch.engine.store.saving import RunSaver, record_of

    return RunSaver(plan, usual_path(), record_of(plan, step))
