"""Takes back the last entry of a match, whatever it was; `don redo` brings it back. Nothing is erased from the log.

It says what is taken back and what that changes, before → after. The start of the match stays. Without --match it is
the match written to last; where that one is over it is asked first whether it is meant. Where the game is over before
or after the undo, every side has to agree: --by NS=Ann --by EW=Bob (names of players need no side), else it is asked.
"""

from __future__ import annotations

from don import undoing

HELP = "take back the last entry of a match"
add_arguments = undoing.add_arguments
run = undoing.undo
