import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@Suite struct DigestTests {
    // The SHA-256 of nothing at all.
    private static let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private static let base64 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    private static let sha512 = Data(repeating: 7, count: 64).base64EncodedString()

    private func digests(_ value: String) -> [ExpectedDigest] {
        DigestField.digests(in: value, origin: .reprDigest)
    }

    @Test(arguments: [
        "sha-256=:\(base64):", " sha-256=:\(base64): ", "md5=:AAAA:, sha-256=:\(base64):",
        "sha-256=:AAAA:, sha-256=:\(base64):", "sha-256=:\(base64):;note=\"a, \\\"b\\\"\";x,\tunixsum=30",
        "a, b=?1, c=(1 2.5 \"x\";y), d=token/x, sha-256=:\(base64):",
        "sha-256=:\(base64.dropLast()):",
    ])
    func `a digest of a known algorithm is read`(value: String) {
        #expect(digests(value).map(\.text) == ["sha-256=\(Self.hex)"])
    }

    @Test func `of two digests the one that is computed anyway comes first`() {
        let found = digests("sha-512=:\(Self.sha512):,sha-256=:\(Self.base64):")
        #expect(found.map(\.algorithm) == [.sha256, .sha512])
        #expect(found.allSatisfy { $0.origin == .reprDigest })
    }

    private static let earlier: [(String, [String])] = [
        ("SHA-256=\(base64)", ["sha-256=\(hex)"]),
        ("adler32=03da0195, sha-256=\(base64)", ["sha-256=\(hex)"]), ("sha-256=\(hex)", []),
        ("sha-256=:\(base64):", []), ("sha-256", []), ("", []), ("MD5=AAAA", []),
    ]

    @Test(arguments: earlier)
    func `the Digest field of a whole response is read as Repr-Digest is`(
        value: String, expected: [String]
    ) throws {
        let url = try #require(URL(string: "http://notes.test/"))
        func promised(_ status: Int) -> [ExpectedDigest] {
            ResponseHead(status: status, fields: HTTPFields([("Digest", value)]), url: url).promisedDigests
        }
        #expect(promised(200).map(\.text) == expected)
        #expect(promised(200).allSatisfy { $0.origin == .digest })
        #expect(promised(206).isEmpty)
    }

    @Test(arguments: [
        "", "sha-256", "sha-256=\(hex)", "sha-256=:AAAA:", "sha-256=:\(base64):,", "sha-256=:\(base64)",
        "SHA-256=:\(base64):", "sha-256=:\(base64): md5", "sha-256=:***:", "=:\(base64):",
        "sha-256=\"\(base64)\"", "md5=:AAAA:", "sha-256=:\(base64):, x=\"open",
        String(repeating: "a, ", count: 9000) + "b",
    ])
    func `what is malformed or unknown promises nothing`(value: String) {
        #expect(digests(value).isEmpty)
    }

    @Test func `an expectation is written so that it reads back`() throws {
        let digest = try #require(ExpectedDigest(.sha256, hex: Self.hex.uppercased(), origin: .catalog))
        #expect(digest.hex == Self.hex)
        #expect(ExpectedDigest(text: digest.text, origin: .catalog) == digest)
        let coded = try JSONDecoder().decode(ExpectedDigest.self, from: JSONEncoder().encode(digest))
        #expect(coded == digest)
    }

    @Test(arguments: [
        "", "sha-256", "sha-256=ab", "md5=\(hex)", "sha-512=\(hex)", "sha-256=z\(hex.dropFirst())",
    ])
    func `what is no digest is no expectation`(text: String) {
        #expect(ExpectedDigest(text: text, origin: .catalog) == nil)
    }

    @Test(arguments: [
        "\(hex)  notes.pdf\n", "\(hex) *notes.pdf", "\(hex) notes.pdf",
        "\(hex.uppercased())  dist/notes.pdf\r\n",
        "SHA256 (notes.pdf) = \(hex)", "SHA2-256(notes.pdf) = \(hex)", hex, "\u{FEFF}\(hex)\n\n",
        "# sums\n\(String(repeating: "0", count: 64))  other.pdf\n\(hex)  notes.pdf\n",
        "\(hex)  notes.pdf\n\(hex) *notes.pdf",
    ])
    func `a file of checksums tells the digest of a name`(text: String) {
        let digest = ChecksumFile.digest(of: "notes.pdf", in: text)
        #expect(digest?.text == "sha-256=\(Self.hex)")
        #expect(digest?.origin == .checksumFile)
    }

    @Test func `an escaped name and the longer digest are understood`() {
        #expect(ChecksumFile.digest(of: "a\\b.pdf", in: "\\\(Self.hex)  a\\\\b.pdf") != nil)
        let long = String(repeating: "0f", count: 64)
        let both = "\(Self.hex)  notes.pdf\n\(long)  notes.pdf"
        #expect(ChecksumFile.digest(of: "notes.pdf", in: both)?.algorithm == .sha512)
    }

    @Test(arguments: [
        "", "not a digest", "\(hex)  other.pdf", "\(hex)\n\(hex)", "<html>\(hex)  notes.pdf</html>",
        "\(hex)  notes.pdf\n\(String(repeating: "0", count: 64))  notes.pdf", "MD5 (notes.pdf) = 0cc1",
    ])
    func `a file of checksums that does not decide tells nothing`(text: String) {
        #expect(ChecksumFile.digest(of: "notes.pdf", in: text) == nil)
    }
}
