"""The tree that ships to the phone, and how it is made. Nothing here is imported by the app."""
