"""The page of `carrel serve` in a browser: clicked and typed as a person does.

Usage: python3 Tests/Page/page_test.py, with the program's path in CARREL.
"""
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from library import Library

SIZES = {"wide": (1440, 900), "tablet": (900, 1100), "phone": (390, 844)}


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = Library()
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        cls.library.stop()

    def open(self, path="/", size="wide", address=None, **options):
        """A page in a context of its own, which fails where it asks another host, logs an error or shows a dialog."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=size == "phone", is_mobile=size == "phone", **options)
        context.set_default_timeout(15_000)
        self.addCleanup(context.close)
        page = context.new_page()
        self.troubles = []
        page.on("console", lambda message: message.type == "error" and self.troubles.append(message.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("dialog", lambda dialog: (self.troubles.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: self.note(request.url))
        self.address = address or self.library.address
        page.goto(self.address + path)
        return page

    def note(self, url):
        if not url.startswith((self.address, "data:", "about:")):
            self.troubles.append(f"asked for {url}")

    def tearDown(self):
        self.assertEqual(self.troubles, [])

    def heading(self, page, pane):
        return page.locator(f"#{pane} h1")

    def test_collections_and_items_are_chosen_and_come_back(self):
        page = self.open("/?catalogue=handbook&collection=CARREL101")
        expect(page.locator("#rows .row")).to_have_count(4)
        page.locator("#rows a").first.click()
        expect(self.heading(page, "detail")).to_have_text("Getting started")
        self.assertIn("item=", page.url)
        page.get_by_role("link", name="Writing a plug-in").click()
        expect(self.heading(page, "list")).to_have_text("Writing a plug-in")
        expect(page.locator("article.item")).to_have_count(0)
        page.go_back()
        expect(self.heading(page, "list")).to_have_text("Using Carrel")
        expect(self.heading(page, "detail")).to_have_text("Getting started")
        page.reload()
        expect(self.heading(page, "detail")).to_have_text("Getting started")

    def test_everything_is_done_with_keys(self):
        page = self.open("/?catalogue=handbook&collection=CARREL101")
        for key in ["j", "j"]:
            page.keyboard.press(key)
        expect(page.locator(".row a:focus")).to_contain_text("Commands at a glance")
        page.keyboard.press("Enter")
        expect(self.heading(page, "detail")).to_contain_text("Commands")
        page.keyboard.press("Escape")
        expect(page.locator("article.item")).to_have_count(0)
        expect(page.locator(".row a:focus")).to_contain_text("Commands at a glance")
        page.keyboard.press("k")
        page.keyboard.press("k")
        expect(page.locator("#announcer")).to_have_text("This is the first item.")
        page.keyboard.press("?")
        expect(page.locator("dialog[open]")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.keyboard.type("plug-in")
        page.keyboard.press("Enter")
        expect(page.locator(".hits li").first).to_be_visible()

    def test_a_filter_works_as_one_types(self):
        page = self.open("/?catalogue=handbook&collection=CARREL101")
        page.keyboard.press("f")
        page.keyboard.type("slow")
        expect(page.locator("#rows .row")).to_have_count(1)
        expect(page.locator("input[name=filter]")).to_be_focused()
        self.assertIn("filter=slow", page.url)
        page.locator("input[name=filter]").fill("")
        page.locator("select[name=type]").select_option("pdf")
        expect(page.locator("#rows .row")).to_have_count(1)
        page.locator("input[name=filter]").fill("nothing like this")
        expect(page.locator("#list > .empty")).to_be_visible()

    def test_what_another_process_does_appears(self):
        page = self.open("/?catalogue=handbook&collection=CARREL201")
        row = page.locator("#rows .row").first
        self.library.run("mark", "read", "CARREL201/1")
        expect(row).to_have_attribute("data-status", "stored")
        self.library.run("mark", "unread", "CARREL201/1")
        expect(row).to_have_attribute("data-status", "new")

    def test_what_is_not_fetched_comes_when_it_is_chosen(self):
        page = self.open("/?catalogue=large&collection=BIG")
        (self.library.site / "many").mkdir(exist_ok=True)
        (self.library.site / "many/3.txt").write_text("The third of very many.")
        page.locator("#rows .row").nth(2).locator("a").click()
        expect(page.locator("#detail .reading")).to_contain_text("The third of very many.")
        page.locator("#rows .row").nth(3).locator("a").click()
        expect(page.locator("#detail .reason")).to_contain_text("404")

    def test_a_list_of_a_hundred_thousand_scrolls(self):
        library = Library(count=100_000)
        self.addCleanup(library.stop)
        page = self.open("/?catalogue=large&collection=BIG", address=library.address)
        scroll = page.locator("#list > .scroll")
        scroll.evaluate("element => element.scrollTop = element.scrollHeight")
        expect(page.get_by_text("Note 100000", exact=True)).to_be_visible()
        scroll.evaluate("element => element.scrollTop = element.scrollHeight / 2")
        expect(page.get_by_text("Note 50000", exact=True)).to_be_attached()
        self.assertLess(page.locator("#rows .row").count(), 200)
        figures = page.evaluate("""async () => {
          const box = document.querySelector("#list > .scroll");
          const long = [];
          new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)))
            .observe({ entryTypes: ["longtask"] });
          for (let step = 0; step < 120; step++) {
            box.scrollTop = step * 997;
            await new Promise(requestAnimationFrame);
          }
          return long;
        }""")
        print(f"long tasks while scrolling, ms: {[round(figure) for figure in figures]}")

    def test_pages_of_a_pdf(self):
        page = self.open("/?catalogue=handbook&collection=CARREL101")
        page.locator("#rows a").first.click()
        image = page.locator(".sheet img").first
        expect(image).to_be_visible()
        # Not wait_for_function: where it has to wait, it evaluates a text, and the page's policy forbids that.
        self.assertGreater(image.evaluate("image => image.decode().then(() => image.naturalWidth)"), 500)
        page.locator("[data-show=text]").click()
        expect(page.locator(".reading")).to_contain_text("The first sync")
        page.locator("[data-show=pages]").click()
        before = image.bounding_box()["width"]
        page.locator("[data-zoom='1.25']").click()
        self.assertGreater(image.bounding_box()["width"], before)

    def test_a_server_that_was_away_is_caught_up_with(self):
        page = self.open("/?catalogue=handbook&collection=CARREL301")
        self.library.run("mark", "unread", "CARREL301/1")
        expect(page.locator("#rows .row").first).to_have_attribute("data-status", "new")
        self.library.restart()
        self.library.run("mark", "read", "CARREL301/1")
        expect(page.locator("#rows .row").first).to_have_attribute("data-status", "stored")
        # The token of the page is that of the server before; an action gets the new one.
        page.locator("#rows a").first.click()
        page.get_by_role("button", name="Mark as unread").click()
        expect(page.locator("#rows .row").first).to_have_attribute("data-status", "new")
        # What a browser itself says of a server that is away, or of a token that was the one before.
        own = ["net::ERR_", "403", "Failed to fetch"]
        self.troubles = [trouble for trouble in self.troubles if not any(text in trouble for text in own)]

    def test_hostile_titles_and_documents_run_nothing(self):
        page = self.open("/?catalogue=hostile")
        page.locator("#library a", has_text="onerror").click()
        page.locator("#rows a").first.click()
        expect(page.locator("#detail .reading")).to_contain_text("A page with a script in it.")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 1440)
        self.troubles = [trouble for trouble in self.troubles if "sandbox" not in trouble]

    def test_it_works_without_scripts(self):
        page = self.open("/?catalogue=handbook&collection=CARREL101", java_script_enabled=False)
        page.locator("#rows a").first.click()
        expect(self.heading(page, "detail")).to_have_text("Getting started")
        page.get_by_role("button", name="Mark as unread").click()
        page.get_by_role("link", name="New").first.click()
        expect(page.locator("main .row").first).to_be_visible()
        page.locator("#search").fill("sync")
        page.locator("#search").press("Enter")
        expect(page.locator(".hits li").first).to_be_visible()

    def test_it_is_for_everybody(self):
        paths = ["/?catalogue=handbook&collection=CARREL101", "/new", "/quarantine", "/add", "/search?words=sync"]
        for size in SIZES:
            for scheme in ["light", "dark"]:
                page = self.open(paths[0], size, color_scheme=scheme)
                item = page.locator("#rows a").first.get_attribute("href")
                for path in paths + [item]:
                    page.goto(self.library.address + path)
                    found = Axe().run(page).response["violations"]
                    with self.subTest(size=size, scheme=scheme, path=path):
                        self.assertEqual(
                            [(one["id"], [node["target"] for node in one["nodes"]]) for one in found], [])
                        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), SIZES[size][0])
                page.context.close()

    def test_a_phone_shows_one_pane_and_leads_back(self):
        page = self.open("/?catalogue=handbook&collection=CARREL101", "phone")
        page.locator("#rows a").first.tap()
        expect(self.heading(page, "detail")).to_be_visible()
        expect(page.locator("#list")).to_be_hidden()
        page.go_back()
        expect(page.locator("#rows a").first).to_be_visible()
        page.locator("a.back").tap()
        expect(page.locator("#library")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
