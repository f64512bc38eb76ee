"""Versions of a document: what changed between two of them, and both beside each other."""

from playwright.sync_api import expect

from browsing import SIZES, PageCase

BEFORE = "The pilot boards at nine.\n\nThe tide turns at noon.\n\n" + "Nothing else happens.\n\n" * 3
AFTER = BEFORE.replace("nine", "ten").replace("The tide", "The <b>spring</b> tide")


class Versions(PageCase):
    @classmethod
    def prepare(cls) -> None:
        folder = cls.world.samples / "places/photos/1"
        pictures = sorted(folder.glob("*.jpg"))[:2]
        cls.site.put("/pilot.txt", BEFORE)
        cls.site.put("/view.jpg", pictures[0].read_bytes(), "image/jpeg")
        items = [("The pilot", cls.site.address + "pilot.txt"), ("The view", cls.site.address + "view.jpg")]
        catalogue = cls.site.notes("/pilot.json", "PILOT", "Pilots", items)
        cls.world.run("sync", "--quiet", catalogue, check=True)
        cls.site.put("/pilot.txt", AFTER)
        cls.site.put("/view.jpg", pictures[1].read_bytes(), "image/jpeg")
        cls.world.run("sync", "--quiet", catalogue, check=True)

    def address(self, title: str) -> str:
        """Where the versions of an item are."""
        page = self.open()
        self.show(page, "Pilots", title)
        return page.get_by_role("link", name="Versions").get_attribute("href")

    def test_two_versions_stand_beside_each_other_with_what_changed(self) -> None:
        for size in SIZES:
            with self.subTest(size):
                page = self.open("", size)
                self.show(page, "Pilots", "The pilot")
                page.get_by_role("link", name="Versions").click()
                expect(page.locator("main h1")).to_have_text("Versions")
                changes = page.locator(".changes li")
                expect(changes).to_have_count(2)
                # A word as well as a colour and a sign; what the document says is text.
                expect(changes.first.locator("del")).to_have_text("removed: nine.")
                expect(changes.first.locator("ins")).to_have_text("added: ten.")
                expect(changes.last.locator("ins")).to_have_text("added: <b>spring</b>")
                texts = page.locator(".pair .reading")
                expect(texts).to_have_count(2)
                expect(texts.first).to_contain_text("boards at nine")
                expect(texts.last).to_contain_text("boards at ten")
                boxes = [texts.nth(place).bounding_box() for place in range(2)]
                is_beside = abs(boxes[0]["y"] - boxes[1]["y"]) < 2
                self.assertEqual(is_beside, size != "phone", boxes)
                self.fits(page)

    def test_which_two_is_in_the_address_and_works_without_scripts(self) -> None:
        address = self.address("The pilot")
        for scripts in (True, False):
            with self.subTest(scripts=scripts):
                page = self.open(address, scripts=scripts)
                page.get_by_label("Later").select_option("1")
                page.get_by_role("button", name="Compare").click()
                expect(page.get_by_text("The texts are the same.")).to_be_visible()
                page.reload()
                expect(page.get_by_label("Later")).to_have_value("1")
                page.goto(self.served.address + address.lstrip("/") + "&from=9&to=-3")
                expect(page.locator(".changes li")).to_have_count(2)

    def test_pictures_are_compared_as_pictures(self) -> None:
        address = self.address("The view")
        page = self.open(address)
        images = page.locator(".pair img")
        expect(images).to_have_count(2)
        for place in range(2):
            self.assertGreater(self.decoded(images.nth(place)), 100)
        sources = {images.nth(place).evaluate("image => fetch(image.src).then(r => r.blob()).then(b => b.size)") for place in range(2)}
        self.assertEqual(len(sources), 2, "both show the same version")
        self.assertEqual(page.request.get(self.served.address + address.lstrip("/").replace("versions", "picture") + "&version=7").status, 404)

    def test_a_document_without_earlier_versions_offers_none(self) -> None:
        self.world.run("sync", "--quiet", self.world.samples_address + "course/index.html", check=True)
        page = self.open()
        self.show(page, "At sea", "Why there are tides")
        expect(page.get_by_role("link", name="What was tried")).to_be_visible()
        expect(page.get_by_role("link", name="Versions")).to_have_count(0)
