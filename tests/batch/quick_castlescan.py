"""The command line with the quick reader in place of the networks."""

import quick_reader

from castlescan import cli
from castlescan.batch import worker

if __name__ == "__main__":
    worker.Settings.__init__.__defaults__ = (quick_reader.make, None, None)
    cli.main()
