"""The app at the table, and the parts of it that need no screen: session, picture sources, the drawn board."""
