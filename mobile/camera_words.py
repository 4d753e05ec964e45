"""What the camera page says of the trick that is watched: one line or a few, and the word on its button. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mobile.table_session import TableSession
from mobile.texts import label
from mobile.watched_play import Outlook, WatchedPlay
from mobile.wording import card_glyphs, headline, points_lines, proposal_lines, short_player, trick_lines
from scorer.match import Phase

Step = Literal["confirm", "surplus", "winner", "seats", "card", "read", "hand", "table"]
"""What is to be done next: confirm; leave cards out; say who won; accept the seats; name a card; look; by hand."""


@dataclass(frozen=True, slots=True)
class Said:
    """A few lines, and the colour they are said in."""

    lines: tuple[str, ...]
    tone: str

    @property
    def text(self) -> str:
        """As one text."""
        return "\n".join(self.lines)


def next_step(session: TableSession, blind: bool = False) -> Step:
    """What a person is to do about the trick that is seen; ``blind``: there is no picture."""
    proposal = session.proposal
    if session.state.phase is Phase.GAME_OVER:
        return "table"
    if proposal is None:
        return "hand" if blind else "read"
    if proposal.surplus:
        return "surplus"
    if any(not entry.settled for entry in proposal.cards):
        return "card"
    if proposal.seats_open:
        return "winner" if session.winning_card is not None else "seats"
    return "confirm"


def step_words(session: TableSession, step: Step, reading: bool) -> str:
    """What the large button says."""
    proposal = session.proposal
    if step == "surplus" and proposal is not None:
        return label("ignore_surplus", cards=" ".join(card_glyphs(seen.card) for seen in proposal.surplus))
    if step == "winner" and session.winning_card is not None:
        return label("who_played", card=card_glyphs(session.winning_card))
    if step == "read":
        return label("reading_now" if reading else "read_now")
    words = {
        "confirm": "confirm",
        "seats": "seats_right",
        "card": "tap_card",
        "hand": "enter_by_hand",
        "table": "to_table",
    }
    return label(words[step])


def what_is_said(
    session: TableSession, play: WatchedPlay, outlook: Outlook | None, save_heat: bool, blind: bool = False
) -> Said:
    """How the trick stands, what is open in it, or what it came to; ``blind``: there is no picture."""
    state, proposal = session.state, session.proposal
    if state.phase is Phase.GAME_OVER:
        return Said((headline(state),), "accent")
    if proposal is not None and outlook is not None:
        wins = label("wins_trick", name=short_player(state, outlook.winner))
        pegs = points_lines(state, outlook.pegs) or [label("pegs_nothing")]
        waiting = [label("waits_for_you")] if play.waits else [label("goes_ahead")] if play.behind else []
        return Said((wins, *pegs, *waiting), "text")
    if proposal is not None:
        open_now = next_step(session)
        if open_now == "winner" and session.winning_card is not None:
            return Said((label("tap_player_of", card=card_glyphs(session.winning_card)),), "doubtful")
        return Said(tuple(proposal_lines(state, proposal)), "doubtful")
    if play.by_itself is not None:
        lines = trick_lines(state, play.by_itself.trick, play.by_itself.ended)
        return Said((*lines, label("confirmed_itself")), "text")
    if play.changed_after:
        seen = " ".join(card_glyphs(card) for card in play.changed_after)
        return Said((label("changed_after", cards=seen),), "doubtful")
    if play.growing:
        return Said((label("cards_missing" if play.slow else "cards_so_far", count=len(play.growing)),), "muted")
    shown = session.last_trick
    lines = trick_lines(state, shown, session.last_hand) if shown is not None or session.last_hand is not None else []
    hint = label("blind_hint" if blind else "camera_hint_heat" if save_heat else "camera_hint")
    return Said((*lines, hint), "text" if lines else "muted")
