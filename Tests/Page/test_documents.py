"""Documents: pages as pictures and as text, pictures to zoom, web pages in a frame of their own."""

import io
import random
import struct
import wave

from playwright.sync_api import Page, expect

from browsing import SIZES, PageCase

EVIL = """<!DOCTYPE html><title>Evil</title><body onload="alert(7)"><script>parent.alert(8)</script>
<p>A page with a script in it.</p><img src=x onerror="alert(9)"><img src="http://elsewhere.example/pixel.png">"""
EVIL_PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(10)">
<script>alert(11)</script><image href="http://elsewhere.example/pixel.png" width="40" height="40"/></svg>"""
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="1" y="9">The pier</text></svg>"""
SOUND = io.BytesIO()
with wave.open(SOUND, "wb") as silence:
    silence.setparams((1, 1, 8000, 0, "NONE", ""))
    silence.writeframes(b"\x80" * 8000)
# Four entries of a TIFF file say how large it is and where its dots, of a byte each, begin; two what they mean.
ENTRIES = ((256, 320), (257, 240), (258, 8), (262, 1), (273, 86), (279, 320 * 240))
SCAN = struct.pack("<2sHIH", b"II", 42, 8, len(ENTRIES)) + b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in ENTRIES)
SCAN = SCAN + bytes(86 - len(SCAN)) + b"\x80" * (320 * 240)
RIDDLE = random.Random(5).randbytes(10_240)


class Documents(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.world.run("sync", "--quiet", cls.world.samples_address + "course/index.html", check=True)
        picture = next((cls.world.samples / "places/photos/1").glob("*bridge*")).read_bytes()
        cls.site.put("/bridge.jpg", picture, "image/jpeg")
        cls.site.put("/evil.html", EVIL, "text/html")
        cls.site.put("/evil.svg", EVIL_PICTURE, "image/svg+xml")
        cls.site.put("/linked.html", "<!DOCTYPE html><title>Tides</title><p>The tide <a href='#'>turns</a>.</p>", "text/html")
        cls.site.put("/long.html", "<!DOCTYPE html><title>Tides</title>" + "<p>The tide turns.</p>" * 100, "text/html")
        cls.site.put("/harbour.svg", DRAWING, "image/svg+xml")
        cls.site.put("/silence.wav", SOUND.getvalue(), "audio/wav")
        cls.site.put("/scan.tif", SCAN, "image/tiff")
        cls.site.put("/unknown.bin", RIDDLE, "application/octet-stream")
        cls.site.put("/arabic.txt", "المد والجزر.\nThe tide.\n")
        cls.site.put("/long-word.md", "# A word\n\n" + "x" * 400 + "\n", "application/octet-stream")
        items = [(title, cls.site.address + name) for title, name in (
            ("The bridge", "bridge.jpg"), ("A page", "evil.html"), ("A drawing", "evil.svg"), ("A plan", "harbour.svg"),
            ("A link", "linked.html"), ("A scan", "scan.tif"), ("A riddle", "unknown.bin"), ("A silence", "silence.wav"),
            ("A long page", "long.html"), ("From right to left", "arabic.txt"), ("A long word", "long-word.md"))]  # fmt: skip
        cls.world.run("sync", "--quiet", cls.site.notes("/kinds.json", "KIND", "Many kinds", items), check=True)

    def test_pages_are_pictures_with_zoom_text_and_a_page_field(self) -> None:
        for size in SIZES:
            with self.subTest(size):
                page = self.open("", size)
                asked = []
                page.on("request", lambda request: asked.append(request.url) if "/picture" in request.url else None)
                self.show(page, "At sea", "Why there are tides")
                expect(page.locator("#detail .facts-line")).to_contain_text("PDF · 1 page · ")
                sheet = page.locator("#sheet-1 img")
                self.assertGreater(self.decoded(sheet), 500)
                width = sheet.bounding_box()["width"]
                page.locator("[data-zoom='1.25']").click()
                self.assertAlmostEqual(sheet.bounding_box()["width"] / width, 1.25, places=1)
                page.locator("[data-zoom='0.8']").click()
                self.assertAlmostEqual(sheet.bounding_box()["width"], width, delta=2)
                self.assertEqual(len(asked), len(set(asked)), "a picture is asked for once")
                page.locator("[data-show=text]").click()
                expect(page.locator("#detail .reading")).to_be_visible()
                expect(page.locator("#detail .sheets")).to_be_hidden()
                page.locator("[data-show=pages]").click()
                expect(page.locator("#detail .sheets")).to_be_visible()
                self.fits(page)

    def test_a_long_title_leaves_the_document_its_room(self) -> None:
        title = "A title without an end, " * 12
        items = [(title, self.site.address + "arabic.txt?long")]
        self.world.run("sync", "--quiet", self.site.notes("/titles.json", "LONG", "Long titles", items), check=True)
        for size in SIZES:
            with self.subTest(size):
                page = self.open("", size)
                self.show(page, "Long titles", "A title without an end")
                head = page.locator("#detail h1")
                self.assertLessEqual(head.evaluate("head => head.clientHeight"), 5 * 28)
                self.fits(page)
        # What is cut off is told where a pointer rests.
        page.set_viewport_size({"width": 700, "height": 900})
        head.hover()
        expect(head).to_have_attribute("title", title.strip())

    def scale(self, page: Page) -> float:
        return page.locator(".picture img").evaluate("image => new DOMMatrix(getComputedStyle(image).transform).a")

    def test_pictures_zoom_by_wheel_double_click_and_keys(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "The bridge")
        self.decoded(page.locator(".picture img"))
        # That it is read now is told, and leaves the picture alone.
        expect(self.status(page, "The bridge")).to_have_text("Stored")
        frame = page.locator(".picture")
        frame.hover()
        # At rest there is nothing to make smaller: what is below the picture comes into view.
        box = page.locator("#detail .scroll")
        page.mouse.wheel(0, 100)
        self.until(page, lambda: box.evaluate("box => box.scrollTop") > 0, "what is below the picture")
        self.assertEqual(self.scale(page), 1)
        page.mouse.wheel(0, -300)
        self.until(page, lambda: self.scale(page) > 1.2, "the wheel's zoom")
        frame.dblclick()
        self.until(page, lambda: self.scale(page) == 1, "the picture at rest")
        frame.dblclick()
        self.until(page, lambda: self.scale(page) >= 2, "the double click's zoom")
        frame.focus()
        page.keyboard.press("0")
        self.until(page, lambda: self.scale(page) == 1, "the picture at rest")
        page.keyboard.press("+")
        self.until(page, lambda: self.scale(page) > 1, "the key's zoom")

    def test_a_picture_that_browsers_do_not_know_is_drawn_by_the_server(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "A scan")
        self.assertGreater(self.decoded(page.locator("#detail .picture img")), 100)
        expect(page.locator("#detail .preview .about")).to_contain_text("320")

    def test_what_is_known_of_a_picture_is_as_new_as_its_status_and_the_picture_stays(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "The bridge")
        picture = page.locator(".picture img").element_handle()
        # As though something else had been known before.
        page.locator("#detail .scroll > .about dl").evaluate("list => list.replaceChildren()")
        page.get_by_role("button", name="Mark as unread").click()
        expect(page.locator("#detail .scroll > .about")).to_contain_text("image/jpeg")
        expect(page.locator("#detail .preview .about")).to_contain_text("320")
        self.assertTrue(picture.evaluate("picture => picture.isConnected"))

    def test_the_facts_of_a_picture_are_told_once(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "The bridge")
        expect(page.locator("#detail .about dt", has_text="width").locator("+ dd")).to_have_text("320")
        expect(page.locator("#detail .reading")).to_have_count(0)
        # What is written in it is not a fact.
        self.show(page, "Many kinds", "A plan")
        expect(page.locator("#detail .reading")).to_have_text("The pier")

    def test_the_facts_of_a_sound_are_told_once(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "A silence")
        expect(page.locator("#detail .about dt", has_text="Audio").locator("+ dd")).to_have_text("pcm_u8, 8 kHz, mono")
        expect(page.locator("#detail .reading")).to_have_count(0)

    def test_documents_that_mean_harm_run_nothing(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "A page")
        expect(page.locator("#detail .reading")).to_contain_text("A page with a script in it.")
        expect(page.frame_locator("#detail iframe").locator("p")).to_have_text("A page with a script in it.")
        self.show(page, "Many kinds", "A drawing")
        expect(page.locator("#detail article")).to_be_visible()
        # As a page of its own, too, where somebody follows the link of the document.
        item = page.locator("#detail a", has_text="Original file").get_attribute("href")
        page.goto(self.served.address + item.lstrip("/") + "&inline=1")
        self.fits(page)

    def test_a_frame_that_is_reached_by_the_keyboard_shows_its_focus(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "A link")
        frame = page.locator("#detail iframe")
        expect(page.frame_locator("#detail iframe").locator("p").first).to_be_visible()
        # It is the last button once the page has told that the document is read.
        page.get_by_role("button", name="Mark as unread").focus()
        # The page itself, which the arrows scroll, its link, and what is behind it.
        for outline in ("solid", "solid", "none"):
            page.keyboard.press("Tab")
            expect(frame).to_have_css("outline-style", outline)
        frame.click()
        expect(frame).to_be_focused()
        expect(frame).to_have_css("outline-style", "none")

    def test_a_framed_page_without_links_is_reached_and_left_by_the_keyboard(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "A long page")
        frame = page.locator("#detail iframe")
        first = page.frame_locator("#detail iframe").locator("p").first
        expect(first).to_be_visible()
        before, after = page.get_by_role("button", name="Mark as unread"), page.locator("#detail .scroll > .about a").first
        before.focus()
        page.keyboard.press("Tab")
        expect(frame).to_be_focused()
        expect(frame).to_have_css("outline-style", "solid")
        top = first.bounding_box()["y"]
        page.keyboard.press("End")
        self.until(page, lambda: first.bounding_box()["y"] < top - 500, "the end of the page")
        for key, next_one in (("Tab", after), ("Shift+Tab", frame), ("Shift+Tab", before)):
            page.keyboard.press(key)
            expect(next_one).to_be_focused()

    def test_a_player_has_room_for_its_buttons(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "A silence")
        room = page.locator("#detail audio").evaluate(
            "audio => audio.clientHeight - 2 * parseFloat(getComputedStyle(audio).paddingTop)")  # fmt: skip
        self.assertGreater(room, 40)

    def test_lines_run_the_way_that_their_letters_do_and_no_word_is_wider_than_the_pane(self) -> None:
        page = self.open("", "phone")
        self.show(page, "Many kinds", "From right to left")
        reading = page.locator("#detail .reading pre")
        expect(reading).to_contain_text("The tide.")
        left = """(pre, line) => {
          const range = document.createRange();
          const start = line * (pre.textContent.indexOf("\\n") + 1);
          range.setStart(pre.firstChild, start);
          range.setEnd(pre.firstChild, start + 5);
          return range.getBoundingClientRect().left - pre.getBoundingClientRect().left;
        }"""
        self.assertGreater(reading.evaluate(left, 0), 200)
        self.assertLess(reading.evaluate(left, 1), 10)
        self.show(page, "Many kinds", "A long word")
        expect(page.locator("#detail .reading p")).to_contain_text("xxx")
        # What it is, and not what its server says of it.
        expect(page.locator("#detail .facts-line")).to_contain_text("MD · ")
        expect(page.locator("#detail .about").last).to_contain_text("text/markdown")
        wide = page.locator("#detail .scroll").evaluate("box => box.scrollWidth - box.clientWidth")
        self.assertLessEqual(wide, 0)

    def test_the_space_bar_is_the_player_s_that_has_the_focus(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "A silence")
        page.locator("#detail audio").focus()
        page.evaluate("addEventListener('keydown', (event) => { window.isTaken = event.defaultPrevented; })")
        page.keyboard.press(" ")
        self.assertEqual(page.evaluate("window.isTaken"), False)

    def test_what_cannot_be_shown_says_what_is_known(self) -> None:
        page = self.open()
        self.show(page, "Many kinds", "A riddle")
        expect(page.locator("#detail")).to_contain_text("10.0 KiB")
        with page.expect_download() as download:
            page.locator("#detail a", has_text="Original file").click()
        self.assertEqual(download.value.path().read_bytes(), RIDDLE)
