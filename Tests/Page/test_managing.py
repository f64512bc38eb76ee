"""Adding catalogues, the empty library, what is new and what is set aside."""

import json
import subprocess
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

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

    def test_a_button_that_asks_back_moves_no_other(self) -> None:
        for size in SIZES:
            with self.subTest(size):
                page = self.open("", size)
                self.show(page, "The harbour", "First handout")
                ignore = page.get_by_role("button", name="Ignore")
                before = ignore.bounding_box()
                page.locator("#detail .sure summary").click()
                asked = page.locator("#detail .sure p")
                expect(asked).to_contain_text("cannot be brought back")
                self.assertEqual(ignore.bounding_box(), before)
                self.assertGreater(asked.bounding_box()["y"], before["y"] + before["height"])
                self.fits(page)

    def test_a_reason_is_english_also_where_the_page_is_not(self) -> None:
        page = self.open("quarantine?language=de")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator(".set-aside .reason bdi").first).to_have_attribute("lang", "en")

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

    def test_lists_of_every_kind_are_gone_through_by_keys(self) -> None:
        self.world.run("mark", "unread", "HARB/1", "HARB/2", check=True)
        for path in ("new", "search?words=tide", "quarantine"):
            with self.subTest(path):
                page = self.open(path)
                expect(page.locator("html.scripted")).to_have_count(1)
                entries = page.locator("#list :is(.rows.plain, .hits, .set-aside) > li")
                expect(entries.first).to_be_visible()
                steps = [("j", place) for place in range(entries.count())]
                for key, place in steps + [("k", place) for _, place in reversed(steps[:-1])]:
                    page.keyboard.press(key)
                    self.assertTrue(entries.nth(place).evaluate("entry => entry.contains(document.activeElement)"), (key, place))
                page.keyboard.press("k")
                expect(page.locator("#announcer")).to_have_text("This is the first item.")

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
                expect(page.locator("#detail button", has_text="Mark as read")).to_be_visible()
                if scripts:
                    # It was drawn anew, and nobody opened it by that.
                    page.evaluate("new Promise((done) => setTimeout(done, 500))")
                self.assertIn("Tide", self.world.run("new", check=True).stdout)
                # A page that is being left cannot be loaded anew.
                with page.expect_navigation():
                    page.locator("#list .row", has_text="Tide").locator("a").click()
                page.reload()
                if not scripts:
                    page.locator("#detail button", has_text="Mark as read").click()
                expect(self.status(page, "Tide")).to_have_text("Stored")

    def test_a_phone_leads_to_what_is_set_aside(self) -> None:
        page = self.open("", "phone")
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Set aside", exact=True).click()
        expect(page.locator("main h1")).to_have_text("Set aside")

    def test_a_catalogue_is_added_by_its_address(self) -> None:
        address = self.site.notes("/more.json", "MORE", "More notes", [("One", self.site.address + "more.txt")])
        self.site.put("/more.txt", "More.\n")
        page = self.open()
        link = page.get_by_role("link", name="Add a catalogue")
        # It is seen at once, however many catalogues there are.
        expect(page.locator("#library a").first).to_have_text("Add a catalogue")
        link.click()
        page.locator("form.add input[name=address]").fill(self.site.address + "nothing.json")
        page.locator("form.add button").click()
        expect(page.locator(".reason")).to_contain_text("404")
        expect(page.locator("form.add input[name=address]")).to_have_value(self.site.address + "nothing.json")
        page.locator("form.add input[name=address]").fill(address)
        # To look at it may take long: that it goes on is shown as soon as the form is sent.
        page.evaluate("addEventListener('submit', () => { sessionStorage.sending = document.querySelectorAll('[data-sending]').length; })")
        page.locator("form.add button").click()
        # First what it is and what would come; nothing is added before Yes.
        expect(page.locator("main h1")).to_have_text("Add this catalogue?")
        self.assertEqual(page.evaluate("sessionStorage.sending"), "1")
        for label, value in (("Address", address), ("Read as", "module-notes"), ("Items", "1"), ("To fetch", "1")):
            expect(page.locator("main dt", has_text=label).locator("+ dd")).to_have_text(value)
        expect(page.locator(".listing li")).to_have_text(["More notes 1"])
        self.assertNotIn("more", self.world.run("catalogues", check=True).stdout)
        # A name that another catalogue has is refused beside what was typed.
        page.locator("form.add input[name=name]").fill("harbour")
        page.get_by_role("button", name="Yes").click()
        expect(page.locator("#messages .error")).to_contain_text("not work: another catalogue is called “harbour”; choose another name")
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


class Settings(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.site.put("/a.txt", "The tide.\n")
        for name in ("tides", "lights", "buoys"):
            items = [("One", cls.site.address + "a.txt"), ("Two", cls.site.address + f"a.txt?{name}")]
            cls.world.run("sync", "--quiet", cls.site.notes(f"/{name}.json", name.upper(), f"About {name}", items), check=True)

    def form(self, page: Page, name: str) -> Page:
        page.locator(".catalogue", has_text=name).hover()
        page.locator(".catalogue", has_text=name).get_by_role("link", name="Settings").click()
        expect(page.locator("h1", has_text="Settings of")).to_be_visible()
        return page

    def set(self, page: Page, key: str, value: str) -> None:
        field = page.locator(f"[id='field-{key}']")
        if not field.is_visible():
            page.locator("details", has=field).locator("summary").first.click()
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)

    def kept(self, name: str) -> str:
        return self.world.run("set", name, check=True).stdout

    def test_settings_are_changed_as_the_command_line_changes_them(self) -> None:
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                page = self.form(self.open(scripts=scripts), "tides")
                self.set(page, "download.max-concurrent", "2")
                self.set(page, "plan.use", "on-demand")
                page.get_by_role("button", name="Save").click()
                expect(page.locator(".outcome")).to_have_text("Saved.")
                expect(page.locator("[id='field-download.max-concurrent']")).to_have_value("2")
                for setting in ("download.max-concurrent=2", "plan.use=on-demand"):
                    self.assertIn(setting, self.kept("tides").splitlines())
                self.set(page, "download.max-concurrent", "")
                self.set(page, "plan.use", "")
                page.get_by_role("button", name="Save").click()
                expect(page.locator(".outcome")).to_have_text("Saved.")
                self.assertNotIn("max-concurrent", self.kept("tides"))

    def test_a_command_that_is_about_to_end_is_waited_for(self) -> None:
        page = self.form(self.open(), "tides")
        lock = str(self.world.library / ".carrel" / "lock")
        with subprocess.Popen(["flock", lock, "sh", "-c", "echo held; sleep 1"], stdout=subprocess.PIPE) as other:
            self.assertEqual(other.stdout.readline(), b"held\n")
            self.set(page, "download.retries", "4")
            page.get_by_role("button", name="Save").click()
            expect(page.locator(".outcome")).to_have_text("Saved.")
        self.assertIn("download.retries=4", self.kept("tides"))

    def test_what_cannot_be_used_is_said_beside_its_field(self) -> None:
        before = self.kept("lights")
        page = self.form(self.open(), "lights")
        self.set(page, "download.retries", "many")
        self.set(page, "download.stall-timeout", "5s")
        # Whoever opens a page may not have the program run what they like.
        self.set(page, "download.private-addresses", "allow")
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".sheet-page [role=alert]")).to_contain_text("Nothing was changed")
        field = page.locator(".field", has=page.locator("[id='field-download.retries']"))
        expect(field.locator("input")).to_have_value("many")
        expect(page.locator("[id='field-download.stall-timeout']")).to_have_value("5s")
        guarded = page.locator(".field", has=page.locator("[id='field-download.private-addresses']"))
        expect(guarded.locator(".reason")).to_contain_text("carrel set")
        self.set(page, "download.private-addresses", "")
        page.get_by_role("button", name="Save").click()
        expect(field.locator(".reason")).to_contain_text("expected")
        expect(field.locator(".reason")).to_contain_text("0 to 20")
        self.assertEqual(self.kept("lights"), before)
        results = Axe().run(page)
        self.assertEqual(results.violations_count, 0, results.generate_report())
        self.fits(page)
        self.set(page, "download.retries", "3")
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".outcome")).to_have_text("Saved.")
        self.assertIn("download.stall-timeout=5s", self.kept("lights"))

    def test_a_catalogue_gets_another_name(self) -> None:
        page = self.form(self.open(), "lights")
        page.locator("#field-name").fill("tides")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("[id='fault-name']")).to_contain_text("another catalogue is called")
        page.locator("#field-name").fill("lighthouses")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("h1", has_text="Settings of “lighthouses”")).to_be_visible()
        expect(page.locator(".catalogue h2", has_text="lighthouses")).to_be_attached()
        # What another process does to a catalogue is seen as well.
        self.world.run("rename", "lighthouses", "lamps", check=True)
        expect(page.locator(".catalogue h2", has_text="lamps")).to_be_attached()
        page.goto(self.served.address + "catalogue?catalogue=lamps")
        page.locator("#field-name").fill("lights")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("h1", has_text="Settings of “lights”")).to_be_visible()

    def test_a_long_name_stays_within_its_page(self) -> None:
        head = self.form(self.open(), "lights").locator("main h1")
        head.evaluate("head => { head.textContent = 'x'.repeat(300); }")
        self.assertTrue(head.evaluate("head => head.scrollWidth <= head.clientWidth"))

    def test_a_catalogue_is_removed_once_that_was_said(self) -> None:
        page = self.form(self.open(), "buoys")
        page.locator("summary", has_text="Remove this catalogue").click()
        expect(page.locator(".sure p")).to_contain_text("cannot be taken back")
        page.get_by_role("button", name="Remove it with its files").click()
        expect(page.locator(".catalogue h2", has_text="buoys")).to_have_count(0)
        # On the page that follows, and for a while.
        said = page.locator("#messages .message", has_text="Removed “buoys”.")
        expect(said).to_be_visible()
        expect(said.get_by_role("button", name="Close")).to_be_visible()
        self.assertNotIn("buoys", self.world.run("catalogues", check=True).stdout)
        self.assertEqual([path.name for path in self.world.library.glob("*BUOYS*")], [])

    def test_that_all_was_read_is_undone(self) -> None:
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                self.world.run("mark", "unread", "TIDES/1", "TIDES/2", check=True)
                page = self.open("new", scripts=scripts)
                page.locator("section", has_text="tides").get_by_role("button", name="Mark all as read").click()
                expect(page.locator(".outcome")).to_contain_text("Marked as read: 2")
                page.get_by_role("button", name="Undo").click()
                expect(page.locator("section", has_text="tides").locator(".row")).to_have_count(2)
                expect(page.locator(".outcome")).to_have_count(0)


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
