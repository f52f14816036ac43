"""The word: right words open the door, and wrong ones are limited for each network."""

import pytest

from knightwatch.tui.web.follow.door import COOKIE, MAX_ADDRESSES, MAX_WRONG, SECONDS_EACH, Door


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_without_a_word_everyone_enters() -> None:
    assert Door("").admits("")


@pytest.mark.parametrize("given", ["rook", "Rook", " ROOK "])
def test_the_word_is_right_in_any_case(given: str) -> None:
    assert Door("Rook").is_right("10.0.0.1", given)


@pytest.mark.parametrize("given", ["", "roo", "rooks", "\udcff", "r" * 10_000])
def test_other_words_are_wrong(given: str) -> None:
    assert not Door("rook").is_right("10.0.0.1", given)


def test_the_cookie_opens_only_its_own_door() -> None:
    door, other = Door("rook"), Door("rook")
    cookie = door.cookie().partition(";")[0]
    assert door.admits(f"a=b; {cookie}")
    for odd in ('prefs={"a":1}', "a b=c", "user@host=1", 'q="\\"', "é=é"):
        assert door.admits(f"{odd}; {cookie}"), "another server on this host set the odd cookie"
        assert door.admits(f"{cookie};{odd}")
    assert not other.admits(cookie)
    assert not any(door.admits(text) for text in ("", f"{COOKIE}=", f"{COOKIE}=é", "=;=", cookie[:-1]))
    assert "HttpOnly" in door.cookie()
    assert "SameSite=Strict" in door.cookie()


def test_an_address_with_wrong_words_must_wait() -> None:
    door = Door("rook", clock := Clock())
    for _ in range(MAX_WRONG):
        assert not door.must_wait("10.0.0.1")
        door.is_right("10.0.0.1", "pawn")
    assert door.must_wait("10.0.0.1")
    assert not door.must_wait("10.0.0.2")
    clock.now += SECONDS_EACH
    assert not door.must_wait("10.0.0.1")
    door.is_right("10.0.0.1", "pawn")
    assert door.must_wait("10.0.0.1")


def test_addresses_of_one_ipv6_network_count_together() -> None:
    door = Door("rook", Clock())
    for number in range(MAX_WRONG):
        door.is_right(f"2001:db8:1:2::{number:x}", "pawn")
    assert door.must_wait("2001:db8:1:2:ffff::1")
    assert not door.must_wait("2001:db8:1:3::1")
    assert not door.must_wait("::ffff:10.0.0.1")


def test_few_addresses_are_remembered() -> None:
    door = Door("rook", Clock())
    for number in range(2 * MAX_ADDRESSES):
        door.is_right(f"10.0.{number // 256}.{number % 256}", "pawn")
    assert len(door._wrong) == MAX_ADDRESSES
