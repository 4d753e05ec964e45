"""What a change of the record does, in sentences: before → after for cards, winners, muck, penalties, pegs and ends."""

from collections.abc import Iterator, Mapping

from scorer.disputes import Change, GameChange, GameStanding, HandChange, Laid, PenaltyChange, TrickChange, moved_by
from scorer.hand import HandRecord, HandState
from scorer.match import MatchState, PenaltyRecord
from scorer.seats import Side
from scorer.texts import phrase, say, side_words

ARROW = " → "


def change_sentences(change: Change, lang: str = "") -> tuple[str, ...]:
    """One sentence for each difference, in the order of play, then score, end and whose turn it is.

    One sentence that nothing changes where nothing does.
    """
    if change.nothing:
        return (say("CHANGE_NOTHING", None, lang),)
    return tuple(_Words(change, lang).all())


class _Words:
    def __init__(self, change: Change, lang: str) -> None:
        self._change = change
        self._lang = lang
        self._unit = _unit(change.after)

    def all(self) -> Iterator[str]:
        for hand in self._change.hands:
            yield from self._hand(hand)
        for penalty in self._change.penalties:
            yield self._penalty(penalty)
        for game in self._change.games:
            yield from self._game(game)
        yield from self._match()
        yield from self._turn()

    def _say(self, code: str, **params: object) -> str:
        return say(code, params, self._lang)

    def _phrase(self, code: str, **params: object) -> str:
        return phrase(code, params, self._lang)

    # A hand

    def _hand(self, change: HandChange) -> Iterator[str]:
        number, old, new = change.number, change.before, change.after
        if old is None or new is None:
            yield self._say("CHANGE_HAND_GONE" if new is None else "CHANGE_HAND_BACK", hand=number)
            return
        if old.trump is not new.trump and old.trump and new.trump:
            yield self._say("CHANGE_TRUMPS", hand=number, before=old.trump, after=new.trump)
        for trick in change.tricks:
            yield from self._trick(trick)
        if _ended(old) != _ended(new):
            before, after = (self._phrase(f"hand_{_ended(hand)}") for hand in (old, new))
            yield self._say("CHANGE_HAND_END", hand=number, before=before, after=after)
        yield from self._counts(change)
        yield from self._bonus(number, old, new)
        carried = [hand.carry_after if isinstance(hand, HandRecord) else 0 for hand in (old, new)]
        if carried[0] != carried[1]:
            yield self._say("CHANGE_CARRY", hand=number, before=carried[0], after=carried[1])

    def _counts(self, change: HandChange) -> Iterator[str]:
        before, after = change.counts
        if before == after:
            return
        reason = "muck" if self._muck else "count"
        if before is None or after is None:
            texts = [self._sides(counts) if counts else self._phrase("not_counted") for counts in (before, after)]
            counts = ARROW.join(texts)
        else:
            counts = self._both(before, after)
        yield self._say("CHANGE_COUNT", hand=change.number, counts=counts, reason=reason)

    def _bonus(self, number: int, old: HandState, new: HandState) -> Iterator[str]:
        before, after = _parts(old), _parts(new)
        for part in self._change.after.variant.bonus:
            if before.get(part) != after.get(part):
                word = self._phrase("muck" if self._muck and part == "game" else f"part_{part}")
                texts = [self._points(*parts.get(part, (None, 0))) for parts in (before, after)]
                yield self._say("CHANGE_BONUS", hand=number, part=word, before=texts[0], after=texts[1])

    @property
    def _muck(self) -> bool:
        return self._change.after.variant.bonus_tie != "none"

    # A trick

    def _trick(self, change: TrickChange) -> Iterator[str]:
        place: dict[str, object] = {"hand": change.hand, "trick": change.number}
        old, new = change.before, change.after
        if old is None or new is None:
            laid = old or new
            assert laid is not None, "a change has one of the two"
            cards = ", ".join(str(card) for card in laid.cards)
            yield self._say("CHANGE_TRICK_GONE" if new is None else "CHANGE_TRICK_BACK", **place, cards=cards)
            return
        if old.cards == new.cards and old.seats != new.seats:
            yield self._say("CHANGE_LED", **place, before=old.seats[0], after=new.seats[0])
        else:
            yield from self._cards(place, old, new)
        if old.winner is not new.winner and old.winner and new.winner:
            yield self._say("CHANGE_WINNER", **place, before=old.winner, after=new.winner)
        before, after = ((laid.side, laid.points) if laid.points else (None, 0) for laid in (old, new))
        if before[0] == after[0] and before != after:
            yield self._say("CHANGE_PEGGED", **place, side=before[0], before=before[1], after=after[1])
        elif before != after:
            yield self._say("CHANGE_POINTS", **place, before=self._points(*before), after=self._points(*after))

    def _cards(self, place: Mapping[str, object], old: Laid, new: Laid) -> Iterator[str]:
        before, after = (dict(zip(laid.seats, laid.cards, strict=True)) for laid in (old, new))
        nothing = self._phrase("no_card")
        for seat in dict.fromkeys((*old.seats, *new.seats)):
            first, second = before.get(seat), after.get(seat)
            if first != second:
                yield self._say("CHANGE_CARD", **place, seat=seat, before=first or nothing, after=second or nothing)

    # Points, games and the match

    def _penalty(self, change: PenaltyChange) -> str:
        record = change.before or change.after
        assert record is not None, "a change has one of the two"
        texts = [self._moved(change.before), self._moved(change.after)]
        what = self._phrase(record.code)
        return self._say("CHANGE_PENALTY", hand=record.hand, what=what, before=texts[0], after=texts[1])

    def _moved(self, record: PenaltyRecord | None) -> str:
        if record is None:
            return self._phrase("nothing")
        moved = moved_by(record).items()
        return ", ".join(f"{side_words(side, self._lang)} {points:+d}" for side, points in moved) or self._points(None)

    def _game(self, change: GameChange) -> Iterator[str]:
        old, new = change.before, change.after
        game: dict[str, object] = {"game": change.number, "reason": self._unit}
        if old is None or new is None:
            yield self._say("CHANGE_GAME_GONE" if new is None else "CHANGE_GAME_BACK", **game)
            return
        if old.scores != new.scores:
            yield self._say("CHANGE_SCORE", **game, scores=self._both(old.scores, new.scores))
        if (old.winners, old.won_at) != (new.winners, new.won_at):
            yield self._say("CHANGE_END", **game, before=self._end(old), after=self._end(new))

    def _end(self, game: GameStanding) -> str:
        won_at = game.won_at
        if won_at is None:
            return self._phrase("not_over")
        if not game.winners:
            return self._phrase("drawn")
        code = "won_by_trick" if won_at.trick is not None else "won_by"
        return self._phrase(code, side=self._names(game.winners), hand=won_at.hand, trick=won_at.trick)

    def _match(self) -> Iterator[str]:
        old, new = self._change.before, self._change.after
        if new.variant.match == "single":
            return
        if old.games_won != new.games_won:
            yield self._say("CHANGE_GAMES_WON", reason=self._unit, scores=self._both(old.games_won, new.games_won))
        before, after = old.match_winner, new.match_winner
        if before != after:
            texts = [self._phrase("match_won", side=self._names((side,))) if side else self._phrase("not_over")
                     for side in (before, after)]  # fmt: skip
            yield self._say("CHANGE_MATCH", before=texts[0], after=texts[1])

    def _turn(self) -> Iterator[str]:
        old, new = self._change.before, self._change.after
        if old.pitcher is not new.pitcher:
            nobody = self._phrase("nobody")
            yield self._say("CHANGE_PITCHER", before=old.pitcher or nobody, after=new.pitcher or nobody)
        if old.turn and new.turn and old.turn is not new.turn:
            yield self._say("CHANGE_TURN", before=old.turn, after=new.turn)

    # Numbers by side

    def _both(self, before: Mapping[Side, int], after: Mapping[Side, int]) -> str:
        """Each side with its number, or with both where they differ: `North and South 45 → 40, East and West 30`."""
        texts = []
        for side in self._change.after.sides:
            old, new = before[side], after[side]
            texts.append(f"{side_words(side, self._lang)} {old if old == new else f'{old}{ARROW}{new}'}")
        return ", ".join(texts)

    def _sides(self, counts: Mapping[Side, int]) -> str:
        return ", ".join(f"{side_words(side, self._lang)} {counts[side]}" for side in self._change.after.sides)

    def _points(self, side: Side | None, points: int = 0) -> str:
        if side is None:
            return self._phrase("no_points")
        return self._phrase("points_for", points=points, side=side_words(side, self._lang))

    def _names(self, sides: tuple[Side, ...]) -> str:
        return self._phrase("and").join(side_words(side, self._lang) for side in sides)


def _unit(state: MatchState) -> str:
    """What a part of the match is called; nothing where it is the whole match."""
    match = state.variant.match
    return "" if match == "single" else "leg" if match.endswith("legs") else "game"


def _ended(hand: HandState) -> str:
    return hand.ended if isinstance(hand, HandRecord) else "in_play"


def _parts(hand: HandState) -> dict[str, tuple[Side, int]]:
    return {part: (side, points) for part, side, points in hand.bonus_parts} if isinstance(hand, HandRecord) else {}
