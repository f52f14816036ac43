"""The stage: any visitor that has any version gets exactly what it lacks."""

import asyncio
import json
import zlib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.tui.web.follow.stage import END, GZIP, HELLO, MAX_MESSAGES, NOTHING, Stage, event

SIZES = st.sampled_from([(10, 3), (10, 5), (7, 3)])
PUTS = st.lists(st.tuples(SIZES, st.dictionaries(st.integers(0, 2), st.integers(0, 9), min_size=1)), max_size=12)


def data(message: bytes) -> Any:
    assert message.startswith(b"data: ")
    assert message.endswith(b"\n\n")
    return json.loads(message[6:])


@given(PUTS, st.sets(st.integers(0, 12)))
def test_any_visitor_reaches_the_newest_screen(
    puts: list[tuple[tuple[int, int], dict[int, int]]], looks: set[int]
) -> None:
    stage, seen, size = Stage(), NOTHING, (0, 0)
    newest: dict[str, list[int]] = {}
    shown: dict[str, list[int]] = {}
    for number, (given_size, rows) in enumerate(puts):
        if number == 0 or given_size != puts[number - 1][0]:
            newest = {str(y): [] for y in range(given_size[1])}
        newest |= {str(y): [value] for y, value in rows.items()}
        stage.put(given_size, [(y, json.dumps([value]).encode()) for y, value in rows.items()])
        if number in looks or number == len(puts) - 1:
            message = data(stage.message(seen).plain)
            seen = stage.version
            if tuple(message["size"]) != size:
                size, shown = tuple(message["size"]), {}
            shown |= message["rows"]
            assert shown == newest


def test_a_visitor_that_is_up_to_date_gets_only_changed_rows() -> None:
    stage = Stage()
    stage.put((4, 3), [(y, b"[1]") for y in range(3)])
    first = stage.version
    stage.put((4, 3), [(1, b"[2]")])
    assert data(stage.message(first).plain)["rows"] == {"1": [2]}
    assert len(data(stage.message(NOTHING).plain)["rows"]) == 3


def test_visitors_with_the_same_version_share_a_message_and_few_messages_are_stored() -> None:
    stage = Stage()
    for _ in range(40):
        stage.put((4, 3), [(0, b"[1]")])
    assert stage.message(NOTHING) is stage.message(NOTHING)
    for seen in range(40):
        stage.message(seen)
        assert len(stage._messages) <= MAX_MESSAGES


def test_compressed_events_can_follow_each_other_in_any_order() -> None:
    events = [HELLO, event(b'{"a":1}'), END, event(b'{"a":1}'), HELLO]
    reader = zlib.decompressobj(31)
    assert reader.decompress(GZIP) == b""
    for each in events:
        assert reader.decompress(each.packed) == each.plain


async def test_waiting_ends_with_news_with_the_end_and_with_the_time() -> None:
    stage = Stage()
    async with asyncio.timeout(60):
        await stage.wait_for_news(NOTHING, 0.0)
        waiting = asyncio.ensure_future(stage.wait_for_news(NOTHING, 60))
        await asyncio.sleep(0)
        stage.put((1, 1), [(0, b"[]")])
        await waiting
        waiting = asyncio.ensure_future(stage.wait_for_news(stage.version, 60))
        await asyncio.sleep(0)
        stage.end()
        await waiting
