"""Times are those of the reader, wherever the server is."""

import re

from playwright.sync_api import expect

from browsing import PageCase

FACTS = "written: 2024-03-02 10:00\nsent: 2024-03-02T18:30:00Z\nends: 9999-12-31T23:59:59-05:00\n"
NOTE = f"---\n{FACTS}---\n# A note\n\nThe tide turns.\n"


class Times(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.world.environment["TZ"] = "Asia/Kolkata"
        cls.site.put("/note.md", NOTE, "text/markdown")
        catalogue = cls.site.notes("/times.json", "TIME", "Times", [("A note", cls.site.address + "note.md")])
        cls.world.run("sync", "--quiet", catalogue, check=True)
        cls.site.put("/note.md", NOTE + "\nIt turns again.\n", "text/markdown")
        cls.world.run("sync", "--quiet", catalogue, check=True)

    def test_times_are_told_by_the_clock_of_the_reader(self) -> None:
        page = self.open("", timezone_id="Asia/Tokyo")
        self.show(page, "Times", "A note")
        about = page.locator("#detail .about")
        expect(about.locator("dt", has_text="written").locator("+ dd")).to_have_text("2 Mar 2024, 10:00")
        expect(about.locator("dt", has_text="sent").locator("+ dd")).to_have_text("3 Mar 2024, 03:30")
        # One that scripts cannot read is told as the server does.
        expect(about.locator("dt", has_text="ends").locator("+ dd")).to_have_text(re.compile("UTC\\+5:30$"))
        # Also where the browser shows the page anew, and in a list of choices.
        page.reload()
        expect(about.locator("dt", has_text="sent").locator("+ dd")).to_have_text("3 Mar 2024, 03:30")
        page.get_by_role("link", name="Versions").click()
        times = page.locator(".pair h3 time")
        expect(times.first).to_be_visible()
        for place, name in enumerate(("Earlier", "Later")):
            chosen = page.get_by_label(name).locator("option:checked")
            expect(chosen).to_contain_text(times.nth(place).text_content())
            expect(chosen).not_to_contain_text("UTC")

    def test_the_clock_is_that_of_the_browser_s_english(self) -> None:
        for scripts in (True, False):
            for locale, clock in (("en-US", "10:00\\sAM$"), ("en-GB", "[, ]10:00$"), ("fr", "[, ]10:00$")):
                with self.subTest(locale, scripts=scripts):
                    page = self.open("?catalogue=times&collection=TIME", scripts=scripts, locale=locale)
                    page.locator("#list .row a").first.click()
                    written = page.locator("#detail .about dt", has_text="written").locator("+ dd")
                    expect(written).to_have_text(re.compile(clock))

    def test_without_scripts_a_time_names_its_zone(self) -> None:
        page = self.open("?catalogue=times&collection=TIME", scripts=False)
        page.locator("#list .row a").first.click()
        about = page.locator("#detail .about")
        expect(about.locator("dt", has_text="written").locator("+ dd")).to_have_text(re.compile("10:00$"))
        expect(about.locator("dt", has_text="sent").locator("+ dd")).to_have_text(re.compile("UTC\\+5:30$"))
        page.get_by_role("link", name="Versions").click()
        expect(page.locator("option").first).to_contain_text("UTC+5:30")
