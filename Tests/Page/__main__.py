"""Tests `carrel serve` in Chromium: python3 -B Tests/Page CARREL [TEST…]"""

import sys
import time
import unittest
from pathlib import Path

from browsing import Machine


class Result(unittest.TextTestResult):
    """Says how long each test took."""

    def startTest(self, test):
        self.begin = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        super(unittest.TextTestResult, self).addSuccess(test)
        self.stream.writeln(f"ok, {time.monotonic() - self.begin:.1f} s")


def main() -> int:
    if len(sys.argv) < 2:
        print("usage: python3 -B Tests/Page CARREL [TEST…]", file=sys.stderr)
        return 2
    Machine.start(Path(sys.argv[1]).resolve())
    try:
        loader = unittest.TestLoader()
        loader.testNamePatterns = [f"*{name}*" for name in sys.argv[2:]] or None
        tests = loader.discover(str(Path(__file__).parent))
        result = unittest.TextTestRunner(verbosity=2, resultclass=Result).run(tests)
        return 0 if result.wasSuccessful() and result.testsRun else 1
    finally:
        Machine.stop()


sys.exit(main())
