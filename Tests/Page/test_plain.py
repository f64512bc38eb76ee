"""Without scripts: links and forms do it all."""

from playwright.sync_api import expect

from browsing import SIZES, PageCase


class Plain(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.world.run("sync", "--quiet", cls.world.samples_address + "handbook.json", check=True)
        cls.site.put("/a.txt", "The tide in the harbour.\n")
        address = cls.site.notes("/lights.json", "LIG", "Lights", [("Buoys", cls.site.address + "a.txt")])
        cls.world.run("add", "--quiet", address, check=True)

    def test_looking_filtering_and_searching(self) -> None:
        for size in SIZES:
            with self.subTest(size):
                page = self.open("?pane=library", size, scripts=False)
                page.locator("#library a[data-collection]", has_text="Using Carrel").click()
                expect(page.locator("#list .row").first).to_be_visible()
                page.locator("form.filter input[type=search]").fill("slow")
                page.locator("form.filter button").click()
                expect(page.locator("#list .row")).to_have_count(1)
                page.locator("#list .row a").click()
                expect(page.locator("#detail .reading")).to_be_visible()
                page.locator("#search").fill("sync")
                page.locator("#search").press("Enter")
                expect(page.locator(".hits li").first).to_be_visible()
                page.locator(".hits a").first.click()
                expect(page.locator("#detail h1")).to_be_visible()
                page.reload()
                # To look marks nothing by itself; in the second window it was read before.
                unread = page.locator("#detail button", has_text="Mark as read")
                if unread.count():
                    unread.click()
                page.locator("#detail button", has_text="Mark as unread").click()
                page.goto(self.served.address + "new")
                expect(page.locator("main .row").first).to_be_visible()

    def test_fetching_and_adding_by_buttons(self) -> None:
        page = self.open("?catalogue=lights&collection=LIG", scripts=False)
        page.locator("#list .row a").first.click()
        page.locator("#detail button", has_text="Download").click()
        status = page.locator("#detail .status .words")
        self.until(page, lambda: page.reload() and status.text_content() in ("New", "Stored"), "the document")
        expect(page.locator("#detail .reading")).to_contain_text("The tide in the harbour.")
        address = self.site.notes("/plain.json", "PLAIN", "Plain notes", [("One", self.site.address + "a.txt")])
        page.goto(self.served.address + "add")
        page.locator("form.add input[name=address]").fill(address)
        page.locator("form.add button").click()
        expect(page.locator("main h1")).to_have_text("Add this catalogue?")
        page.get_by_role("link", name="No").click()
        self.assertNotIn("plain", self.world.run("catalogues", check=True).stdout)
        page.locator("form.add input[name=address]").fill(address)
        page.locator("form.add button").click()
        page.get_by_role("button", name="Yes").click()
        expect(page.locator("#list h1")).to_have_text("Plain notes")
        page.goto(self.served.address + "add")
        page.locator("form.add input[name=address]").fill(self.site.address + "nothing.json")
        page.locator("form.add button").click()
        expect(page.locator(".reason")).to_contain_text("404")
