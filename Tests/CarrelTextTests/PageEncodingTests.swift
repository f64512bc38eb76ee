import CarrelMarkup
import CarrelText
import Foundation
import Testing

@Suite struct PageEncodingTests {
    private func encoding(of page: Data, charset: String? = nil) throws -> String {
        try MarkupReader.readHTML(page, charset: charset) { _ in true }.encoding.name
    }

    @Test(arguments: [
        ("<meta charset=iso-8859-2>", "iso-8859-2"), ("<META CHARSET='KOI8-R' >", "koi8-r"),
        ("<meta charset=\"  euc-jp \">", "euc-jp"), ("<meta/charset=big5>", "big5"),
        ("<meta http-equiv=Content-Type content='text/html; charset=iso-8859-2'>", "iso-8859-2"),
        ("<meta content='text/html; charset = \"euc-kr\"' http-equiv='CONTENT-TYPE'>", "euc-kr"),
        ("<meta content='text/html; charset=euc-kr'>", "utf-8"),
        ("<meta http-equiv=refresh content='text/html; charset=euc-kr'>", "utf-8"),
        ("<meta http-equiv=Content-Type content='charset charset=ibm866;x'>", "ibm866"),
        ("<meta charset=no-such><meta charset=big5>", "big5"), ("<meta charset=utf-16>", "utf-8"),
        ("<meta charset=x-user-defined>", "windows-1252"), ("<metacharset=big5>", "utf-8"),
        ("<!-- <meta charset=big5> --><meta charset=euc-kr>", "euc-kr"),
        ("<!--><meta charset=big5>-->", "big5"), ("<!-- <meta charset=big5>", "utf-8"),
        ("<p title='<meta charset=big5>'>", "utf-8"), ("<p title=\"'\"><meta charset=big5>", "big5"),
        ("<p a='>' b=<meta charset=euc-kr><meta charset=big5>", "big5"),
        ("</p title='<meta charset=euc-kr>'><meta charset=big5>", "big5"),
        ("<!doctype html '<meta charset=euc-kr>'><meta charset=big5>", "big5"),
        ("<?php <meta charset=euc-kr> ?><meta charset=big5>", "big5"),
        ("<meta charset=big5 charset=euc-kr>", "big5"), ("<meta charset=big5", "utf-8"),
        ("<?xml version='1.0' encoding='iso-8859-5'?><html>", "iso-8859-5"),
        ("<?xml version='1.0' encoding='iso-8859-5'?><meta charset=big5>", "big5"),
        ("< meta charset=big5>", "utf-8"), ("<script>'<meta charset=big5>'</script>", "big5"),
    ])
    func `what a page declares at its beginning is found as browsers find it`(page: String, name: String)
        throws
    {
        #expect(try encoding(of: Data(page.utf8)) == name)
    }

    @Test func `a late declaration counts where a parser comes upon it`() throws {
        let filler = "<!-- " + String(repeating: "x", count: 2000) + " -->"
        let word: [UInt8] = [0xA4, 0xA4, 0xA4, 0xE5]
        #expect(try encoding(of: Data((filler + "<meta charset=big5>").utf8) + word) == "big5")
        // Of a page of ASCII nobody needs to know.
        #expect(try encoding(of: Data((filler + "<meta charset=big5>").utf8)) == "utf-8")
        #expect(try encoding(of: Data((filler + "<script>'<meta charset=big5>'</script>").utf8)) == "utf-8")
        #expect(try encoding(of: Data((filler + "<title><meta charset=big5></title>").utf8)) == "utf-8")
    }

    @Test func `a mark wins over the server and the server over the page`() throws {
        let page = Data("<meta charset=big5><p>é".utf8)
        #expect(try encoding(of: page, charset: "koi8-r") == "koi8-r")
        #expect(try encoding(of: page, charset: "unheard-of") == "big5")
        #expect(try encoding(of: Data([0xEF, 0xBB, 0xBF]) + page, charset: "koi8-r") == "utf-8")
        #expect(
            try encoding(of: EncodedText.bytes("\u{FEFF}<p>é", "UTF-16LE"), charset: "koi8-r") == "utf-16le")
        #expect(try encoding(of: EncodedText.bytes("<?xml version='1.0'?><p>é", "UTF-16BE")) == "utf-16be")
    }

    @Test func `UTF-16 is not believed of a document that begins with a tag in single bytes`() throws {
        #expect(try encoding(of: Data("\n<p>é".utf8), charset: "utf-16") == "utf-8")
        #expect(try encoding(of: Data("<meta charset=big5><p>é".utf8), charset: "utf-16be") == "big5")
        for name in ["UTF-16LE", "UTF-16BE"] {
            let page = EncodedText.bytes(" <p>é", name)
            #expect(try encoding(of: page, charset: name) == name.lowercased())
        }
        var text = ""
        try MarkupReader.readXML(Data("<a>é</a>".utf8), charset: "utf-16") { event in
            if case .text(let part) = event { text += part }
            return true
        }
        #expect(text == "é")
    }

    @Test func `bytes that are UTF-8 are never those of a declared alphabet`() throws {
        #expect(try encoding(of: Data("<meta charset=iso-8859-1><p>\(Paragraphs.greek)".utf8)) == "utf-8")
        #expect(try encoding(of: Data("<meta charset=iso-8859-1><p>x".utf8)) == "windows-1252")
        #expect(try encoding(of: Data("<meta charset=gbk><p>\(Paragraphs.greek)".utf8)) == "gbk")
    }

    @Test func `a bad byte ends neither a page nor XML`() throws {
        let middle = Data("<b>Übung ".utf8) + [0xC3, 0x28, 0xFF] + Data("é</b><i>end</i>".utf8)
        var text = ""
        func take(_ event: MarkupEvent) -> Bool {
            if case .text(let part) = event { text += part }
            return true
        }
        let decoding = try MarkupReader.readHTML(Data("<meta charset=utf-8>".utf8) + middle, take)
        #expect(text == "Übung \u{FFFD}(\u{FFFD}éend")
        #expect(decoding.undecodable == 2)
        text = ""
        let problem = try MarkupReader.readXML(Data("<a>".utf8) + middle + Data("</a>".utf8), take)
        #expect(problem == nil)
        #expect(text == "Übung \u{FFFD}(\u{FFFD}éend")
    }

    @Test(arguments: ["windows-1251", "koi8-r", "utf-16le", "iso-8859-5"])
    func `XML is read in the encoding that it declares`(label: String) throws {
        let xml = "<?xml version=\"1.0\" encoding=\"\(label)\"?><a>\(Paragraphs.russian)</a>"
        let data = EncodedText.bytes(xml, label.uppercased().replacing("WINDOWS-", with: "CP"))
        var text = ""
        let problem = try MarkupReader.readXML(data) { event in
            if case .text(let part) = event { text += part }
            return true
        }
        #expect(problem == nil)
        #expect(text == Paragraphs.russian)
    }
}
