"""Titles that mean harm, some hundreds of them: none runs, none breaks a row."""

from playwright.sync_api import expect

from browsing import SIZES, PageCase

MARKUP = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "'-alert(3)-'", "<svg/onload=alert(4)>",
    "javascript:alert(5)", "</a></li></ol><h1>out</h1>", "{{alert(6)}}&lt;b&gt;", "<!--", "]]>", "</title></style></script>",
    "<iframe srcdoc='<script>alert(7)</script>'>", '" autofocus onfocus=alert(8) x="', "&#60;script&#62;alert(9)&#60;/script&#62;",
    "<base href=//elsewhere.example/>", "<meta http-equiv=refresh content=0;url=//elsewhere.example>", "%3Cscript%3E", "\\u003cscript\\u003e",
    "<form action=//elsewhere.example><button>", "<link rel=stylesheet href=//elsewhere.example/a.css>", "`${alert(10)}`",
)  # fmt: skip
SHAPES = (
    "W" * 400, "wide " * 90, "\u202eright to left", "\u2066isolated", "שלום עולם", "مرحبا بالعالم", "汉字" * 60, "👩‍👩‍👧‍👦" * 20, "a" + "\u0301" * 30,
    "\ufeffmark", "zero\u200bwidth", "line\u2028parted", "tab\tand\ttab", "two\nlines", "-rf", "../../etc/passwd", "CON", "a/b\\c",
    "\u001b[31mred\u001b[0m", "\u009b31m", "ＦＵＬＬ", "ﷺ" * 30, "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "i̇ İ ı", "\U000e0041tag", ".", " ", "%s%n%x", "NULL", "0x" + "f" * 200,
)  # fmt: skip
WAYS = ("{0}", "{1}{0}", "{0}{1}", "Sheet {0}")


def titles() -> list[str]:
    """Every text of harm beside every shape, without repeats."""
    found = {}
    for index, text in enumerate(MARKUP + SHAPES):
        for way in WAYS:
            for shape in (SHAPES[index % len(SHAPES)], SHAPES[(index * 7 + 3) % len(SHAPES)]):
                found[way.format(text, shape)] = True
    return list(found)


class Hostile(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.site.put("/a.txt", "Harmless.\n")
        cls.titles = titles()
        items = [(title, f"{cls.site.address}a.txt?{number}") for number, title in enumerate(cls.titles)]
        address = cls.site.notes("/hostile.json", '<b onmouseover="alert(0)">', "<script>alert(0)</script>" + "Long" * 90, items)
        cls.world.run("add", "--quiet", address, check=True)
        cls.world.run("get", "--quiet", "hostile/1-40")

    def test_hundreds_of_hostile_titles(self) -> None:
        self.assertGreater(len(self.titles), 250)
        for size in SIZES:
            with self.subTest(size):
                page = self.open("", size)
                expect(page.locator("#list h1")).to_contain_text("<script>alert(0)</script>")
                box = page.locator("#list > .scroll")
                rows = page.locator("#list .row")
                seen = 0
                # Page by page through the whole list, as somebody scrolls.
                while True:
                    heights = page.evaluate("[...document.querySelectorAll('#list .row')].map(row => row.offsetHeight)")
                    self.assertEqual(len(set(heights)), 1, heights)
                    self.assertEqual(rows.locator("script, img, svg, iframe, form, h1, meta, link, base").count(), 0)
                    self.fits(page)
                    seen += 1
                    before = box.evaluate("box => box.scrollTop")
                    box.evaluate("box => { box.scrollTop += box.clientHeight; }")
                    if box.evaluate("box => box.scrollTop") == before:
                        break
                    expect(rows.first).to_be_attached()
                self.assertGreater(seen, 5)
                self.assertEqual(page.locator("h1", has_text="out").count(), 0)

    def test_hostile_titles_on_every_page_that_shows_them(self) -> None:
        for path in ("new", "search?words=harmless", "?pane=library"):
            for size in SIZES:
                with self.subTest(path, size=size):
                    page = self.open(path, size)
                    expect(page.locator("h1").first).to_be_attached()
                    self.fits(page)
        page = self.open()
        rows = page.locator("#list .row a")
        for place in range(0, 20, 2):
            rows.nth(place).click()
            expect(page.locator("#detail .reading")).to_contain_text("Harmless.")
            self.fits(page)
