import Foundation
import Testing

@testable import CarrelBasics

@Suite struct TextCleaningTests {
    @Test(arguments: [
        // Marks of the writing direction, and invisible characters between letters.
        "a\u{61C}b", "a\u{200B}b", "a\u{200E}b", "a\u{200F}b", "a\u{2060}b", "a\u{AD}b", "a\u{180E}b",
        "a\u{202E}b", "a\u{2066}b", "a\u{2069}b", "a\u{2064}b", "a\u{206A}b", "a\u{206F}b", "a\u{FEFF}b",
        "a\u{FFF9}b", "a\u{E0041}b", "a\u{1D173}b", "a\u{1BCA0}b",
        // Fillers that look like nothing.
        "a\u{34F}b", "a\u{115F}b", "a\u{1160}b", "a\u{3164}b", "a\u{FFA0}b", "a\u{17B4}b",
        // Joiners that join nothing, and selectors that select nothing.
        "a\u{200D}b", "a\u{200C}b", "a\u{E0100}b", "a\u{180B}b", "\u{FE0F}ab", "\u{200D}ab", "ab\u{200D}",
        "a\u{1B}b", "a\u{9B}b",
    ])
    func `what cannot be seen is left out`(text: String) {
        #expect(
            text.terminalSafe.unicodeScalars.elementsEqual("ab".unicodeScalars), "\(text.debugDescription)")
    }

    @Test(arguments: [
        // A family, a heart on fire, a keycap, a rainbow flag, a skin tone.
        "👨‍👩‍👧", "❤️‍🔥", "1️⃣", "🏳️‍🌈", "👩🏽‍💻",
        // Persian with ZWNJ, Sinhala and Marathi with ZWJ, Malayalam with ZWJ at the end of a word.
        "می‌خواهم", "ශ්‍රී", "र्‍य", "അവന്‍ ",
        // A variant of an ideograph, Mongolian with a selector.
        "葛\u{E0100}城", "ᠠ\u{180B}", "é日本 العربية עברית",
    ])
    func `emoji and the scripts of the world stay as they are written`(text: String) {
        #expect(
            text.terminalSafe.unicodeScalars.elementsEqual(text.unicodeScalars), "\(text.debugDescription)")
    }

    @Test func `a run of selectors or joiners hides nothing`() {
        let hidden =
            "❤" + String(repeating: "\u{FE0F}\u{FE01}", count: 50) + String(repeating: "\u{200D}", count: 9)
        #expect(hidden.terminalSafe == "❤\u{FE0F}")
        #expect(("日" + String(repeating: "\u{E0101}", count: 9)).terminalSafe == "日\u{E0101}")
    }

    @Test(arguments: ["1\u{2000}\u{FE00}2", "1\u{A0}\u{FE0F}2", "1\t\u{FE0F}2", "1 \u{FE0F}2"])
    func `a selector after white space of any kind selects nothing`(text: String) {
        #expect(text.singleLine.unicodeScalars.elementsEqual("1 2".unicodeScalars))
        #expect(!text.terminalSafe.unicodeScalars.contains { (0xFE00...0xFE0F).contains($0.value) })
    }

    @Test(arguments: [0xFFFF, 0xFFFE, 0xFDD0, 0x1FFFF] as [UInt32])
    func `a joiner before a character that is left out joins nothing`(value: UInt32) throws {
        let text = "\u{F27}\u{200D}\(try #require(Unicode.Scalar(value)))\u{100}".terminalSafe
        #expect(text.unicodeScalars.elementsEqual("\u{F27}\u{100}".unicodeScalars))
    }

    @Test(arguments: [
        // Composed it is one letter of Latin; the sign of Kelvin is a K; marks are put in order.
        ("e\u{301}\u{200C}\u{FFFD}", "é\u{FFFD}"), ("\u{212A}\u{200D}\u{F28}", "K\u{F28}"),
        ("\u{1E17}\u{200D}\u{F28}", "\u{1E17}\u{F28}"), ("=\u{338}\u{200C}\u{F28}", "\u{2260}\u{F28}"),
        ("\u{930}\u{323}\u{94D}\u{200D}", "\u{930}\u{94D}\u{323}\u{200D}"),
    ])
    func `whether a joiner joins something does not depend on whether the text is composed`(
        text: String, readable: String
    ) {
        #expect(text.readable.unicodeScalars.elementsEqual(readable.unicodeScalars))
    }

    @Test func `what has been made readable stays as it is`() {
        let scalars = "e)\u{301}\u{323}\u{212A}\u{930}\u{94D}\u{200D}\u{FE0F}❤\u{2003}\u{FFFF}\u{F28}"
            .unicodeScalars
        for first in scalars {
            for second in scalars {
                for third in scalars {
                    for fourth in scalars {
                        let text = String(String.UnicodeScalarView([first, second, third, fourth]))
                        let readable = text.readable
                        #expect(readable.readable.unicodeScalars.elementsEqual(readable.unicodeScalars))
                        let line = text.singleLine
                        #expect(line.singleLine.unicodeScalars.elementsEqual(line.unicodeScalars))
                    }
                }
            }
        }
    }

    @Test(arguments: ["\u{F71}", "\u{F73}", "\u{F75}", "\u{F81}", "\u{344}", "\u{301}"])
    func `a row of marks is cut, also of those that are two marks in one`(mark: String) {
        let text = ("\u{F40}" + String(repeating: mark, count: 1000)).readable
        let apart = text.decomposedStringWithCanonicalMapping.unicodeScalars
        #expect((29...31).contains(apart.count), "\(apart.count)")
        #expect(text.readable.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `a joiner goes where what is before it is of Latin when it is taken apart`() {
        for value in UInt32(0x300)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value),
                scalar.properties.canonicalCombiningClass == .notReordered,
                scalar.properties.generalCategory != .unassigned, ![0xF73, 0xF75, 0xF81].contains(value)
            else { continue }
            let apart = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            guard let first = apart.first, first.value <= 0x2FF else { continue }
            let text = "\(scalar)\u{200D}\u{F28}".terminalSafe
            #expect(!text.unicodeScalars.contains("\u{200D}"), "\(String(value, radix: 16))")
        }
        #expect("\u{F28}\u{200D}\u{F28}".terminalSafe.unicodeScalars.count == 3)
    }

    @Test func `a long text is composed as a short one`() {
        let line = "L'e\u{301}te\u{301} a\u{300} la plage, ve\u{301}lo et gara\u{327}on"
        let text = Array(repeating: line, count: 500).joined(separator: "\n").readable
        let expected = Array(repeating: line.readable, count: 500).joined(separator: "\n")
        #expect(text.unicodeScalars.elementsEqual(expected.unicodeScalars))
        let greek = String(repeating: "α\u{301}\u{345}", count: 2000)
        #expect(greek.readable.unicodeScalars.count == 2000)
    }

    @Test func `a joiner before a selector joins nothing, and the selector selects what was before`() {
        #expect("❤\u{200D}\u{FE0F})".terminalSafe.unicodeScalars.elementsEqual("❤\u{FE0F})".unicodeScalars))
    }

    @Test func `a text that is cut does not end with a joiner`() {
        let joined = String(repeating: "\u{F27}\u{200D}\u{F28} ", count: 80)
        for length in 20...40 {
            let summary = joined.leadingSummary(length)
            #expect(summary.map { $0.terminalSafe.unicodeScalars.elementsEqual($0.unicodeScalars) } == true)
            let word = joined.replacing(" ", with: "").leadingSummary(length)
            #expect(word.map { $0.terminalSafe.unicodeScalars.elementsEqual($0.unicodeScalars) } == true)
            let beginning = joined.prefix(utf8: length).text
            #expect(beginning.terminalSafe.unicodeScalars.elementsEqual(beginning.unicodeScalars))
        }
    }

    @Test(arguments: [
        ("\u{FEFF}http://x/a.pdf", "http://x/a.pdf"), ("http://x/a.pdf\u{200E}", "http://x/a.pdf"),
        (" \u{202A} http://x/a.pdf \u{202C}\n", "http://x/a.pdf"), (" a.pdf\n", "a.pdf"),
        // Inside, everything stays; so does what belongs to the last character.
        ("cafe\u{301}\u{200E}.pdf", "cafe\u{301}\u{200E}.pdf"), ("x/❤\u{FE0F}\u{200E}", "x/❤\u{FE0F}"),
        ("\u{FEFF}\u{200E}", ""), ("", ""),
    ])
    func `an address has nothing invisible at its ends, and stays as it is inside`(
        text: String, address: String
    ) {
        #expect(text.addressText.utf8.elementsEqual(address.utf8), "\(text.debugDescription)")
    }

    @Test func `lines end with line feeds, and tabs stay`() {
        #expect("a\r\nb\rc\u{2028}d\te\u{85}".terminalSafe == "a\nb\nc\nd\te\n")
        #expect("\u{C}a\u{B}b\n\u{C}\nc\u{C}\r\nd\u{C}".terminalSafe == "a\nb\n\nc\nd")
        #expect("a title\u{B}of two lines".singleLine == "a title of two lines")
    }
}
