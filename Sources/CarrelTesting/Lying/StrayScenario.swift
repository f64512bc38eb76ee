import CarrelBasics
import CarrelHTTP
import Foundation

/// One way in which a server says more than it was asked for, on connections that carry several requests.
///
/// Each document has an entity tag of its own. Whatever the server adds, every document must end with its own
/// content.
public struct StrayScenario: Sendable, CustomStringConvertible {
    /// A request as the server sees it.
    struct Asked: Sendable {
        var request: RecordedRequest
        /// The number of the document.
        var index: Int
        /// What the document holds.
        var content: Data
        /// What was answered to the request before on the same connection; `nil` for its first one.
        var previous: Data?

        /// What an honest server would say.
        var honest: Data {
            let tag = StrayScenario.tag(content)
            if request.fields["If-None-Match"] == tag { return StrayScenario.head(304, "ETag: \(tag)") }
            return StrayScenario.head(200, "ETag: \(tag)\r\nContent-Length: \(content.count)") + content
        }
    }

    /// What the server does, as the end of a sentence: `a server that …`.
    public let name: String
    /// How many bytes a document has, about.
    public var size = 2_000
    /// The documents that no server of this kind delivers.
    public var undelivered: Set<Int> = []
    let answer: @Sendable (Asked) -> Data

    /// The name.
    public var description: String { name }

    /// Puts documents onto a server that answers so.
    ///
    /// - Parameters:
    ///   - contents: the documents, which get the paths `/0.txt`, `/1.txt` and so on.
    ///   - server: the server.
    public func stage(_ contents: [Data], on server: LoopbackServer) {
        let answered = Locked<[Int: Data]>([:])
        for (index, content) in contents.enumerated() {
            server.on(
                "/\(index).txt",
                Reply { request in
                    let previous = answered.withLock { $0[request.connection] }
                    let asked = Asked(request: request, index: index, content: content, previous: previous)
                    answered.withLock { $0[request.connection] = asked.honest }
                    return [.raw(answer(asked))]
                })
        }
    }

    private static func tag(_ content: Data) -> String {
        "\"\(content.count)-\(content.prefix(8).map { String($0, radix: 16) }.joined())\""
    }

    private static func head(_ status: Int, _ lines: String) -> Data {
        Data("HTTP/1.1 \(status) Scripted\r\n\(lines)\r\n\r\n".utf8)
    }

    private static let stray = head(200, "Content-Length: 5") + Data("stray".utf8)

    /// Every scenario.
    public static let all: [StrayScenario] = [
        StrayScenario(name: "answers twice") { $0.honest + $0.honest },
        StrayScenario(name: "answers twice, with documents that take several reads", size: 150_000) {
            $0.honest + $0.honest
        },
        StrayScenario(name: "answers once more when the next request has come") {
            ($0.previous ?? Data()) + $0.honest
        },
        StrayScenario(name: "answers once more when the next request has come, at length", size: 150_000) {
            ($0.previous ?? Data()) + $0.honest
        },
        StrayScenario(name: "says that nothing changed before it answers") {
            ($0.previous == nil ? Data() : head(304, "X: 1")) + $0.honest
        },
        StrayScenario(name: "says that there is no such document before it answers") {
            ($0.previous == nil ? Data() : head(404, "Content-Length: 0")) + $0.honest
        },
        StrayScenario(name: "redirects elsewhere before it answers") {
            ($0.previous == nil ? Data() : head(302, "Location: ftp://nowhere/\r\nContent-Length: 0"))
                + $0.honest
        },
        StrayScenario(name: "sends chunks that nobody asked for before it answers") {
            let chunks = head(200, "Transfer-Encoding: chunked") + Data("5\r\nstray\r\n0\r\n\r\n".utf8)
            return ($0.previous == nil ? Data() : chunks) + $0.honest
        },
        StrayScenario(name: "sends rubbish before it answers") {
            ($0.previous == nil ? Data() : Data("rubbish\r\nmore: of it\r\n\r\n".utf8)) + $0.honest
        },
        StrayScenario(name: "sends more than it announces") { $0.honest + stray },
        StrayScenario(name: "writes HTTP/2 into its status lines, and answers twice") {
            Data("HTTP/2".utf8) + $0.honest.dropFirst("HTTP/1.1".utf8.count) + $0.honest
        },
        StrayScenario(name: "sends a body after 304") {
            $0.request.fields["If-None-Match"] == nil ? $0.honest : $0.honest + stray
        },
        StrayScenario(name: "sends a body after 204", undelivered: [3, 7]) {
            [3, 7].contains($0.index) ? head(204, "X: 1") + stray : $0.honest
        },
    ]
}
