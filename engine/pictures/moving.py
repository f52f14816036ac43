"""Files that show a whole run: a page that plays it, and films. The ending of the name chooses one."""

from knightwatch.engine.core.run import Run
from knightwatch.engine.pictures.film import MOST_FILMED, film
from knightwatch.engine.pictures.player import page
from knightwatch.engine.pictures.raster import GIF_FRAMES, check_pillow, gif
from knightwatch.engine.pictures.recording import MOST_FRAMES, FrameRecording, Making, lines_added, recorded
from knightwatch.engine.plans.plan import Plan

FRAMES = {".html": MOST_FRAMES, "film.svg": MOST_FILMED, ".gif": GIF_FRAMES}
"""The endings, and the number of frames that a file of each has at most."""


def recording_for(name: str) -> FrameRecording | None:
    """Return an empty recording for a file that shows a whole run; None for another file.

    Raises BadInput if the file needs Pillow and it is not installed.
    """
    frames = next((frames for ending, frames in FRAMES.items() if name.endswith(ending)), None)
    if name.endswith(".gif"):
        check_pillow(name)
    return FrameRecording(frames) if frames else None


def making(name: str, plan: Plan, recording: FrameRecording, command: str = "", lines: bool = True) -> Making:
    """Make the file with this name from a recording of a plan.

    A page shows the `command` that repeats the run and, with `lines`, the line of the plain version at each step.
    """
    title, unit = f"{plan.problem.title()} by {plan.solver.name}", plan.solver.unit
    if name.endswith(".gif"):
        return (yield from gif(title, unit, recording))
    if name.endswith("film.svg"):
        return film(title, unit, recording)
    for done in lines_added(plan, recording) if lines else ():
        if (yield done, len(recording.frames)):
            break
    return page(title, unit, recording, command)


def replayed(name: str, plan: Plan, until: int | None, command: str = "") -> Making:
    """Make the file with this name from a new run of a plan, to its end or to a step.

    Raises BadInput if the file needs Pillow and it is not installed.
    """
    recording, run = recording_for(name), Run(plan.search())
    assert recording
    try:
        for _ in recorded(run, recording, until):
            yield run.search.done, until or run.search.limit
        return (yield from making(name, plan, recording, command))
    finally:
        run.search.close()
