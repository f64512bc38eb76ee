import Foundation

/// Writes small books.
enum TinyBooks {
    private static let container = """
        <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>\
        <rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
        """

    /// A page of a book.
    static func page(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" \
        xmlns:epub="http://www.idpf.org/2007/ops"><head><title/><style>p { color: red }</style></head>\
        <body>\(body)</body></html>
        """
    }

    /// A book of EPUB.
    ///
    /// - Parameters:
    ///   - chapters: the names and the bodies of its pages, in the order of its spine.
    ///   - navigation: the body of its navigation document; a book of EPUB 2 has none.
    ///   - beside: the names of pages that stand beside its text.
    ///   - others: further files.
    /// - Returns: the book.
    static func epub(
        _ chapters: [(name: String, body: String)], navigation: String? = nil, beside: Set<String> = [],
        others: [(String, String)] = []
    ) -> Data {
        let items = chapters.map { "<item id=\"\($0.name)\" href=\"text/\($0.name).xhtml\"/>" }.joined()
        let references = chapters.map { chapter in
            "<itemref idref=\"\(chapter.name)\" linear=\"\(beside.contains(chapter.name) ? "no" : "yes")\"/>"
        }.joined()
        let contents =
            navigation == nil
            ? "<item id=\"ncx\" href=\"toc.ncx\"/>"
            : "<item id=\"nav\" href=\"nav.xhtml\" properties=\"nav\"/>"
        let package = """
            <package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>\
            <dc:title>The Tides</dc:title><dc:creator>Ada Marsh</dc:creator><dc:creator>Ben Shore</dc:creator>\
            <dc:language>en</dc:language><dc:publisher>Harbour Press</dc:publisher><dc:date>2024-03-01</dc:date>\
            <dc:identifier>urn:isbn:1</dc:identifier><dc:description>&lt;p&gt;How the sea moves.&lt;/p&gt;</dc:description>\
            </metadata><manifest>\(items)\(contents)</manifest><spine toc="ncx">\(references)\
            \(navigation == nil ? "" : "<itemref idref=\"nav\"/>")</spine></package>
            """
        let ncx = """
            <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>\
            <navPoint><navLabel><text>Of Springs</text></navLabel><content src="text/two.xhtml#a"/></navPoint>\
            </navMap></ncx>
            """
        // The pages are in the archive in the order of their names.
        let pages = chapters.sorted { $0.name < $1.name }.map { ("OPS/text/\($0.name).xhtml", page($0.body)) }
        return TinyZip.archive(
            [
                ("mimetype", "application/epub+zip"), ("META-INF/container.xml", container),
                ("OPS/book.opf", package),
            ]
                + pages + [navigation.map { ("OPS/nav.xhtml", page($0)) } ?? ("OPS/toc.ncx", ncx)] + others)
    }

    /// A FictionBook.
    static func fiction(_ bodies: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" \
        xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><genre>science</genre><author>\
        <first-name>Ada</first-name><last-name>Marsh</last-name></author><book-title>The Tides</book-title>\
        <annotation><p>How the sea moves.</p></annotation><lang>en</lang></title-info><publish-info>\
        <publisher>Harbour Press</publisher><year>2024</year><isbn>1</isbn></publish-info></description>\
        \(bodies)<binary id="a.png">AAAA</binary></FictionBook>
        """
    }
}
