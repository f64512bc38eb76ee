import CarrelHTTP
import CarrelModel
import CarrelViews
import Foundation
import Testing

@Suite struct ExchangeRowTests {
    @Test func `an exchange is put into words by whoever shows it`() throws {
        let digest = try #require(
            ExpectedDigest(.md5, bytes: [UInt8](repeating: 1, count: 16), origin: .catalog))
        let row = ExchangeRow(
            AttemptExchange(
                asked: .rest(offset: 9, overlap: 4), url: "http://x.example/a?token=swordfish", head: nil,
                digests: [digest], decision: .tryAgain(reason: "no answer")))
        #expect(row.asked == "the bytes from 9 on, and the 4 before to compare")
        #expect(row.decision == "leave it to another try: no answer")
        #expect(row.digests == ["md5=\(digest.hex) (catalog)"])
        #expect(row.url == "http://x.example/a?token=…", "what a URL keeps to itself is not shown")
    }

    @Test func `what an earlier version recorded keeps its words and its digests`() throws {
        let hex = String(repeating: "0a", count: 32)
        let recorded = """
            {"asked":"the bytes from 5 on","redirects":["http://x.example/r"],"url":"http://x.example/a","status":206,\
            "digests":["sha-256=\(hex) (Repr-Digest)","no digest"],"decision":"take it"}
            """
        let exchange = try JSONDecoder().decode(AttemptExchange.self, from: Data(recorded.utf8))
        #expect(exchange.asked == .worded("the bytes from 5 on") && exchange.decision == .worded("take it"))
        #expect(exchange.digests.map(\.hex) == [hex])
        let row = ExchangeRow(exchange)
        #expect(row.asked == "the bytes from 5 on" && row.decision == "take it")
        #expect(row.redirects == ["http://x.example/r"] && row.status == 206)
    }
}
