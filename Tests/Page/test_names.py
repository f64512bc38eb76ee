"""What a screen reader is told: the accessible tree of the main views."""

from playwright.sync_api import expect

from browsing import PageCase

PANES = """
- banner:
  - link "Carrel"
  - search:
    - searchbox "Search"
  - navigation "Menu":
    - link "New"
    - link "Set aside"
- navigation "Library":
  - heading "handbook" [level=2]
  - 'link "Settings: handbook"'
  - 'button "Sync: handbook"'
  - list:
    - listitem:
      - link "Using Carrel 3 stored / 4"
- main:
  - region "Items":
    - heading "Using Carrel" [level=1]
    - search:
      - searchbox "Filter"
      - combobox "Status"
      - combobox "Type"
      - status: 4 items
    - list:
      - listitem:
        - link "1 Getting started Stored"
  - region "Document":
    - article:
      - heading "Getting started" [level=1]
      - link "Original file"
      - button "Mark as unread"
"""
SEARCH = """
- main:
  - heading "Search" [level=1]
  - list:
    - listitem:
      - link
"""
ADD = """
- main:
  - heading "Add a catalogue" [level=1]
  - textbox "Paste the address of a catalogue"
  - textbox "Name optional"
  - button "Look at it"
"""


class Names(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.world.run("sync", "--quiet", cls.world.samples_address + "handbook.json", check=True)
        cls.world.run("mark", "read", "--all", check=True)

    def test_the_main_views_have_names_and_landmarks(self) -> None:
        page = self.open("?catalogue=handbook&collection=CARREL101")
        page.locator("#rows a").first.click()
        expect(page.locator("body")).to_match_aria_snapshot(PANES)
        for path, tree, title in (("search?words=sync", SEARCH, "Search"), ("add", ADD, "Add a catalogue")):
            page.goto(self.served.address + path)
            expect(page).to_have_title(f"{title} · Carrel")
            expect(page.locator("body")).to_match_aria_snapshot(tree)

    def test_what_changes_is_told_once(self) -> None:
        """Live regions are few: what goes on, what went wrong, and the end of a list."""
        page = self.open("?catalogue=handbook&collection=CARREL101")
        regions = page.locator("[aria-live], [role=status], [role=alert], output")
        names = regions.evaluate_all("all => all.map(one => one.id || one.className)")
        self.assertEqual(sorted(names), ["activity", "announcer", "messages", "total"])
        page.locator("#rows a").first.click()
        expect(page.locator("#detail h1")).to_have_text("Getting started")
        expect(page.locator("#announcer")).to_be_empty()
