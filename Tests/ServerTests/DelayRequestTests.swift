import CarrelBasics
import Foundation
import Testing

@testable import CarrelDelayProxy
@testable import CarrelServer

@Suite(.timeLimit(.minutes(1)))
struct DelayRequestTests {
    @Test(arguments: [
        ("delay=5&url=http://x.example/a", "http://x.example/a"),
        ("url=http://x.example/a?b=1&c=2&delay=7", "http://x.example/a?b=1&c=2&delay=7"),
        ("delay=5&url=http%3A%2F%2Fx.example%2Fa%3Fb%3D1%26c%3D2", "http://x.example/a?b=1&c=2"),
        ("url=http%3A//x.example/a%2520b", "http://x.example/a%20b"),
        ("url=http://x.example/a%20b", "http://x.example/a%20b"),
        ("url=http://x.example/p?url=http://y.example/", "http://x.example/p?url=http://y.example/"),
        ("curl=1&url=https://x.example/", "https://x.example/"),
    ])
    func `the URL reaches to the end, escaped or not`(query: String, url: String) throws {
        #expect(try DelayRequest(query: query).url.absoluteString == url)
    }

    @Test(arguments: [
        ("5", 5.0, 5.0), ("0", 0, 0), ("0.25", 0.25, 0.25), ("0..3", 0, 3), ("1.5..2", 1.5, 2),
        ("600", 600, 600),
        ("5s", 5, 5), ("250ms..1s", 0.25, 1), ("2m", 120, 120),
    ])
    func `a delay is seconds or a range`(text: String, low: Double, high: Double) throws {
        let request = try DelayRequest(query: "delay=\(text)&url=http://x.example/")
        #expect(request.delay == RandomDelay(.seconds(low) ... .seconds(high)))
    }

    @Test(arguments: ["", "-1", "five", "3..1", "1..", "..2", "1..2..3", "601", "0..601", "1e3", "nan", "5%"])
    func `a delay that makes no sense is refused`(text: String) {
        #expect { try DelayRequest(query: "delay=\(text)&url=http://x.example/") } throws: {
            ($0 as? DelayRequest.Refusal)?.status == 400
        }
    }

    @Test func `without a delay there is none`() throws {
        #expect(try DelayRequest(query: "url=http://x.example/").delay == nil)
    }

    @Test(arguments: [
        (nil, 400), ("", 400), ("delay=5", 400), ("url=", 400), ("url=/notes.json", 400), ("url=%zz", 400),
        ("url=file:///etc/passwd", 403), ("url=file%3A%2F%2F%2Fetc%2Fpasswd", 403),
        ("url=ftp://x.example/", 403),
        ("url=http://me:secret@x.example/", 400), ("url=gopher://x.example/", 403),
    ])
    func `a URL that Carrel does not request is refused`(query: String?, status: Int) {
        #expect { try DelayRequest(query: query) } throws: { ($0 as? DelayRequest.Refusal)?.status == status }
    }
}
