"""Documents to be previewed: a PDF document and a page of an article, the same ones in every run of the benchmark."""

import random
import zlib
from pathlib import Path

from words import SLOTS, slots

PAGES, LINES = 100, 48
PARAGRAPHS = 106


def _sentences(source: random.Random, words: int) -> str:
    picked = [slots()[source.randrange(SLOTS)] for _ in range(words)]
    for at in range(0, words, 12):
        picked[at] = picked[at].capitalize()
        if at:
            picked[at - 1] += "."
    return " ".join(picked) + "."


def write_pdf(path: Path) -> None:
    """Writes a document of a hundred pages of text, packed as programs pack it."""
    source = random.Random("carrel pdf")
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(PAGES))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {PAGES} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number in range(PAGES):
        lines = [f"({_sentences(source, 13)}) Tj T*" for _ in range(LINES)]
        drawn = zlib.compress("\n".join(["BT /F1 10 Tf 14 TL 60 780 Td", *lines, "ET"]).encode())
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>"
            + f" /Contents {5 + 2 * number} 0 R >>".encode()
        )
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(drawn), drawn))
    content, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%b\nendobj\n" % (number, text)
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n"
    path.write_bytes(content + f"{end}{len(content)}\n%%EOF\n".encode())


def write_page(path: Path) -> None:
    """Writes an article of some 114 KB with all that stands around one: menus, boxes, styles, scripts, a footer."""
    source = random.Random("carrel page")
    menu = "".join(f'<li class="nav-item"><a href="/topic/{n}">{_sentences(source, 2)}</a></li>' for n in range(60))
    boxes = "".join(
        f'<div class="teaser"><a href="/story/{n}"><img src="/img/{n}.jpg" alt=""><h4>{_sentences(source, 7)}</h4></a>'
        f"<p>{_sentences(source, 14)}</p></div>"
        for n in range(40)
    )
    article = "".join(_paragraph(source, number) for number in range(PARAGRAPHS))
    style = "".join(f".box-{n} {{ margin: {n}px; color: #{n:06x} }}\n" for n in range(120))
    script = "".join(f'track("event-{n}", {{ value: {n} < 7 && {n} > 2 }});\n' for n in range(150))
    path.write_text(
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{_sentences(source, 6)}</title>'
        f'<meta name="description" content="{_sentences(source, 20)}"><style>{style}</style><script>{script}</script>'
        f'</head><body><header><nav><ul>{menu}</ul></nav></header><main><article><h1>{_sentences(source, 7)}</h1>'
        f'<p class="byline">By <a rel="author" href="/people/1">Ada Example</a>, <time datetime="2026-03-01">1 March'
        f'</time></p>{article}</article><aside>{boxes}</aside></main><footer><ul>{menu}</ul><p>{_sentences(source, 30)}'
        "</p></footer></body></html>\n"
    )  # fmt: skip


def _paragraph(source: random.Random, number: int) -> str:
    if number % 12 == 11:
        return f'<figure><img src="/img/f{number}.jpg" alt=""><figcaption>{_sentences(source, 9)}</figcaption></figure>'
    if number % 9 == 8:
        return f"<h2>{_sentences(source, 4)}</h2>"
    if number % 15 == 7:
        return "<ul>" + "".join(f"<li>{_sentences(source, 8)}</li>" for _ in range(5)) + "</ul>"
    link = f'<a href="/see/{number}">{_sentences(source, 3)}</a>'
    return f"<p>{_sentences(source, 60)} {link} <em>{_sentences(source, 5)}</em> {_sentences(source, 55)}</p>\n"
