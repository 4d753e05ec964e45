"""`python -m don` is `don`."""

from don.main import main

raise SystemExit(main())
