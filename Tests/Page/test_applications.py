"""The week, the chart, places and their photos, and the converter."""

import re

from playwright.sync_api import Page, expect

import views
from browsing import SIZES, PageCase

WHERE = "photos => photos.map(photo => { const { x, y, width, height } = photo.getBoundingClientRect(); return [x, y, width, height]; })"

# The words of a week that stand on more than one line.
BROKEN = """() => [...document.querySelectorAll(".hours :is(th, .title, .where, .kind-line)")].flatMap((element) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    for (const { index, 0: word } of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = new Range();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
    }
  }
  return found;
})"""


class Applications(PageCase):
    @classmethod
    def prepare(cls) -> None:
        # One photo is wider than the others: its head names fewer lines than it has.
        photo = cls.world.samples / "places/photos/1/401_gate_b.jpg"
        content = bytearray(photo.read_bytes())
        height = content.index(b"\xff\xc0") + 5
        content[height : height + 2] = (160).to_bytes(2, "big")
        photo.write_bytes(content)
        cls.world.add_samples()

    def test_modules_are_chosen_by_ticking_and_stay(self) -> None:
        page = self.open("week?day=4")
        meetings = page.locator(".meeting", has_text="Wind and weather")
        expect(meetings.first).to_be_visible()
        tick = page.locator(".modules li", has_text="Wind and weather").locator(".tick")
        tick.click()
        expect(meetings).to_have_count(0)
        page.reload()
        expect(meetings).to_have_count(0)
        expect(tick).to_have_attribute("aria-checked", "false")
        tick.click()
        expect(meetings.first).to_be_visible()
        # By the keyboard, too, and the next one is a key away.
        expect(page.locator("html.scripted")).to_have_count(1)
        tick.focus()
        for key in ("Shift+Tab", "Tab", "Space"):
            page.keyboard.press(key)
        expect(tick).to_have_attribute("aria-checked", "false")
        expect(page.locator("html.scripted")).to_have_count(1)
        expect(tick).to_be_focused()
        page.keyboard.press("Space")
        expect(tick).to_have_attribute("aria-checked", "true")
        # A kind is told by a word and a sign, and not by its colour alone.
        expect(page.locator(".meeting .kind-line").first).to_contain_text("Lecture")
        expect(page.locator(".meeting .kind-sign").first).to_be_visible()

    def test_a_week_fits_a_tablet_that_stands_upright(self) -> None:
        for language in ("en", "de"):
            with self.subTest(language):
                page = self.open("", "tablet")
                page.set_viewport_size({"width": 768, "height": 1024})
                page.goto(f"{self.served.address}week?language={language}")
                for part in page.locator(".split.week > .scroll, .hours thead th:not(:first-child)").all():
                    self.assertTrue(part.evaluate("part => part.scrollWidth <= part.clientWidth"), part.text_content()[:20])

    def test_no_word_of_a_week_is_broken_in_a_window_of_any_width(self) -> None:
        page = self.open("week?language=de")
        # The first is a window of 1440 at twice the size.
        for width in (720, 768, 900, 1000, 1100, 1200, 1440):
            with self.subTest(width):
                page.set_viewport_size({"width": width, "height": 800})
                self.assertEqual(page.evaluate(BROKEN), [])
                self.fits(page)

    def test_a_module_opens_with_its_theatres(self) -> None:
        page = self.open("week?day=4")
        page.locator(".modules a", has_text="Tides and currents").click()
        expect(page.locator("main h1")).to_contain_text("Tides and currents")
        expect(page.locator(".plan svg")).to_be_visible()
        expect(page.get_by_role("link", name="On OpenStreetMap").first).to_be_visible()

    def test_a_chart_is_gone_through_by_keys_and_escape_closes_the_details(self) -> None:
        page = self.open(views.at("chart", "topalbums", "/chart"))
        expect(page.locator("html.scripted")).to_have_count(1)
        for _ in range(2):
            page.keyboard.press("j")
        second = page.locator(".tile a").nth(1)
        expect(second).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".beside h1")).to_be_visible()
        expect(page.locator("html.scripted")).to_have_count(1)
        page.keyboard.press("l")
        expect(page.locator(".beside h1")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".beside")).to_have_count(0)
        # It goes on at the entry whose details they were.
        expect(second).to_be_focused()

    def test_pictures_of_a_chart_come_once_as_they_come_into_view(self) -> None:
        page = self.open(views.at("chart", "topalbums", "/chart"))
        tiles = page.locator(".tile")
        expect(tiles).to_have_count(5)
        places = tiles.evaluate_all("tiles => tiles.map(tile => tile.getBoundingClientRect().top)")
        for place in range(5):
            self.assertGreater(self.decoded(tiles.nth(place).locator("img")), 100)
        # The room was there before the pictures came.
        self.assertEqual(tiles.evaluate_all("tiles => tiles.map(tile => tile.getBoundingClientRect().top)"), places)
        tiles.first.locator("a").click()
        expect(page.locator(".beside")).to_contain_text("Slack Water")

    def test_an_entry_that_is_chosen_keeps_the_focus(self) -> None:
        page = self.open(views.at("chart", "topalbums", "/chart"))
        tiles = page.locator(".tile a")
        tiles.nth(1).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".beside h1")).to_contain_text("Five Rings")
        expect(tiles.nth(1)).to_be_focused()
        page.keyboard.press("Tab")
        expect(tiles.nth(2)).to_be_focused()
        page = self.open(tiles.nth(1).get_attribute("href"), "phone")
        expect(page.locator(".beside h1")).to_be_focused()

    def open_place(self, page: Page, name: str) -> None:
        page.goto(self.served.address + views.at("places", path="places"))
        place = page.locator(".place", has_text=name)
        button = place.get_by_role("button", name="Read its photos")
        if button.count():
            button.click()
        expect(place.locator(".photo img").first).to_be_visible()
        self.decoded(place.locator(".photo img").last)

    def test_photos_of_a_place_fill_rows_of_one_height(self) -> None:
        for size in SIZES:
            with self.subTest(size):
                page = self.open("", size)
                self.open_place(page, "Bergen")
                art = page.locator(".place", has_text="Bergen").locator(".art")
                boxes = [art.nth(place).bounding_box() for place in range(art.count())]
                self.assertEqual(len({round(box["height"]) for box in boxes}), 1, boxes)
                self.fits(page)

    def test_photos_of_a_place_come_where_room_was_kept_for_them(self) -> None:
        page = self.open(views.at("places", path="places"))
        page.locator(".place", has_text="Kyoto").get_by_role("button", name="Read its photos").click()
        photos = page.locator(".place", has_text="Kyoto").locator(".photo")
        expect(photos).to_have_count(2)
        for _ in range(2):
            places = photos.evaluate_all(WHERE)
            for image in photos.locator("img").all():
                self.decoded(image)
            self.decoded(photos.last.locator("img"))
            self.assertEqual(photos.evaluate_all(WHERE), places)
            # Of what is stored the shape is known.
            page.reload()
        expect(photos.first).to_have_attribute("data-shape", "24")
        expect(photos.last).to_have_attribute("data-shape", "16")

    def offset(self, page: Page) -> list[float]:
        """How far the middle of the photo is from that of the window."""
        return page.evaluate("""() => {
          const [window, image] = [".window", ".window img"].map((name) => document.querySelector(name).getBoundingClientRect());
          return [window.x + window.width / 2 - image.x - image.width / 2, window.y + window.height / 2 - image.y - image.height / 2]
            .map((distance) => Math.abs(distance));
        }""")

    def test_a_photo_fills_the_window_also_when_it_turns(self) -> None:
        page = self.open()
        self.open_place(page, "Bergen")
        page.locator(".photo a").first.click()
        image = page.locator(".window img")
        self.decoded(image)
        for width, height in [(1440, 900), (500, 900), (900, 500)]:
            page.set_viewport_size({"width": width, "height": height})
            self.until(page, lambda: max(self.offset(page)) < 1, "the photo in the middle")
            box, window = image.bounding_box(), page.locator(".window").bounding_box()
            self.assertGreaterEqual(box["width"] + 1, window["width"])
            self.assertGreaterEqual(box["height"] + 1, window["height"])

    def test_zero_brings_a_moved_photo_back_to_the_middle(self) -> None:
        page = self.open()
        self.open_place(page, "Bergen")
        page.locator(".photo a").first.click()
        self.decoded(page.locator(".window img"))
        for _ in range(3):
            page.keyboard.press("+")
        for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
            page.keyboard.press(key)
        page.set_viewport_size({"width": 500, "height": 900})
        page.keyboard.press("0")
        self.until(page, lambda: max(self.offset(page)) < 1, "the photo in the middle")
        page.goto(self.served.address + "recent")
        expect(page.locator(".photo").first).to_be_visible()

    def test_what_was_viewed_comes_where_room_was_kept_for_it(self) -> None:
        page = self.open()
        for name in ("Bergen", "Lisbon"):
            self.open_place(page, name)
            with page.expect_response(re.compile("/seen$")):
                page.locator(".place", has_text=name).locator(".photo a").first.click()
        page.goto(self.served.address + views.at("course", "SEA101", path=""))
        page.locator("#list .row a", has_text="Why there are tides").click()
        expect(self.status(page, "Why there are tides")).to_have_text("Stored")
        held, is_free = [], False
        page.route(re.compile(r"/picture\?"), lambda route: route.continue_() if is_free else held.append(route))
        page.goto(self.served.address + "recent", wait_until="domcontentloaded")
        photos = page.locator(".photo")
        expect(photos.nth(2)).to_be_visible()
        expect(page.locator("html.scripted")).to_have_count(1)
        self.until(page, lambda: len(held) == photos.count(), "the pictures that are asked for")
        places = photos.evaluate_all(WHERE)
        is_free = True
        for route in held:
            route.continue_()
        for image in photos.locator("img").all():
            self.decoded(image)
        self.assertEqual(photos.evaluate_all(WHERE), places)
        # What is not a photo of a place opens where it is listed.
        photos.filter(has_text="Why there are tides").locator("a").click()
        expect(page.locator("#detail h1")).to_contain_text("tides")

    def test_the_sign_of_a_document_without_a_picture_is_whole_in_a_place_of_any_shape(self) -> None:
        page = self.open()
        page.goto(self.served.address + views.at("course", "SEA101", path=""))
        page.locator("#list .row a", has_text="rule of twelfths").click()
        expect(self.status(page, "rule of twelfths")).to_have_text("Stored")
        page.goto(self.served.address + "recent")
        image = page.locator(".photo", has_text="rule of twelfths").locator("img")
        self.decoded(image)
        # Of a picture with a shape of its own what does not fit is cut off.
        beginning = page.request.get(image.evaluate("image => image.src")).text().partition(">")[0]
        self.assertTrue(beginning.startswith("<svg"), beginning)
        self.assertNotRegex(beginning, "viewBox|width|height")

    def test_the_converter_answers_every_key(self) -> None:
        page = self.open("convert")
        number, result = page.locator("#number"), page.locator("#result")
        number.fill("")
        number.press_sequentially("12.5")
        expect(result).to_have_text("13107200")
        number.press("Backspace")
        expect(result).to_have_text("12582912")
        # What is pasted is taken for what it says, or not at all.
        for pasted, said in (("1.000,5", "1000.5"), ("7", "7"), ("1,000,000", "7"), ("1e3", "7")):
            number.fill(pasted)
            expect(number).to_have_value(said)
        page.get_by_role("radio", name="Temperature").check(force=True)
        number.fill("-40")
        expect(result).to_contain_text("-40")
        number.fill("-400")
        expect(page.locator(".note-line")).not_to_be_empty()
