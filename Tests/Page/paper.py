"""PDF documents of lines of text, with a table of contents."""


def _string(text: str) -> bytes:
    return b"(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode("latin-1") + b")"


def pdf(pages: list[list[str]], outline: list[tuple[str, int]] = (), turned: tuple[int, ...] = ()) -> bytes:
    """A document with a page for each list of lines; an outline's entries are a title and a page, from 1."""
    objects: list[bytes] = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]
    kids = []
    for number, lines in enumerate(pages, 1):
        text = b"BT /F1 14 Tf 20 TL 72 700 Td " + b" ".join(_string(line) + b" Tj T*" for line in lines) + b" ET"
        kids.append(b"%d 0 R" % (len(objects) + 1))
        turn = b" /Rotate 90" if number in turned else b""
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]%s /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % (turn, len(objects) + 2))  # fmt: skip
        objects.append(b"<< /Length %d >>\nstream\n" % len(text) + text + b"\nendstream")
    contents = b""
    if outline:
        root = len(objects) + 1
        contents = b" /Outlines %d 0 R" % root
        last = root + len(outline)
        objects.append(b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (root + 1, last, len(outline)))
        for index, (title, page) in enumerate(outline, root + 1):
            before = b" /Prev %d 0 R" % (index - 1) if index > root + 1 else b""
            after = b" /Next %d 0 R" % (index + 1) if index < last else b""
            objects.append(
                b"<< /Title %s /Parent %d 0 R%s%s /Dest [%s /Fit] >>" % (_string(title), root, before, after, kids[page - 1]))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R%s >>" % contents
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    result = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(result))
        result += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return result + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, table, len(objects) + 1, len(result))  # fmt: skip
