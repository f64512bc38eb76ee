"""Every view, at each size, light and dark: axe finds nothing, and nothing is wider than the window."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import views
from browsing import SIZES, THEMES, PageCase

PANES = ("library", "list", "document", "week", "chart", "places")
# What is seen of a page and scrolls, or hides what it has no room for.
OVERFLOWS = """[document.body, ...document.querySelectorAll(".panes, .pane, .scroll, .sheets, .picture, .window")]
  .filter((box) => box.getClientRects().length && getComputedStyle(box).overflowY !== "visible").map((box) => box.className)"""


class FullCase(PageCase):
    """A library with something in every view."""

    @classmethod
    def prepare(cls) -> None:
        views.fill(cls.world, cls.site)

    def look(self, size: str, *themes: str, panes=None) -> None:
        """Looks at the width of every view, and has axe look at it in each theme; at some panes alone, if they are told."""
        axe = Axe()
        found = views.addresses(self.open(), self.served.address)
        page = self.context(size).new_page()
        for view, address in found.items():
            page.goto(self.served.address + address[1:])
            with self.subTest(f"{view}, {size}: width"):
                self.fits(page)
            for theme in themes if panes is None or view in panes else ():
                page.emulate_media(color_scheme=theme)
                # In the dark only colours differ.
                rules = {"runOnly": ["color-contrast"]} if theme == "dark" else {}
                with self.subTest(f"{view}, {size}, {theme}"):
                    results = axe.run(page, options={"resultTypes": ["violations"]} | rules)
                    self.assertEqual(results.violations_count, 0, results.generate_report())


class SmallViews(FullCase):
    def test_axe_finds_nothing_on_a_phone(self) -> None:
        self.look("phone", "light")

    def test_axe_finds_nothing_on_a_tablet(self) -> None:
        # Every other view is as it is on one of the others.
        self.look("tablet", "light", panes=PANES)


class Views(FullCase):
    def test_axe_finds_nothing_in_any_view(self) -> None:
        self.look("wide", *THEMES)

    def test_colours_are_those_of_the_system_until_somebody_chooses(self) -> None:
        page = self.open("", "wide", "dark")
        background = "getComputedStyle(document.body).backgroundColor"
        dark = page.evaluate(background)
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Light", exact=True).click()
        expect(page.locator("html[data-theme=light]")).to_have_count(1)
        self.assertNotEqual(page.evaluate(background), dark)
        page.reload()
        expect(page.locator("html[data-theme=light]")).to_have_count(1)

    def test_paper_has_what_the_window_shows_without_its_tools(self) -> None:
        found = views.addresses(self.open(), self.served.address)
        for size in ("wide", "phone"):
            page = self.context(size, "dark").new_page()
            for view, address in found.items():
                with self.subTest(f"{view}, {size}"):
                    page.goto(self.served.address + address[1:])
                    page.emulate_media(media="print")
                    heads = page.locator("h1").filter(visible=True)
                    expect(heads.first).to_be_visible()
                    expect(page.locator(".bar, .tabs, .actions, .filter, .divider").filter(visible=True)).to_have_count(0)
                    # Nothing is cut off at the end of a window, and ink is dark.
                    self.assertEqual(page.evaluate(OVERFLOWS), [])
                    self.assertEqual(page.evaluate("getComputedStyle(document.body).color"), "rgb(28, 27, 25)")
                    page.emulate_media(media="screen")
            page.goto(self.served.address + found["week"][1:])
            page.emulate_media(media="print")
            expect(page.locator(".hours thead th").filter(visible=True)).to_have_count(6)

    def test_what_is_chosen_and_each_sign_is_seen_where_the_system_chooses_the_colours(self) -> None:
        found = views.addresses(self.open(), self.served.address)
        page = self.context(forced_colors="active").new_page()
        grounds = "names => names.map(name => getComputedStyle(document.querySelector(name)).backgroundColor)"
        told = {
            "set-aside": ["#list [aria-current=true]", "#library [aria-current=true]", "#list [data-status=failed] .sign"],
            "failed": ["#list [data-status=setAside] .sign", "#list :is([data-status=new], [data-status=stored]) .sign"],
            "document": [".tabs [aria-pressed=true]"],
            "search": ["mark"],
            "convert": [".segments :checked + span"],
            "week": [".kind-sign"],
        }
        for view, names in told.items():
            with self.subTest(view):
                page.goto(self.served.address + found[view][1:])
                expect(page.locator("html.scripted")).to_have_count(1)
                expect(page.locator(names[0]).first).to_be_attached()
                canvas, *others = page.evaluate(grounds, ["body", *names])
                self.assertNotIn(canvas, others)

    def test_nothing_jumps_as_scripts_begin(self) -> None:
        found = views.addresses(self.open(), self.served.address)
        for size in SIZES:
            page = self.context(size).new_page()
            page.add_init_script("""window.jumps = 0; new PerformanceObserver((list) => {
              for (const shift of list.getEntries()) jumps += shift.value;
            }).observe({ type: "layout-shift", buffered: true });""")
            for view in ("list", "document", "search"):
                with self.subTest(f"{view}, {size}"):
                    page.goto(self.served.address + found[view][1:])
                    expect(page.locator("html.scripted")).to_have_count(1)
                    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                    self.assertLess(page.evaluate("jumps"), 0.001)

    def test_it_speaks_german(self) -> None:
        page = self.open()
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Deutsch").click()
        expect(page.locator("html[lang=de]")).to_have_count(1)
        expect(page.locator("#library")).to_contain_text("Katalog hinzufügen")
        # The words of its buttons are longer: the catalogue's name is read all the same.
        name = page.locator("#library .catalogue h2", has_text="harbour")
        self.assertGreater(name.bounding_box()["width"], 100)
        self.assertTrue(name.evaluate("name => name.scrollWidth <= name.clientWidth"))
        # What a narrow window has no room for ends in three dots, and not within a letter.
        expect(page.locator("#search")).to_have_css("text-overflow", "ellipsis")
        # Facts, too, whoever found them.
        found = views.addresses(page, self.served.address)
        page.goto(self.served.address + found["document"][1:])
        expect(page.locator("#detail .about dt", has_text="Seitengröße")).to_be_visible()
        page.goto(self.served.address + found["why"][1:])
        expect(page.locator(".history li").first).to_contain_text("Fehlgeschlagen: 404")

    def test_what_went_wrong_leaves_a_title_its_room(self) -> None:
        self.world.run("mark", "read", "HARB110/1", "HARB110/2", check=True)
        for language in ("en", "de"):
            with self.subTest(language):
                page = self.open(f"?pane=library&language={language}")
                row = page.locator("#library a[data-collection]", has_text="The harbour")
                counts = row.locator(".count .unbroken")
                expect(counts).to_have_count(2)
                for count in counts.all():
                    self.assertLess(count.bounding_box()["height"], 24, "on one line")
                missing = row.locator(".label").evaluate("label => label.scrollWidth - label.clientWidth")
                self.assertLessEqual(missing, 0 if language == "en" else 8)

    def test_a_cold_load_is_small(self) -> None:
        page = self.context().new_page()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        sizes = []
        session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        page.goto(self.served.address, wait_until="load")
        print(f"a cold load: {sum(sizes) / 1024:.1f} KiB in {len(sizes)} replies", end=" ")
        self.assertTrue(0 < sum(sizes) < 60 * 1024, sizes)
