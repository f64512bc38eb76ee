import Foundation
import Testing

/// What is shown of archives.
@Suite(.timeLimit(.minutes(1))) struct ArchivePreviewTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// An archive of tar with one empty file.
    private func archive(changedAt time: Int) -> Data {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
        }
        put("tides.txt", at: 0)
        for (offset, text) in [(100, "0000644"), (108, "0000000"), (116, "0000000"), (124, "00000000000")] {
            put(text, at: offset)
        }
        put(String(time, radix: 8), at: 136)
        put("        0", at: 148)
        put("ustar\u{0}00", at: 257)
        let sum = header.reduce(0) { $0 + Int($1) }
        put(
            String(repeating: "0", count: 6 - String(sum, radix: 8).count) + String(sum, radix: 8) + "\u{0} ",
            at: 148)
        return Data(header) + Data(count: 1024)
    }

    @Test func `dates are those of the clock that TZ names`() async throws {
        let time = (Int(Date.now.timeIntervalSince1970) / 86_400 - 3) * 86_400 + 12 * 3600
        try archive(changedAt: time).write(to: workspace.folder.appending(path: "a.tar"))
        for (zone, clock) in [("UTC", "12:00"), ("Asia/Kolkata", "17:30"), ("EST5", "07:00")] {
            let shown = try await workspace.carrel("preview", "a.tar", environment: ["TZ": zone])
            #expect(shown.output.contains(" \(clock) |"), "\(zone): \(shown.output) \(shown.error)")
        }
    }

    @Test(arguments: ["a.kmz", "a.cbz"])
    func `documents that are archives of others are listed`(name: String) async throws {
        let empty = Data("PK\u{5}\u{6}".utf8) + Data(count: 18)
        try empty.write(to: workspace.folder.appending(path: name))
        let shown = try await workspace.carrel("preview", name)
        #expect(shown.output.contains("ZIP: 0 files"), "\(shown)")
    }

    @Test func `a certificate is said to be one, with what shows it`() async throws {
        try Data([0x30, 0x82, 0, 1, 0]).write(to: workspace.folder.appending(path: "a.cer"))
        let shown = try await workspace.carrel("preview", "a.cer")
        #expect(shown.error.contains("openssl x509"), "\(shown)")
    }
}
