"""Verifying: what is damaged, missing or unknown is listed, and fetched again."""

import contextlib
import os

from playwright.sync_api import expect

from browsing import PageCase


class Verifying(PageCase):
    @classmethod
    def prepare(cls) -> None:
        items = []
        for name in ("ebb", "flood", "slack"):
            cls.site.put(f"/{name}.txt", f"The {name} of the tide.\n")
            items.append((name.title(), f"{cls.site.address}{name}.txt"))
        cls.world.run("sync", "--quiet", cls.site.notes("/tide.json", "TIDE", "The tide", items), check=True)

    def spoil(self) -> None:
        """Damages a document behind everybody's back, removes another one, and puts a strange file there."""
        files = {path.name.split("-")[1]: path for path in self.world.library.rglob("*.txt") if "-" in path.name and ".carrel" not in path.parts}
        facts = files["ebb.txt"].stat()
        files["ebb.txt"].write_bytes(b"!" * facts.st_size)
        os.utime(files["ebb.txt"], ns=(facts.st_atime_ns, facts.st_mtime_ns))
        files["flood.txt"].unlink()
        (files["slack.txt"].parent / "<b>strange.txt").write_text("?")

    def test_what_is_wrong_is_listed_and_fetched_again(self) -> None:
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                self.spoil()
                page = self.open(scripts=scripts)
                page.get_by_role("link", name="Verify").click()
                expect(page.locator("main h1")).to_have_text("Verify")
                self.press(page, "Verify all documents", scripts)
                self.ended(page, scripts)
                expect(page.locator(".outcome")).to_contain_text("1 intact")
                for word, name in (("damaged", "ebb"), ("missing", "flood"), ("not in the library", "<b>strange.txt")):
                    expect(page.locator(".findings li", has_text=name).locator(".word")).to_have_text(word)
                page.locator("summary", has_text="Fetch again").click()
                expect(page.locator(".sure p")).to_contain_text("aside")
                self.press(page, "Fetch again", scripts)
                self.ended(page, scripts)
                expect(page.locator(".findings li", has_text="ebb")).to_contain_text("to be fetched again")
                self.until(page, lambda: "3 intact" in self.world.run("verify").stdout, "the documents")
                # They are intact a moment before the run ends that fetched them.
                self.world.run("quarantine", "discard", "--all", "--wait", check=True)

    def press(self, page, name: str, scripts: bool) -> None:
        """Presses a button; without scripts, the next page is there then."""
        with contextlib.nullcontext() if scripts else page.expect_navigation():
            page.get_by_role("button", name=name).click()

    def ended(self, page, scripts: bool) -> None:
        """Without scripts, a person loads the page again."""
        if not scripts:
            self.until(page, lambda: page.locator("[data-running]").count() == 0 or page.reload(), "the end")
        expect(page.locator("[data-running]")).to_have_count(0)
        expect(page.locator(".outcome")).to_be_visible()
