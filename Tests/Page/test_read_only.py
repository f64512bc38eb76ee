"""A library that is only shown: nothing on its pages changes anything."""

from playwright.sync_api import expect

from browsing import PageCase

# What sends a form that changes something, and what leads to one.
CHANGES = "form[method=post] button, a:is([href='/add'], [href='/verify'], [href^='/catalogue?']), details.sure"


class ReadOnly(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.site.put("/a.txt", "The text of a note.\n")
        items = [(f"Note {number}", f"{cls.site.address}a.txt?{number}") for number in (1, 2)]
        cls.world.run("sync", "--quiet", cls.site.notes("/notes.json", "NOTE", "Notes", items), check=True)
        later = cls.site.notes("/later.json", "LATE", "Later", [("Note 3", f"{cls.site.address}a.txt?3")])
        cls.world.run("add", "--quiet", later, check=True)
        cls.world.options = ["--read-only"]

    def test_documents_are_read_and_no_button_offers_a_change(self) -> None:
        for size in ("wide", "phone"):
            with self.subTest(size):
                page = self.open("", size)
                self.show(page, "Notes", "Note 1")
                expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")
                self.assertGreater(page.locator(CHANGES).count(), 0)
                self.assertEqual([found for found in page.locator(CHANGES).all() if found.is_visible()], [])
                page.goto(self.served.address)
                self.assertEqual([found for found in page.locator(CHANGES).all() if found.is_visible()], [])

    def test_choosing_what_is_not_fetched_asks_for_nothing(self) -> None:
        page = self.open()
        sent = []
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        self.show(page, "Later", "Note 3")
        expect(page.locator("#detail")).to_contain_text("has not been fetched yet")
        page.evaluate("fetch('/token').then(() => true)")
        self.assertEqual(sent, [])
        expect(page.locator("#messages .error")).to_have_count(0)
