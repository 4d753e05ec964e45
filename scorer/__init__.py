"""The game of Don, without camera or screen: cards, rules, events, board and log.

Nothing here imports another room, numpy, cv2 or kivy. The rules cited in docstrings are the
sections of the project's rule book (``RULES.md``).
"""

__version__ = "0.1.0"
