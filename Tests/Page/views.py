"""A library with something to see in every view, and the addresses of the views."""

from urllib.parse import urlencode

from world import Site, World

LOGIN = "<!DOCTYPE html><title>Sign in</title><form><input name=user><input type=password></form>"
TITLES = ("Buoys", "Lights", "Fog signals", "Leading lines", "Sector lights")


def fill(world: World, site: Site) -> None:
    """Fills a library: documents stored and new, one failed, one set aside, some not fetched, and the applications."""
    world.add_samples()
    world.run("mark", "read", "--all")
    picture = next((world.samples / "places/photos/1").glob("*bridge*")).read_bytes()
    site.put("/bridge.jpg", picture, "image/jpeg")
    site.put("/login.pdf", LOGIN, "text/html")
    items = [
        ("The bridge at night", "bridge.jpg"), ("Tides in the harbour", "tides.txt"), ("Handout", "login.pdf"),
        ("A page that is gone", "gone.pdf"),
    ]  # fmt: skip
    harbour = site.notes("/harbour.json", "HARB110", "The harbour", [(n, site.address + p) for n, p in items])
    site.put("/tides.txt", "The tide in the harbour rises once a day.\n" * 12)
    world.run("sync", "--quiet", harbour)
    # The second version of a document.
    site.put("/tides.txt", "The tide in the harbour rises twice a day.\n" * 12)
    world.run("sync", "--quiet", harbour)
    lights = [(title, f"{site.address}tides.txt?{number}") for number, title in enumerate(TITLES)]
    world.run("add", "--quiet", site.notes("/lights.json", "LIG220", "Lights and buoys", lights))
    # As somebody who looks at places does: one of them is opened, and its photos were seen.
    for photo in ("bergen/1", "bergen/2", "kyoto/1", "kyoto/2", "lisbon/1"):
        world.run("get", "--quiet", f"places/{photo}", check=True)


def at(catalogue: str, collection: str = "", path: str = "/", **more: str) -> str:
    parts = {"catalogue": catalogue, "collection": collection} | more
    return f"{path}?" + urlencode({name: value for name, value in parts.items() if value})


def addresses(page, base: str) -> dict[str, str]:
    """The address of every view; those of items are found by following the links of a page."""

    def item(address: str, text: str, rows: str = "#list .row a") -> str:
        page.goto(base + address.lstrip("/"))
        return page.locator(rows, has_text=text).first.get_attribute("href")

    sea, harbour, lights = at("course", "SEA101"), at("harbour", "HARB110"), at("lights", "LIG220")
    places = at("places", path="/places")
    found = {
        "library": "/?pane=library", "list": sea, "document": item(sea, "Why there are tides"),
        "html": item(sea, "rule of twelfths"), "text": item(harbour, "Tides in"), "picture": item(harbour, "bridge"),
        "set-aside": item(harbour, "Handout"), "failed": item(harbour, "gone"), "not-fetched": item(lights, "Buoys"),
        "nothing-matches": at("harbour", "HARB110", filter="xyzzy"), "search": "/search?words=tide",
        "nothing-found": "/search?words=xyzzy", "new": "/new", "quarantine": "/quarantine", "add": "/add", "verify": "/verify",
        "settings": at("harbour", path="/catalogue"),
        "not-there": "/nowhere", "week": "/week?day=4", "module": at("timetable", "SEA101", "/module"),
        "chart": at("chart", "topalbums", "/chart"), "places": places, "recent": "/recent", "convert": "/convert?number=12.5",
        "photo": item(places, "fjord", ".photo a"),
    }  # fmt: skip
    found["why"] = found["failed"].replace("/?", "/why?")
    found["versions"] = found["text"].replace("/?", "/versions?")
    page.goto(base + found["chart"][1:])
    found["entry"] = page.locator(".tile a").first.get_attribute("href")
    return found
