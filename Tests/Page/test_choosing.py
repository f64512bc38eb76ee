"""Choosing collections and items by pointer, filtering, and coming back to where one was."""

from playwright.sync_api import expect

from browsing import SIZES, PageCase


class Choosing(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.world.run("sync", "--quiet", cls.world.samples_address + "course/index.html", check=True)
        for number in range(120):
            cls.site.put(f"/{number}.txt", f"The text of note {number}.\n" * 400)
        items = [(f"Note {number}", cls.site.address + f"{number}.txt") for number in range(120)]
        cls.world.run("sync", "--quiet", cls.site.notes("/notes.json", "MANY", "Many notes", items), check=True)

    def test_items_are_chosen_at_every_size(self) -> None:
        for size in SIZES:
            with self.subTest(size):
                page = self.open("", size)
                self.show(page, "Many notes", "Note 3")
                expect(page.locator("#detail .reading")).to_contain_text("The text of note 3.")
                expect(page.locator('#list .row a[aria-current="true"]')).to_have_count(1)
                # Wide: three panes; a tablet shows two of them, a phone one.
                self.assertEqual(page.locator("#library").is_visible(), size == "wide")
                self.assertEqual(page.locator("#list").is_visible(), size != "phone")
                self.fits(page)

    def test_the_bar_leads_back_one_pane_at_a_time(self) -> None:
        page = self.open("", "phone")
        self.show(page, "Many notes", "Note 3")
        back = page.locator(".bar .back")
        back.tap()
        expect(page.locator("#list h1")).to_be_visible()
        expect(page.locator("#detail")).to_be_hidden()
        back.tap()
        expect(page.locator("#library")).to_be_visible()
        expect(page.locator("#list")).to_be_hidden()

    def test_the_address_says_where_one_is_and_brings_it_back(self) -> None:
        page = self.open()
        self.show(page, "Many notes")
        page.locator("form.filter input[type=search]").fill("note 1")
        expect(page.locator(".filter .total")).to_have_text("39 items")
        rows = page.locator("#list > .scroll")
        rows.evaluate("box => { box.scrollTop = 400; }")
        page.locator("#list .row", has_text="Note 106").locator("a").click()
        expect(page.locator("#detail h1")).to_have_text("Note 106")
        self.assertIn("item=", page.url)
        page.locator("#detail .scroll").evaluate("box => { box.scrollTop = 600; }")
        before = rows.evaluate("box => box.scrollTop")
        self.assertGreater(before, 0)
        page.reload()
        expect(page.locator("#detail h1")).to_have_text("Note 106")
        expect(page.locator("form.filter input[type=search]")).to_have_value("note 1")
        expect(rows).to_have_js_property("scrollTop", before)
        expect(page.locator("#detail .scroll")).to_have_js_property("scrollTop", 600)
        page.locator("#list .row", has_text="Note 105").locator("a").click()
        expect(page.locator("#detail h1")).to_have_text("Note 105")
        page.go_back()
        expect(page.locator("#detail h1")).to_have_text("Note 106")
        expect(page.locator("#detail .scroll")).to_have_js_property("scrollTop", 600)
        expect(rows).to_have_js_property("scrollTop", before)

    def test_going_back_at_once_keeps_how_far_a_document_was_scrolled(self) -> None:
        page = self.open()
        self.show(page, "Many notes", "Note 1")
        box = page.locator("#detail .scroll")
        box.evaluate("box => { box.scrollTop = 600; }")
        # Note 2 scrolls to its top; the document before comes too late for what was noted of that.
        page.locator("#list .row", has_text="Note 2").first.locator("a").click()
        expect(page.locator("#detail h1")).to_have_text("Note 2")
        held, isOver = [], []
        page.route(lambda url: "part=detail" in url, lambda route: route.continue_() if isOver else held.append(route))
        page.evaluate("document.querySelector('#detail .scroll').scrollTop = 10; history.back()")
        self.until(page, lambda: held, "the request for the document before")
        # Longer than the page waits before it notes a scroll; its timers keep their order.
        page.evaluate("new Promise((done) => setTimeout(done, 300))")
        isOver.append(True)
        for route in held:
            route.continue_()
        expect(page.locator("#detail h1")).to_have_text("Note 1")
        expect(box).to_have_js_property("scrollTop", 600)

    def test_the_filter_works_while_one_types(self) -> None:
        page = self.open()
        self.show(page, "Many notes")
        field = page.locator("form.filter input[type=search]")
        field.press_sequentially("119")
        expect(page.locator(".filter .total")).to_have_text("1 item")
        expect(field).to_be_focused()
        self.assertIn("filter=119", page.url)
        field.fill("")
        expect(page.locator(".filter .total")).to_have_text("120 items")
        page.locator("form.filter select[name=status]").select_option("failed")
        expect(page.locator("#list > .empty")).to_be_visible()
        page.locator("form.filter select[name=status]").select_option("")
        page.locator("form.filter select[name=type]").select_option("text")
        expect(page.locator(".filter .total")).to_have_text("120 items")

    def test_a_list_that_comes_late_does_not_take_the_place_of_what_was_chosen_since(self) -> None:
        page = self.open()
        self.show(page, "At sea")
        held, ended = [], []
        for name in ("requestfinished", "requestfailed"):
            page.on(name, lambda request: ended.append(request))
        page.route(lambda url: "part=list" in url and "MANY" in url, lambda route: held.append(route))
        library = page.locator("#library a[data-collection]")
        library.filter(has_text="Many notes").click()
        self.until(page, lambda: held, "the request for another list")
        page.go_back()
        self.release(page, held, ended)
        expect(page.locator("#list h1")).to_contain_text("At sea")
        expect(page.locator('#library a[aria-current="true"]')).to_contain_text("At sea")
        page.unroute_all()
        library.filter(has_text="Many notes").click()
        expect(page.locator("#list h1")).to_contain_text("Many notes")
        page.route(lambda url: "filter=119" in url, lambda route: held.append(route))
        page.locator("form.filter input[type=search]").fill("119")
        self.until(page, lambda: held, "the request for what the filter lets through")
        library.filter(has_text="At sea").click()
        expect(page.locator("#list h1")).to_contain_text("At sea")
        self.release(page, held, ended)
        expect(page.locator("#list .row", has_text="Note 119")).to_have_count(0)

    def test_what_is_on_its_way_is_marked_at_once_and_said_when_it_takes_long(self) -> None:
        page = self.open("?catalogue=course")
        self.show(page, "Many notes", "Note 1")
        held = []
        page.route(lambda url: "part=" in url, lambda route: held.append(route))
        chosen = page.locator("#list .row a", has_text="Note 7")
        chosen.first.click()
        expect(chosen.first).to_have_attribute("aria-current", "true")
        detail = page.locator("#detail")
        expect(detail).to_have_attribute("aria-busy", "true")
        held.pop().continue_()
        expect(page.locator("#detail h1")).to_have_text("Note 7")
        expect(detail).not_to_have_attribute("aria-busy", "true")
        other = page.locator("#library a[data-collection]", has_text="At sea")
        other.click()
        expect(other).to_have_attribute("aria-current", "true")
        expect(page.locator("#list")).to_have_attribute("aria-busy", "true")
        for route in held:
            route.continue_()
        expect(page.locator("#list h1")).to_contain_text("At sea")
        expect(page.locator("#list")).not_to_have_attribute("aria-busy", "true")

    def test_titles_have_room_where_there_is_little(self) -> None:
        for size in ("tablet", "phone"):
            with self.subTest(size):
                page = self.open("", size)
                self.show(page, "Many notes")
                row = page.locator("#list .row").first
                title, status = (row.locator(part).bounding_box() for part in (".label", ".status"))
                self.assertGreater(title["width"], 0.7 * row.bounding_box()["width"])
                self.assertGreaterEqual(status["y"], title["y"] + title["height"] - 1)
                self.assertLessEqual(status["y"] + status["height"], row.bounding_box()["y"] + row.bounding_box()["height"])

    def test_titles_that_are_cut_off_are_told_whole_and_counts_leave_them_room(self) -> None:
        page = self.open()
        self.show(page, "At sea")
        link = page.locator("#library a[data-collection]", has_text="At sea")
        link.locator(".count").evaluate("count => { count.textContent = '12 failed, 3 set aside'; }")
        label = link.locator(".label")
        self.assertGreater(label.bounding_box()["width"], 0.3 * link.bounding_box()["width"])
        label.hover()
        expect(label).to_have_attribute("title", "At sea: a course in two modules")
        other = page.locator("#list .row .label").first
        other.hover()
        expect(other).to_have_attribute("title", "")

    def test_a_filter_that_comes_late_does_not_take_the_place_of_what_was_chosen_since(self) -> None:
        page = self.open()
        self.show(page, "Many notes", "Note 1")
        held, ended = [], []
        for name in ("requestfinished", "requestfailed"):
            page.on(name, lambda request: ended.append(request))
        page.route(lambda url: "filter=note" in url and "part=list" in url, lambda route: held.append(route))
        field = page.locator("form.filter input[type=search]")
        library = page.locator("#library a[data-collection]", has_text="Many notes")
        for link, title in ((page.locator("#list .row", has_text="Note 10").first.locator("a"), "Note 10"), (library, "")):
            field.fill("note 11")
            self.until(page, lambda: held, "the request for what the filter lets through")
            link.click()
            if title:
                expect(page.locator("#detail h1")).to_have_text(title)
            self.release(page, held, ended)
            self.assertNotIn("filter=", page.url)
            expect(field).to_have_value("")
            expect(page.locator(".filter .total")).to_have_text("120 items")
            expect(page.locator("#list .row a[aria-current]", has_text=title)).to_have_count(1 if title else 0)

    def test_what_is_typed_in_the_filter_stays_while_its_list_is_read_again(self) -> None:
        page = self.open()
        self.show(page, "Many notes")
        self.until(page, lambda: self.events, "the connection of the page")
        held, ended = [], []
        page.on("requestfinished", lambda request: ended.append(request))
        page.route(lambda url: "filter=note" in url, lambda route: held.append(route))
        field = page.locator("form.filter input[type=search]")
        field.fill("note 11")
        field.blur()
        self.until(page, lambda: held, "the request for what the filter lets through")
        address = self.site.notes("/typed.json", "TYPED", "Typed notes", [("Typed", self.site.address + "1.txt")])
        with self.reading_again(page):
            self.world.run("add", "--quiet", address, check=True)
        expect(field).to_have_value("note 11")
        self.release(page, held, ended)
        expect(page.locator(".filter .total")).to_have_text("11 items")
        expect(field).to_have_value("note 11")

    def test_a_list_behind_a_document_on_a_phone_stays_where_it_was_scrolled_while_it_is_read_again(self) -> None:
        page = self.open("", "phone")
        self.show(page, "Many notes")
        self.until(page, lambda: self.events, "the connection of the page")
        box = page.locator("#list > .scroll")
        box.evaluate("box => { box.scrollTop = 60 * 48; }")
        page.locator("#list .row", has_text="Note 63").locator("a").tap()
        expect(page.locator("#detail h1")).to_have_text("Note 63")
        address = self.site.notes("/behind.json", "BEHIND", "Notes behind", [("Behind", self.site.address + "1.txt")])
        self.world.run("add", "--quiet", address, check=True)
        expect(page.locator("#library")).to_contain_text("Notes behind")
        page.evaluate("new Promise((done) => setTimeout(done, 500))")
        # It is read as soon as it is seen.
        with self.reading_again(page):
            page.locator(".bar .back").tap()
        expect(box).to_have_js_property("scrollTop", 60 * 48)
        expect(page.locator("#list .row", has_text="Note 63")).to_be_visible()

    def test_what_stands_above_a_list_is_read_again_where_the_server_reads_its_filter_otherwise(self) -> None:
        items = [("Note 1", self.site.address + "1.txt")]
        address = self.site.notes("/above.json", "ABOVE", "Above before", items)
        self.world.run("add", "--quiet", address, check=True)
        page = self.open("?catalogue=above&collection=ABOVE&filter=note+")
        expect(page.locator("#list h1")).to_contain_text("Above before")
        self.until(page, lambda: self.events, "the connection of the page")
        self.site.notes("/above.json", "ABOVE", "Above after", items)
        self.world.run("sync", "--quiet", "above", check=True)
        expect(page.locator("#list h1")).to_contain_text("Above after")

    def test_rows_keep_their_places_where_a_finger_takes_the_place_of_a_mouse(self) -> None:
        page = self.open()
        self.show(page, "Many notes")
        box, row = page.locator("#list > .scroll"), page.locator("#list .row", has_text="Note 50")
        box.evaluate("box => { box.scrollTop = 50 * 36; }")
        expect(row).to_be_visible()
        page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        expect(row).to_have_css("height", "48px")
        expect(row).to_have_attribute("aria-posinset", "51")
        expect(row).to_have_css("top", f"{50 * 48}px")
        expect(box).to_have_js_property("scrollTop", 50 * 48)

    def release(self, page, held: list, ended: list) -> None:
        """Lets requests go on that were held, and waits until the page has what they bring."""
        requests = [route.request for route in held]
        while held:
            held.pop().continue_()
        self.until(page, lambda: all(request in ended for request in requests), "the end of what was held")
        page.evaluate("new Promise((done) => setTimeout(done, 100))")

    def test_rows_that_a_server_did_not_give_come_when_it_is_back(self) -> None:
        page = self.open()
        self.show(page, "Many notes")
        self.until(page, lambda: self.events, "the connection of the page")
        failed = []
        page.on("requestfailed", lambda request: failed.append(request.url))
        self.served.kill()
        page.locator("#list > .scroll").evaluate("box => { box.scrollTop = box.scrollHeight; }")
        self.until(page, lambda: any("/rows?" in url for url in failed), "a request for rows in vain")
        self.served.restart()
        expect(page.locator("#list .row", has_text="Note 119")).to_be_visible()

    def test_a_row_far_down_keeps_the_focus_while_its_list_is_read_again(self) -> None:
        page = self.open()
        self.show(page, "Many notes")
        self.until(page, lambda: self.events, "the connection of the page")
        page.locator("#list > .scroll").evaluate("box => { box.scrollTop = box.scrollHeight; }")
        page.locator("#list .row", has_text="Note 115").locator("a").focus()
        address = self.site.notes("/few.json", "FEW", "Few notes", [("Few", self.site.address + "1.txt")])
        with self.reading_again(page):
            self.world.run("add", "--quiet", address, check=True)
        expect(page.locator("#list .row", has_text="Note 115").locator("a")).to_be_focused()
        page.keyboard.press("j")
        expect(page.locator("#list .row", has_text="Note 116").locator("a")).to_be_focused()

    def test_a_list_that_is_read_again_stays_where_it_was_scrolled_and_its_row_keeps_the_focus(self) -> None:
        page = self.open()
        self.show(page, "Many notes", "Note 3")
        self.until(page, lambda: self.events, "the connection of the page")
        box = page.locator("#list > .scroll")
        box.evaluate("box => { box.scrollTop = box.scrollHeight; }")
        expect(page.locator("#list .row", has_text="Note 119")).to_be_visible()
        before = box.evaluate("box => box.scrollTop")
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        address = self.site.notes("/less.json", "LESS", "Less notes", [("Less", self.site.address + "1.txt")])
        with self.reading_again(page):
            self.world.run("add", "--quiet", address, check=True)
        expect(page.locator("#list .row", has_text="Note 3").first.locator("a")).to_be_focused()
        expect(box).to_have_js_property("scrollTop", before)
        expect(page.locator("#list .row", has_text="Note 119")).to_be_visible()
        # None of the rows that are seen was missing for a moment.
        self.assertFalse([url for url in asked if "/rows?" in url and "from=100" in url])
        page.keyboard.press("j")
        expect(page.locator("#list .row", has_text="Note 4").first.locator("a")).to_be_focused()

    def test_who_chooses_colours_or_a_language_stays_where_they_are(self) -> None:
        page = self.open()
        self.show(page, "Many notes", "Note 3")
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Dark").click()
        expect(page.locator("html.scripted")).to_have_attribute("data-theme", "dark")
        expect(page.locator("#detail h1")).to_have_text("Note 3")
        # What another tab chooses then is not taken back where this one is loaded again.
        other = page.context.new_page()
        other.goto(self.served.address)
        other.locator(".menu summary").click()
        other.get_by_role("link", name="Light").click()
        expect(other.locator("html.scripted")).to_have_attribute("data-theme", "light")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        page.goto(self.served.address + "search?words=note")
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Deutsch").click()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator(".hits")).to_be_visible()

    def test_the_front_page_opens_the_collection_that_was_chosen_last(self) -> None:
        page = self.open()
        self.show(page, "At sea")
        page.goto(self.served.address)
        expect(page.locator("#list h1")).to_contain_text("At sea")
        current = page.locator('#library a[aria-current="true"]')
        expect(current).to_contain_text("At sea")

    def test_borders_are_moved_and_stay(self) -> None:
        page = self.open()
        self.show(page, "Many notes")
        divider = page.locator(".divider.after-list")
        before = page.locator("#list").bounding_box()["width"]
        divider.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        self.assertAlmostEqual(page.locator("#list").bounding_box()["width"], before + 32, delta=1)
        box = divider.bounding_box()
        page.mouse.move(box["x"] + 4, box["y"] + 300)
        page.mouse.down()
        page.mouse.move(box["x"] + 64, box["y"] + 300)
        page.mouse.up()
        self.assertAlmostEqual(page.locator("#list").bounding_box()["width"], before + 92, delta=2)
        # Only the left button moves them.
        page.mouse.move(box["x"] + 64, box["y"] + 300)
        page.mouse.down(button="right")
        page.mouse.move(box["x"] + 24, box["y"] + 300)
        page.mouse.up(button="right")
        self.assertAlmostEqual(page.locator("#list").bounding_box()["width"], before + 92, delta=2)
        # A narrow window, where a pane is hidden or fills it, says nothing about how wide they are to be.
        library = page.locator("#library").bounding_box()["width"]
        for size in ("phone", "tablet", "wide"):
            page.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
            page.reload()
            expect(page.locator("html.scripted")).to_have_count(1)
        self.assertAlmostEqual(page.locator("#list").bounding_box()["width"], before + 92, delta=2)
        self.assertAlmostEqual(page.locator("#library").bounding_box()["width"], library, delta=2)
        # What a program reads of a border is how wide it is now.
        page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"])))
        page.reload()
        expect(page.locator("html.scripted")).to_have_count(1)
        page.set_viewport_size(dict(zip(("width", "height"), SIZES["wide"])))
        divider.focus()
        expect(divider).to_have_attribute("aria-valuenow", str(round(page.locator("#list").bounding_box()["width"])))
