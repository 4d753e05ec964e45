"""Where python-for-android starts the app: `main.py` at the root of the tree that ships."""

import sys

from mobile.main import main

sys.exit(main())
