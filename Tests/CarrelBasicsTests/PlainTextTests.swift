import Foundation
import Testing
@testable import CarrelBasics

@Suite(.timeLimit(.minutes(1)))
struct PlainTextTests {
    @Test
    func `what passes for readable is so, whatever stands beside it`() {
        for value in UInt32(0)...0x1_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(scalar)b"
            guard PlainText.isPlain(text) else { continue }
            #expect(
                text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars))
            #expect(scalar.properties.generalCategory != .control || scalar == "\n" || scalar == "\t")
            #expect(!UnseenCharacters.mayContain(value), "\(value)")
            guard PlainText.isPlainLine(text) else { continue }
            #expect(!scalar.properties.isWhitespace || scalar == " ", "\(value)")
        }
        #expect(PlainText.isPlain("Größe – “quoted”, Москва, 5 €, 人工。"))
        #expect(
            !PlainText.isPlain("e\u{301}") && !PlainText.isPlain("a\u{202E}b") && !PlainText.isPlain("\u{1B}")
        )
    }

    @Test
    func `what is not plain is seen at every place of a text`() {
        let words = "sixteen words of a plain text, or so: ABC xyz 09 ~! {}"
        #expect(PlainText.isPlain(words) && PlainText.isPlainLine(words))
        for place in 0...words.count {
            func text(with part: String) -> String { words.prefix(place) + part + words.dropFirst(place) }
            for sign in ["\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{202E}"] {
                #expect(!PlainText.isPlain(text(with: sign)), "\(place)")
                #expect(!PlainText.isPlainLine(text(with: sign)), "\(place)")
            }
            for spaces in ["\n", "\t", "  "] {
                #expect(PlainText.isPlain(text(with: spaces)), "\(place)")
                #expect(!PlainText.isPlainLine(text(with: spaces)), "\(place)")
            }
        }
        for place in 1..<words.count {
            let text = String(words.prefix(place))
            #expect(PlainText.isPlainLine(text) == (text.last != " "), "\(place)")
            #expect(!PlainText.isPlainLine(" " + text), "\(place)")
        }
    }

    @Test
    func `a plain text of several lines becomes one`() {
        #expect("  a \n\t b–c \n".singleLine == "a b–c")
        #expect(" \n ".singleLine.isEmpty)
        #expect("a b".singleLine == "a b")
    }

    @Test
    func `white space around a text is trimmed, of any kind`() {
        for text in [
            "a b", " a b", "a b\n", "\t\u{B}\u{C}\r\n a b \r\n", "\u{A0} a b\u{2003}", " \u{3000}a b\u{85} ",
        ] {
            #expect(text.trimmed == "a b", "\(text.debugDescription)")
        }
        for text in ["", " ", " \n\t", "\u{A0}", " \u{2003} "] { #expect(text.trimmed.isEmpty) }
        #expect(" é\u{301} – ü ".trimmed == "é\u{301} – ü")
    }
}
