import CarrelMarkup
import CarrelText
import Foundation
import Testing

/// A paragraph in an encoding of before Unicode.
struct LegacySample: CustomTestStringConvertible, Sendable {
    var label: String
    var iconvName: String
    var text: String

    init(_ label: String, _ iconvName: String, _ text: String) {
        (self.label, self.iconvName, self.text) = (label, iconvName, text)
    }

    init(_ label: String, _ text: String) {
        self.init(label, label.uppercased().replacing("WINDOWS-", with: "CP"), text)
    }

    var testDescription: String { "\(label): \(text.prefix(12))" }
    var bytes: Data { EncodedText.bytes(text, iconvName) }

    static let all: [LegacySample] = [
        .init("windows-1250", Paragraphs.polish), .init("windows-1250", Paragraphs.czech),
        .init("iso-8859-2", Paragraphs.polish), .init("iso-8859-2", Paragraphs.czech),
        .init("windows-1251", Paragraphs.russian), .init("windows-1251", Paragraphs.ukrainian),
        .init("iso-8859-5", Paragraphs.russian), .init("koi8-r", Paragraphs.russian),
        .init("koi8-u", Paragraphs.ukrainian), .init("x-mac-cyrillic", "MAC-UK", Paragraphs.russian),
        .init("ibm866", Paragraphs.russian), .init("windows-1252", Paragraphs.german),
        .init("windows-1252", Paragraphs.french), .init("iso-8859-15", Paragraphs.french),
        .init("macintosh", Paragraphs.german), .init("macintosh", Paragraphs.french),
        .init("windows-1253", Paragraphs.greek), .init("iso-8859-7", Paragraphs.greek),
        .init("iso-8859-9", Paragraphs.turkish), .init("windows-1254", Paragraphs.turkish),
        .init("windows-1255", Paragraphs.hebrew), .init("iso-8859-8", Paragraphs.hebrew),
        .init("windows-1256", Paragraphs.arabic), .init("iso-8859-6", Paragraphs.arabic),
        .init("windows-1257", Paragraphs.lithuanian), .init("iso-8859-13", Paragraphs.lithuanian),
        .init("tis-620", "TIS-620", Paragraphs.thai), .init("shift_jis", "CP932", Paragraphs.japanese),
        .init("euc-jp", "EUC-JP-MS", Paragraphs.japanese), .init("iso-2022-jp", Paragraphs.japanese),
        .init("euc-kr", Paragraphs.korean), .init("gb2312", Paragraphs.simplifiedChinese),
        .init("gbk", Paragraphs.simplifiedChinese), .init("gb18030", Paragraphs.traditionalChinese),
        .init("big5", "BIG5-HKSCS", Paragraphs.traditionalChinese),
        .init("utf-16le", Paragraphs.russian), .init("utf-16be", Paragraphs.german),
        .init("utf-16le", Paragraphs.japanese),
    ]
}

@Suite struct LegacyTextTests {
    @Test(arguments: LegacySample.all)
    func `text is read in the encoding that is declared`(sample: LegacySample) {
        #expect(!sample.bytes.isEmpty)
        let decoded = DecodedText(of: sample.bytes, declared: sample.label.uppercased())
        #expect(decoded.text == sample.text)
        #expect(decoded.decoding.encoding == TextEncoding(label: sample.label))
        #expect(decoded.decoding.undecodable == 0)
    }

    @Test(arguments: LegacySample.all)
    func `text is read where nothing declares its encoding`(sample: LegacySample) {
        #expect(DecodedText(of: sample.bytes).text == sample.text)
    }

    @Test(arguments: [
        "La niña comió una manzana mañana por la mañana en España.\n", "Größe naïve façade\n",
        "Übergrößenträger, schön\n",
        "L'été à la forêt, où ça se passe; «très bien»\n", "¿Dónde está el año? ¡Mañana!\n",
        "Não há informação à mão\n",
        "Blåbærsyltetøy på smørbrød\n", "Perché è così, però più in là\n",
    ])
    func `a few letters of Western Europe are read as such`(text: String) {
        #expect(DecodedText(of: EncodedText.bytes(text, "CP1252")).text == text)
    }

    @Test(arguments: [
        Paragraphs.german, Paragraphs.french, "Información: el niño comió mañana en España.\n",
        " Verzeichnis von C:\\Übung\n\n<DIR>  Müller\n1.000.000 Bytes frei\nSchöne Grüße, Straße\n",
    ])
    func `text of DOS in languages of Western Europe is read as such`(text: String) {
        #expect(DecodedText(of: EncodedText.bytes(text, "IBM850")).text == text)
    }

    @Test(arguments: [
        "line 000 größe\nline 000 größe\n", "潮汐テスト 000000 これは\n潮汐テスト 000000 これは\n",
        "潮汐是由月球的引力引起的。航海学讲义。\n本章说明如何求罗盘的误差以及如何使用海图。\n",
        "조석은 달의 인력 때문에 일어난다. 항해술 강의 노트.\n나침반의 오차를 구하는 방법을 설명한다.\n",
    ])
    func `UTF-16 without a mark is known with many zeros among its digits, and where letters have none`(
        text: String
    ) {
        for name in ["UTF-16LE", "UTF-16BE"] {
            let bytes = EncodedText.bytes(text, name)
            #expect(TextEncoding.undeclaredUTF16(bytes)?.name == name.lowercased())
            #expect(DecodedText(of: bytes).text == text)
        }
    }

    @Test func `numbers that are all in the range of Chinese characters are not text`() {
        let points = (0..<1000).flatMap { number -> [UInt8] in
            [UInt8(number % 256), UInt8(0x50 + number % 32)]
        }
        #expect(TextEncoding.undeclaredUTF16(Data(points)) == nil)
    }

    @Test(arguments: LegacySample.all.filter { !$0.label.hasPrefix("utf-16") })
    func `pages are read with a declaration and without`(sample: LegacySample) throws {
        for head in ["<meta charset='\(sample.label)'>", "<meta name=author content=Ada>"] {
            let page =
                Data("<html><head>\(head)</head><body><p class=text>".utf8) + sample.bytes + Data("</p>".utf8)
            var text = ""
            let decoding = try MarkupReader.readHTML(page) { event in
                if case .text(let part) = event { text += part }
                return true
            }
            #expect(text == sample.text)
            #expect(decoding.undecodable == 0)
        }
    }
}
