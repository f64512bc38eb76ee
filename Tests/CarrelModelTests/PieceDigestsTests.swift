import CarrelHTTP
import CarrelModel
import Foundation
import Testing

/// The digests of pieces, as they are recorded and sent.
@Suite struct PieceDigestsTests {
    private let hex = [String(repeating: "0A", count: 20), String(repeating: "0b", count: 20)]

    @Test func `pieces are the same after they were text, or JSON`() throws {
        let pieces = try #require(PieceDigests(.sha1, length: 4096, hex: hex))
        #expect(pieces.count == 2 && pieces.hex(of: 0) == hex[0].lowercased() && pieces.hex(of: 1) == hex[1])
        #expect(PieceDigests(text: pieces.text) == pieces)
        let data = try JSONEncoder().encode([pieces])
        #expect(try JSONDecoder().decode([PieceDigests].self, from: data) == [pieces])
        #expect(Set([pieces, try #require(PieceDigests(text: pieces.text))]).count == 1)
    }

    @Test(arguments: [
        "", "sha-1 1", "sha-1 0 AAAA", "sha-1 -1 AAAA", "sha-1 4 AAAA", "sha-1 4 ", "sha-9 4 AAAA",
        "sha-1 4 ????",
        "md5 4 AAAAAAAAAAAAAAAAAAAAAA== ",
    ])
    func `what is no text of pieces gives none`(text: String) {
        #expect(PieceDigests(text: text) == nil)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode([PieceDigests].self, from: JSONEncoder().encode([text]))
        }
    }

    @Test func `pieces fit the sizes that make as many of them`() throws {
        let pieces = try #require(PieceDigests(.sha1, length: 10, hex: hex))
        #expect([11, 19, 20].allSatisfy { pieces.fit($0) })
        #expect([0, -1, 10, 21, .max, .min].allSatisfy { !pieces.fit($0) })
        #expect(PieceDigests(.sha1, length: .max, hex: [hex[0]])?.fit(.max) == true)
    }
}
