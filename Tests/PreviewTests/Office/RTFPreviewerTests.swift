import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import RTFPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RTFPreviewerTests {
    private let type = MediaType.forFileExtension("rtf") ?? .octetStream

    private func text(_ body: String, header: String = "\\ansi\\ansicpg1252") async throws -> String {
        try await preview(Data("{\\rtf1\(header) \(body)}".utf8), as: type, with: RTFPreviewer()).text
    }

    @Test(arguments: [
        ("one\\par two\\line three\\page four", "one\n\ntwo\nthree\nfour"), ("a\\\nb", "a\n\nb"),
        ("a\nb \\{c\\}\\\\", "ab {c}\\"),
        ("caf\\'e9 \\ldblquote x\\rdblquote\\emdash y", "café “x”—y"), ("a\\~b\\_c\\-d", "a b‑cd"),
        ("{\\b bold}{\\i0 not}", "boldnot"), ("{\\v hidden}shown{\\deleted gone}", "shown"),
        ("{\\*\\unknown lost}kept{\\pict 89504e47}", "kept"), ("x\\bin3 }}}y", "xy"),
        ("{\\field{\\*\\fldinst HYPERLINK \"a\"}{\\fldrslt a link}}", "a link"),
        ("{\\upr{old}{\\*\\ud{new \\u8364 ?}}}", "new €"),
    ])
    func `text is read with its characters`(body: String, expected: String) async throws {
        #expect(try await text(body) == expected)
    }

    @Test(arguments: [
        ("\\u8364 ?x", "€x"), ("\\uc0\\u8364 x", "€x"), ("\\uc2\\u8364 \\'80\\'80x", "€x"),
        ("{\\uc0 \\u233 a}\\u233 ab", "éaéb"), ("\\u-10179 ?\\u-8704 ?!", "😀!"), ("\\u8364 {x}", "€x"),
    ])
    func `characters of Unicode come once, without what replaces them`(body: String, expected: String)
        async throws
    {
        #expect(try await text(body) == expected)
    }

    @Test func `bytes are in the code page of the document, or of their font`() async throws {
        #expect(try await text("\\'cf\\'f0\\'e8", header: "\\ansi\\ansicpg1251") == "При")
        #expect(try await text("\\'8e", header: "\\mac") == "é")
        #expect(try await text("\\'82", header: "\\pc") == "é")
        let fonts = "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset128 Mincho;}{\\f2\\fcharset161 Greek;}}"
        #expect(
            try await text("\(fonts)\\f0 \\'e9{\\f1 \\'93\\'fa\\'96\\'7b}\\f2 \\'e1")
                == "é日本α")
    }

    @Test func `styles give headings, and levels do`() async throws {
        let styles = "{\\stylesheet{\\s0 Normal;}{\\s1\\b heading 1;}{\\s2 Title;}}"
        #expect(
            try await text(
                "\(styles)\\s2 Tides\\par\\pard\\s1 Springs\\par\\pard\\outlinelevel1 Neaps\\par\\pard Text")
                == "# Tides\n\n# Springs\n\n## Neaps\n\nText")
    }

    @Test func `what a style says, or what stands before an item, is not said of a paragraph`() async throws {
        let body =
            "{\\stylesheet{\\s3\\ls1\\outlinelevel2 Part;}}Text\\par\\pard\\s1\\outlinelevel0{\\listtext\\pard\\plain \\tab}"
            + "\\ls1 Tides\\par\\pard\\outlinelevel1{\\listtext\\pard\\plain 1.1\\tab}Springs\\par"
        #expect(try await text(body) == "Text\n\n# Tides\n\n## 1.1 Springs")
    }

    @Test func `lists have their signs, numbers and levels`() async throws {
        let body =
            "{\\listtext\\'b7\\tab}\\ls1 a\\par{\\listtext\\'b7\\tab}\\ilvl1 b\\par\\pard then\\par"
            + "{\\pntext 1.\\tab}c\\par{\\pntext 2.\\tab}d\\par{\\pntext (a)\\tab}e\\par\\pard\\ls2 f\\par"
        #expect(try await text(body) == "- a\n  - b\n\nthen\n\n1. c\n2. d\n- (a) e\n- f")
    }

    @Test func `tables have their rows and cells`() async throws {
        let body =
            "\\trowd\\cellx1\\cellx2\\intbl Port\\cell High\\cell\\row\\intbl Dover\\cell 06:12\\par 18:30\\cell\\row"
            + "\\pard after\\par"
        #expect(
            try await text(body) == "| Port | High |\n| --- | --- |\n| Dover | 06:12 18:30 |\n\nafter")
    }

    @Test func `notes, comments, headers and shapes are marked or beside the text`() async throws {
        let body =
            "{\\header The Almanac}Tides{\\super\\chftn}{\\footnote{\\super\\chftn} Twice a day.} turn"
            + "{\\*\\atnauthor Ada}{\\*\\annotation Do they?}.\\par{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt In a box"
            + "\\par}}{\\shprslt again}}end\\par"
        #expect(
            try await text(body) == """
                Tides [^1] turn.

                In a box

                end

                [^1]: Twice a day.

                > Comment (Ada): Do they?

                ---

                Header: The Almanac
                """)
    }

    @Test func `a document says who wrote it and when`() async throws {
        let info =
            "{\\info{\\title Tide \\'93tables\\'94}{\\author Ada Marsh}{\\keywords moon}{\\author Bo}{\\creatim\\yr2024\\mo3\\dy1\\hr8\\min5}"
            + "{\\nofpages7}{\\nofwords2100}{\\*\\company Press}}"
        let preview = try await preview(
            Data("{\\rtf1\\ansi\(info) Text\\par}".utf8), as: type, with: RTFPreviewer())
        #expect(preview.title == "Tide “tables”" && preview.pages == 7 && preview.form == .markdown)
        #expect(
            preview.metadata == [
                "author": "Ada Marsh", "keywords": "moon", "created": "2024-03-01T08:05", "words": "2100",
                "company": "Press",
            ])
    }

    @Test func `a document that breaks off, and one without end, are shown as far as they go`() async throws {
        let cut = try await preview(Data("{\\rtf1 whole\\par ha".utf8), as: type, with: RTFPreviewer())
        #expect(cut.text == "whole\n\nha" && cut.isTruncated)
        let deep = "{\\rtf1 x" + String(repeating: "{\\b ", count: 200_000) + "y"
        let nested = try await preview(Data(deep.utf8), as: type, with: RTFPreviewer())
        #expect(nested.text == "xy" && nested.isTruncated)
        let long = try await preview(
            Data("{\\rtf1 \(String(repeating: "word ", count: 100_000))}".utf8), as: type,
            with: RTFPreviewer(),
            limits: PreviewLimits(maxText: 1000))
        #expect(long.text.utf8.count <= 1000 && long.isTruncated)
    }

    @Test(arguments: [
        ("\n\u{0}8$DM\u{11}q\\par }", false), ("\n\u{0}{garb$", false), ("}\n", false),
        ("\n{junk \\b words\\par}", true), (" two\\par {three} four\\par}", true),
    ])
    func `what follows the document's end is not its text, and is told where it may be`(
        rest: String, isTruncated: Bool
    ) async throws {
        let padded = Data("\u{FEFF}{\\rtf1 whole\\par}\(rest)".utf8)
        let shown = try await preview(padded, as: type, with: RTFPreviewer())
        #expect(shown.text == "whole" && shown.isTruncated == isTruncated)
    }

    @Test func `a file of another kind is called that`() async {
        let error = await previewError(Data("words".utf8), as: type, with: RTFPreviewer())
        #expect(error?.code == .malformed && error?.reason == "the file is not an RTF document")
    }
}
