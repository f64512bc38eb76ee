"""Tests `carrel serve` in Chromium: python3 -B Tests/Page CARREL [--part K/N] [TEST…]"""

import argparse
import signal
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
    parser = argparse.ArgumentParser(prog="Tests/Page", description="Tests `carrel serve` in Chromium.")
    parser.add_argument("carrel", type=Path, help="the program")
    parser.add_argument("--part", default="1/1", help="2/3: the second third of the classes of tests")
    parser.add_argument("tests", nargs="*", help="parts of the names of tests; all unless told")
    arguments = parser.parse_args()
    part, _, count = arguments.part.partition("/")
    if not (part.isdigit() and count.isdigit() and 1 <= int(part) <= int(count)):
        parser.error("--part is such as 2/3")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    Machine.start(arguments.carrel.resolve())
    try:
        loader = unittest.TestLoader()
        loader.testNamePatterns = [f"*{name}*" for name in arguments.tests] or None
        files = loader.discover(str(Path(__file__).parent))
        classes = [tests for file in files for tests in file if tests.countTestCases()]
        tests = unittest.TestSuite(classes[int(part) - 1 :: int(count)])
        result = unittest.TextTestRunner(verbosity=2, resultclass=Result).run(tests)
        return 0 if result.wasSuccessful() and result.testsRun else 1
    finally:
        Machine.stop()


sys.exit(main())
