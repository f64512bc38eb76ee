"""A list of 100,000 items. How fast it is, is printed; machines differ too much to assert it."""

import json
from urllib.parse import quote

from playwright.sync_api import expect

from browsing import PageCase

COUNT = 100_000
# Scrolls down frame by frame, and gives the longest task in milliseconds.
SCROLL = """async (box) => {
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
  }).observe({ entryTypes: ["longtask"] });
  for (let step = 0; step < 60; step++) {
    box.scrollTop += 700;
    await new Promise(requestAnimationFrame);
  }
  return longest;
}"""


class LongList(PageCase):
    @classmethod
    def prepare(cls) -> None:
        items = [(f"Note number {number}", f"{cls.site.address}{number}.txt") for number in range(COUNT)]
        cls.world.run("add", "--quiet", cls.site.notes("/long.json", "LONG", "A long list", items), check=True)
        modules = [{"moduleCode": f"MOD{number}", "moduleTitle": f"Module {number}", "moduleNotes": []} for number in range(60)]
        cls.site.put("/modules.json", json.dumps(modules), "application/json")
        cls.world.run("add", "--quiet", cls.site.address + "modules.json", check=True)

    def test_a_hundred_thousand_items(self) -> None:
        page = self.open()
        page.reload()
        page.locator("#list .row").first.wait_for()
        figures = page.evaluate("""() => {
          const [nav] = performance.getEntriesByType("navigation");
          return [nav.responseEnd - nav.requestStart, performance.now() - nav.responseEnd];
        }""")
        print("answered in {:.0f} ms, drawn within {:.0f} ms".format(*figures), end="; ")
        expect(page.locator(".filter .total")).to_have_text(f"{COUNT} items")
        box = page.locator("#list > .scroll")
        print(f"longest task while scrolling {box.evaluate(SCROLL):.0f} ms", end=" ")
        box.evaluate("box => { box.scrollTop = box.scrollHeight; }")
        expect(page.get_by_text(f"Note number {COUNT - 1}", exact=True)).to_be_visible()
        box.evaluate("box => { box.scrollTop = box.scrollHeight / 2; }")
        expect(page.get_by_text(f"Note number {COUNT // 2}", exact=True)).to_be_visible()
        # Coming from below, rows are put in front of those that are there: the Tab key goes by that order.
        box.evaluate("box => { box.scrollTop -= 300; }")
        expect(page.get_by_text(f"Note number {COUNT // 2 - 9}", exact=True)).to_be_visible()
        places = page.locator("#list .row").evaluate_all("rows => rows.map((row) => Number(row.getAttribute('aria-posinset')))")
        self.assertEqual(places, sorted(places))
        focused = page.locator("#list .row:focus-within")
        for key, number in (("End", COUNT - 1), ("Home", 0)):
            page.locator("#list .row a").nth(20).focus()
            page.keyboard.press(key)
            expect(focused).to_contain_text(f"Note number {number}")
        page.keyboard.press("PageDown")
        expect(focused).not_to_contain_text("Note number 0")
        expect(focused).to_be_in_viewport()
        page.keyboard.press("PageUp")
        expect(focused).to_contain_text("Note number 0")
        # However long the list is, the page holds only what is seen, and a little more.
        self.assertLess(page.locator("#list .row").count(), 120)
        page.locator("form.filter input[type=search]").fill("number 99999")
        expect(page.locator(".filter .total")).to_have_text("1 item")

    def test_an_address_shows_where_its_item_and_its_collection_are(self) -> None:
        item = "?catalogue=long&collection=LONG&item=" + quote(f"{self.site.address}70000.txt", safe="")
        chosen = "#list .row a[aria-current=true]"
        page = self.open(item)
        expect(page.locator(chosen)).to_contain_text("Note number 70000")
        expect(page.locator(chosen)).to_be_in_viewport()
        page.keyboard.press("j")
        expect(page.locator("#list .row:focus-within")).to_contain_text("Note number 70001")
        # What a filter lets through is shown from its beginning.
        page.locator("form.filter input[type=search]").fill("note")
        expect(page.locator("#list").get_by_text("Note number 0", exact=True)).to_be_in_viewport()
        plain = self.open(item, scripts=False)
        expect(plain.locator(chosen)).to_contain_text("Note number 70000")
        phone = self.open(item, "phone")
        phone.locator(".bar .back").click()
        expect(phone.locator("#list").get_by_text("Note number 70000", exact=True)).to_be_in_viewport()
        # So is the collection in the library, also where that is seen later.
        link = "#library a[aria-current=true]"
        page.goto(self.served.address + "?catalogue=modules&collection=MOD59")
        expect(page.locator(link)).to_be_in_viewport()
        phone.goto(self.served.address + "?catalogue=modules&collection=MOD59")
        phone.locator(".bar .back").click()
        expect(phone.locator(link)).to_be_in_viewport()
