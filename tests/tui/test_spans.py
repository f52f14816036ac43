"""Changed spans: the terminal shows the same as after a full redraw, and nothing is sent twice."""

from collections.abc import Sequence

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from knightwatch.tui.spans import ChangedLayout, ChangedSpans, TerminalCopy, codes
from knightwatch.tui.textual_internals import ChopsUpdate, LayoutUpdate

WIDTH, HEIGHT = 24, 6
STYLES = [
    Style(),
    Style(color="#ff0000"),
    Style(color="#00ff00", bgcolor="#101010", bold=True),
    Style(bgcolor="#101010"),
    Style(color="#00ff00", bgcolor="#0000ff"),
    Style(reverse=True),
]
CONSOLE = Console(force_terminal=True, color_system="256")

cells = st.tuples(st.sampled_from("ab⠿█ "), st.sampled_from(STYLES))
lines = st.lists(cells, min_size=WIDTH, max_size=WIDTH)
pictures = st.lists(lines, min_size=HEIGHT, max_size=HEIGHT)
Picture = Sequence[Sequence[tuple[str, Style]]]


def strip(line: Sequence[tuple[str, Style]]) -> Strip:
    return Strip([Segment(sign, style) for sign, style in line])


def update(picture: Picture, spans: list[tuple[int, int, int]], cut: int = WIDTH // 2) -> ChopsUpdate:
    """Return an update of a screen with two widgets side by side."""
    chops = [{0: strip(line[:cut]), cut: strip(line[cut:])} for line in picture]
    return ChopsUpdate(chops, spans, [[cut, WIDTH]] * HEIGHT)


def everything() -> list[tuple[int, int, int]]:
    return [(y, 0, WIDTH) for y in range(HEIGHT)]


class Terminal:
    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.screen.set_mode(20)
        self._stream = pyte.Stream(self.screen)

    def feed(self, text: str) -> None:
        self._stream.feed(text)

    def shows(self) -> list[list[object]]:
        return [[self.screen.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT)]


@given(st.lists(pictures, min_size=1, max_size=4), st.data())
def test_changes_lead_to_the_same_screen_as_full_redraws(given_pictures: list[Picture], data: st.DataObject) -> None:
    copy, terminal = TerminalCopy(), Terminal()
    now = [list(line) for line in given_pictures[0]]
    terminal.feed(ChangedSpans(update(now, everything()), copy).render_segments(CONSOLE))
    for picture in given_pictures[1:]:
        ys = data.draw(st.lists(st.integers(0, HEIGHT - 2), unique=True))
        spans = []
        for y in sorted(ys):
            first = data.draw(st.integers(0, WIDTH - 1))
            end = data.draw(st.integers(first + 1, WIDTH))
            now[y][first:end] = picture[y][first:end]
            spans.append((y, first, end))
        terminal.feed(ChangedSpans(update(now, spans), copy).render_segments(CONSOLE))
        fresh = Terminal()
        fresh.feed(ChangedSpans(update(now, everything()), TerminalCopy()).render_segments(CONSOLE))
        assert terminal.shows() == fresh.shows()


@given(pictures)
def test_only_a_full_redraw_sends_known_characters_again(picture: Picture) -> None:
    copy = TerminalCopy()
    everything_sent = ChangedSpans(update(picture, everything()), copy).render_segments(CONSOLE)
    assert ChangedSpans(update(picture, everything()[:-1]), copy).render_segments(CONSOLE) == ""
    assert ChangedSpans(update(picture, everything()), copy).render_segments(CONSOLE) == everything_sent
    copy.forget()
    assert ChangedSpans(update(picture, everything()[:1]), copy).render_segments(CONSOLE)


def layout(picture: Picture) -> LayoutUpdate:
    return LayoutUpdate([[strip(line[:5]), strip(line[5:])] for line in picture], Region(0, 0, WIDTH, HEIGHT))


@given(pictures, pictures)
def test_a_layout_leads_to_the_same_screen_and_is_sent_once(first: Picture, then: Picture) -> None:
    copy, terminal, fresh = TerminalCopy(), Terminal(), Terminal()
    for picture in (first, then):
        terminal.feed(ChangedLayout(layout(picture), copy).render_segments(CONSOLE))
        assert ChangedLayout(layout(picture), copy).render_segments(CONSOLE) == ""
    fresh.feed(ChangedLayout(layout(then), TerminalCopy()).render_segments(CONSOLE))
    assert terminal.shows() == fresh.shows()
    assert [line.rstrip() for line in fresh.screen.display] == [
        "".join(sign for sign, _ in line).rstrip() for line in then
    ]


def test_one_character_costs_a_few_bytes() -> None:
    line = [("a", STYLES[2])] * WIDTH
    picture = [line] * HEIGHT
    copy = TerminalCopy()
    ChangedSpans(update(picture, everything()), copy).render_segments(CONSOLE)
    other = [*line[:5], ("b", STYLES[2]), *line[6:]]
    sent = ChangedSpans(update([other, *picture[1:]], [(0, 0, WIDTH)]), copy).render_segments(CONSOLE)
    assert sent.count("b") == 1
    assert "a" not in sent
    assert len(sent) < 50


def test_lines_with_wide_characters_are_sent_whole() -> None:
    copy = TerminalCopy()
    chops = [{0: Strip([Segment("棋a", STYLES[1])])}]
    for _ in range(2):
        sent = ChangedSpans(ChopsUpdate([*chops, {0: None}], [(0, 0, 3)], [[3], [3]]), copy).render_segments(CONSOLE)
        assert "棋a" in sent


@pytest.mark.parametrize("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR])
def test_styles_have_the_same_codes_as_in_textual(system: ColorSystem) -> None:
    for style in STYLES:
        ours = [code for code in codes(style, system) if code not in ("", "39", "49")]
        assert ";".join(ours) == Strip.render_ansi(style, system)
