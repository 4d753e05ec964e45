"""What the history page lists and how a match is played again, without a window."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from history_evenings import FIRST, evenings, play_match

from mobile.match_files import FORMS, forms, make_file
from mobile.match_replay import replay_of
from mobile.past_match import delete_words, look_at
from mobile.past_matches import (
    PIECE,
    PastView,
    broken_rows,
    check_days,
    day_written,
    filter_words,
    known_of,
    listed_matches,
    period,
    rows_of,
)
from mobile.players import SessionError
from scorer.exchange_notation import match_from_notation
from scorer.history import Filters
from scorer.log_merge import merge
from scorer.log_pictures import keep, set_rule
from scorer.matchlog import LogError, MatchLog
from scorer.referee import Refusal

GOLDEN = Path(__file__).parents[1] / "scorer" / "golden"


@pytest.fixture
def log(tmp_path: Path) -> MatchLog:
    return evenings(tmp_path, 4)


@pytest.mark.slow
def test_the_list_says_who_played_when_and_how_it_ended(log: MatchLog) -> None:
    rows = rows_of(listed_matches(log, PastView()))
    assert len(rows) == 4
    assert rows[0].mark == "▶" and "running" in rows[0].detail and "5 Jan 2026" in rows[0].detail
    assert "against" in rows[0].title and " beat " in rows[1].title
    first, second = map(int, rows[1].value.split("-"))
    assert first >= 91 > second
    assert "Nine-card Don, Lancashire" in rows[1].detail and "The Red Lion" in rows[3].detail


@pytest.mark.slow
def test_matches_come_in_pieces(tmp_path: Path) -> None:
    log, view = evenings(tmp_path, 2, copies=3 * PIECE), PastView()
    found = listed_matches(log, view)
    assert (len(found.entries), found.count) == (PIECE, 3 * PIECE + 2)
    view.more()
    more = listed_matches(log, view)
    assert len(more.entries) == 2 * PIECE
    assert rows_of(more)[:PIECE] == rows_of(found), "what was listed stays where it is"
    view.want(Filters(finished=False))
    assert view.shown == PIECE and listed_matches(log, view).count == 1


@pytest.mark.slow
def test_a_match_that_cant_be_followed_is_named(log: MatchLog) -> None:
    broken = log.matches()[1].match_id
    log.file.execute("DROP TRIGGER IF EXISTS events_no_update")
    for (trigger,) in log.file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        log.file.execute(f"DROP TRIGGER {trigger}")
    log.file.execute("UPDATE events SET crc = crc + 1 WHERE seq = 5 AND match = ?", (log.key(broken),))
    log.file.execute("DELETE FROM summaries")
    found = listed_matches(log, PastView())
    (row,) = broken_rows(found)
    assert row.match_id == broken and row.broken and len(rows_of(found)) == 3
    assert row.title == "A match of 3 Jan 2026 can't be followed" and row.detail.endswith(".")
    with pytest.raises(LogError):
        look_at(log, broken)
    assert delete_words(log, broken)[0] == "A match of 3 Jan 2026 can't be followed"


@pytest.mark.slow
def test_filters_are_offered_and_said(log: MatchLog) -> None:
    known = known_of(log)
    assert known.variants == (("nine_card_lancashire", "Nine-card Don, Lancashire"),)
    assert known.places == ("The Red Lion", "The Rose") and "Ann" in known.players
    filters = Filters(players=("Ann",), variant="nine_card_lancashire", place="The Rose", since=date(2026, 1, 3))
    assert filter_words(PastView(filters)) == "Ann · Nine-card Don, Lancashire · The Rose · since 3 Jan 2026"
    ours = PastView(Filters(variant="the_red_lion"), titles={"the_red_lion": "The Red Lion"})
    assert filter_words(ours) == "The Red Lion"
    assert filter_words(PastView()) == ""
    assert filter_words(PastView(Filters(until=date(2026, 1, 3), finished=True))) == "until 3 Jan 2026 · Over"
    both = Filters(since=date(2026, 1, 3), until=date(2026, 1, 4), finished=False)
    assert filter_words(PastView(both)) == "3 Jan 2026 to 4 Jan 2026 · Not over"
    assert filter_words(PastView(replace(both, until=both.since))) == "3 Jan 2026 · Not over"


def test_days_are_written_or_chosen() -> None:
    assert day_written("2026") == date(2026, 1, 1) and day_written("2026", last=True) == date(2026, 12, 31)
    assert day_written(" 2024-2 ", last=True) == date(2024, 2, 29) and day_written("") is None
    for wrong in ("31.3.2026", "2026-13", "0000", "yesterday"):
        with pytest.raises(SessionError, match="is no day; write it as"):
            day_written(wrong)
    with pytest.raises(SessionError, match="3 Jan 2026 is after 2 Jan 2026"):
        check_days(date(2026, 1, 3), date(2026, 1, 2))
    today = date(2026, 3, 6)
    assert period("any_day", today) == (None, None) and period("today", today) == (today, None)
    assert period("last_7_days", today) == (date(2026, 2, 28), None)
    assert period("this_year", today) == (date(2026, 1, 1), None)


@pytest.mark.slow
def test_one_match_in_words(log: MatchLog) -> None:
    match = look_at(log, log.matches()[0].match_id)
    winner = next(side for side in match.sides if side.won)
    assert int(winner.score) >= 91 and winner.detail == "won"
    assert match.hands[-1].value == "-".join(side.score for side in match.sides)
    assert match.hands[0].title.startswith("Hand 1 ") and "Tricks" in match.hands[0].detail
    assert not match.running and match.facts[1] == "Nine-card Don, Lancashire"
    last = look_at(log, log.matches()[-1].match_id)
    assert last.running and "running" in last.facts
    assert len(match.players) == 4


@pytest.mark.slow
def test_deleting_says_what_goes(log: MatchLog) -> None:
    match_id = log.matches()[0].match_id
    set_rule(log, match_id)
    keep(log, match_id, 5, b"\xff\xd8\xff\xe0picture\xff\xd9", FIRST)
    words = delete_words(log, match_id)
    assert f"{len(log.events(match_id))} entries" in words[1] and words[2] == "Its kept pictures go too: 1."
    with pytest.raises(LogError):
        delete_words(log, "nothing")


# Again


@pytest.mark.slow
def test_every_trick_is_a_step_and_the_last_one_is_the_end(log: MatchLog) -> None:
    match_id = log.matches()[0].match_id
    state, replay = log.state(match_id), replay_of(log, match_id)
    assert replay.steps[-1].state == state and not replay.hidden
    tricks = [step for step in replay.steps if step.trick is not None]
    assert len(tricks) == sum(len(hand.tricks) for hand in state.hands)
    assert all(sum(won for *_, won in step.cards) == 1 and len(step.cards) == 4 for step in tricks)
    assert replay.steps[0].hand == 0 and replay.steps[0].lines == ("Nine-card Don, Lancashire",)
    second = replay.first_of(2)
    assert replay.steps[second].hand == 2 and replay.steps[second - 1].hand == 1
    assert replay.first_of(99) == len(replay.steps) - 1
    for before, after in zip(replay.steps, replay.steps[1:], strict=False):
        fell = sum(after.state.scores.values()) - sum(before.state.scores.values())
        assert fell == 0 or any(str(points) in line for line in after.lines for points in range(1, 60)), after.title


@pytest.mark.slow
def test_the_hand_in_play_is_not_shown_unless_it_may_be(tmp_path: Path) -> None:
    log = MatchLog(tmp_path / "matches.db")
    session = play_match(log, 3, FIRST, hands=2)
    session.deal(FIRST + timedelta(hours=1))
    from mobile_table import legal_hand

    from scorer.events import Trick

    assert session.state.pitcher is not None
    for trick in legal_hand(77, session.state.pitcher)[:3]:
        assert not isinstance(session.book.enter([Trick(*trick)], FIRST + timedelta(hours=1)), Refusal)
    hidden = replay_of(log, session.match_id)
    assert hidden.hidden == 3 and hidden.steps[-1].hand == 2 and hidden.steps[-1].state.hand is None
    shown = replay_of(log, session.match_id, open_hand=True)
    assert shown.hidden == 0 and shown.steps[-1].hand == 3 and shown.steps[-1].state == session.state


# Files of one match


@pytest.mark.slow
def test_a_match_is_written_in_every_form(log: MatchLog, tmp_path: Path) -> None:
    match_id = log.matches()[0].match_id
    begins = {"board": b"\x89PNG", "sheet_pdf": b"%PDF", "match": b'{"format": "don-matches"', "hands": b"\xef\xbb\xbf"}
    for form in forms():
        path = make_file(log, match_id, form, tmp_path / "shared")
        data = path.read_bytes()
        assert path.name.startswith("don-2026-01-02-") and path.suffix == FORMS[form].ending
        assert data.startswith(begins.get(form, b"")) and len(data) > 200, form


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*_1.don")), ids=lambda path: str(path.stem))
def test_every_variant_is_shown_and_played_again(path: Path, tmp_path: Path) -> None:
    log, at = MatchLog(tmp_path / "matches.db"), FIRST + timedelta(days=99)
    merge(log, [match_from_notation(path.read_bytes(), date(2026, 1, 2), at)], at)
    (row,) = rows_of(listed_matches(log, PastView()))
    match, replay = look_at(log, row.match_id), replay_of(log, row.match_id)
    assert len(match.sides) == len(match.state.sides) and len(match.hands) == len(match.state.hands)
    assert match.facts[0] == "2 Jan 2026", "only the day is known"
    tricks = [step for step in replay.steps if step.trick is not None]
    assert len(tricks) == sum(len(hand.tricks) for hand in match.state.hands)
    assert replay.steps[-1].state.scores == match.state.scores
    for form in forms():
        assert make_file(log, row.match_id, form, tmp_path / "shared").is_file()
    assert len(list((tmp_path / "shared").iterdir())) == 1, "what was shared before is gone"
