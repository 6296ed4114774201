"""Prepare the virtual environment with any Python: `python3 config/bootstrap.py run`, or `dev`.

Even a very old Python can read this file, so that it can say that it is too old. The work is in processes/install.py.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Guildhall needs Python 3.11 or newer, and %s is Python %d.%d: name a newer one, as in "
        "make PYTHON=python3.13 serve" % (sys.executable, sys.version_info[0], sys.version_info[1])
    )

# Our folder comes first on the path of a script, and could hide modules of Python's own.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from config.processes.install import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
