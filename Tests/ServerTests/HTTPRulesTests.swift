import CarrelHTTP
import Foundation
import Testing

@testable import CarrelDelayProxy
@testable import CarrelServer

@Suite(.timeLimit(.minutes(1)))
struct HTTPRulesTests {
    @Test(arguments: [
        ([("If-None-Match", "\"a\"")], ConditionalRequest.Outcome.notModified),
        ([("If-None-Match", "W/\"a\"")], .notModified), ([("If-None-Match", "*")], .notModified),
        ([("If-None-Match", "\"x,y\", \"a\"")], .notModified), ([("If-None-Match", "\"b\"")], .proceed),
        ([("If-None-Match", "\"b\""), ("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT")], .proceed),
        ([("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT")], .notModified),
        ([("If-Modified-Since", "Sun, 06 Nov 1994 08:49:36 GMT")], .proceed),
        ([("If-Modified-Since", "soon")], .proceed), ([("If-Match", "\"a\"")], .proceed),
        ([("If-Match", "\"b\"")], .failed), ([("If-Match", "W/\"a\"")], .failed),
        ([("If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:36 GMT")], .failed),
        ([("If-Match", "*"), ("If-None-Match", "\"a\"")], .notModified), ([], .proceed),
    ])
    func `preconditions are evaluated in order`(
        fields: [(String, String)], outcome: ConditionalRequest.Outcome
    ) {
        let request = ConditionalRequest(fields: HTTPFields(fields))
        #expect(request.evaluate(entityTag: "\"a\"", modified: 784_111_777) == outcome)
    }

    @Test(arguments: [
        ("bytes=0-0", ByteRange.part(0...0)), ("bytes=5-", .part(5...9)), ("bytes=-3", .part(7...9)),
        ("bytes=-30", .part(0...9)), ("bytes=4-99", .part(4...9)), ("Bytes=2-3", .part(2...3)),
        ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=0-99999999999999999999", .part(0...9)),
        ("bytes=0-1,3-4", .whole), ("bytes=3-2", .whole), ("lines=1-2", .whole), ("bytes=", .whole),
        ("bytes=a-b", .whole), ("bytes=--1", .whole), ("bytes=+1-2", .whole), ("bytes", .whole),
    ])
    func `a range is read`(field: String, range: ByteRange) {
        let fields = HTTPFields([("Range", field)])
        #expect(ByteRange(fields, length: 10, validators: Validators()) == range)
    }

    @Test func `nothing of an empty file can be ranged`() {
        for field in ["bytes=0-", "bytes=-1"] {
            let fields = HTTPFields([("Range", field)])
            #expect(ByteRange(fields, length: 0, validators: Validators()) == .unsatisfiable)
        }
    }

    @Test(arguments: [
        ("\"a\"", ByteRange.part(0...1)), ("\"b\"", .whole), ("W/\"a\"", .whole),
        ("Sun, 06 Nov 1994 08:49:37 GMT", .part(0...1)), ("Sun, 06 Nov 1994 08:49:38 GMT", .whole),
    ])
    func `a range of another version is not given`(condition: String, range: ByteRange) {
        let fields = HTTPFields([("Range", "bytes=0-1"), ("If-Range", condition)])
        let validators = Validators(entityTag: "\"a\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(ByteRange(fields, length: 10, validators: validators) == range)
    }

    @Test func `a log line holds no control characters`() {
        let request = ServerRequest(method: "GE\u{1B}T", target: "/a\u{7}b\u{202E}?c=\u{1B}[31m")
        #expect(request.logTarget == "/ab?c=…")
        #expect(request.logMethod == "GET")
    }

    @Test(arguments: [
        ("delay=2&url=http%3A%2F%2Fx.example%2Fa%3Fkey%3Ds3cret", "delay=2&url=http%3A%2F%2Fx.example%2Fa?…"),
        ("url=http://x.example/a?key=s3cret&b=s3cret", "url=http://x.example/a?…&b=…"),
        ("url=http://x.example/a", "url=http://x.example/a"), ("api_key=s3cret", "api_key=…"), ("a", "a"),
    ])
    func `a log line holds no keys`(query: String, logged: String) {
        #expect(ServerRequest(method: "GET", target: "/d?\(query)").logTarget == "/d?\(logged)")
    }

    @Test func `an absolute target loses its scheme and host`() {
        let request = ServerRequest(method: "GET", target: "http://example.org/delay2.php?url=http://x/?a=1")
        #expect(request.path == "/delay2.php")
        #expect(request.query == "url=http://x/?a=1")
        #expect(ServerRequest(method: "GET", target: "http://example.org").path == "/")
    }

    @Test(arguments: [
        ("127.0.0.1:8327", "127.0.0.1", 8327), ("localhost:0", "localhost", 0), ("[::1]:80", "::1", 80),
        (":8327", "127.0.0.1", 8327), ("8327", "127.0.0.1", 8327),
    ])
    func `an address to listen at is read`(text: String, host: String, port: UInt16) {
        #expect(ListenAddress(text: text) == ListenAddress(host: host, port: port))
    }

    @Test(arguments: ["", "localhost", "a:b", "1.2.3.4:70000", "::1:80", "http://x:80", "[::1]", "[x]:1"])
    func `what is no address to listen at is refused`(text: String) {
        #expect(ListenAddress(text: text) == nil)
    }
}
