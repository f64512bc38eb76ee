import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@testable import CurlFetching

/// Which thread takes a batch.
@Suite struct CurlLoopsTests {
    private func target(_ text: String) throws -> TargetURI { try #require(TargetURI(plain: text)) }

    @Test(.enabled(if: Processors.count > 1, "needs two processors"))
    func `many batches over plain HTTP are shared out among two threads, few have one`() throws {
        let loops = CurlLoops(CurlOptions())
        defer { loops.stop() }
        let target = try target("http://a.example/1")
        for _ in 0..<4 { #expect(loops.begin(batchTo: target) === loops.first) }
        #expect(loops.all.count == 1)
        let second = loops.begin(batchTo: target)
        #expect(second !== loops.first)
        for _ in 0..<3 { #expect(loops.begin(batchTo: target) === second, "it has fewer under way") }
        #expect(loops.begin(batchTo: target) === loops.first)
        #expect(loops.all.count == 2)
    }

    @Test func `one after the other, they are the first thread's, whose connections can be used again`()
        throws
    {
        let loops = CurlLoops(CurlOptions())
        defer { loops.stop() }
        let target = try target("http://a.example/1")
        for _ in 0..<3 {
            let loop = loops.begin(batchTo: target)
            #expect(loop === loops.first)
            loops.end(batchOn: loop)
        }
        #expect(loops.all.count == 1)
    }

    @Test(arguments: [(true, "http://a.example/1"), (false, "https://a.example/1")])
    func `what keeps cookies, or may share a connection, has one thread`(
        keepsCookies: Bool, url: String
    ) throws {
        var options = CurlOptions()
        if keepsCookies { options.cookieFile = "/nowhere/cookies.txt" }
        let loops = CurlLoops(options)
        defer { loops.stop() }
        let target = try target(url)
        for _ in 0..<9 { #expect(loops.begin(batchTo: target) === loops.first) }
    }

    @Test func `what gets no thread ends, and says why`() async throws {
        let loop = CurlLoop.start(
            CurlOptions(),
            begin: { (_: @escaping @Sendable () -> Void) throws(POSIXError) in throw POSIXError(.EAGAIN) })
        let request = FetchRequest(target: try target("http://a.example/1"))
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<CurlResult, Never>) in
            let order = CurlOrder(
                request: request, sink: CollectingSink(), ticket: loop.makeTicket(),
                receiver: .task(continuation))
            if let error = loop.start(order) { continuation.resume(returning: .failure(error)) }
        }
        #expect(throws: FetchError.self) { try result.get() }
        let batch = await withCheckedContinuation { continuation in
            loop.start(
                CurlBatchOrder(
                    requests: [request], goesOn: { true }, ticket: loop.makeTicket(),
                    continuation: continuation))
        }
        let error = try #require(batch.ended.first?.error)
        #expect(error.code == .unreachable && error.reason.hasPrefix("the system begins no further thread: "))
        #expect(await loop.lookAtConnections().isEmpty)
    }
}
