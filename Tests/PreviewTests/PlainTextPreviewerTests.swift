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
    func `facts tell another encoding than UTF-8, and what could not be read`() async throws {
        let type = try #require(MediaType("text/plain; charset=shift_jis"))
        let data = Data([0x93, 0xFA, 0x96, 0x7B, 0xFF, 0x41])
        let shown = try await preview(data, as: type, with: PlainTextPreviewer())
        #expect(shown.text == "日本\u{FFFD}A")
        #expect(shown.metadata == ["encoding": "shift_jis", "undecodable": "1"])
    }

    @Test
    func `control characters are left out and line ends made alike`() async throws {
        let data = Data("a\r\nb\rc\u{1B}[2J\u{0}\u{7}\td\u{202E}e\u{85}f\u{9B}31m\u{FEFF}".utf8)
        #expect(try await text(data) == "a\nb\nc\tde\nf31m")
    }

    @Test
    func `colours of a log are left out, also at its end, and count as shown`() async throws {
        func log(_ count: Int) -> Data {
            let lines = (1...count).map { "\u{1B}[32mINFO\u{1B}[0m \($0)\u{1B}(B\u{1B}[m" }
            return Data(lines.joined(separator: "\n").utf8)
        }
        let shown = try await preview(
            log(1500), as: .plainText, with: PlainTextPreviewer(), limits: PreviewLimits(maxText: 10_000))
        #expect(shown.text.hasPrefix("INFO 1\nINFO 2\n") && !shown.text.contains("["))
        guard case .beginning(let bytes, let size) = shown.part else { throw Missing() }
        #expect(Int(size) == log(1500).count && shown.notes.isEmpty)
        #expect(Int(bytes) > 2 * shown.text.utf8.count && bytes < size)
        let ends = try await preview(
            log(3000), as: .plainText, with: PlainTextPreviewer(), limits: PreviewLimits(maxText: 4096))
        #expect(ends.text.hasSuffix("\nINFO 2999\nINFO 3000") && !ends.text.contains("["))
    }

    @Test
    func `of letters that are struck over the last is shown`() async throws {
        let data = Data("N\u{8}NA\u{8}AM\u{8}ME\u{8}E\n\u{8}_\u{8}é é\u{8}ü".utf8)
        #expect(try await text(data) == "NAME\né ü")
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
    func `of a cut text it is known how much of the file is shown, if its bytes are those of the text`()
        async throws
    {
        let data = Data(String(repeating: "word ", count: 400).utf8)
        let limits = PreviewLimits(maxText: 1000)
        let cut = try await preview(data, as: .plainText, with: PlainTextPreviewer(), limits: limits)
        #expect(cut.part == .beginning(bytes: 1000, size: 2000) && cut.notes.isEmpty)
        let whole = try await preview(data, as: .plainText, with: PlainTextPreviewer())
        #expect(whole.part == .beginning(bytes: 2000, size: 2000) && !whole.isTruncated)
        let units = data.flatMap { [$0, 0] } as [UInt8]
        let wide = try await preview(
            Data([0xFF, 0xFE] + units), as: .plainText, with: PlainTextPreviewer(), limits: limits)
        #expect(wide.isTruncated && wide.part == nil)
    }

    private struct Missing: Error {}

    @Test
    func `the summary is the beginning on one line, cut between words`() async throws {
        let data = Data(("# Title\n\n" + String(repeating: "word ", count: 100)).utf8)
        let summary = try await preview(data, as: .plainText, with: PlainTextPreviewer()).summary
        #expect(summary?.hasPrefix("# Title word word") == true)
        #expect(summary?.hasSuffix("word …") == true)
        #expect((summary?.count ?? 0) <= 241)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct HugeTextTests {
    @Test
    func `of a huge text the beginning and the end are shown, and how much is between`() async throws {
        let log = (1...40_000).map { "line \($0) é\n" }.joined()
        let limits = PreviewLimits(maxText: 6000)
        let shown = try await preview(
            Data(log.utf8), as: .plainText, with: PlainTextPreviewer(), limits: limits)
        #expect(shown.text.hasPrefix("line 1 é\nline 2 é\n"))
        #expect(shown.text.hasSuffix("\nline 39999 é\nline 40000 é"))
        #expect(shown.text.contains(#/\n\n… [0-9]+ KiB between …\n\nline [0-9]+ é\n/#))
        #expect(shown.text.utf8.count <= 6000)
        #expect(shown.isTruncated && shown.part == .withGaps)
        let units = log.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } as [UInt8]
        let wide = try await preview(
            Data([0xFF, 0xFE] + units), as: .plainText, with: PlainTextPreviewer(), limits: limits)
        #expect(wide.text.hasPrefix("line 1 é\n"))
        #expect(wide.text.hasSuffix("\nline 40000 é"))
        #expect(wide.metadata == ["encoding": "utf-16le"])
    }

    @Test(
        arguments: [("windows-1251", [0xF8], "ш"), ("shift_jis", [0x92, 0xAA], "潮")]
            as [(String, [UInt8], String)])
    func `the end of a huge text is its end in every encoding`(
        name: String, letter: [UInt8], shown: String
    ) async throws {
        let word = [UInt8](repeatElement(letter, count: 9).joined())
        let lines = (1...20_000).flatMap { number -> [UInt8] in
            Array("\(number) ".utf8) + word + [0x0A]
        }
        let limits = PreviewLimits(maxText: 6000)
        let type = try #require(MediaType("text/plain; charset=\(name)"))
        let preview = try await preview(Data(lines), as: type, with: PlainTextPreviewer(), limits: limits)
        let line = String(repeating: shown, count: 9)
        #expect(preview.text.hasPrefix("1 \(line)\n2 \(line)\n"))
        #expect(preview.text.hasSuffix("\n19999 \(line)\n20000 \(line)"))
        #expect(preview.text.utf8.count <= 6000)
        #expect(preview.metadata == ["encoding": name])
        // Of the file's own bytes, less than what is shown is missing in what lies between.
        let between = try #require(preview.text.firstMatch(of: #/… ([0-9]+) KiB between …/#))
        let size = try #require(Int(between.1)) << 10
        #expect(size < lines.count && size > lines.count - 6000)
    }

    @Test
    func `what cannot be decoded in the end of a huge text is counted`() async throws {
        let log = (1...40_000).map { "line \($0) é\n" }.joined()
        let limits = PreviewLimits(maxText: 6000)
        let shown = try await preview(
            Data(log.utf8) + Data([0xFF, 0x0A]), as: .plainText, with: PlainTextPreviewer(), limits: limits)
        #expect(shown.metadata == ["undecodable": "1"])
    }
}
