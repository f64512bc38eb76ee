import CarrelText
import Foundation
import Testing

@Suite struct TextEncodingTests {
    @Test(arguments: [
        ("ISO-8859-1", "windows-1252"), ("ascii", "windows-1252"), (" Latin1 ", "windows-1252"),
        ("gb2312", "gbk"), ("Shift_JIS", "shift_jis"), ("windows-31j", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("iso-8859-9", "windows-1254"), ("TIS-620", "windows-874"), ("iso-8859-11", "windows-874"),
        ("utf-16", "utf-16le"), ("unicode", "utf-16le"), ("utf8", "utf-8"), ("logical", "iso-8859-8-i"),
        ("iso-2022-kr", "replacement"), ("x-user-defined", "x-user-defined"), ("koi8-ru", "koi8-u"),
        ("866", "ibm866"), ("x-sjis\t", "shift_jis"), ("csmacintosh", "macintosh"), ("visual", "iso-8859-8"),
    ])
    func `a label stands for what it means on the web`(label: String, name: String) {
        #expect(TextEncoding(label: label)?.name == name)
    }

    @Test(arguments: ["", " ", "utf-7", "utf-32", "latin-1", "x-unknown", "ütf-8", "windows-1252\u{A0}"])
    func `what is no label stands for nothing`(label: String) {
        #expect(TextEncoding(label: label) == nil)
    }

    @Test(
        arguments: [
            ("windows-1252", [0x80, 0x81, 0x9F, 0xFF], "€\u{81}Ÿÿ", 0),
            ("windows-1251", [0x98, 0xA8], "\u{98}Ё", 0), ("windows-1253", [0xD2, 0xC1], "\u{FFFD}Α", 1),
            ("windows-874", [0xDB, 0xA1, 0xFF], "\u{FFFD}ก\u{FFFD}", 2),
            ("windows-1255", [0xCA, 0xE0], "\u{5BA}א", 0),
            ("windows-1258", [0xD0, 0xCC], "Đ\u{300}", 0), ("koi8-u", [0xAE, 0xBE, 0xC1], "ўЎа", 0),
            ("macintosh", [0xC6, 0xDB, 0x8A], "∆€ä", 0), ("x-mac-cyrillic", [0xFF, 0x80], "€А", 0),
            ("iso-8859-6", [0xC7, 0xA1], "ا\u{FFFD}", 1),
            ("x-user-defined", [0x41, 0x80, 0xFF], "A\u{F780}\u{F7FF}", 0),
            ("replacement", [0x41, 0x42], "\u{FFFD}", 2), ("gbk", [0x80, 0xC4, 0xE3], "€你", 0),
            ("gb18030", [0x81, 0x30, 0x81, 0x30, 0x41], "\u{80}A", 0),
            ("big5", [0xA7, 0x41, 0xFF, 0x42], "你\u{FFFD}B", 1),
            ("euc-kr", [0xB0, 0xA1, 0xFF, 0x3C], "가\u{FFFD}<", 1),
            ("shift_jis", [0x81, 0x60, 0xB1, 0x5C], "～ｱ\\", 0),
            ("shift_jis", [0x81, 0x3C, 0x62], "\u{FFFD}<b", 1),
            ("euc-jp", [0xA4, 0xA2, 0x8E, 0xB1, 0xA4], "あｱ\u{FFFD}", 1),
            ("euc-jp", [0x8F, 0xB0, 0xA1, 0x41], "丂A", 0),
            (
                "iso-2022-jp",
                [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x4A, 0x5C, 0x1B, 0x28, 0x49, 0x31], "あ¥ｱ", 0
            ),
            ("iso-2022-jp", [0x41, 0xC1, 0x42], "A\u{FFFD}B", 1),
            (
                "iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x24, 0xC1, 0x0E, 0x1B, 0x28, 0x42, 0x41],
                "あ\u{FFFD}\u{FFFD}\u{FFFD}A", 3
            ),
            ("utf-16le", [0x41, 0, 0x3D, 0xD8, 0x00, 0xDE, 0x3D, 0xD8, 0x42], "A😀\u{FFFD}\u{FFFD}", 3),
            ("utf-16be", [0, 0x41, 0xDC, 0x00, 0, 0x42], "A\u{FFFD}B", 2),
            (
                "utf-8", [0x41, 0xE2, 0x82, 0x41, 0xC0, 0x80, 0xF0, 0x9F],
                "A\u{FFFD}A\u{FFFD}\u{FFFD}\u{FFFD}", 6
            ),
        ] as [(String, [UInt8], String, Int)])
    func `bytes are decoded as the Encoding Standard has it`(
        label: String, bytes: [UInt8], text: String, undecodable: Int
    ) throws {
        let decoded = try #require(TextEncoding(label: label)).decode(Data(bytes))
        #expect(Array(decoded.text.unicodeScalars) == Array(text.unicodeScalars))
        #expect(decoded.decoding.undecodable == undecodable)
    }

    @Test func `one bad byte changes nothing around it`() {
        let good = Paragraphs.russian
        let broken = Data(good.utf8) + [0xFF] + Data(good.utf8)
        for declared in [nil, "utf-8"] {
            let decoded = DecodedText(of: broken, declared: declared)
            #expect(decoded.text == good + "\u{FFFD}" + good)
            #expect(decoded.decoding.metadata == ["undecodable": "1"])
        }
        let korean = EncodedText.bytes(Paragraphs.korean, "UHC")
        let decoded = DecodedText(of: korean + [0xFF, 0x20] + korean, declared: "euc-kr")
        #expect(decoded.text == Paragraphs.korean + "\u{FFFD} " + Paragraphs.korean)
        #expect(decoded.decoding.metadata == ["encoding": "euc-kr", "undecodable": "1"])
    }

    @Test func `a character that is cut off is left out where the file goes on`() throws {
        let bytes = EncodedText.bytes(Paragraphs.japanese, "EUC-JP-MS")
        let cut = DecodedText(of: bytes.dropLast(1), declared: "euc-jp", isCut: true)
        #expect(cut.text == String(Paragraphs.japanese.dropLast()))
        #expect(cut.decoding.undecodable == 0)
        let utf8 = DecodedText(of: Data("aé".utf8.dropLast()), isCut: true)
        #expect(utf8.text == "a")
        #expect(utf8.decoding == TextDecoding(encoding: .utf8, undecodable: 0))
    }

    @Test func `text that is UTF-8 already is the same memory`() {
        let data = Data(Paragraphs.greek.utf8)
        let decoded = TextEncoding.utf8.decode(data)
        let addresses = (
            data.withUnsafeBytes { $0.baseAddress }, decoded.utf8.withUnsafeBytes { $0.baseAddress }
        )
        #expect(addresses.0 == addresses.1)
    }

    @Test func `large text keeps every character across the converter's buffer`() {
        let text = String(repeating: Paragraphs.korean, count: 400)
        #expect(DecodedText(of: EncodedText.bytes(text, "UHC"), declared: "euc-kr").text == text)
    }
}
