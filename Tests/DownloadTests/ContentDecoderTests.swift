import CarrelCodings
import CarrelTesting
import Foundation
import Testing

@Suite struct ContentDecoderTests {
    /// Decodes in pieces of a size.
    private func decode(
        _ coded: Data, _ codings: [String], piece: Int
    ) throws -> (content: Data, outcome: ContentDecoder.Outcome, isWhole: Bool) {
        let decoder = try #require(ContentDecoder(codings))
        var content = Data()
        var rest = coded[...]
        while !rest.isEmpty {
            let part = Data(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            let outcome = part.withUnsafeBytes { bytes in
                decoder.decode(bytes) { decoded in
                    content.append(contentsOf: decoded)
                    return true
                }
            }
            guard outcome == .taken else { return (content, outcome, decoder.isWhole) }
        }
        return (content, .taken, decoder.isWhole)
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `every coding comes out whole, in pieces of any size`(piece: Int) throws {
        for (coding, bytes) in CodedContent.all {
            let codings = coding.split(separator: ",").map(String.init)
            let result = try decode(bytes, codings, piece: piece)
            #expect(result.content == CodedContent.plain && result.isWhole, "\(coding)")
        }
    }

    @Test func `a stream that ends after any byte but the last is not whole`() throws {
        for (coding, bytes) in CodedContent.all {
            for length in 0..<bytes.count {
                let codings = coding.split(separator: ",").map(String.init)
                let result = try decode(bytes.prefix(length), codings, piece: 11)
                #expect(!result.isWhole, "\(coding) cut at \(length) of \(bytes.count)")
            }
        }
    }

    @Test func `a stream with any byte changed crashes nothing, and gzip's checksum finds it out`() throws {
        for (coding, bytes) in CodedContent.all {
            for index in bytes.indices {
                var bytes = bytes
                bytes[index] ^= 0x55
                let codings = coding.split(separator: ",").map(String.init)
                let result = try decode(bytes, codings, piece: 16)
                guard coding == "gzip", result.outcome == .taken, result.isWhole else { continue }
                #expect(result.content == CodedContent.plain, "byte \(index)")
            }
        }
    }

    @Test(arguments: 1...9)
    func `what follows a gzip stream is padding, whatever comes first in a piece`(piece: Int) throws {
        let padded = CodedContent.gzip + Data([0x0A, 0x1F, 0x00, 0x1F, 0x1F, 0x8B, 0x1F, 0x1F, 0x00, 0x1F])
        let result = try decode(padded, ["gzip"], piece: piece)
        #expect(result.outcome == .taken && result.isWhole && result.content == CodedContent.plain)
    }

    @Test(arguments: [1, 2, 100], [0x22, 0x24, 0x25, 0x27, 0x1E] as [UInt8])
    func `zstd's formats of before the standard are none`(piece: Int, first: UInt8) throws {
        let frame = Data([first, 0xB5, 0x2F, 0xFD, 0x04, 0x3B, 0x68, 0x4A, 0xA4, 0xC4, 0x0D, 0x01, 0xC9])
        #expect(try decode(frame, ["zstd"], piece: piece).outcome == .malformed)
    }

    @Test(arguments: [1, 4, 8, 100])
    func `a zstd frame that gives less than its head says is malformed, in pieces, too`(piece: Int) throws {
        // A head that says the size in one byte, a block with three bytes, and an empty one, which is the last.
        func frame(of size: UInt8) -> Data {
            Data([0x28, 0xB5, 0x2F, 0xFD, 0x20, size, 0x18, 0, 0] + Array("abc".utf8) + [1, 0, 0])
        }
        let whole = try decode(frame(of: 3) + frame(of: 3), ["zstd"], piece: piece)
        #expect(whole.outcome == .taken && whole.isWhole && whole.content == Data("abcabc".utf8))
        #expect(try decode(frame(of: 5), ["zstd"], piece: piece).outcome == .malformed)
        #expect(try decode(frame(of: 3) + frame(of: 5), ["zstd"], piece: piece).outcome == .malformed)
    }

    @Test func `the taker can stop a stream that grows`() throws {
        let decoder = try #require(ContentDecoder(["br"]))
        var count = 0
        let outcome = CodedContent.bomb.withUnsafeBytes { bytes in
            decoder.decode(bytes) { decoded in
                count += decoded.count
                return count < 1_000_000
            }
        }
        #expect(outcome == .refused && count < 1_100_000)
    }

    @Test(arguments: [[], ["rot13"], ["gzip", "rot13"], ["gzip", "gzip", "gzip", "gzip", "gzip"]])
    func `what is not known is not decoded`(codings: [String]) {
        #expect(ContentDecoder(codings) == nil)
    }
}
