"""The theatres of a module: on a map where the profile names a server of tiles, on a plain plan otherwise."""

import base64
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from browsing import PageCase

# One grey dot, drawn as large as a tile.
TILE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGO4BQAAugC5TSDaSgAAAABJRU5ErkJggg==")


class Maps(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.world.add_samples()
        profile = cls.world.folder / "carrel.toml"
        tiles = f'[map]\ntiles = "{cls.site.address}tile?z={{z}}&x={{x}}&y={{y}}"\nattribution = "© <b>Map</b> makers"\n'
        profile.write_text(tiles + 'attribution-url = "https://example.org/makers"\nmax-zoom = 18\n' + profile.read_text())

    def open_module(self, title: str, *arguments) -> Page:
        self.named.add(urlsplit(self.site.address).netloc)
        page = self.open("week?day=4", *arguments)
        page.locator(".modules a", has_text=title).click()
        expect(page.locator("main h1")).to_contain_text(title)
        return page

    def test_the_map_stands_around_the_pins_with_their_names(self) -> None:
        self.site.put("/tile", TILE, "image/png")
        page = self.open_module("Tides and currents")
        area = page.locator(".plan .map")
        expect(area.locator("img.leaflet-tile-loaded").first).to_be_visible()
        expect(page.locator(".plan > svg")).to_be_hidden()
        names = page.locator(".pins .name").all_text_contents()
        self.assertTrue(names)
        for name in names:
            expect(area.locator(".pin-name", has_text=name).first).to_be_visible()
        box = area.bounding_box()
        pins = [pin.bounding_box() for pin in area.locator(".pin-number").all()]
        self.assertEqual(len(pins), len(names))
        for pin in pins:
            self.assertTrue(box["x"] < pin["x"] < box["x"] + box["width"] and box["y"] < pin["y"] < box["y"] + box["height"])
        if len(pins) == 1:
            self.assertAlmostEqual(pins[0]["x"] + pins[0]["width"] / 2, box["x"] + box["width"] / 2, delta=3)
            self.assertAlmostEqual(pins[0]["y"] + pins[0]["height"] / 2, box["y"] + box["height"] / 2, delta=3)
        # What the profile says is text.
        credit = page.get_by_role("link", name="© <b>Map</b> makers")
        expect(credit).to_have_attribute("href", "https://example.org/makers")
        expect(area).to_have_attribute("aria-label", "Map: " + ", ".join(names))
        area.get_by_role("button", name="Larger").click()
        expect(page.locator(".map-failed")).to_be_hidden()

    def test_a_plan_takes_the_place_of_a_map_that_does_not_come(self) -> None:
        self.site.files.pop("/tile", None)
        page = self.open_module("Tides and currents", "phone")
        expect(page.locator(".map-failed")).to_contain_text(self.site.address.rstrip("/"))
        expect(page.locator(".plan > svg")).to_be_visible()
        expect(page.locator(".map")).to_have_count(0)
        self.fits(page)
