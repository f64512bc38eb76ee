import CarrelHTML
import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@testable import CarrelPage

/// What a page says of a document.
struct DocumentMarkupTests {
    private let slides = MediaType(
        "application/vnd.openxmlformats-officedocument.presentationml.presentation")

    @Test(arguments: [
        ("2024-03-02", "2024-03-02", "2. März 2024"),
        ("2024-03-02 10:00:07", "2024-03-02T10:00:07", "2. März 2024, 10:00"),
        ("2024-03-02T10:00:07.123456789", "2024-03-02T10:00:07", "2. März 2024, 10:00"),
    ])
    func `a date without a zone keeps its clock`(written: String, name: String, words: String) {
        let date = DateMarkup.markup(written: written, .german)
        #expect(date?.html == "<time datetime=\"\(name)\">\(words)</time>")
    }

    @Test(arguments: ["2024-03-02T10:00:00Z", "2024-03-02T11:00:00+01", "2024-03-02 10:00 UTC"])
    func `a date with a zone is told by the server's clock`(written: String) {
        let moment = Date(timeIntervalSince1970: 1_709_373_600)
        let date = DateMarkup.markup(written: written, .german)
        let words = DateMarkup.text(moment, .german)
        #expect(date?.html == "<time datetime=\"2024-03-02T10:00:00Z\">\(words)</time>")
    }

    @Test(arguments: [
        ("", false), ("en-GB", false), ("en-US", true), ("en-IE, en-US;q=0.9", false),
        ("en-US;q=0.5, de, en-AU;q=0.3", true), ("fr", false), ("en-u-hc-us", false), ("en-Latn-US", true),
    ])
    func `the clock has twelve hours where the reader's English has`(field: String, isTwelve: Bool) {
        let locale = PageLocale(.english, accepting: field)
        let date = DateMarkup.markup(written: "2024-03-02 14:00", locale)?.html
        #expect(date?.contains("14:00<") == !isTwelve)
        #expect(date?.contains("PM") == isTwelve)
    }

    @Test(arguments: [
        ("de-AT, de", "de-AT"), ("en-US, de-x-at", "de"), ("de-1996-CH", "de-CH"), ("de-419", "de-419"),
    ])
    func `a language has the region that the browser names for it`(field: String, tag: String) {
        #expect(PageLocale(.german, accepting: field).tag == tag)
    }

    @Test(arguments: [(0, "UTC"), (3600, "UTC+1"), (20_700, "UTC+5:45"), (-12_600, "UTC−3:30")])
    func `a time of the server names its zone by the hours ahead of UTC`(seconds: Int, name: String) throws {
        let zone = try #require(TimeZone(secondsFromGMT: seconds))
        #expect(DateMarkup.offset(of: zone, at: Date()) == name)
        let here = DateMarkup.offset(of: .current, at: Date())
        #expect(DateMarkup.text(Date(), .english).hasSuffix(" \(here)"))
    }

    @Test(arguments: [
        "2024", "20240302", "2024-13-02", "1.2-2024-03-02", "March 2024",
    ])
    func `what is not a date in digits stays as it is`(text: String) {
        #expect(DateMarkup.markup(written: text, .english)?.html == nil)
        let row = DetailMarkup.row(Detail("Seen", text), .english)
        #expect(row.html == "<dt>Seen</dt><dd><bdi class=\"lines\">\(text)</bdi></dd>")
    }

    @Test func `facts are told in words and units for people`() {
        let metadata = [
            "bytes": "3805", "created": "2024-03-02", "paperColour": "blue", "pageSize": "210 × 297 mm",
            "unpacked": "52428800", "words": "52428800",
        ]
        let rows = DocumentFacts(metadata: metadata, locale: .german).rows.map(\.html)
        #expect(
            rows == [
                "<dt>Ausgepackt</dt><dd>50,0 MiB</dd>",
                "<dt>Erstellt</dt><dd><time datetime=\"2024-03-02\">2. März 2024</time></dd>",
                "<dt>Seitengröße</dt><dd><bdi>210 × 297 mm</bdi></dd>",
                "<dt>Wörter</dt><dd><bdi>52428800</bdi></dd>",
                "<dt>paper colour</dt><dd><bdi>blue</bdi></dd>",
            ])
        let seen = DetailMarkup.row(Detail("Last modified", "2024-03-02"), .german)
        #expect(
            seen.html
                == "<dt>Zuletzt geändert</dt><dd><time datetime=\"2024-03-02\">2. März 2024</time></dd>")
    }

    @Test(arguments: [Language.english, .german])
    func `the width of a picture is told before its height, and both before all else`(language: Language) {
        let metadata = ["height": "240", "width": "320", "altitude": "12 m"]
        let rows = DocumentFacts(metadata: metadata, locale: PageLocale(language, accepting: "")).rows
        let values = rows.map { $0.html.contains("320") ? "width" : $0.html.contains("240") ? "height" : "" }
        #expect(values == ["width", "height", ""])
    }

    @Test(arguments: [
        ("page size", "Seitengröße"), ("Last modified", "Zuletzt geändert"),
        ("Artwork 170 px", "Titelbild 170 px"), ("Artwork", "Titelbild"), ("Colour", "Colour"),
        ("2nd author", "2nd author"), ("Subject 3 notes", "Subject 3 notes"), ("Page 7", "Page 7"), ("", ""),
    ])
    func `a fact has the page's name for it if its whole name is Carrel's`(name: String, german: String) {
        #expect(FactNames.text(ofDocument: name, .german) == german)
        #expect(FactNames.text(ofDocument: name, .english) == name)
    }

    @Test(arguments: [("Root", "Root"), ("To", "To"), ("From", "From"), ("Lecturer", "Lehrperson")])
    func `what a catalogue calls as only documents have it keeps the catalogue's name`(
        name: String, german: String
    ) {
        #expect(FactNames.text(ofItem: name, .german) == german)
    }

    @Test(arguments: [("image/png", false), ("image/tiff", true), ("text/plain", false)])
    func `a picture that browsers do not know is shown as the server draws it`(
        type: String, isDrawn: Bool
    ) throws {
        let mediaType = try #require(MediaType(type))
        if case .drawing = DocumentMarkup(Preview(text: "", mediaType: mediaType), .english).way {
            #expect(isDrawn)
        } else {
            #expect(!isDrawn)
        }
    }

    @Test func `below a text whose end is shown it does not go on`() throws {
        var preview = Preview(text: "x", isTruncated: true, part: .withGaps, mediaType: .plainText)
        #expect(DocumentMarkup(preview, .english).rest == .hasGaps)
        preview.part = nil
        #expect(DocumentMarkup(preview, .english).rest == .truncated)
        preview.isTruncated = false
        #expect(DocumentMarkup(preview, .english).rest == nil)
    }

    @Test func `the pages of a document are called what they are`() throws {
        func facts(_ type: MediaType, _ pages: Int, _ language: Language) -> [String] {
            DocumentMarkup(Preview(text: "", mediaType: type, pages: pages), language).facts
        }
        let slides = try #require(slides)
        #expect(facts(slides, 24, .english) == ["PPTX", "24 slides"])
        #expect(facts(slides, 1, .german) == ["PPTX", "1 Folie"])
        #expect(facts(.pdf, 1, .english) == ["PDF", "1 page"])
        for kind in PageKind.allCases {
            #expect(kind.count(3, .english) == "3 \(kind.rawValue)s")
            #expect(kind.number(3, .english) == "\(kind.rawValue.capitalized) 3")
        }
    }
}
