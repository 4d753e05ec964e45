"""Summaries and statistics against a slow plain count over random matches of every variant; special cases by hand."""

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from random_play import FORMS, Match, disturbed_match, random_match
from slow_figures import Told, figures, told

from scorer.events import Concede, Count, Deal, Event, GameStart, MatchStart, Penalty, Void, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.match_summary import MatchSummary
from scorer.matchlog import LogRow, utc_text
from scorer.record import RecordError
from scorer.referee import replay
from scorer.seats import FOUR_HANDED, Seat
from scorer.statistics import By, Figures, statistics, total
from scorer.summarise import summarise
from scorer.variant import load_variant

NAMES = ("Ann", "Bob", "Cyril", "Dot", "Elsie", "")
PLACES = ("The Red Lion", "Trades Club", "")


def rows_of(record: list[Event], at: datetime) -> list[LogRow]:
    return [
        LogRow(number, utc_text(at + timedelta(seconds=number)), "0", event)
        for number, event in enumerate(record, start=1)
    ]


def named(record: list[Event], rng: random.Random, match_id: str) -> list[Event]:
    """The record with players and a place; not everybody has a name, and two may have the same."""
    start = record[0]
    assert isinstance(start, MatchStart)
    names = FrozenMap({seat: name for seat in start.seats if (name := rng.choice(NAMES))})
    return [replace(start, match_id=match_id, names=names, place=rng.choice(PLACES)), *record[1:]]


def random_records(seed: int, count: int) -> list[list[Event]]:
    rng = random.Random(seed)
    records = []
    for number in range(count):
        form = number % len(FORMS)
        match = disturbed_match(rng, 5, form) if number % 3 == 1 else random_match(rng, rng.choice([3, 40]), form)
        records.append(named(match.record, rng, f"m{number}"))
    return records


def check_against_slow_count(records: list[list[Event]]) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    summaries = [summarise(f"m{n}", rows_of(record, start + timedelta(days=n))) for n, record in enumerate(records)]
    matches = [told(record) for record in records]
    lines = {line.name: line.figures for line in statistics(summaries)}
    for name in NAMES[:-1]:
        check(lines.get(name, Figures()), matches, name)
        assert total(summaries, name) == lines.get(name, Figures())
        check_parts(summaries, matches, name)


def check(found: Figures, matches: list[Told], name: str) -> None:
    slow = figures(matches, name)
    numbers = {key: value for key, value in found._asdict().items() if key != "best" and value}
    best = found.best.points if found.best else 0
    assert numbers == {key: value for key, value in slow.items() if key != "best" and value}
    assert best == slow["best"]


def check_parts(summaries: list[MatchSummary], matches: list[Told], name: str) -> None:
    """The lines by partner, opponent, variant and place are those of the matches in question."""
    for by in (By.PARTNER, By.OPPONENT, By.VARIANT, By.PLACE):
        for line in statistics(summaries, by, name):
            check(line.figures, [match for match in matches if _belongs(match, by, name, line.name)], name)


def _belongs(match: Told, by: By, name: str, other: str) -> bool:
    state = match.state
    if by is By.VARIANT:
        return state.variant.title == other
    if by is By.PLACE:
        return state.setup.place == other
    seats = {player: seat.value for seat, player in state.names.items()}
    counts = Counter(state.names.values())
    if counts[name] != 1 or counts[other] != 1:
        return False
    together = any(seats[name] in side and seats[other] in side for side in state.sides)
    return together is (by is By.PARTNER)


@pytest.mark.slow
def test_the_figures_are_those_of_a_slow_count() -> None:
    check_against_slow_count(random_records(1, 36))


@pytest.mark.slow
def test_the_figures_are_those_of_a_slow_count_over_many_matches() -> None:
    check_against_slow_count(random_records(2, 600))


def test_points_of_hands_make_up_the_score() -> None:
    """But for what was scored before the first hand of a game; here nothing is."""
    rng = random.Random(5)
    for form in range(len(FORMS)):
        record = random_match(rng, 40, form).record
        summary = summarise("m", rows_of(record, datetime(2026, 1, 1, tzinfo=UTC)))
        for number, game in enumerate(summary.games, start=1):
            hands = [hand.points for hand in summary.hands if hand.game == number]
            assert tuple(map(sum, zip(*hands, strict=True))) == game.scores


def test_a_summary_comes_back_from_its_text() -> None:
    for number, record in enumerate(random_records(3, 18)):
        summary = summarise(f"m{number}", rows_of(record, datetime(2026, 1, 1, tzinfo=UTC)))
        assert MatchSummary.from_text(summary.to_text()) == summary
        short = MatchSummary.from_text(summary.to_text(), with_hands=False)
        assert short == replace(summary, hands=())
        told_json = json.loads(json.dumps(summary.to_json()))
        assert list(told_json["by_seat"]) == list(summary.seats)
        assert [hand["points"] for hand in told_json["hands"]] == [
            dict(zip(summary.sides, hand.points, strict=True)) for hand in summary.hands
        ]
        assert told_json["match_id"] == f"m{number}"
        assert {**summary.to_json(with_hands=False), "hands": summary.to_json()["hands"]} == summary.to_json()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]\n[]", "1\n2", "[1, 2]\n[]", "null\nnull", "[\n[", "[" * 100_000 + "\n[]", "a\nb\nc"]
)
def test_what_is_no_summary_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no summary"):
        MatchSummary.from_text(text)


def test_a_summary_with_parts_of_the_wrong_kind_is_refused() -> None:
    summary = summarise("m", rows_of(random_records(4, 1)[0], datetime(2026, 1, 1, tzinfo=UTC)))
    head, hands = summary.to_text().split("\n")
    for wrong in (None, 7, [[1]], ["x"]):
        parts = json.loads(head)
        for place, part in enumerate(parts):
            if isinstance(part, list) and part and isinstance(part[0], list):
                changed = [*parts[:place], wrong, *parts[place + 1 :]]
                with pytest.raises(ValueError, match="no summary"):
                    MatchSummary.from_text(json.dumps(changed) + "\n" + hands)
        with pytest.raises(ValueError, match="no summary"):
            MatchSummary.from_text(head + "\n" + json.dumps([wrong]))


def test_a_record_that_cannot_be_followed_has_no_summary() -> None:
    with pytest.raises(RecordError):
        summarise("m", rows_of([start_of_match("m", load_variant("phat")), Void()], datetime(2026, 1, 1, tzinfo=UTC)))


# By hand


def summary_of(record: list[Event], day: int = 1, match_id: str = "m") -> MatchSummary:
    return summarise(match_id, rows_of(record, datetime(2026, 1, day, 20, tzinfo=UTC)))


def phat_with_totals(names: dict[Seat, str], ns: int = 30, place: str = "") -> list[Event]:
    """One hand of Phat with totals only, the muck 50-30, North to pitch."""
    start = start_of_match("m", load_variant("phat"), names, place=place)
    count = Count(FrozenMap({"NS": ns, "EW": 80 - ns}), FrozenMap({"NS": 50, "EW": 30}))
    record: list[Event] = [start, GameStart(Seat.N)]
    dealer = replay(record).dealer
    assert dealer is not None
    return [*record, Deal(dealer), count]


ALL = dict(zip(FOUR_HANDED, ("Ann", "Bob", "Cyril", "Dot"), strict=True))


def test_totals_have_points_but_no_cards() -> None:
    summary = summary_of(phat_with_totals(ALL))
    assert (summary.hands_counted, summary.hands_with_cards) == (1, 0)
    hand = summary.hands[0]
    assert (hand.in_tricks, hand.bonus, hand.moved, hand.counts) == ((30, 50), (8, 0), (0, 0), (50, 30))
    figures = total([summary], "ann")
    assert (figures.hands, figures.card_hands, figures.pitches) == (1, 0, 1)
    assert [figures.average, figures.count_share] == [Fraction(38), Fraction(5, 8)]
    assert [figures.pitch_average, figures.average_against] == [Fraction(38), Fraction(50)]
    assert (figures.unfinished, figures.won, figures.fives) == (1, 0, 0)
    assert figures.best is not None and figures.best.points == 38 and figures.best.hand == 1


def test_no_hand_no_average() -> None:
    figures = total([], "Ann")
    assert figures == Figures()
    assert figures.average is None and figures.count_share is None
    assert figures.to_json()["best"] is None


def test_a_penalty_counts_in_the_hand_it_was_given_in_and_a_void_hand_not_at_all() -> None:
    record = phat_with_totals(ALL)
    record += [Penalty("NS", 3, "talked")]
    summary = summary_of(record)
    assert summary.hands[0].moved == (0, 3) and summary.hands[0].points == (38, 53)
    assert summary.by_side[0].penalties == 1 and summary.by_side[1].penalties == 0
    record += [Void("a card on the floor")]
    summary = summary_of(record)
    assert summary.hands[0].points == (0, 3) and summary.hands_counted == 0
    assert total([summary], "Bob").points == 0 and summary.scores == (0, 3)


def test_a_penalty_before_the_first_hand_of_a_game_is_in_no_hand() -> None:
    match = Match(random.Random(1), "nine_card_cheshire", {"match": "first_to_2"})
    match.start_game()
    while not match.state.games:
        match.hand()
    before = summary_of(match.record)
    match.enter(GameStart(match.state.pitcher, hands_played=1))
    match.enter(Penalty("NS", 4))
    summary = summary_of(match.record)
    assert summary.hands == before.hands and summary.scores == (0, 4)
    assert (summary.by_side[0].penalties, summary.by_side[1].points) == (1, before.by_side[1].points)


def test_a_concession_ends_a_match_without_a_hand() -> None:
    summary = summary_of([*phat_with_totals(ALL)[:2], Concede("NS")])
    assert summary.finished and summary.winners == ("EW",) and summary.hands == ()
    assert total([summary], "Dot").won == 1 and total([summary], "Ann").lost == 1
    assert total([summary], "Dot").best is None
    assert summary.result("EW") == "won" and summary.result("NS") == "lost"


def test_the_best_hand_is_the_first_of_equals() -> None:
    first = summary_of(phat_with_totals(ALL), day=1, match_id="late")
    second = summary_of(phat_with_totals(ALL), day=2, match_id="early")
    for order in ([first, second], [second, first]):
        best = total(order, "Ann").best
        assert best is not None and best.match_id == "late" and best.began_at == first.began_at
        assert total(order).best == total(order, "Bob").best  # 50 points for East and West


def test_names_are_compared_without_capitals_spaces_and_ways_to_write_an_accent() -> None:
    spellings = ("Siân Ó  Briain", "SIÂN ó briain ", "Sia\u0302n O\u0301 Briain")
    many = [summary_of(phat_with_totals({**ALL, Seat.N: name}), day) for day, name in enumerate(spellings, 1)]
    lines = {line.key: line for line in statistics(many)}
    assert lines["siân ó briain"].figures.matches == 3
    assert lines["siân ó briain"].name == spellings[2], "as it was written last"
    assert statistics(many, By.PLAYER, "siân Ó briain")[0].figures.matches == 3
    assert statistics(many, By.PLAYER, "Sean") == ()


def test_who_has_no_name_or_a_name_twice_is_nobody() -> None:
    summary = summary_of(phat_with_totals({Seat.N: "Ann", Seat.S: "ann ", Seat.E: "Bob"}))
    assert [line.name for line in statistics([summary])] == ["Bob"]
    assert statistics([summary], By.PARTNER) == ()
    assert statistics([summary], By.PARTNER, "Bob") == ()
    assert statistics([summary], By.OPPONENT, "Bob") == ()


def test_partners_are_one_line_wherever_they_sat() -> None:
    turned = dict(zip(FOUR_HANDED, ("Bob", "Cyril", "Dot", "Ann"), strict=True))
    many = [summary_of(phat_with_totals(ALL), 1), summary_of(phat_with_totals(turned), 2)]
    lines = {line.name: line.figures for line in statistics(many, By.PARTNER)}
    assert list(lines) == ["Ann and Cyril", "Bob and Dot"]
    assert lines["Ann and Cyril"].points == 38 + 50 and lines["Bob and Dot"].points == 50 + 38
    assert lines["Ann and Cyril"].pitches == 1 and lines["Ann and Cyril"].matches == 2


def test_without_a_player_a_hand_counts_once_for_each_side() -> None:
    many = [
        summary_of(phat_with_totals(ALL, place="The Lion"), 1),
        summary_of(phat_with_totals(ALL, place="the lion"), 2),
        summary_of([*phat_with_totals(ALL)[:2], Concede("NS")], 3),
    ]
    by_place = statistics(many, By.PLACE)
    assert [(line.name, line.figures.matches) for line in by_place] == [("the lion", 2), ("", 1)]
    lion = by_place[0].figures
    assert (lion.hands, lion.points) == (4, 176)
    assert [lion.average, lion.count_share] == [Fraction(44), Fraction(1, 2)]
    assert (lion.won, lion.lost, lion.unfinished, lion.drawn) == (0, 0, 2, 0)
    (line,) = statistics(many, By.VARIANT)
    assert (line.key, line.name, line.figures) == ("phat", "Phat", total(many))
    assert line.figures.matches == 3 and line.figures.games_drawn == 0


def test_a_draw_is_neither_won_nor_lost() -> None:
    rng = random.Random(0)
    for seed in range(200):
        match = Match(random.Random(seed), "blind_don_burnley", {})
        if len(match.play().winners) != 1:
            break
    record = named(match.record, rng, "m")
    summary = summary_of(record)
    assert summary.finished and {summary.result(side) for side in summary.sides} == {"drawn"}
    assert total([summary]).drawn == 1 and total([summary]).games_drawn == 1


def test_opponents_need_a_player() -> None:
    with pytest.raises(ValueError, match="name one"):
        statistics([], By.OPPONENT)
