"""The screens: they only show the session and call it."""
