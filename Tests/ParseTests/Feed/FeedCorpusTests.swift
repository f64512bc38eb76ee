import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import FeedParsing
import Foundation
import Testing

/// The small cases of a Python feed reader's tests, with what it expects of each.
@Suite(
    .enabled(if: FeedCorpus.isPresent, "needs the folder ../shared/corpora/feedparser"),
    .timeLimit(.minutes(1)))
struct FeedCorpusTests {
    /// What is read otherwise, and why.
    private static let others = [
        "wellformed/cdf/item_href_map_links.xml": "Microsoft's channel format is none of those that are read",
        "wellformed/namespace/rss2.0mathml.xml": "a formula has no text",
        "wellformed/rss/item_madeup_tags_element.xml": "no format has an element of this name",
    ]

    @Test func `the cases about what a catalogue has come out as expected`() throws {
        var fulfilled = 0
        var failed: [String] = []
        for (name, data) in try FeedCorpus.cases() {
            guard let expectation = FeedExpectation(String(decoding: data, as: UTF8.self)),
                !expectation.clauses.isEmpty, expectation.clauses.allSatisfy(\.isOfCatalog)
            else { continue }
            guard let catalog = try? FeedParser().parse([FeedCorpus.document(data)]) else {
                failed.append(name)
                continue
            }
            let isWellFormed = !catalog.problems.contains { $0.reason.hasPrefix("not well-formed") }
            if expectation.clauses.allSatisfy({ $0.holds(of: catalog) }),
                isWellFormed || !expectation.isWellFormed
            {
                fulfilled += 1
            } else {
                failed.append(name)
            }
        }
        #expect(failed.filter { Self.others[$0] == nil } == [])
        #expect(Set(Self.others.keys).isSubset(of: failed), "each of the others fails")
        #expect(fulfilled >= 99)
    }

    @Test func `every case is a catalogue or an error, and recognised for what it is`() throws {
        for (name, data) in try FeedCorpus.cases() {
            let document = FeedCorpus.document(data)
            let text = String(decoding: data, as: UTF8.self).lowercased()
            let isFeed = text.contains("<rss") || text.contains("<feed") || text.contains(":rdf")
            #expect((FeedParser().recognition(of: [document]) == .certain) == isFeed, "\(name)")
            guard isFeed else { continue }
            do {
                try ParserConformance.check(try FeedParser().parse([document]))
            } catch let error as ParseError {
                #expect(error.reason.contains("an entry that says nothing"), "\(name): \(error)")
            }
        }
    }
}

enum FeedCorpus {
    private static let folder = RealData.folder.deletingLastPathComponent().appending(
        path: "corpora/feedparser")

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func cases() throws -> [(name: String, data: Data)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".xml") }
            .sorted()
            .map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    }

    /// The case as it was served: its comment may name fields of the response.
    static func document(_ data: Data) -> CatalogDocument {
        let text = String(decoding: data.prefix(2048), as: UTF8.self)
        let location = text.firstMatch(of: /Header:\s*Content-Location:\s*(\S+)/).map { String($0.1) }
        let base = URL(string: "http://127.0.0.1:8097/test.xml") ?? URL(filePath: "/")
        return CatalogDocument(
            data: data, url: location.flatMap { URL(string: $0, relativeTo: base)?.absoluteURL } ?? base)
    }
}
