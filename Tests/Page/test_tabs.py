"""Many at once: the tabs of one browser share one connection; programs listen beside them."""

import asyncio
import shutil
import ssl
import subprocess
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from browsing import PageCase

TABS = 50
LISTENERS = 500


class Tabs(PageCase):
    # What a browser, and a program, need to believe the server.
    trust: dict = {}
    tls: ssl.SSLContext | None = None

    @classmethod
    def prepare(cls) -> None:
        for name in ("one", "two", "three"):
            cls.site.put(f"/{name}.txt", f"{name}.\n")
        items = [(name.title(), f"{cls.site.address}{name}.txt") for name in ("one", "two", "three")]
        cls.world.run("add", "--quiet", cls.site.notes("/many.json", "MANY", "Many", items), check=True)

    @property
    def many(self) -> str:
        return self.served.address + "?catalogue=many&collection=MANY"

    def test_the_second_tab_takes_over_as_the_first_closes(self) -> None:
        context = self.context(**self.trust)
        first, second = context.new_page(), context.new_page()
        first.goto(self.many)
        self.until(first, lambda: self.events, "the first connection")
        second.goto(self.many)
        expect(second.locator("html.scripted")).to_have_count(1)
        self.world.run("get", "--quiet", "MANY/1", check=True)
        for page in (first, second):
            expect(self.status(page, "One")).to_have_text("New")
        self.assertEqual(len(self.events), 1)
        first.close()
        self.until(second, lambda: len(self.events) == 2, "the second connection")
        self.world.run("get", "--quiet", "MANY/2", check=True)
        expect(self.status(second, "Two")).to_have_text("New")

    def a_tab_and_one_before_its_script(self):
        """A tab that listens, one that was made and does nothing yet, and the script that this one waits for."""
        context = self.context(**self.trust)
        first, second = context.new_page(), context.new_page()
        first.goto(self.many)
        self.until(first, lambda: self.events, "the first connection")
        scripts = []
        second.route("**/page.js", lambda route: scripts.append(route))
        second.goto(self.many, wait_until="commit")
        self.until(second, lambda: scripts, "the page before its script")
        return first, second, scripts.pop()

    def test_a_tab_that_was_made_before_a_change_and_listens_after_it_shows_it(self) -> None:
        first, second, script = self.a_tab_and_one_before_its_script()
        self.world.run("ignore", "--quiet", "MANY/3", check=True)
        expect(self.status(first, "Three")).to_have_text("Ignored")
        script.continue_()
        expect(self.status(second, "Three")).to_have_text("Ignored")
        self.world.run("unignore", "--quiet", "MANY/3", check=True)
        for page in (first, second):
            expect(self.status(page, "Three")).to_have_text("Not fetched")

    def test_a_tab_that_was_made_before_a_sentence_and_listens_after_it_says_it(self) -> None:
        address = self.site.notes("/broken.json", "BROKEN", "Broken", [("One", self.site.address + "one.txt")])
        self.world.run("add", "--quiet", address, check=True)
        self.site.put("/broken.json", "<html>nothing")
        first, second, script = self.a_tab_and_one_before_its_script()
        first.locator("#library .catalogue", has_text="Broken").get_by_role("button", name="Sync").click()
        expect(first.locator("#messages .error")).to_have_count(1)
        script.continue_()
        expect(second.locator("#messages .error")).to_have_count(1)
        # Whoever has heard it does not hear it again.
        expect(first.locator("#messages .error")).to_have_count(1)

    def test_photos_that_are_on_their_way_appear_in_every_tab(self) -> None:
        """A browser has six connections to a server for all its tabs, and a photo that is awaited holds none of them."""
        picture = next((self.world.samples / "places/photos/1").glob("*bridge*")).read_bytes()
        self.site.put("/photo.jpg", picture, "image/jpeg")
        gate = self.site.gates["/photo.jpg"] = threading.Event()
        notes = self.site.notes("/photos.json", "PHOTO", "Photos", [("Photo", self.site.address + "photo.jpg")])
        self.world.run("add", "--quiet", notes, check=True)
        context = self.context(**self.trust)
        page = context.new_page()
        page.goto(self.served.address + "?catalogue=photos&collection=PHOTO")
        photo = page.locator("#list .row a", has_text="Photo").first.get_attribute("href").replace("/?", "photo?", 1)
        pages = [context.new_page() for _ in range(7)]
        for other in pages:
            other.goto(self.served.address + photo)
            expect(other.locator(".window .empty")).to_contain_text("Fetching")
        gate.set()
        for other in pages:
            self.decoded(other.locator(".window img"))
        self.assertEqual(len(self.events), 1)

    def test_fifty_tabs_and_five_hundred_listeners(self) -> None:
        """Everybody hears of a change, and the fifty tabs are one connection."""
        context = self.context(**self.trust)
        pages = [context.new_page() for _ in range(TABS)]
        for page in pages:
            page.goto(self.many, wait_until="commit")
        for page in pages:
            expect(self.status(page, "Three")).to_have_text("Not fetched")
        since = pages[0].locator("body").get_attribute("data-number")
        # The listeners have a thread and a loop of their own, beside the browser's.
        with ThreadPoolExecutor(1) as pool:
            ready = []
            heard = pool.submit(asyncio.run, listen(self.served.port, since, LISTENERS, ready, self.tls))
            self.until(pages[0], lambda: ready or heard.done(), "all listeners")
            self.world.run("get", "--quiet", "MANY/3", check=True)
            for page in pages:
                expect(self.status(page, "Three")).to_have_text("New")
            self.assertEqual(heard.result(timeout=180), LISTENERS)
        self.assertEqual(len(self.events), 1)


@unittest.skipUnless(shutil.which("openssl"), "needs the openssl program")
class EncryptedTabs(Tabs):
    """The same with a certificate."""

    @classmethod
    def prepare(cls) -> None:
        super().prepare()
        key, certificate = cls.world.folder / "server.key", cls.world.folder / "server.crt"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-keyout", key, "-out", certificate, "-days", "30", "-subj", "/CN=localhost"]
        subprocess.run([*command, "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        cls.world.options = ["--cert", str(certificate), "--key", str(key)]
        cls.trust = {"ignore_https_errors": True}
        cls.tls = ssl.create_default_context(cafile=str(certificate))


async def listen(port: int, since: str, count: int, ready: list, tls: ssl.SSLContext | None) -> int:
    """Listens `count` times at once over bare sockets; says when all listen, and how many heard of a new document."""
    request = f"GET /events?since={since} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    heads = 0
    everybody = asyncio.Event()

    async def one() -> bool:
        nonlocal heads
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls)
        try:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200"):
                return False
            heads += 1
            if heads == count:
                ready.append(True)
                everybody.set()
            await everybody.wait()
            came = b""
            while b'"status":"new"' not in came:
                part = await reader.read(65536)
                if not part:
                    return False
                came += part
            return True
        finally:
            writer.close()

    async with asyncio.timeout(180):
        return sum(await asyncio.gather(*(one() for _ in range(count))))
