#!/usr/bin/env python3
"""Draws the covers of chart/ and the photos of places/: shapes as a PDF, made pictures by poppler's pdftocairo.

Usage: pictures.py SAMPLES
"""

import math
import pathlib
import subprocess
import sys
import tempfile


class Canvas:
    """A picture of filled shapes, with its origin at the top left. Colours are written rrggbb."""

    def __init__(self, width, height, top, bottom):
        self.width, self.height, self.lines = width, height, []
        for band in range(60):
            share = band / 59
            mixed = [a + (b - a) * share for a, b in zip(rgb(top), rgb(bottom))]
            self.fill(mixed, [(0, height * band / 60), (width, height * band / 60), (width, height), (0, height)])

    def fill(self, colour, points):
        red, green, blue = rgb(colour) if isinstance(colour, str) else colour
        path = " ".join(f"{x:.1f} {self.height - y:.1f} {'lm'[i == 0]}" for i, (x, y) in enumerate(points))
        self.lines.append(f"{red:.3f} {green:.3f} {blue:.3f} rg {path} f")

    def box(self, colour, x, y, width, height):
        self.fill(colour, [(x, y), (x + width, y), (x + width, y + height), (x, y + height)])

    def disc(self, colour, x, y, radius):
        turns = [math.tau * step / 48 for step in range(48)]
        self.fill(colour, [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns])

    def waves(self, colour, y, height, length, shift=0.0):
        """Everything below a wavy line."""
        steps = range(0, self.width + 4, 4)
        crest = [(x, y + height * math.sin(math.tau * (x / length + shift))) for x in steps]
        self.fill(colour, crest + [(self.width, self.height), (0, self.height)])

    def house(self, colour, roof, x, y, width, height):
        """A gabled house that stands on y."""
        gable = width * 0.6
        self.box(colour, x, y - height, width, height)
        self.fill(roof, [(x, y - height), (x + width / 2, y - height - gable), (x + width, y - height)])
        for row in range(int(height // 26)):
            for column in (0.22, 0.6):
                self.box("f6ecd2", x + width * column, y - height + 8 + 26 * row, width * 0.18, 12)

    def pdf(self):
        content = "\n".join(self.lines).encode()
        parts = [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {self.width} {self.height}]/Contents 4 0 R>>".encode(),
            b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        ]
        data, places = b"%PDF-1.4\n", []
        for number, part in enumerate(parts, 1):
            places.append(len(data))
            data += b"%d 0 obj%s endobj\n" % (number, part)
        table = b"".join(b"%010d 00000 n \n" % place for place in places)
        trailer = b"trailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(data)
        return data + b"xref\n0 5\n0000000000 65535 f \n" + table + trailer

    def save(self, file, *options):
        """Writes the picture, by its suffix a PNG or a JPEG."""
        file.parent.mkdir(parents=True, exist_ok=True)
        form = {".png": ["-png"], ".jpg": ["-jpeg", "-jpegopt", "quality=72"]}[file.suffix]
        with tempfile.NamedTemporaryFile(suffix=".pdf") as drawing:
            drawing.write(self.pdf())
            drawing.flush()
            command = ["pdftocairo", *form, *(options or ["-r", "72"]), "-singlefile", drawing.name]
            subprocess.run([*command, file.with_suffix("")], check=True)


def rgb(colour):
    return [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]


def covers():
    """The name and the picture of each cover."""
    tide = Canvas(170, 170, "fbd28b", "f08a5d")
    tide.disc("fff3c9", 85, 78, 34)
    for row, colour in enumerate(["2f6690", "27567a", "1d3f5e", "152c45"]):
        tide.waves(colour, 92 + 20 * row, 6, 70, 0.2 * row)
    yield "slack-water", tide
    rings = Canvas(170, 170, "14213d", "0b1226")
    for step, colour in enumerate(["fca311", "14213d", "e5e5e5", "14213d", "fca311"]):
        rings.disc(colour, 60 + 5 * step, 110 - 5 * step, 80 - 15 * step)
    yield "five-rings", rings
    peaks = Canvas(170, 170, "bfd7ea", "f4f1de")
    for x, y, colour in [(20, 60, "6d8ea0"), (120, 44, "54758a"), (75, 80, "3b5568")]:
        peaks.fill(colour, [(x - 80, 170), (x, y), (x + 80, 170)])
        peaks.fill("ffffff", [(x - 14, y + 19), (x, y), (x + 14, y + 19), (x + 4, y + 14), (x - 4, y + 22)])
    yield "north-of-here", peaks
    night = Canvas(170, 170, "231942", "5e548e")
    night.disc("f7edf2", 118, 48, 26)
    night.disc("2f2650", 108, 42, 24)
    for star in range(18):
        night.disc("e0b1cb", (star * 61) % 167 + 2, (star * 37) % 92 + 4, 1.2 + star % 2)
    night.waves("160f29", 128, 5, 120)
    yield "lamp-oil", night
    stripes = Canvas(170, 170, "f2e9e4", "f2e9e4")
    for step, colour in enumerate(["c9184a", "ff758f", "ffb3c1", "9a8c98", "4a4e69", "22223b"]):
        stripes.fill(colour, [(28 * step, 0), (28 * step + 18, 0), (28 * step - 22, 170), (28 * step - 40, 170)])
    yield "six-short-walks", stripes


def photos():
    """The server, the identity with the secret, and the picture of each photo."""
    wharf = Canvas(320, 240, "9db4c0", "dfe7ea")
    for step, colour in enumerate(["b23a48", "d8973c", "e8dab2", "8c2f39", "c8553d", "f0c987"]):
        wharf.house(colour, "4a3b36", 10 + 50 * step, 160, 48, 70 + 8 * (step % 3))
    wharf.waves("3e5c76", 162, 2, 60)
    yield "101_bryggen", wharf
    fjord = Canvas(320, 240, "c7dbe6", "f3efe0")
    for x, y, colour in [(40, 60, "6b8794"), (280, 50, "5b7784"), (160, 110, "87a0aa")]:
        fjord.fill(colour, [(x - 130, 190), (x, y), (x + 130, 190)])
    fjord.waves("37596b", 180, 2, 90)
    fjord.fill("f4f1de", [(150, 176), (190, 176), (182, 186), (156, 186)])
    fjord.fill("d1495b", [(170, 134), (170, 174), (196, 174)])
    yield "102_fjord", fjord
    tram = Canvas(320, 240, "8ecae6", "e9f5db")
    for step, colour in enumerate(["ffb703", "e5989b", "b5e48c", "f4a261", "a2d2ff"]):
        tram.house(colour, "9b2226", 64 * step, 190 - 12 * step, 62, 84)
    tram.fill("6c757d", [(0, 206), (320, 146), (320, 240), (0, 240)])
    tram.fill("ffd60a", [(110, 150), (210, 132), (210, 182), (110, 200)])
    for step in range(4):
        tram.fill("264653", [(118 + 23 * step, 156 - 4 * step), (134 + 23 * step, 153 - 4 * step),
                             (134 + 23 * step, 171 - 4 * step), (118 + 23 * step, 174 - 4 * step)])
    yield "201_tram", tram
    roofs = Canvas(320, 240, "fcbf49", "f7e1b5")
    roofs.disc("fff8e1", 250, 70, 26)
    for step in range(14):
        x, y = (step * 71) % 300 - 10, 110 + 9 * step
        roofs.house("f1e3d3", "bc4b32", x, y + 34, 56, 34)
    yield "202_roofs", roofs
    bridge = Canvas(320, 240, "a9d6e5", "edf6f9")
    bridge.waves("468faf", 186, 2, 80)
    bridge.box("343a40", 0, 84, 320, 7)
    arch = [(160 + 150 * math.cos(math.pi * t / 40), 190 - 96 * math.sin(math.pi * t / 40)) for t in range(41)]
    inner = [(160 + 138 * math.cos(math.pi * t / 40), 190 - 84 * math.sin(math.pi * t / 40)) for t in range(41)]
    bridge.fill("495057", arch + inner[::-1])
    for x in range(30, 300, 26):
        rise = 190 - 96 * math.sqrt(max(0, 1 - ((x - 160) / 150) ** 2))
        bridge.box("495057", x, 88, 3, rise - 88)
    yield "301_bridge", bridge
    gate = Canvas(320, 240, "f8edeb", "cddafd")
    gate.fill("7f9c78", [(0, 190), (90, 120), (180, 180), (260, 110), (320, 170), (320, 240), (0, 240)])
    gate.fill("c1121f", [(70, 70), (250, 70), (262, 54), (160, 60), (58, 54)])
    gate.box("9d0208", 88, 94, 144, 12)
    for x in (100, 206):
        gate.box("c1121f", x, 70, 14, 136)
    gate.waves("6a8caf", 200, 2, 70)
    yield "401_gate", gate
    bamboo = Canvas(320, 240, "d8f3dc", "95d5b2")
    for step in range(16):
        x, width = (step * 53) % 316, 7 + step % 5
        bamboo.box(["2d6a4f", "40916c", "52b788"][step % 3], x, 0, width, 240)
        for joint in range(6):
            bamboo.box("b7e4c7", x, (joint * 46 + step * 19) % 240, width, 2)
    bamboo.fill("b08968", [(130, 240), (156, 150), (166, 150), (210, 240)])
    yield "402_bamboo", bamboo


def main():
    samples = pathlib.Path(sys.argv[1])
    for name, cover in covers():
        for size in ("60", "170"):
            scale = ["-scale-to-x", size, "-scale-to-y", size]
            cover.save(samples / f"chart/covers/{name}-{size}.png", *scale)
    for name, photo in photos():
        photo.save(samples / f"places/photos/1/{name}_b.jpg")


main()
