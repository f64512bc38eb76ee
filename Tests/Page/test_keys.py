"""Everything by keyboard, with the focus always seen."""

from playwright.sync_api import expect

from browsing import PageCase


class Keys(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.world.run("sync", "--quiet", cls.world.samples_address + "handbook.json", check=True)

    def test_moving_and_choosing(self) -> None:
        page = self.open("?catalogue=handbook&collection=CARREL101")
        focused = page.locator(":focus")
        page.keyboard.press("k")
        expect(focused).to_contain_text("Getting started")
        page.keyboard.press("j")
        expect(focused).to_contain_text("Commands at a glance")
        # What has the focus shows it.
        self.assertNotEqual(focused.evaluate("element => getComputedStyle(element).outlineStyle"), "none")
        page.keyboard.press("Enter")
        expect(page.locator("#detail h1")).to_contain_text("Commands")
        page.keyboard.press("l")
        expect(page.locator("#detail h1")).to_be_focused()
        page.keyboard.press("h")
        expect(page.locator("#library a[aria-current]")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("article.item")).to_have_count(0)
        expect(focused).to_contain_text("Commands at a glance")

    def test_the_focus_goes_along_where_one_pane_takes_the_place_of_another(self) -> None:
        page = self.open("?catalogue=handbook&collection=CARREL101", "phone")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        expect(page.locator("#detail h1")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#list .row :focus")).to_contain_text("Getting started")
        for size in ("phone", "tablet"):
            with self.subTest(size):
                page = self.open("?catalogue=handbook&collection=CARREL101", size)
                expect(page.locator("html.scripted")).to_have_count(1)
                page.keyboard.press("h")
                expect(page.locator("#library a[aria-current]")).to_be_focused()
                page.keyboard.press("Enter")
                expect(page.locator("#list h1")).to_be_focused()

    def test_the_ends_of_a_list_are_said(self) -> None:
        page = self.open("?catalogue=handbook&collection=CARREL101")
        rows = page.locator("#rows .row")
        rows.first.locator("a").focus()
        page.keyboard.press("k")
        expect(page.locator("#announcer")).to_have_text("This is the first item.")
        for _ in range(rows.count()):
            page.keyboard.press("j")
        expect(page.locator("#announcer")).to_have_text("This is the last item.")
        expect(rows.last.locator("a")).to_be_focused()

    def test_searching_filtering_and_the_list_of_keys(self) -> None:
        page = self.open("?catalogue=handbook&collection=CARREL101")
        page.keyboard.press("f")
        expect(page.locator("form.filter input[type=search]")).to_be_focused()
        page.keyboard.type("slow")
        expect(page.locator("#rows .row")).to_have_count(1)
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        expect(page.locator("dialog[open]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.keyboard.press("/")
        expect(page.locator("#search")).to_be_focused()
        page.keyboard.type("plug-in")
        page.keyboard.press("Enter")
        expect(page.locator(".hits li").first).to_be_visible()

    def test_the_menu_closes_where_somebody_goes_on(self) -> None:
        page = self.open("?catalogue=handbook&collection=CARREL101")
        menu, words = page.locator(".menu"), page.locator(".menu summary")
        words.click()
        page.keyboard.press("Escape")
        expect(menu).not_to_have_attribute("open", "")
        expect(words).to_be_focused()
        words.click()
        page.locator("#rows a").first.click()
        expect(page.locator("#detail h1")).to_be_visible()
        expect(menu).not_to_have_attribute("open", "")
        words.press("Enter")
        expect(menu).to_have_attribute("open", "")
        page.locator("#rows a").first.focus()
        expect(menu).not_to_have_attribute("open", "")

    def test_the_focus_stays_where_a_button_was_pressed(self) -> None:
        page = self.open("?catalogue=handbook&collection=CARREL101")
        # That it is looked at is told before it is marked.
        with page.expect_response(lambda response: response.url.endswith("/seen")):
            page.locator("#rows a").first.click()
        expect(self.status(page, "Getting started")).to_have_text("Stored")
        button = page.get_by_role("button", name="Mark as unread")
        sent = []
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        button.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Mark as read")).to_be_visible()
        # The button is gone: what it was about has the focus.
        expect(page.locator("#detail h1")).to_be_focused()
        self.assertEqual(len(sent), 1, sent)

    def test_the_first_link_leads_to_the_items(self) -> None:
        page = self.open("?catalogue=handbook&collection=CARREL101")
        expect(page.locator("html.scripted")).to_have_count(1)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.locator("#list :focus")).to_have_count(1)

    def test_text_at_twice_its_size_fits(self) -> None:
        """200 % is a window of half as many points."""
        page = self.open("?catalogue=handbook&collection=CARREL101")
        page.set_viewport_size({"width": 720, "height": 450})
        page.locator("#rows a").first.click()
        expect(page.locator("#detail h1")).to_be_visible()
        self.fits(page)
        # What is read gets the room: its tools scroll away with it.
        expect(page.locator(".tabs")).to_be_in_viewport()
        page.locator("#detail .scroll").evaluate("box => { box.scrollTop = 200; }")
        expect(page.locator(".tabs")).not_to_be_in_viewport()
