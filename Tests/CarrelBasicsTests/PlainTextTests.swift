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
    func `a plain text of several lines becomes one`() {
        #expect("  a \n\t b–c \n".singleLine == "a b–c")
        #expect(" \n ".singleLine.isEmpty)
        #expect("a b".singleLine == "a b")
    }
}
