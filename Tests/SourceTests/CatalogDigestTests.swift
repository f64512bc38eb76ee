import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing
@testable import SourcePlugins

/// A catalogue has the digests that its server promises (RFC 9530), or it is none.
@Suite(.timeLimit(.minutes(1))) struct CatalogDigestTests {
    private let catalog = Data((0..<5000).map { "line \($0)\n" }.joined().utf8)

    private func field(_ content: Data, _ algorithm: DigestAlgorithm = .sha256) -> String {
        let digits = MessageDigest.digits(of: content, algorithm)
        return "\(algorithm.rawValue)=:\(SHA256.base64(digits)):"
    }

    private func source(_ script: ScriptedFetcher, maxMemory: Int64 = 1 << 20) throws -> HTTPSource {
        HTTPSource(
            url: try #require(URL(string: catalogURL)), fetcher: script, limits: FetchLimits(),
            maxMemory: maxMemory)
    }

    @Test(
        arguments: ["Repr-Digest", "Content-Digest"], [DigestAlgorithm.sha256, .sha512])
    func `a catalogue that is not what its server promises is refused, in memory and in a file`(
        name: String, algorithm: DigestAlgorithm
    ) async throws {
        for maxMemory in [Int64(1 << 20), 1000] {
            let script = ScriptedFetcher()
            script.on(catalogURL, .content(catalog + [0], fields: [(name, field(catalog, algorithm))]))
            let source = try source(script, maxMemory: maxMemory)
            let error = await #expect(throws: SourceError.self) { _ = try await source.read(after: nil) }
            #expect(
                error?.reason.contains("\(algorithm.rawValue) digest is") == true
                    && error?.reason.contains("the server promises") == true)
            #expect(script.requests.count == 2 && script.requests.last?.fields["Cache-Control"] == "no-cache")
        }
    }

    @Test func `a catalogue that came damaged once is read again`() async throws {
        let script = ScriptedFetcher()
        let promise = [("Repr-Digest", field(catalog))]
        script.on(
            catalogURL, .content(catalog.dropLast(), fields: promise), .content(catalog, fields: promise))
        #expect(try await source(script).document()?.data == catalog)
    }

    @Test func `a catalogue that is what its server promises is read once`() async throws {
        let script = ScriptedFetcher()
        let fields = [("Repr-Digest", field(catalog)), ("Content-Digest", field(catalog, .sha512))]
        script.on(catalogURL, .content(catalog, fields: fields))
        for maxMemory in [Int64(1 << 20), 1000] {
            #expect(try await source(script, maxMemory: maxMemory).document() != nil)
        }
        #expect(script.requests.count == 2)
    }

    @Test func `a promise that cannot be read promises nothing`() async throws {
        let script = ScriptedFetcher()
        script.on(
            catalogURL, .content(catalog, fields: [("Repr-Digest", "sha-256=nonsense, md5=:AAAA:")]))
        #expect(try await source(script).document()?.data == catalog)
        #expect(script.requests.count == 1)
    }
}
