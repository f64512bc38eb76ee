"""What changes while a page is open."""

import threading

from playwright.sync_api import expect

from browsing import PageCase

NAMES = ("slow", "first", "second", "third", "fourth")


class Live(PageCase):
    @classmethod
    def prepare(cls) -> None:
        for name in NAMES:
            cls.site.put(f"/{name}.txt", f"The text of {name}.\n" * 20_000)
        cls.site.gates["/slow.txt"] = threading.Event()
        items = [(name.title(), f"{cls.site.address}{name}.txt") for name in NAMES]
        items.append(("Gone", f"{cls.site.address}gone.txt"))
        cls.world.run("add", "--quiet", cls.site.notes("/live.json", "LIVE", "Live notes", items), check=True)

    def test_choosing_an_item_fetches_it_and_shows_it_grow(self) -> None:
        page = self.open("?catalogue=live&collection=LIVE")
        page.locator("#list .row", has_text="Slow").locator("a").click()
        expect(self.status(page, "Slow")).to_contain_text("Fetching")
        expect(page.locator("#list .row progress")).to_have_count(1)
        below = page.locator("#list .row", has_text="First")
        top = below.bounding_box()
        self.site.gates["/slow.txt"].set()
        expect(page.locator("#detail .reading")).to_contain_text("The text of slow.")
        expect(page.locator("#list .row progress")).to_have_count(0)
        # Rows stay where they are while their statuses change.
        expect(below).to_be_visible()
        self.until(page, lambda: below.bounding_box() == top, "the row where it was")

    def test_what_fails_says_why(self) -> None:
        page = self.open("?catalogue=live&collection=LIVE")
        page.locator("#list .row", has_text="Gone").locator("a").click()
        expect(page.locator("#detail .reason")).to_contain_text("404")
        expect(self.status(page, "Gone")).to_have_text("Failed")
        page.get_by_role("link", name="What was tried").click()
        expect(page.locator(".history li").first).to_contain_text("404")

    def test_what_the_command_line_does_appears_without_loading_again(self) -> None:
        page = self.open("?catalogue=live&collection=LIVE")
        page.evaluate("window.isSame = true")
        self.world.run("get", "--quiet", "LIVE/2", check=True)
        expect(self.status(page, "First")).to_have_text("New")
        self.world.run("mark", "read", "LIVE/2", check=True)
        expect(self.status(page, "First")).to_have_text("Stored")
        address = self.site.notes("/later.json", "LATER", "Later notes", [("Later", self.site.address + "first.txt")])
        self.world.run("add", "--quiet", address, check=True)
        expect(page.locator("#library")).to_contain_text("Later notes")
        self.assertTrue(page.evaluate("window.isSame"))

    def test_nobody_looks_at_a_page_that_is_hidden(self) -> None:
        page = self.open("?catalogue=live&collection=LIVE")
        link = page.locator("#list .row", has_text="Third").locator("a").get_attribute("href")
        page.goto(self.served.address + link.lstrip("/"))
        looks = []
        page.on("request", lambda request: looks.append(request) if request.url.endswith("/seen") else None)
        page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, value: true })")
        self.world.run("get", "--quiet", "LIVE/4", check=True)
        expect(page.locator("#detail .reading")).to_contain_text("The text of third.")
        page.evaluate("new Promise((done) => setTimeout(done, 100))")
        self.assertEqual(looks, [])
        expect(self.status(page, "Third")).to_have_text("New")
        # However often it was shown meanwhile, it is looked at once.
        page.evaluate("""async () => {
          const { seen } = await import(document.querySelector("script[type=module]").src.replace("page.js", "server.js"));
          for (let time = 0; time < 3; time++) seen(location.search.slice(1));
        }""")
        self.see(page)
        expect(self.status(page, "Third")).to_have_text("Stored")
        self.assertEqual(len(looks), 1)

    def without_locks(self, address: str) -> list:
        """Two pages as where nothing is encrypted."""
        context = self.context()
        context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
        pages = [context.new_page(), context.new_page()]
        for page in pages:
            page.goto(self.served.address + address)
        self.until(pages[0], lambda: len(self.events) == 2, "both connections")
        return pages

    def hide(self, page) -> None:
        ended = []
        page.on("requestfailed", lambda request: ended.append(request.url))
        page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, value: true })")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        self.until(page, lambda: any("/events?" in url for url in ended), "the end of a connection")

    def see(self, page) -> None:
        page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")

    def test_without_locks_only_a_page_that_is_seen_listens(self) -> None:
        first, second = self.without_locks("?catalogue=live&collection=LIVE")
        self.hide(second)
        self.world.run("ignore", "--quiet", "LIVE/6", check=True)
        expect(self.status(first, "Gone")).to_have_text("Ignored")
        self.see(second)
        expect(self.status(second, "Gone")).to_have_text("Ignored")
        self.world.run("unignore", "--quiet", "LIVE/6", check=True)
        expect(self.status(second, "Gone")).not_to_have_text("Ignored")

    def test_without_locks_a_page_that_is_seen_again_says_what_went_wrong_meanwhile(self) -> None:
        text = self.site.notes("/wrong.json", "WRONG", "Notes that go wrong", [("One", self.site.address + "first.txt")])
        self.world.run("add", "--quiet", text, check=True)
        first, second = self.without_locks("?catalogue=wrong&collection=WRONG")
        self.hide(second)
        self.site.put("/wrong.json", "<html>nothing")
        first.locator("#library .catalogue", has_text="Notes that go wrong").get_by_role("button", name="Sync").click()
        expect(first.locator("#messages .error")).to_have_count(1)
        self.see(second)
        expect(second.locator("#messages .error")).to_have_count(1)
        # Who has heard it does not hear it again.
        self.hide(first)
        online = len(self.events)
        self.see(first)
        self.until(first, lambda: len(self.events) > online, "another connection")
        first.evaluate("new Promise((done) => setTimeout(done, 300))")
        expect(first.locator("#messages .error")).to_have_count(1)

    def test_without_locks_a_page_that_is_seen_again_shows_what_is_on_its_way_and_what_took_a_place(self) -> None:
        self.site.put("/other.txt", "The words of before.\n")
        self.site.put("/wait.txt", "Wait.\n" * 1000)
        items = [(name, f"{self.site.address}{name.lower()}.txt") for name in ("Other", "Wait")]
        self.world.run("add", "--quiet", self.site.notes("/hide.json", "HIDE", "Notes for later", items), check=True)
        first, second = self.without_locks("?catalogue=hide&collection=HIDE")
        for page in (first, second):
            page.locator("#list .row", has_text="Other").locator("a").click()
            expect(page.locator("#detail .reading")).to_contain_text("The words of before.")
            expect(self.status(page, "Other")).to_have_text("Stored")
        self.hide(second)
        self.site.put("/other.txt", "Entirely other words.\n")
        self.world.run("get", "--quiet", "HIDE/1", check=True)
        # Somebody reads it, so that its row says what it said before.
        expect(first.locator("#detail .reading")).to_contain_text("Entirely other words.")
        expect(self.status(first, "Other")).to_have_text("Stored")
        self.site.gates["/wait.txt"] = threading.Event()
        first.locator("#list .row", has_text="Wait").locator("a").click()
        expect(self.status(first, "Wait")).to_contain_text("Fetching")
        self.see(second)
        expect(self.status(second, "Wait")).to_contain_text("Fetching")
        expect(second.locator("#detail .reading")).to_contain_text("Entirely other words.")
        self.site.gates["/wait.txt"].set()
        expect(self.status(second, "Wait")).not_to_contain_text("Fetching")

    def test_a_page_of_another_kind_marks_no_collection(self) -> None:
        page = self.open("?catalogue=live&collection=LIVE")
        current = page.locator('#library a[aria-current="true"]')
        expect(current).to_have_count(1)
        page.goto(self.served.address + "new")
        expect(current).to_have_count(0)
        address = self.site.notes("/news.json", "NEWS", "Notes for a mark", [("One", self.site.address + "first.txt")])
        self.world.run("add", "--quiet", address, check=True)
        expect(page.locator("#library")).to_contain_text("Notes for a mark")
        expect(current).to_have_count(0)
        page.goto(self.served.address)
        expect(current).to_have_count(1)

    def test_d_fetches_and_does_not_cancel_what_is_fetched(self) -> None:
        self.site.gates["/long.txt"] = threading.Event()
        self.site.put("/long.txt", "Long.\n" * 1000)
        address = self.site.notes("/long.json", "LONG", "Long notes", [("Long", self.site.address + "long.txt")])
        self.world.run("add", "--quiet", address, check=True)
        page = self.open("?catalogue=long&collection=LONG")
        page.goto(self.served.address + page.locator("#list .row a").get_attribute("href").lstrip("/"))
        self.until(page, lambda: self.events, "the connection of the page")
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.keyboard.press("d")
        expect(page.locator("#detail button", has_text="Cancel")).to_be_visible()
        page.keyboard.press("d")
        page.evaluate("new Promise((done) => setTimeout(done, 100))")
        self.assertFalse([url for url in asked if url.endswith("/cancel")])
        self.site.gates["/long.txt"].set()
        expect(page.locator("#detail .reading")).to_contain_text("Long.")

    def test_the_bar_counts_what_is_new_now(self) -> None:
        self.site.put("/tide.txt", "The tide.\n")
        items = [(f"Tide {number}", f"{self.site.address}tide.txt?{number}") for number in (1, 2)]
        self.world.run("mark", "read", "--all", check=True)
        page = self.open()
        self.until(page, lambda: self.events, "the connection of the page")
        count = page.locator(".bar .count")
        expect(count).to_be_empty()
        self.world.run("sync", "--quiet", self.site.notes("/tide.json", "TIDE", "Tides", items), check=True)
        expect(count).to_have_text("2")
        self.show(page, "Tides", "Tide 1")
        expect(count).to_have_text("1")
        self.world.run("mark", "read", "--all", check=True)
        expect(count).to_be_empty()

    def test_an_activity_is_shown_while_it_lasts(self) -> None:
        self.site.gates["/held.txt"] = threading.Event()
        self.site.put("/held.txt", "Held.\n" * 1000)
        address = self.site.notes("/held.json", "HELD", "Held notes", [("Held", self.site.address + "held.txt")])
        self.world.run("add", "--quiet", address, check=True)
        page = self.open("?catalogue=held&collection=HELD")
        page.locator("#library .catalogue", has_text="Held notes").get_by_role("button", name="Sync").click()
        expect(page.locator("#activity")).to_be_visible()
        self.site.gates["/held.txt"].set()
        expect(page.locator("#activity")).to_be_hidden()
        expect(self.status(page, "Held")).to_have_text("New")
