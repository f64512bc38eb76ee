"""Chromium, and pages that notice what no page may do.

Nothing here uses Playwright's `wait_for_function`: where it has to wait, it evaluates a text in the page, and the page's own
policy forbids that. Use `expect`, `evaluate` with a promise, or `until`.
"""

import os
import tempfile
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from world import Site, World, wait

SIZES = {"wide": (1440, 900), "tablet": (900, 1100), "phone": (390, 844)}
THEMES = ("light", "dark")
# Chromium says these by itself when a server is gone or refuses; the page says it in words of its own.
NETWORK = ("Failed to load resource", "net::ERR_")

# Reached in failure alone: a busy machine takes its time.
expect.set_options(timeout=60_000)


class Machine:
    """What all tests share."""

    carrel: Path
    browser: Browser
    _playwright = None
    _temporary: tempfile.TemporaryDirectory

    @classmethod
    def start(cls, carrel: Path) -> None:
        cls.carrel = carrel
        # What the browser, and whatever it starts, leaves behind goes with this folder, also where the tests are interrupted.
        cls._temporary = tempfile.TemporaryDirectory(prefix="carrel-page-", ignore_cleanup_errors=True)
        tempfile.tempdir = os.environ["TMPDIR"] = cls._temporary.name
        cls._playwright = sync_playwright().start()
        # Names of other machines do not exist: whatever asks for one is noticed and gets nothing.
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
        cls.browser = cls._playwright.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)

    @classmethod
    def stop(cls) -> None:
        cls.browser.close()
        cls._playwright.stop()
        cls._temporary.cleanup()


class PageCase(unittest.TestCase):
    """A library for the tests of a class, and pages of it."""

    world: World
    site: Site

    @classmethod
    def setUpClass(cls) -> None:
        cls.world = World(Machine.carrel)
        cls.site = Site()
        cls.addClassCleanup(cls.site.close)
        cls.addClassCleanup(cls.world.close)
        cls.prepare()
        cls.served = cls.world.serve()

    @classmethod
    def prepare(cls) -> None:
        """Fills the library before it is served."""

    def setUp(self) -> None:
        self.wrongs: list[str] = []
        self.events: list = []
        self.foreign: list = []
        # Servers that a profile names, such as that of map tiles.
        self.named: set[str] = set()

    def tearDown(self) -> None:
        # What a policy refuses never leaves the browser.
        asked = [request.url for request in self.foreign if request.failure not in ("csp", "net::ERR_BLOCKED_BY_CSP")]
        self.assertEqual(asked, [], "another machine was asked")
        self.assertEqual(self.wrongs, [])

    def context(self, size: str = "wide", theme: str = "light", scripts: bool = True, **more) -> BrowserContext:
        """A browser of its own, with a window of a size. The test fails where a page of it asks another machine, logs an
        error, or shows a dialog."""
        width, height = SIZES[size]
        more = {"locale": "en-GB"} | more
        context = Machine.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, java_script_enabled=scripts,
            has_touch=size == "phone", is_mobile=size == "phone", reduced_motion="reduce", **more)  # fmt: skip
        context.set_default_timeout(60_000)
        self.addCleanup(context.close)
        own = urlsplit(self.served.address).netloc

        def asked(request):
            url = urlsplit(request.url)
            if url.scheme in ("http", "https") and url.netloc != own and url.netloc not in self.named:
                self.foreign.append(request)
            if url.path == "/events":
                self.events.append(request)

        def said(message):
            # A document that would run something or ask somebody is refused it, and the browser says so.
            if "/document?" in message.text or "/document?" in (message.location or {}).get("url", ""):
                return
            if message.type == "error" and not any(part in message.text for part in NETWORK):
                self.wrongs.append(f"console: {message.text}")

        def asks(dialog):
            self.wrongs.append(f"a script ran: {dialog.message}")
            dialog.dismiss()

        context.on("request", asked)
        context.on("console", said)
        context.on("dialog", asks)
        context.on("weberror", lambda error: self.wrongs.append(f"error: {error.error}"))
        return context

    def open(self, path: str = "", *arguments, **more) -> Page:
        """A page in a browser of its own; the arguments are those of `context`."""
        page = self.context(*arguments, **more).new_page()
        page.goto(self.served.address + path.lstrip("/"))
        return page

    def show(self, page: Page, collection: str, item: str = "") -> None:
        """Chooses a collection by its title, and one of its items, by clicking as a person does."""
        page.goto(self.served.address + "?pane=library")
        page.locator("#library a[data-collection]", has_text=collection).first.click()
        expect(page.locator("#list h1")).to_contain_text(collection)
        if item:
            row = page.locator("#list .row", has_text=item).first.locator("a")
            row.click()
            expect(row).to_have_attribute("aria-current", "true")
            expect(page.locator("#detail article")).to_be_attached()

    def status(self, page: Page, title: str) -> Locator:
        """The word that a row says of its item."""
        return page.locator("#list .row", has_text=title).first.locator(".status .words")

    def until(self, page: Page, condition, what: str) -> None:
        """Waits until something holds that is no matter of a page alone, while the page's events go on."""
        wait(lambda: page.wait_for_timeout(20) or condition(), what)

    @contextmanager
    def reading_again(self, page: Page) -> Iterator[None]:
        """What has the page read its list again; over when the new rows have taken the place of the old ones."""
        rows = page.locator("#list > .scroll").element_handle()
        yield
        self.until(page, lambda: not rows.evaluate("rows => rows.isConnected"), "the list that is read again")

    def decoded(self, image: Locator) -> int:
        """How wide a picture is, in its own dots, when it is there."""
        expect(image).to_be_visible()
        return image.evaluate("image => image.decode().then(() => image.naturalWidth)")

    def fits(self, page: Page) -> None:
        """Nothing is wider than the window."""
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        self.assertLessEqual(wide[0], wide[1], page.url)
