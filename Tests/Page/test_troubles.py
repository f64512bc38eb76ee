"""When something is gone: a server, a host, the library. The page says what it can, and recovers."""

import re

from playwright.sync_api import expect

from browsing import PageCase


class Troubles(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.site.put("/a.txt", "The text of a note.\n")
        items = [(f"Note {number}", f"{cls.site.address}a.txt?{number}") for number in range(1, 7)]
        items.append(("Elsewhere", "http://127.0.0.1:9/nobody.txt"))
        cls.world.run("add", "--quiet", cls.site.notes("/notes.json", "NOTE", "Notes", items), check=True)

    def test_a_server_that_was_gone_is_caught_up_with(self) -> None:
        page = self.open()
        page.evaluate("window.isSame = true")
        page.locator("#list .row", has_text="Note 1").locator("a").click()
        expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")
        activity = page.locator("#activity")
        expect(activity).to_be_hidden()
        self.served.kill()
        expect(activity).to_contain_text("does not answer")
        # What was read stays readable.
        expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")
        self.world.run("ignore", "--quiet", "NOTE/5", check=True)
        self.served.restart()
        expect(activity).to_be_hidden()
        expect(self.status(page, "Note 5")).to_have_text("Ignored")
        self.world.run("unignore", "--quiet", "NOTE/5", check=True)
        expect(self.status(page, "Note 5")).to_have_text("Not fetched")
        # Its forms carry a token of the server that is gone; that is made good without a word.
        page.locator("#list .row", has_text="Note 5").locator("a").click()
        # All notes read the same: only its title says that the note before is off the page.
        expect(page.locator("#detail h1")).to_have_text("Note 5")
        expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")
        page.locator("#detail button", has_text="Mark as unread").click()
        expect(self.status(page, "Note 5")).to_have_text("New")
        expect(page.locator("#messages .error")).to_have_count(0)
        self.assertTrue(page.evaluate("window.isSame"))

    def test_a_host_that_cannot_be_reached_is_named(self) -> None:
        page = self.open()
        page.locator("#list .row", has_text="Elsewhere").locator("a").click()
        expect(page.locator("#detail .reason")).to_contain_text("127.0.0.1")
        expect(page.locator("#detail")).not_to_contain_text("not been fetched yet")
        expect(page.locator("#detail button", has_text="Try again")).to_be_visible()
        page.locator("#list .row", has_text="Note 2").locator("a").click()
        expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")

    def test_a_library_that_was_taken_away_is_named_and_comes_back_by_itself(self) -> None:
        page = self.open()
        page.evaluate("window.isSame = true")
        page.locator("#list .row", has_text="Note 3").locator("a").click()
        expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")
        # That it was read is recorded before the library goes.
        expect(self.status(page, "Note 3")).to_have_text("Stored")
        activity = page.locator("#activity")
        library = self.world.library
        away = library.with_name("away")
        library.rename(away)
        try:
            expect(activity).to_contain_text(f"The library is no longer in {library}.")
            # What was read stays, whatever is clicked meanwhile.
            page.locator("#list .row", has_text="Note 4").locator("a").click()
            expect(page.locator("#list .row", has_text="Note 4").locator("a")).to_have_attribute("aria-current", "true")
            expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")
            expect(page.locator("#detail h1")).to_have_text("Note 3")
            page.locator("#detail form.action button").first.click()
            expect(page.locator("#messages .error").first).to_contain_text(f"no longer in {library}.")
            expect(self.status(page, "Note 1")).to_be_visible()
            # A page that is opened now says it, too, and asks again by itself.
            other = page.context.new_page()
            other.goto(self.served.address)
            expect(other.locator("main")).to_contain_text(f"no longer in {library}.")
            self.assertFalse(library.exists())
        finally:
            away.rename(library)
        expect(activity).to_be_hidden()
        # What was clicked meanwhile is shown now.
        expect(page.locator("#detail h1")).to_have_text("Note 4")
        expect(self.status(page, "Note 3")).to_have_text("Stored")
        expect(self.status(other, "Note 3")).to_have_text("Stored")
        page.locator("#list .row", has_text="Note 6").locator("a").click()
        expect(page.locator("#detail h1")).to_have_text("Note 6")
        expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")
        self.assertTrue(page.evaluate("window.isSame"))

    def test_what_was_asked_for_without_an_answer_is_not_said_to_be_tried_again(self) -> None:
        page = self.open()
        self.until(page, lambda: self.events, "the connection of the page")
        self.served.kill()
        try:
            expect(page.locator("#activity")).to_contain_text("does not answer. Trying again.")
            page.locator("#library .catalogue").get_by_role("button", name="Sync").click()
            expect(page.locator("#messages .error")).to_contain_text("does not answer. Try it again in a moment.")
            # Neither covers the other, however narrow the window is.
            page.set_viewport_size({"width": 390, "height": 844})
            above, below = (page.locator(name).bounding_box() for name in ("#activity", "#messages"))
            self.assertLessEqual(above["y"] + above["height"], below["y"])
        finally:
            self.served.restart()

    def test_what_the_server_cannot_show_is_said_once(self) -> None:
        page = self.open("?catalogue=notes&collection=NOTE")
        fails = True
        page.route(re.compile("part=(detail|list)"), lambda route: route.fulfill(status=500) if fails else route.continue_())
        for title in ("Note 1", "Note 2"):
            page.locator("#list .row", has_text=title).locator("a").click()
            expect(page.locator("#messages .error")).to_have_count(1)
            expect(page.locator("#messages")).to_contain_text("The server does not answer. Try it again in a moment.")
        page.locator("form.filter input[type=search]").fill("note 3")
        expect(page.locator("#messages .error")).to_have_count(1)
        fails = False
        page.locator("#list .row", has_text="Note 1").locator("a").click()
        expect(page.locator("#detail h1")).to_have_text("Note 1")

    def test_a_number_that_was_not_converted_has_no_result(self) -> None:
        page = self.open("convert?number=2")
        expect(page.locator("#result")).not_to_be_empty()
        page.route(re.compile("convert.json"), lambda route: route.abort())
        page.locator("#number").fill("3")
        expect(page.locator(".note-line")).to_contain_text("does not answer")
        expect(page.locator("#result")).to_be_empty()
        page.unroute_all()
        page.locator("#number").fill("4")
        expect(page.locator("#result")).not_to_be_empty()
        expect(page.locator(".note-line")).to_be_empty()

    def test_the_form_of_a_server_of_before_is_taken(self) -> None:
        page = self.open()
        activity = page.locator("#activity")
        self.until(page, lambda: self.events, "the connection of the page")
        page.locator("#search").fill("somet")
        self.served.kill()
        expect(activity).to_contain_text("does not answer")
        with self.reading_again(page):
            self.served.restart()
        expect(activity).to_be_hidden()
        # Whoever types goes on typing.
        expect(page.locator("#search")).to_be_focused()
        with page.expect_response(lambda response: response.url.endswith("/sync") and response.status == 204):
            page.locator("#library .catalogue").get_by_role("button", name="Sync").click()

    def test_a_form_that_the_browser_sends_itself_is_taken_by_a_server_that_was_started_anew(self) -> None:
        page = self.open("catalogue?catalogue=notes")
        self.until(page, lambda: self.events, "the connection of the page")
        token = page.locator("form.settings input[name=token]")
        before = token.input_value()
        field = page.locator("[id='field-download.retries']")
        if not field.is_visible():
            page.locator("details", has=field).locator("summary").first.click()
        field.fill("4")
        self.served.kill()
        expect(page.locator("#activity")).to_contain_text("does not answer")
        self.served.restart()
        expect(token).not_to_have_value(before)
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".outcome")).to_have_text("Saved.")
        expect(field).to_have_value("4")

    def test_what_is_typed_in_a_filter_while_the_server_is_away_is_shown_when_it_is_back(self) -> None:
        page = self.open("?catalogue=notes&collection=NOTE")
        self.until(page, lambda: self.events, "the connection of the page")
        self.served.kill()
        expect(page.locator("#activity")).to_contain_text("does not answer")
        field = page.locator("form.filter input[type=search]")
        field.press_sequentially("elsew")
        self.until(page, lambda: "filter=elsew" in page.url, "the filter in the address")
        self.served.restart()
        expect(page.locator(".filter .total")).to_have_text("1 item")
        expect(field).to_be_focused()
        # Whoever types goes on typing.
        page.keyboard.type("x")
        expect(page.locator("#list > .empty")).to_be_visible()
        expect(field).to_have_value("elsewx")

    def test_who_goes_back_while_the_server_is_away_is_shown_where_they_went(self) -> None:
        page = self.open("?catalogue=notes&collection=NOTE")
        self.until(page, lambda: self.events, "the connection of the first page")
        page.goto(self.served.address)
        self.until(page, lambda: len(self.events) == 2, "the connection of the page")
        page.locator("#list .row", has_text="Note 2").locator("a").click()
        expect(page.locator("#detail h1")).to_have_text("Note 2")
        field = page.locator("form.filter input[type=search]")
        field.fill("note 2")
        expect(page.locator(".filter .total")).to_have_text("1 item")
        self.served.kill()
        expect(page.locator("#activity")).to_contain_text("does not answer")
        page.go_back()
        self.served.restart()
        expect(page.locator(".filter .total")).to_have_text("7 items")
        expect(field).to_have_value("")
        expect(page.locator("#detail h1")).to_have_count(0)
