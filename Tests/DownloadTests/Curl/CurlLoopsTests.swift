import CarrelBasics
import CarrelHTTP
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
}
