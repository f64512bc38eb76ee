"""Signing in and out: a page for those who have a password."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browsing import PageCase

# Of “open sesame”, at a low cost.
HASH = "$2y$05$abcdefghijklmnopqrstuupx2xBUC4954936wVIjyyPHmUBFu0wCW"


class People(PageCase):
    @classmethod
    def prepare(cls) -> None:
        cls.site.put("/a.txt", "The text of a note.\n")
        items = [(f"Note {number}", f"{cls.site.address}a.txt?{number}") for number in (1, 2)]
        cls.world.run("add", "--quiet", cls.site.notes("/notes.json", "NOTE", "Notes", items), check=True)
        people = cls.world.folder / "people"
        people.write_text(f"ann:{HASH}\n")
        people.chmod(0o600)
        cls.world.options = ["--htpasswd", str(people)]

    def sign_in(self, page, password: str = "open sesame") -> None:
        page.get_by_label("Name").fill("ann")
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in").click()

    def test_who_signs_in_comes_where_they_wanted_and_signs_out_in_every_tab(self) -> None:
        page = self.open("/new")
        expect(page.locator("body")).to_contain_text("for those who sign in")
        expect(page.locator("body")).not_to_contain_text("Note")
        expect(page.get_by_label("Name")).to_be_focused()
        # Without signing in there is nowhere to go back to.
        expect(page.get_by_role("link")).to_have_count(0)
        self.sign_in(page, "wrong")
        expect(page.locator("body")).to_contain_text("not the password of that name")
        # Only the password is typed again.
        expect(page.get_by_label("Name")).to_have_value("ann")
        expect(page.get_by_label("Password")).to_be_focused()
        self.sign_in(page)
        expect(page).to_have_url(self.served.address + "new")
        page.goto(self.served.address)
        page.locator("#list .row", has_text="Note 1").locator("a").click()
        expect(page.locator("#detail .reading")).to_contain_text("The text of a note.")
        other = page.context.new_page()
        other.goto(self.served.address)
        expect(other.locator("#list .row", has_text="Note 2")).to_be_visible()
        page.locator(".menu summary").click()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_label("Password")).to_be_visible()
        expect(other.get_by_label("Password")).to_be_visible()

    def test_a_server_that_began_anew_asks_again_and_goes_on_where_one_was(self) -> None:
        page = self.open()
        self.sign_in(page)
        # Without its scripts, which come after it, a page does not notice that its server is gone.
        self.until(page, lambda: self.events, "the connection of the page")
        page.locator("#list .row", has_text="Note 2").locator("a").click()
        expect(page.locator("#detail h1")).to_have_text("Note 2")
        place = page.url
        self.served.kill()
        self.served.restart()
        expect(page.get_by_label("Password")).to_be_visible()
        self.sign_in(page)
        expect(page).to_have_url(place)
        expect(page.locator("#detail h1")).to_have_text("Note 2")

    def test_who_acts_before_the_page_has_noticed_that_its_server_began_anew_signs_in_again(self) -> None:
        page = self.open()
        self.sign_in(page)
        self.until(page, lambda: self.events, "the connection of the page")
        page.locator("#list .row", has_text="Note 1").locator("a").click()
        button = page.locator("#detail button", has_text="Mark as unread")
        expect(button).to_be_visible()
        page.route("**/events?*", lambda route: route.abort())
        told = []
        page.expose_function("tell", lambda text: told.append(text))
        page.evaluate("""
            const box = document.getElementById("messages");
            new MutationObserver(() => window.tell(box.textContent)).observe(box, { childList: true });
        """)
        self.served.kill()
        self.served.restart()
        button.click()
        expect(page.get_by_label("Password")).to_be_visible()
        self.assertEqual(told, [])

    def test_who_signs_out_does_not_make_the_server_seem_gone_to_others(self) -> None:
        pages = [self.open() for _ in range(2)]
        for page in pages:
            self.sign_in(page)
        self.until(pages[1], lambda: len(self.events) == 2, "the connections of both pages")
        pages[1].evaluate("""
            window.told = [];
            const line = document.getElementById("activity");
            new MutationObserver(() => window.told.push(line.textContent)).observe(line, { childList: true, characterData: true, subtree: true });
        """)
        pages[0].locator(".menu summary").click()
        pages[0].get_by_role("button", name="Sign out").click()
        self.until(pages[1], lambda: len(self.events) > 2, "another connection")
        pages[1].evaluate("new Promise((done) => setTimeout(done, 100))")
        self.assertEqual([text for text in pages[1].evaluate("window.told") if text], [])

    def test_signing_in_works_without_scripts_in_german_and_is_accessible(self) -> None:
        page = self.open("/?language=de", scripts=False)
        page.get_by_label("Name").fill("ann")
        page.get_by_label("Kennwort").fill("open sesame")
        page.get_by_role("button", name="Anmelden").click()
        expect(page.locator("#list")).to_contain_text("Note 1")
        for theme in ("light", "dark"):
            results = Axe().run(self.open(theme=theme))
            self.assertEqual(results.violations_count, 0, results.generate_report())
