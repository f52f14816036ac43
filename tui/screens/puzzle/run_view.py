"""The widgets that show a run: title, board, figures, curves, the sentence about the last step, and the timeline."""

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from knightwatch.engine.core.frame import Board, Curve, Event, Figure, Status
from knightwatch.engine.core.parts import Pages
from knightwatch.engine.core.quiz import Quiz
from knightwatch.engine.core.tree import SearchTree
from knightwatch.engine.core.words import capitalised
from knightwatch.engine.pictures.informative import informative, shown_curves
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Offer
from knightwatch.tui.brief import brief, briefest
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.code import CodeView
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.population import PopulationView
from knightwatch.tui.widgets.state import State
from knightwatch.tui.widgets.timeline import Timeline
from knightwatch.tui.widgets.tree import TreeView
from knightwatch.tui.widgets.words import Words
from knightwatch.tui.workers.run import Report

TITLE_ROOM = 25
"""Most columns for a title beside the solvers' names."""
PROJECTOR_KEYS = "P everything  ? help"
"""The keys that the projector view shows instead of the footer."""
COMPILING = "the code of the solver is being compiled in the background, once; then the search runs faster"
"""The meaning of the figure that shows that code is being compiled."""

Solvers = Sequence[Offer]
Tabs = list[tuple[str, str]]
"""The key and the name of each solver, padded with spaces."""


def tabs(names: Sequence[str], chosen: int, rooms: Sequence[int]) -> Tabs:
    """Return the solvers with the widest spacing that fits, in the first room that has all names.

    If none has, the solvers far from the chosen one lose their names, until the others fit the last room.
    """
    keyed = [(str(number), name) for number, name in enumerate(names, 1)]
    wide = [(f" {key} ", f"{name} ") for key, name in keyed]
    fewer = [_near_names(keyed, chosen, near) for near in range(len(names), 0, -1)]
    complete = ((form, room) for room in rooms for form in (wide, fewer[0]))
    partial = ((form, rooms[-1]) for form in fewer)
    return next((form for form, room in (*complete, *partial) if width(form) <= room), fewer[-1])


def _near_names(keyed: Tabs, chosen: int, near: int) -> Tabs:
    """Return keys and names, but only the names of the solvers nearest to the chosen one."""
    nearest = sorted(range(len(keyed)), key=lambda place: abs(place - chosen))[:near]
    return [(f"{key} ", name) if place in nearest else (key, "") for place, (key, name) in enumerate(keyed)]


def width(solvers: Tabs) -> int:
    """Return the columns that the solvers need."""
    return len(" ".join(key + name for key, name in solvers))


def masked(report: Report, quiz: Quiz) -> Report:
    """Return a report without the next step: later steps, marks, figures, the next move, the tree, and variables."""
    frame, insight = report.frame, report.insight
    code = replace(frame.code, variables=()) if frame.code else None
    figures = tuple(figure for figure in frame.figures if figure.name not in quiz.telling)
    board = quiz.mask(frame.board)
    return replace(
        report,
        frame=replace(frame, board=board, figures=figures, next_move="", code=code, tree=_hide(frame.tree)),
        newest=frame.moment,
        insight=replace(insight, board=quiz.mask(insight.board)) if insight and insight.board else insight,
    )


def _hide(tree: SearchTree | None) -> SearchTree | None:
    """Return a tree without its untried alternatives, which tell where the search goes back to."""
    return replace(tree, path=()) if tree else None


def masked_pages(pages: Pages, quiz: Quiz) -> Pages:
    """Return the pages about a step without what would tell the next one; boards before the step stay as they are."""
    return tuple(
        replace(
            page,
            pictures=tuple(
                each if each.name == "before" else replace(each, board=quiz.mask(each.board)) for each in page.pictures
            ),
            code=replace(page.code, variables=()) if page.code else None,
            tree=_hide(page.tree),
        )
        for page in pages
        if not page.ahead
    )


class RunView(Vertical):
    """The view of one run."""

    def __init__(self, plan: Plan, look: Look) -> None:
        super().__init__()
        self._plan = plan
        self._solvers: Solvers = plan.solvers
        self._look = look
        self._curves: tuple[Curve, ...] = ()
        """The curves up to the newest step, even while an earlier step is shown."""
        self._events: tuple[Event, ...] = ()
        self._projected = False
        self.code_note = ""
        """A note in the code panel, for example that the saved file has a fault; it stays until it is replaced."""
        self.quiz: Quiz | None = None
        """While users predict steps: hides what would tell the next step."""
        self.remark = -1, ""
        """A step, and words to show before its sentence."""
        self.score = ""
        """The score of users who predict steps."""

    def compose(self) -> ComposeResult:
        """Lay out the widgets."""
        with Horizontal(classes="title"):
            yield Words(id="problem")
            yield Static(id="solvers")
        with Horizontal(id="main"):
            yield from self.compose_board()
            with Vertical(id="side"):
                yield Words(id="aside")
                yield Figures()
                yield Chart(self._look)
                yield PopulationView(self._look)
                yield CodeView(self._look)
                yield TreeView(self._look)
                yield Static(PROJECTOR_KEYS, id="hint", markup=False)
        yield Words(id="sentence")
        with Horizontal(classes="player"):
            yield State(self._look, id="state")
            yield Timeline(self._look)

    def compose_board(self) -> ComposeResult:
        """Lay out the board."""
        yield BoardView(self._plan.problem.board(), self._look)

    def begin(self, plan: Plan, solvers: Solvers) -> None:
        """Prepare for the first report about another plan; the title lists the solvers."""
        self._plan, self._solvers = plan, solvers
        self._curves, self._events = (), ()
        self.query_one(PopulationView).begin()
        self._show_title()

    def show(self, report: Report) -> None:
        """Show a report."""
        if report.frame.moment >= report.newest or not self._curves:
            self._curves, self._events = shown_curves(report.frame), report.frame.events
        if self.quiz:
            report = masked(report, self.quiz)
        frame = report.frame
        # While ants run, the path changes too fast to read: show only the heat.
        hide_trail = report.playing and len(frame.board.heat) > 0
        board = report.insight.board if report.insight and report.insight.board else frame.board
        self.show_board(replace(board, trail=board.trail[:0]) if hide_trail else board)
        past = frame.moment if frame.moment < report.newest else None
        unit = self._plan.solver.unit
        curves, events = (shown_curves(frame), frame.events) if self.quiz else (self._curves, self._events)
        curves = curves[:1] if self._projected else curves
        self.query_one(Chart).set_class(not informative(curves), "-empty")
        self.query_one(Chart).show(curves, events, past, at_once=not report.playing, unit=unit)
        self.query_one(Figures).show((*frame.figures, *self._own_figures(report)))
        self.query_one(Timeline).show(self._plan.solver.unit, frame.moment, report.newest)
        code = replace(frame.code, note=self.code_note) if frame.code and self.code_note else frame.code
        self.query_one(CodeView).show(code, frame.status is Status.FAILED)
        self.query_one(TreeView).show(frame.tree)
        view = self.query_one(PopulationView)
        view.set_class(frame.population is not None, "-population")
        if frame.population:
            view.show(frame.population, frame.moment, hide_later=self.quiz is not None)
        remark = f"{self.remark[1]}\n" if self.remark[0] == frame.moment else ""
        sentence = to_ascii(f"{remark}{self._sentence(report)}", self._look.ascii)
        for words in self.query("#sentence, #aside").results(Words):
            words.show(sentence)

    def project(self, on: bool) -> None:
        """Show one curve and the largest squares for a projector, or everything again."""
        self._projected = on
        for view in self.query(BoardView):
            view.label_inside(on)

    def show_board(self, board: Board) -> None:
        """Show the board."""
        self.query_one(BoardView).show(board)

    def show_state(self, report: Report, playing: bool, pace: float | None) -> None:
        """Show the state of the run and its pace."""
        state = self.query_one(State)
        if report.preparing:
            state.show_state("preparing")
        elif report.status is not Status.RUNNING:
            state.show_state(str(report.status).replace("-", " "))
        else:
            state.show_state("running" if playing else "paused", f"{pace:,.0f}/s" if pace else "full speed")

    def _own_figures(self, report: Report) -> tuple[Figure, ...]:
        rate = f"{report.rate:,.0f}" if report.rate else "-"
        predicted = (Figure("predicted", self.score, "your answers to the questions before the steps"),)
        tier: tuple[Figure, ...] = ()
        if report.compiled is not None:
            tier = (Figure("faster soon", "compiling", COMPILING),)
        elif report.uncompiled:
            tier = (Figure("slower", "interpreted", f"the code is not compiled: {report.uncompiled}"),)
        return (
            *(predicted if self.score else ()),
            *tier,
            Figure("per second", rate, f"{self._plan.solver.unit}s per second, measured"),
            Figure("seed", str(self._plan.seed), "the same seed repeats the run"),
        )

    def on_resize(self) -> None:
        """Fit title and solvers to the new width."""
        self._show_title()

    def _show_title(self) -> None:
        """Show the problem, shortened if necessary, and the solvers."""
        plan, room = self._plan, self.size.width - 4
        chosen = self._solvers.index(plan.solver)
        title = plan.problem.title()
        forms = title, brief(title), briefest(title)  # the solvers' names show which puzzle it is
        rooms = [room - len(forms[0]), *(room - min(len(form), TITLE_ROOM) for form in forms[1:])]
        solvers = tabs([solver.name for solver in self._solvers], chosen, rooms)
        left = max(1, room - width(solvers))
        problem = Text(next((form for form in forms if len(form) <= left), forms[-1]), "bold")
        problem.truncate(left, overflow="ellipsis")
        self.query_one("#problem", Words).show(problem)
        links = []
        for place, (key, name) in enumerate(solvers):
            style = "reverse " if place == chosen else ""
            links.append(f"[{style}@click=screen.solver({place + 1})][$text-primary]{key}[/]{name}[/]")
        self.query_one("#solvers", Static).update("  " + " ".join(links))

    def solved(self, sentence: str) -> str:
        """Return the sentence about a success."""
        return f"Solved. {sentence}"

    def _sentence(self, report: Report) -> str:
        if report.preparing:
            return f"{capitalised(report.preparing)}. Keys work meanwhile."
        match report.status:
            case Status.SOLVED:
                return self.solved(report.frame.sentence)
            case Status.IMPOSSIBLE:
                return f"Proved impossible: {report.reason}."
            case Status.GAVE_UP:
                again = "R takes another seed, " if self._plan.seeded else ""
                why = report.insight.sentence if report.insight else report.frame.sentence
                return f"Gave up: {report.reason}. {why} {again}s other settings."
            case Status.FAILED:
                return f"Failed: {report.reason}. ← steps back, r runs it again."
        insight = report.insight.sentence if report.insight else ""
        ahead = "" if report.playing else report.frame.next_move
        # An insight is long and may be cut, so it comes last.
        told = (report.frame.sentence, ahead, insight) if insight else (f"{report.frame.sentence}\n{ahead}",)
        return " ".join(filter(None, told)).strip() or "Space runs the search, → does one step, ? shows all keys."
