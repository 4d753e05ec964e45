"""What only a phone has: its files, its vibration, its bars, its permissions. No Kivy.

Each module does nothing, or does it the desktop's way, where there is no Android; `jnius` and `android` are imported
inside functions, because only a phone has them.
"""

import os


def on_android() -> bool:
    """Whether this program runs on Android."""
    return "ANDROID_ARGUMENT" in os.environ
