"""The command line of the scoring companion: the same steps as the app, without a screen."""
