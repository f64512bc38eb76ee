"""What must hold once everything is well again and everything is synced: the documents, the records, the bucket."""

import hashlib
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from promises import Promises
from team import Team
from world import Document

_PREFIX = "shared/"
_FAILED = ("failed", "setAside")
# The most syncs until everything is there: one more than the lies about a document.
_SYNCS = 5
# How many documents are asked for their earlier versions.
_SAMPLE = 10


class Ending:
    """Syncs until nothing is left, and compares what is there with what the hosts have."""

    def __init__(self, team: Team, promises: Promises):
        self.team, self.promises = team, promises
        self.syncs = 0
        self.items: list[dict] = []

    def settle(self) -> None:
        """Syncs all catalogues, attached, until only what can never come has failed, and no host has lied last."""
        self.team.world.listed = 1
        for self.syncs in range(1, _SYNCS + 1):
            begin = time.monotonic()
            status, _, messages = self.team.poster.ask("sync", seconds=80)
            self.promises.check(
                status in (0, 1), "with everything well a sync ends with 0, or with 1 where documents failed",
                f"{status} after {time.monotonic() - begin:.0f} s: {messages[-400:].strip()}")
            print(f"sync {self.syncs} with everything well: {time.monotonic() - begin:.1f} s", flush=True)
            self.items = self._listed("list", "--all")
            lied = any(document.ended_with_lie for document in self.team.world.documents.values())
            if status in (0, 1) and not lied and not self._unexpected():
                break

    def check(self) -> None:
        """Checks everything; the workers are to have ended."""
        self.items = self._listed("list", "--all")
        self._documents()
        self._bucket()
        self._commands()

    def _listed(self, *arguments: str) -> list[dict]:
        """What a command lists, which ends well."""
        status, rows, messages = self.team.looker.ask(*arguments)
        self.promises.check(
            status == 0, f"carrel {' '.join(arguments)} ends with 0", f"{status}: {messages[-300:].strip()}")
        return rows

    def _document(self, item: dict) -> Document | None:
        return self.team.world.documents.get("/" + "/".join(item.get("url", "").split("/")[3:]))

    def _unexpected(self) -> list[str]:
        """Items that are not as they should end."""
        wrong = []
        for item in self.items:
            document = self._document(item)
            if document is None:
                wrong.append(f"{item.get('url')} is listed by nobody")
            elif document.always:
                if item["status"] not in _FAILED:
                    wrong.append(f"{document.path} can never come, and is {item['status']}")
            elif item["status"] != "stored":
                wrong.append(f"{document.path} is {item['status']}: {item.get('reason', '')}; lies: {document.lies}")
        return wrong

    def _documents(self) -> None:
        self.promises.check_none(
            self._unexpected(), "in the end exactly those documents have failed that can never come")
        counts = Counter(document.path for item in self.items if (document := self._document(item)))
        self.promises.check_none(
            (f"{path}: {counts[path]} times" for path in self.team.world.documents if counts[path] != 1),
            "every document is recorded once")
        names = Counter(item["path"] for item in self.items if "path" in item)
        self.promises.check_none(
            (f"{name}: {count} items" for name, count in names.items() if count > 1), "no two items have one name")
        stored = [(item, document) for item in self.items if "path" in item and (document := self._document(item))]
        self.promises.check_none(
            (f"{document.path} is {self._named(item['sha256'], document)}; its host has version {document.version}"
             for item, document in stored if item["sha256"] != document.expected),
            "every document is recorded as its host has it now")
        with ThreadPoolExecutor(8) as pool:
            contents = pool.map(lambda pair: self.team.bucket.read(_PREFIX + pair[0]["path"]), stored)
            self.promises.check_none(
                (f"{document.path}: {self._named(_sha256(content), document)}; {len(content or b'')} bytes"
                 for (item, document), content in zip(stored, contents)
                 if content is None or _sha256(content) != document.expected),
                "every document is whole in the bucket")

    @staticmethod
    def _named(digest: str, document: Document) -> str:
        digests = document.digests()
        return f"version {digests.index(digest) + 1}" if digest in digests else "something that no host has"

    def _bucket(self) -> None:
        keys = Counter(key.removeprefix(_PREFIX) for key in self.team.bucket.keys())
        recorded = {item["path"] for item in self.items if "path" in item}
        plain = {key for key in keys if not key.startswith(".carrel/")}
        self.promises.check_none(
            map(self._stray, sorted(plain - recorded)), "no object has a document's name that is not recorded")
        self.promises.check_none(sorted(recorded - plain), "every recorded document is in the bucket")
        quarantine = self._listed("quarantine", "list")
        listed = Counter(row["name"].rsplit("/", 1)[-1] for row in quarantine)
        found = Counter(_plain(key) for key in keys if key.startswith(".carrel/quarantine/"))
        self.promises.check_none(
            (f"{name}: {count} objects more than rows" for name, count in (found - listed).items()),
            "everything in the quarantine is listed")
        self.promises.check_none(
            (f"{name}: {count} rows more than objects" for name, count in (listed - found).items()),
            "everything that is listed as set aside is in the quarantine")
        twice = Counter((row.get("item"), row["sha256"]) for row in quarantine)
        self.promises.check_none(
            (f"{item}: {count} times" for (item, _), count in twice.items() if count > 1), "nothing is set aside twice")
        self._versions(key for key in keys if key.startswith(".carrel/versions/"))
        rest = [key for key in keys if key.startswith(".carrel/")
                and not key.startswith((".carrel/quarantine/", ".carrel/versions/"))]
        self.promises.check_none(sorted(rest), "nothing is left over in the bucket")

    def _stray(self, name: str) -> str:
        """An object that no record knows, and what is in it."""
        digest = _sha256(self.team.bucket.read(_PREFIX + name))
        for item in self.items:
            document = self._document(item)
            if document and digest in document.digests():
                return f"{name}: {document.path}, {self._named(digest, document)}, recorded as {item.get('path')}"
        return f"{name}: something that no host has"

    def _versions(self, keys) -> None:
        """Earlier versions in the bucket, compared with what `carrel versions` says of some documents."""
        found = Counter(key.split("/", 2)[2].rpartition("/")[0] for key in keys)
        changed = {item["path"]: item for item in self.items
                   if "path" in item and (document := self._document(item)) and document.version == 2}
        self.promises.check_none(
            sorted(found.keys() - changed.keys()), "only documents that changed have earlier versions")
        for name in sorted(changed)[:: max(1, len(changed) // _SAMPLE)]:
            status, rows, messages = self.team.looker.ask("versions", changed[name]["item"])
            count = sum(row.get("isCurrent") is False for row in rows)
            self.promises.check(
                status == 0 and count == found[name], "every earlier version in the bucket is recorded",
                f"{name}: {found[name]} in the bucket, {count} recorded {messages[-200:].strip()}")

    def _commands(self) -> None:
        self.promises.check_none(
            (f"{row['name']} is {row['state']} {row.get('reason', '')}" for row in self._listed("verify")
             if row["state"] != "intact"), "carrel verify finds nothing wrong")
        queue = next((row for row in self._listed("status") if row["kind"] == "queue"), {})
        self.promises.check(
            queue.get("waiting") == 0 and queue.get("leased") == 0, "carrel status shows no job left", str(queue))


def _plain(key: str) -> str:
    """The name of a document that was set aside, without the mark before its extension."""
    return re.sub(r"~[^.~]*", "", key.rsplit("/", 1)[-1])


def _sha256(content: bytes | None) -> str:
    return hashlib.sha256(content or b"").hexdigest()
