"""How each golden match is played: what happens in it beside random legal play."""

from golden_table import Table, counts

from scorer.cards import Card, Rank
from scorer.events import (
    Choose,
    Claim,
    Concede,
    Correct,
    CorrectRun,
    GameStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Recount,
    Redo,
    Trick,
    Undo,
    Void,
)
from scorer.frozenmap import FrozenMap
from scorer.match import Phase
from scorer.referee import Admission, admit, run_for
from scorer.seats import Seat


def events_of(table: Table, *kinds: type) -> bool:
    return all(any(isinstance(event, kind) for event in table.record) for kind in kinds)


# Nine-card Don


def lancashire_cut(table: Table) -> None:
    table.cut_cards("N 9H E 9C")
    table.cut_cards("N QH E 4C")
    table.say(Choose(Seat.S))
    table.finish()


def lancashire_night(table: Table) -> None:
    table.say(GameStart(Seat.W))
    table.deal()
    table.say(Misdeal("Bob looked at his cards"))
    dealt = table.deal()
    table.tricks(dealt, 3)
    table.say(table.misread(3))
    table.say(Undo())
    table.say(Redo())
    table.tricks(dealt, 2)
    table.say(Undo())
    table.say(Redo())
    table.rest(dealt)
    table.deal()
    table.say(Penalty("EW", 4, "talked to his partner"))
    table.count("NS 20 EW 15", "NS 30 EW 33", high="NS", low="EW", jack="NS")
    assert table.revoke(table.deal())
    table.finish()


def south_wales_three_legs(table: Table) -> None:
    table.cut_cards("N 4H E 10S")
    table.say(Choose(Seat.E))
    table.finish()
    assert len(table.state.games) == 3


def south_wales_given_up(table: Table) -> None:
    table.cut_cards("S AH W AC")
    table.cut_cards("S 2H W 3C")
    table.say(Choose(Seat.W))
    dealt = table.deal()
    table.tricks(dealt, 4)
    table.say(Void("there were 51 cards in the pack"))
    table.hand()
    table.deal()
    table.count("NS 30 EW 4", "NS 40 EW 20", high="NS", jack="EW")
    table.say(PegCorrection("NS", 2, "EW", "two of them were forgotten"))
    table.hand()
    table.say(Concede("EW" if table.state.scores["NS"] > table.state.scores["EW"] else "NS"))
    table.finish()


def cheshire(table: Table) -> None:
    table.say(GameStart(Seat.N))
    table.finish()


def cheshire_run(table: Table) -> None:
    table.cut_cards("E JD S 8H")
    table.say(Choose(Seat.E))
    table.hand()
    run = run_for(table.record, changes_leader(table))
    assert isinstance(run, CorrectRun)
    table.say(run)
    table.deal()
    table.count("NS 21 EW 19", "NS 30 EW 26")
    table.say(Recount(None, counts("NS 27 EW 29"), (), "Dai", "a ten lay under the table"))
    dealt = table.deal()
    table.tricks(dealt, 2)
    table.say(Note("out_of_turn", FrozenMap({"seat": "E"})))
    table.rest(dealt)
    table.finish()


def changes_leader(table: Table) -> Correct:
    """A correction of the first hand, to an undealt card, after which another player leads a later trick."""
    hand = table.state.hands[0]
    for trick in hand.tricks[:-1]:
        for position, old in enumerate(trick.cards):
            for rank in Rank:
                event = Correct(1, trick.number, position, Card(old.suit, rank), (), "Bob", "misread")
                answer = admit(table.record, event)
                if not isinstance(answer, Admission) and answer.code == "LEADER_CONFLICT":
                    return event
    raise AssertionError("no card changes who leads")


def welsh(table: Table) -> None:
    table.cut_cards("E QH S KD")
    table.say(Choose(Seat.N))
    table.finish()


def welsh_revoke(table: Table) -> None:
    table.say(GameStart(Seat.S))
    table.hand()
    assert table.revoke(table.deal())
    table.finish()


# Blind Don


def blind_equal(table: Table) -> None:
    table.cut_cards("N 7H S 7C")
    table.cut_cards("N 3D S JC")
    table.finish()


def blind_revoke(table: Table) -> None:
    table.cut_cards("N KH S 7C")
    table.hand()
    dealt = table.deal()
    assert table.revoke(dealt)
    table.rest(dealt)
    table.finish()


def blind_plain(table: Table) -> None:
    table.start_game()
    table.finish()


def blind_night(table: Table) -> None:
    table.say(GameStart(table.variant.seats[0]))
    table.deal()
    table.say(Misdeal("a card lay face up"))
    dealt = table.deal()
    table.tricks(dealt, 3)
    table.say(Undo() if isinstance(table.record[-1], Trick) else Note("glass_broken"))
    if isinstance(table.record[-1], Undo):
        table.say(Redo())
    table.say(Penalty(table.variant.sides[0], 2, "touched a covered card"))
    table.rest(dealt)
    table.finish()


# Irish Don


def irish_three_games(table: Table) -> None:
    """One game each, the marker card for the decider; a claim and a concession."""
    table.cut_cards("W 2D")
    for _ in range(3):
        if table.state.phase is Phase.GAME_OVER:
            table.say(GameStart())
        if table.state.pitcher is None:
            table.cut_cards("S 2D")
        table.hand()
        ahead = max(table.state.sides, key=lambda side: table.state.scores[side])
        if table.state.scores[ahead] > 55 and not events_of(table, Concede):
            table.say(Concede(table.state.others(ahead)[0]))
        else:
            claimed(table)
        if table.state.match_over:
            break


def claimed(table: Table) -> None:
    """The second deal, claimed by the side that is first to 80."""
    dealt = table.deal()
    while table.state.phase is Phase.PLAYING:
        claim = next((Claim(side) for side in table.state.sides if table.state.scores[side] >= 80), None)
        if claim is not None:
            table.say(claim)
        else:
            table.trick(dealt)


def irish_drawn(table: Table) -> None:
    table.cut_cards("E 4D")
    table.deal()
    table.count("NS 38 EW 42")
    table.hand()
    assert not table.state.winners
    table.finish()


def irish_totals(table: Table) -> None:
    table.cut_cards("N 2H")
    table.deal()
    table.count("NS 44 EW 36")
    table.deal()
    table.count("NS 36 EW 44", last="NS")
    assert table.state.winners == ("EW",)


# Phat


def phat_carry(table: Table) -> None:
    table.cut_cards("N 3H E 9C S 3D W KC")
    table.cut_cards("N 10H S 4D")
    table.finish()


def phat_tens(table: Table) -> None:
    table.cut_cards("N AH E 9C S AD W KC")
    table.cut_cards("N 2H S AS")
    table.hand()
    dealt = table.deal()
    table.tricks(dealt, 2)
    table.say(Note("out_of_turn", FrozenMap({"seat": "N"})))
    table.rest(dealt)
    table.finish()


def phat_taken_over(table: Table) -> None:
    table.say(GameStart(Seat.E, None, counts("NS 88 EW 72"), 2, 8))
    dealt = table.deal()
    table.tricks(dealt, 6)
    table.say(table.misread(6))
    table.say(Void("another card was misread before"))
    table.finish()
