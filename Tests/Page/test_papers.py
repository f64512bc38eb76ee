"""Documents of pages: words to select and find, small pages, contents, zoom by every hand."""

from playwright.sync_api import Page, expect

from browsing import SIZES, PageCase
from paper import pdf

LINES = ["The moon pulls the water of the sea.", "Where it stands, the water rises: that is the flood.",
         "Six hours later, the ebb is there."]  # fmt: skip
LONG = [[f"Page number {page}", *LINES] for page in range(1, 231)]
LONG[0].append("</text><script>alert(12)</script><img src=x onerror=alert(13)> & </svg>")
LONG[41].append("A lighthouse stands on the rock.")
LONG[220].append("Another Lighthouse, far behind.")


class Papers(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.site.put("/long.pdf", pdf(LONG, [("Beginning", 1), ("The middle <b>of</b> it", 42), ("The end", 221)]), "application/pdf")
        cls.site.put("/turned.pdf", pdf([LINES, LINES], turned=(1,)), "application/pdf")
        items = [("A long paper", cls.site.address + "long.pdf"), ("A turned paper", cls.site.address + "turned.pdf")]
        cls.world.run("sync", "--quiet", cls.site.notes("/papers.json", "PAPER", "Papers", items), check=True)

    def read(self, title: str = "A long paper", *arguments, query: str = "", **more) -> Page:
        """A page that shows a document, with the words over its first page."""
        page = self.open("", *arguments, **more)
        self.show(page, "Papers", title)
        if query:
            page.goto(page.url + query)
        expect(page.locator(".sheets .layer").first).to_be_attached()
        return page

    def in_view(self, page: Page, number: int) -> None:
        expect(page.locator(".tabs input[name=page]")).to_have_value(str(number))
        expect(page.locator(f"#sheet-{number}")).to_be_in_viewport()

    def test_words_are_selected_where_they_are_printed(self) -> None:
        # From the document: the word is 100 points from its left edge; its line is 14 points high and stands 142 points from
        # its upper edge, or 20 more behind another line. What was above is at the right of the turned page.
        places = {"A long paper": (100 / 595, 148 / 842), "A turned paper": ((842 - 142) / 842, 100 / 595)}
        for title, place in places.items():
            with self.subTest(title):
                page = self.read(title)
                word = page.locator("#sheet-1 tspan", has_text="moon").first
                expect(word).to_be_attached()
                paper, box = page.locator("#sheet-1 .paper").bounding_box(), word.bounding_box()
                self.assertAlmostEqual((box["x"] - paper["x"]) / paper["width"], place[0], delta=0.02)
                self.assertAlmostEqual((box["y"] - paper["y"]) / paper["height"], place[1], delta=0.03)

    def test_a_double_click_selects_a_word_and_a_drag_selects_lines(self) -> None:
        page = self.read()
        word = page.locator("#sheet-1 tspan", has_text="flood").first
        word.dblclick()
        self.assertEqual(page.evaluate("getSelection().toString().trim()"), "flood")
        start = page.locator("#sheet-1 tspan", has_text="moon").first.bounding_box()
        end = page.locator("#sheet-1 tspan", has_text="rises").first.bounding_box()
        page.mouse.move(start["x"] + 1, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(end["x"] + end["width"] - 1, end["y"] + end["height"] / 2, steps=5)
        page.mouse.up()
        said = page.evaluate("getSelection().toString()")
        self.assertEqual(" ".join(said.split()), "moon pulls the water of the sea. Where it stands, the water rises:")
        self.assertIn("\n", said)

    def test_words_that_mean_harm_are_words(self) -> None:
        page = self.read()
        page.locator(".tabs input[name=find]").fill("onerror=alert(13)>")
        expect(page.locator(".find output")).to_have_text("1 / 1")
        expect(page.locator("#sheet-1 .hit.current")).to_be_attached()
        expect(page.locator(".strip mark")).to_have_text("onerror=alert(13)>")

    def test_finding_goes_from_place_to_place_over_all_pages(self) -> None:
        page = self.read()
        field, output = page.locator(".tabs input[name=find]"), page.locator(".find output")
        page.keyboard.press("s")
        expect(field).to_be_focused()
        field.fill("lighthouse")
        expect(output).to_have_text("1 / 2")
        self.in_view(page, 42)
        expect(page.locator("#sheet-42 .hit.current rect")).to_be_in_viewport()
        self.assertIn("find=lighthouse", page.url)
        field.press("Enter")
        expect(output).to_have_text("2 / 2")
        # It is in the second part of the document.
        self.in_view(page, 221)
        expect(page.locator("#sheet-221 .hit rect")).to_be_attached()
        page.reload()
        expect(page.locator(".tabs input[name=find]")).to_have_value("lighthouse")
        expect(page.locator("#sheet-221 .hit rect")).to_be_attached()
        expect(page.locator(".find output")).to_have_text("2 / 2")
        page.locator(".tabs input[name=find]").fill("no such word")
        expect(page.locator(".find output")).to_have_text("0 / 0")
        page.locator(".tabs input[name=find]").press("Escape")
        expect(page.locator(".find output")).to_have_text("")
        self.assertNotIn("find=", page.url)

    def test_what_is_found_late_leaves_the_document_alone_that_is_shown_by_then(self) -> None:
        page = self.read()
        held = []
        page.route(lambda url: "/found?" in url, lambda route: held.append(route))
        page.locator(".tabs input[name=find]").fill("lighthouse")
        self.until(page, lambda: held, "the request for what is found")
        page.locator("#list .row", has_text="A turned paper").locator("a").click()
        expect(page.locator("#sheet-2")).to_be_attached()
        expect(page.locator("#sheet-3")).not_to_be_attached()
        address = page.url
        with page.expect_event("requestfinished", lambda request: "/found?" in request.url):
            held.pop().continue_()
        page.evaluate("new Promise((done) => setTimeout(done, 300))")
        self.assertEqual(page.url, address)

    def test_the_filter_of_the_list_leaves_the_document_where_it_is(self) -> None:
        page = self.read(query="&page=221")
        self.in_view(page, 221)
        page.locator("form.filter input[type=search]").fill("long")
        expect(page.locator(".filter .total")).to_have_text("1 item")
        self.assertIn("page=221", page.url)

    def test_places_are_listed_with_the_words_around_them(self) -> None:
        page = self.read()
        page.locator("[data-overview]").click()
        page.locator(".tabs input[name=find]").fill("lighthouse")
        found = page.locator(".strip .found li")
        expect(found).to_have_count(2)
        expect(found.first).to_contain_text("42")
        expect(found.first.locator("mark")).to_have_text("lighthouse")
        found.first.locator("a").click()
        self.in_view(page, 42)

    def test_the_strip_leads_to_pages_and_chapters(self) -> None:
        for size in SIZES:
            with self.subTest(size):
                page = self.read("A long paper", size)
                page.locator("[data-overview]").click()
                self.decoded(page.locator(".small-pages img").first)
                self.fits(page)
                page.locator(".contents a", has_text="The middle <b>of</b> it").click()
                self.in_view(page, 42)
                if size == "phone":
                    page.locator("[data-overview]").click()
                else:
                    expect(page.locator(".small-pages a[aria-current]")).to_have_attribute("data-page", "42")
                page.locator(".small-pages a[data-page='7']").click()
                self.in_view(page, 7)

    def test_the_page_field_reaches_every_part(self) -> None:
        page = self.read()
        field = page.locator(".tabs input[name=page]")
        field.fill("230")
        field.press("Enter")
        self.in_view(page, 230)
        self.assertIn("page=230", page.url)
        expect(field).to_be_in_viewport()
        page.reload()
        self.in_view(page, 230)
        page.go_back()
        expect(page.locator("#sheet-1")).to_be_attached()
        # What is no page is the nearest one, or the one that is shown.
        for typed, number in (("999", 230), ("", 230), ("0", 1), ("-3", 1)):
            field.fill(typed)
            field.press("Enter")
            self.in_view(page, number)

    def width(self, page: Page) -> float:
        return page.locator("#sheet-1 .paper").bounding_box()["width"]

    def test_pages_are_enlarged_by_wheel_keys_and_double_click(self) -> None:
        page = self.read()
        rest = self.width(page)
        page.locator("#sheet-1 .paper").hover(position={"x": 30, "y": 30})
        page.keyboard.down("Control")
        page.mouse.wheel(0, -200)
        page.keyboard.up("Control")
        self.until(page, lambda: self.width(page) > rest * 1.5, "the wheel's zoom")
        page.locator(".sheets").focus()
        page.keyboard.press("0")
        self.assertAlmostEqual(self.width(page), rest, delta=2)
        page.keyboard.press("+")
        self.assertAlmostEqual(self.width(page) / rest, 1.25, places=1)
        page.keyboard.press("-")
        page.mouse.dblclick(*self.blank(page))
        self.assertAlmostEqual(self.width(page) / rest, 2, places=1)
        # Enlarged, it asks for a picture with more dots, and every edge of it can be reached.
        image = page.locator("#sheet-1 img")
        self.until(page, lambda: "width=1200" not in image.get_attribute("src"), "a sharper picture")
        self.decoded(image)
        left = page.locator(".sheets").evaluate("box => { box.scrollLeft = 0; return box.getBoundingClientRect().left; }")
        self.assertGreaterEqual(page.locator("#sheet-1 .paper").bounding_box()["x"], left)

    def blank(self, page: Page) -> tuple[float, float]:
        """A point in the middle of what is seen of the first page where no word is."""
        return tuple(page.evaluate("""() => {
            const box = document.querySelector(".sheets").getBoundingClientRect();
            const x = Math.round(box.left + box.width / 2);
            for (let y = innerHeight - 120; y > 0; y -= 5) {
                const target = document.elementFromPoint(x, y);
                if (target?.closest("#sheet-1 .paper") && !target.closest("text")) return [x, y];
            }
            return [0, 0];
        }"""))

    def test_a_mouse_moves_an_enlarged_page(self) -> None:
        page = self.read()
        page.locator(".sheets").focus()
        for _ in range(4):
            page.keyboard.press("+")
        x, y = self.blank(page)
        before = page.locator("#sheet-1 .paper").bounding_box()
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 60, y - 40, steps=4)
        page.mouse.up()
        after = page.locator("#sheet-1 .paper").bounding_box()
        self.assertAlmostEqual(before["x"] - after["x"], 60, delta=2)
        self.assertAlmostEqual(before["y"] - after["y"], 40, delta=2)

    def test_two_fingers_enlarge(self) -> None:
        page = self.read("A long paper", "phone")
        rest = self.width(page)
        session = page.context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

        touch("touchStart", (170, 500), (220, 500))
        for gap in (40, 60, 75):
            touch("touchMove", (195 - gap, 500), (195 + gap, 500))
        touch("touchEnd")
        self.until(page, lambda: self.width(page) > rest * 2, "the pinch's zoom")
        self.fits(page)
