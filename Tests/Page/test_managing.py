"""Adding catalogues, the empty library, what is new and what is set aside."""

import json
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browsing import SIZES, THEMES, PageCase

LOGIN = "<!DOCTYPE html><title>Sign in</title><form><input name=user><input type=password></form>"


class Managing(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.site.put("/a.txt", "The tide.\n")
        for name in ("first", "second"):
            cls.site.put(f"/{name}.pdf", LOGIN, "text/html")
        items = [("Tide", "a.txt"), ("First handout", "first.pdf"), ("Second handout", "second.pdf")]
        cls.items = [(title, cls.site.address + name) for title, name in items]
        cls.world.run("sync", "--quiet", cls.site.notes("/harbour.json", "HARB", "The harbour", cls.items))

    def test_what_is_set_aside_is_accepted_or_discarded(self) -> None:
        page = self.open("quarantine")
        entries = page.locator(".set-aside li")
        expect(entries).to_have_count(2)
        entries.filter(has_text="First handout").get_by_role("button", name="Accept").click()
        expect(entries).to_have_count(1)
        entries.locator("summary", has_text="Discard").click()
        expect(entries.locator(".sure p")).to_contain_text("cannot be brought back")
        entries.get_by_role("button", name="Discard").click()
        expect(page.get_by_text("Nothing is set aside.")).to_be_visible()
        page.goto(self.served.address + "?catalogue=harbour&collection=HARB")
        expect(self.status(page, "First handout")).to_have_text("New")
        expect(self.status(page, "Second handout")).to_have_text("Discarded")

    def test_pulling_down_on_a_phone_syncs(self) -> None:
        drag = """([from, to, ends]) => {
          const place = document.querySelector("#list > .scroll");
          const fire = (type, y) => {
            const touch = new Touch({ identifier: 1, target: place, clientX: 100, clientY: y });
            const touches = type === "touchend" ? [] : [touch];
            place.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: [touch] }));
          };
          fire("touchstart", from);
          for (const y of [from + (to - from) / 2, to]) fire("touchmove", y);
          const sign = document.querySelector(".pull")?.textContent ?? "";
          if (ends !== null) fire("touchmove", ends);
          fire("touchend", ends ?? to);
          return sign;
        }"""
        page = self.open("?catalogue=harbour&collection=HARB", "phone")
        expect(page.locator("#list .row", has_text="Tide")).to_be_visible()
        asked = []
        page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
        # Upwards, a little, and far but back again: nothing happens.
        self.assertEqual(page.evaluate(drag, [300, 100, None]), "")
        self.assertEqual(page.evaluate(drag, [100, 160, None]), "Pull down to sync")
        self.assertEqual(page.evaluate(drag, [100, 300, 110]), "Let go to sync")
        expect(page.locator(".pull")).to_have_count(0)
        self.assertEqual(asked, [])
        self.site.notes("/harbour.json", "HARB", "The harbour", [*self.items, ("Flood", self.site.address + "a.txt?flood")])
        self.assertEqual(page.evaluate(drag, [100, 300, None]), "Let go to sync")
        expect(page.locator("#list .row", has_text="Flood")).to_be_visible()
        self.assertEqual(len(asked), 1)

    def test_what_is_new_is_marked_as_read(self) -> None:
        self.world.run("mark", "unread", "HARB/1", check=True)
        page = self.open("new")
        expect(page.locator("main .row", has_text="Tide")).to_be_visible()
        page.locator("section", has_text="Tide").get_by_role("button", name="Mark all as read").click()
        expect(page.locator("main .row", has_text="Tide")).to_have_count(0)

    def test_a_document_marked_as_unread_stays_so_until_it_is_opened_again(self) -> None:
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                page = self.open("?catalogue=harbour&collection=HARB", scripts=scripts)
                page.locator("#list .row", has_text="Tide").locator("a").click()
                expect(page.locator("#detail h1")).to_have_text("Tide")
                page.locator("#detail button", has_text="Mark as unread").click()
                expect(self.status(page, "Tide")).to_have_text("New")
                if scripts:
                    # The pane was drawn anew, and offers the other way now.
                    expect(page.locator("#detail button", has_text="Mark as read")).to_be_visible()
                    page.evaluate("new Promise((done) => setTimeout(done, 500))")
                self.assertIn("Tide", self.world.run("new", check=True).stdout)
                page.locator("#list .row", has_text="Tide").locator("a").click()
                page.reload()
                expect(self.status(page, "Tide")).to_have_text("Stored")

    def test_a_catalogue_is_added_by_its_address(self) -> None:
        address = self.site.notes("/more.json", "MORE", "More notes", [("One", self.site.address + "more.txt")])
        self.site.put("/more.txt", "More.\n")
        page = self.open()
        page.get_by_role("link", name="Add a catalogue").click()
        page.locator("form.add input[name=address]").fill(self.site.address + "nothing.json")
        page.locator("form.add button").click()
        expect(page.locator(".reason")).to_contain_text("404")
        expect(page.locator("form.add input[name=address]")).to_have_value(self.site.address + "nothing.json")
        page.locator("form.add input[name=address]").fill(address)
        page.locator("form.add button").click()
        # First what it is and what would come; nothing is added before Yes.
        expect(page.locator("main h1")).to_have_text("Add this catalogue?")
        for label, value in (("Address", address), ("Read as", "module-notes"), ("Items", "1"), ("To fetch", "1")):
            expect(page.locator("main dt", has_text=label).locator("+ dd")).to_have_text(value)
        expect(page.locator(".listing li")).to_have_text(["More notes 1"])
        self.assertNotIn("more", self.world.run("catalogues", check=True).stdout)
        # A name that another catalogue has is refused beside what was typed.
        page.locator("form.add input[name=name]").fill("harbour")
        page.get_by_role("button", name="Yes").click()
        expect(page.locator("#messages .error")).to_contain_text("not work: another catalogue of the library is called “harbour”")
        page.locator("form.add input[name=name]").fill("further")
        page.get_by_role("button", name="Yes").click()
        expect(page.locator("#list h1")).to_have_text("More notes")
        self.assertIn("further", self.world.run("catalogues", check=True).stdout)
        # It is listed, not fetched: what comes is for the person to say.
        expect(self.status(page, "One")).to_have_text("Not fetched")
        page.get_by_role("button", name="Sync all").click()
        expect(self.status(page, "One")).to_have_text("New")
        # The same address again leads to what the library has.
        page.goto(self.served.address + "add")
        page.locator("form.add input[name=address]").fill(address)
        page.locator("form.add button").click()
        page.locator("main").get_by_role("link", name="further").click()
        expect(page.locator("#list h1")).to_have_text("More notes")

    def test_what_would_be_added_fits_every_window(self) -> None:
        modules = [{"moduleCode": f"M{number}", "moduleTitle": "A course on tides and harbours " * 4} for number in range(12)]
        self.site.put("/wide.json", json.dumps(modules), "application/json")
        for size in SIZES:
            for theme in THEMES:
                with self.subTest(f"{size}, {theme}"):
                    page = self.open("add", size, theme)
                    page.locator("form.add input[name=address]").fill(self.site.address + "wide.json")
                    page.locator("form.add button").click()
                    expect(page.locator("main h1")).to_have_text("Add this catalogue?")
                    expect(page.locator(".listing li").last).to_have_text("and 4 more")
                    results = Axe().run(page)
                    self.assertEqual(results.violations_count, 0, results.generate_report())
                    self.fits(page)


class Empty(PageCase):
    def test_an_empty_library_begins_with_its_one_field(self) -> None:
        axe = Axe()
        for size in SIZES:
            for theme in THEMES:
                with self.subTest(f"{size}, {theme}"):
                    page = self.open("", size, theme)
                    expect(page.locator("form.add input[name=address]")).to_be_focused()
                    expect(page.locator(".examples button")).to_have_count(3)
                    results = axe.run(page)
                    self.assertEqual(results.violations_count, 0, results.generate_report())
                    self.fits(page)

    def test_the_first_catalogue_fills_it(self) -> None:
        page, other = self.open(), self.open()
        # The examples are among the samples, where the command on the page serves them.
        command = page.locator(".examples pre").text_content()
        for example in page.locator(".examples input[name=address]").all():
            url = urlsplit(example.get_attribute("value"))
            self.assertIn(f"--listen {url.netloc}", command)
            self.assertTrue((self.world.samples / url.path.lstrip("/")).is_file(), url.path)
        page.locator("form.add input[name=address]").fill(self.world.samples_address + "course/index.html")
        page.locator("form.add button").click()
        page.get_by_role("button", name="Yes").click()
        expect(page.locator("#list .row").first).to_be_visible()
        # Another window of the empty library notices by itself.
        expect(other.locator("#list .row").first).to_be_visible()
