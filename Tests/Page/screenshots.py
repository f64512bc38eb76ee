"""Pictures of every view, of the project's own samples: python3 -B Tests/Page/screenshots.py CARREL FOLDER"""

import subprocess
import sys
from pathlib import Path

import views
from browsing import SIZES, THEMES, Machine
from world import Site, World

# At other sizes and in the dark there is one picture of each of these; of all others a wide one and one of a phone.
MAIN = ("document", "list")
# What tests look at, and nobody needs a picture of.
SKIPPED = ("settings", "nothing-found", "not-there", "html", "text", "why", "recent", "library")


def main(carrel: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("page-*.png"):
        old.unlink()
    # The pictures show addresses: always the same ones.
    world, empty, site = World(carrel, samples_port=8341), World(carrel), Site(port=8342)
    Machine.start(carrel)
    try:
        views.fill(world, site)
        base, nothing = world.serve().address, empty.serve().address
        found = views.addresses(Machine.browser.new_page(), base)
        for size, (width, height) in SIZES.items():
            for theme in THEMES:
                page = Machine.browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=theme, has_touch=size == "phone",
                    is_mobile=size == "phone", locale="en-GB", reduced_motion="reduce")  # fmt: skip
                for view, address in (found | {"empty": "/"}).items():
                    if view in SKIPPED or view not in MAIN and (size == "tablet" or theme == "dark"):
                        continue
                    page.goto((nothing if view == "empty" else base) + address[1:])
                    shoot(page, folder / f"page-{view}-{size}-{theme}.png")
                page.close()
    finally:
        Machine.stop()
        site.close()
        world.close()
        empty.close()
    pictures = list(folder.glob("page-*.png"))
    print(f"{len(pictures)} pictures, {sum(picture.stat().st_size for picture in pictures) / 1024:.0f} KiB, in {folder}")


def shoot(page, path: Path) -> None:
    """A picture once everything that is seen of the page is there."""
    page.evaluate("document.activeElement.blur()")
    for image in page.locator("img").all():
        if image.is_visible() and image.evaluate("image => image.getBoundingClientRect().top < innerHeight"):
            image.evaluate("image => image.decode().catch(() => {})")
    page.screenshot(path=path)
    # A page is of few colours: a palette makes the file a third as large.
    subprocess.run(["pngquant", "--force", "--strip", "--speed", "1", "--output", path, "64", "--", path], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
