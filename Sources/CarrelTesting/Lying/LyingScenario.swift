import CarrelCore
import CarrelHTTP
import Foundation

/// One way in which a server lies, and what must come of it.
public struct LyingScenario: Sendable, CustomStringConvertible {
    /// What must come of it.
    public enum Ending: Sendable, Hashable {
        /// The document is stored with this content.
        case stored(Data)
        /// The item fails, for a reason that holds this text.
        case failed(String)
        /// What came is set aside, for a reason that holds this text.
        case quarantined(String)
    }

    /// What the server does, as the end of a sentence: `a server that …`.
    public let name: String
    /// The last part of the document's path.
    public var file = "notes.txt"
    /// The answers, one a request, the last one again and again; the argument is the server's own address.
    public let replies: @Sendable (_ server: String) -> [Reply]
    /// What is there beside the document, by path.
    public var others: [String: Reply] = [:]
    /// What must come of it.
    public let ending: Ending
    /// What comes of it with one fetcher that cannot do better, by its name, with the reason.
    public var exceptions: [String: (ending: Ending, reason: String)] = [:]
    /// The fetchers that this cannot be tried with, by name, with the reason.
    public var excluded: [String: String] = [:]
    /// How many requests are made for the document; `nil` if that may differ.
    public var requests: Int?
    /// The stored document's name, where it is not `file`.
    public var storedName: String?
    /// Changes the options of the download stage.
    public var options: @Sendable (inout DownloadOptions) -> Void = { _ in }

    public init(
        _ name: String, ending: Ending, requests: Int? = nil,
        replies: @escaping @Sendable (_ server: String) -> [Reply]
    ) {
        (self.name, self.ending, self.requests, self.replies) = (name, ending, requests, replies)
    }

    /// One whose answers do not name the server.
    init(_ name: String, ending: Ending, requests: Int? = nil, _ replies: [Reply]) {
        self.init(name, ending: ending, requests: requests) { _ in replies }
    }

    /// The name.
    public var description: String { name }

    /// What must come of it with a fetcher.
    public func ending(with fetcher: String) -> Ending { exceptions[fetcher]?.ending ?? ending }

    /// The same with another file name.
    func named(_ file: String) -> LyingScenario {
        var scenario = self
        scenario.file = file
        return scenario
    }

    /// The same with other options.
    func with(_ options: @escaping @Sendable (inout DownloadOptions) -> Void) -> LyingScenario {
        var scenario = self
        scenario.options = options
        return scenario
    }

    /// The same with something beside the document.
    func beside(_ path: String, _ reply: Reply) -> LyingScenario {
        var scenario = self
        scenario.others[path] = reply
        return scenario
    }

    /// The same, but for one fetcher.
    func except(_ fetcher: String, _ ending: Ending, because reason: String) -> LyingScenario {
        var scenario = self
        scenario.exceptions[fetcher] = (ending, reason)
        return scenario
    }

    /// The same, but not for one fetcher.
    func excluding(_ fetcher: String, because reason: String) -> LyingScenario {
        var scenario = self
        scenario.excluded[fetcher] = reason
        return scenario
    }

    /// Those that need neither patience nor other options, for a program that has real time and its own profile.
    public static let quick = ranges + versions + promises

    /// Every scenario that can be tried with a fetcher.
    public static func all(for fetcher: String) -> [LyingScenario] {
        all.filter { $0.excluded[fetcher] == nil }
    }

    /// Every scenario.
    public static let all =
        lengths + framings + ranges + breaks + versions + limits + codings + redirects + patience + promises
        + checksums + names
}

extension LyingScenario {
    /// A document of 100 KB, and another version of it of the same length.
    static let (old, new) = (TestBytes.make(100_000, seed: 1), TestBytes.make(100_000, seed: 2))
    /// The document with another last byte.
    static let spoilt: Data = old.dropLast() + [0xFF]
    /// Its strong entity tag, as a field.
    static let tag = ("ETag", "\"1\"")
    /// What a good server sends.
    static let honest = Reply.document(old, entityTag: tag.1)

    /// A head and the first bytes of a document, then the connection is closed.
    static func broken(_ content: Data, after count: Int, fields: [(String, String)]) -> Reply {
        let all = [("Content-Length", "\(content.count)")] + fields
        return Reply([.head(status: 200, fields: HTTPFields(all)), .bytes(content.prefix(count)), .close])
    }

    /// A first try that breaks off, with a strong entity tag.
    static let first = broken(old, after: 40_000, fields: [tag])
}
