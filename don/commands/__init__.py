"""One module a command; each has `NAME`, `HELP`, `add_arguments(parser)` and `run(args) -> int`."""
