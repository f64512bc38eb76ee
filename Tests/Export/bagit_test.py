"""`carrel export bagit` with the Python package `bagit`.

Usage: python3 Tests/Export/bagit_test.py, with the program's path in CARREL.
"""
import os
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Page"))

import bagit  # noqa: E402
from world import ROOT, World  # noqa: E402

CARREL = Path(os.environ.get("CARREL", ROOT / ".build/release/carrel")).resolve()


class BagTest(unittest.TestCase):
    def setUp(self):
        self.world = World(CARREL)
        self.addCleanup(self.world.close)
        self.world.run("sync", f"{self.world.samples_address}course/modules.json", "--quiet", check=True)

    def test_a_bag_is_valid_and_complete(self):
        self.world.run("export", "bagit", "bag", check=True)
        bag = bagit.Bag(str(self.world.folder / "bag"))
        bag.validate()
        documents = [path for path in self.world.library.rglob("*") if path.is_file() and ".carrel" not in path.parts]
        self.assertEqual(len(list(bag.payload_files())), len(documents))
        self.assertIn("carrel", bag.info["Bag-Software-Agent"])

    def test_a_document_that_was_changed_is_found(self):
        self.world.run("export", "bagit", "bag", check=True)
        document = next(path for path in (self.world.folder / "bag/data").rglob("*") if path.is_file())
        document.write_bytes(document.read_bytes() + b"x")
        with self.assertRaises(bagit.BagValidationError):
            bagit.Bag(str(self.world.folder / "bag")).validate()


if __name__ == "__main__":
    unittest.main(verbosity=1)
