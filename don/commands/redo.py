"""Brings back what the last `don undo` took, while nothing new has been entered.

It says what is brought back and what that changes, before → after. Without --match it is the match written to last;
where that one is over it is asked first whether it is meant. Where the game is over before or after it, every side has
to agree: --by NS=Ann --by EW=Bob (names of players need no side), else it is asked.
"""

from __future__ import annotations

from don import undoing

HELP = "bring back what the last undo took"
add_arguments = undoing.add_arguments
run = undoing.redo
