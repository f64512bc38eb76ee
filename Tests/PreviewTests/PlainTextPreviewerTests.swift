import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import PreviewPlugins
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PlainTextPreviewerTests {
    private func text(_ data: Data, _ type: String = "text/plain") async throws -> String {
        try await preview(data, as: try #require(MediaType(type)), with: PlainTextPreviewer()).text
    }

    @Test
    func `text is read in UTF-8, UTF-16 and the encodings of one byte`() async throws {
        let word = "Übung – ±1"
        let utf16 = word.data(using: .utf16LittleEndian) ?? Data()
        #expect(try await text(Data(word.utf8)) == word)
        #expect(try await text(Data([0xEF, 0xBB, 0xBF]) + Data(word.utf8)) == word)
        #expect(try await text(Data([0xFF, 0xFE]) + utf16) == word)
        #expect(try await text(Data([0xFE, 0xFF]) + (word.data(using: .utf16BigEndian) ?? Data())) == word)
        #expect(try await text(utf16, "text/plain; charset=utf-16le") == word)
        #expect(try await text(Data([0xDC]) + Data("bung ".utf8) + Data([0x96, 0x20, 0xB1, 0x31])) == word)
        #expect(try await text(Data("caf".utf8) + Data([0xE9])) == "café")
        #expect(try await text(Data([0xC8]) + Data("aj".utf8), "text/plain; charset=iso-8859-2") == "Čaj")
        #expect(try await text(Data(word.utf8), "text/plain; charset=iso-8859-1") == word)
    }

    @Test
    func `control characters are left out and line ends made alike`() async throws {
        let data = Data("a\r\nb\rc\u{1B}[2J\u{0}\u{7}\td\u{202E}e\u{85}f\u{9B}31m\u{FEFF}".utf8)
        #expect(try await text(data) == "a\nb\nc[2J\tde\nf31m")
    }

    @Test
    func `decomposed letters are composed, so that searching finds them`() async throws {
        #expect(
            Array(try await text(Data("Cafe\u{301}".utf8)).unicodeScalars) == Array("Café".unicodeScalars))
    }

    @Test
    func `a text is cut between characters, also where the file is cut within one`() async throws {
        let data = Data(String(repeating: "👩🏽‍🔬", count: 100).utf8)
        let limits = PreviewLimits(maxText: 40)
        let result = try await preview(data, as: .plainText, with: PlainTextPreviewer(), limits: limits)
        #expect(result.text == "👩🏽‍🔬👩🏽‍🔬")
        #expect(result.isTruncated)
        let read = try await preview(
            Data("ééé".utf8), as: .plainText, with: PlainTextPreviewer(), limits: PreviewLimits(maxRead: 3))
        #expect(read.text == "é")
        #expect(read.isTruncated)
    }

    @Test
    func `the summary is the beginning on one line, cut between words`() async throws {
        let data = Data(("# Title\n\n" + String(repeating: "word ", count: 100)).utf8)
        let summary = try await preview(data, as: .plainText, with: PlainTextPreviewer()).summary
        #expect(summary?.hasPrefix("# Title word word") == true)
        #expect(summary?.hasSuffix("word …") == true)
        #expect((summary?.count ?? 0) <= 241)
    }
}
