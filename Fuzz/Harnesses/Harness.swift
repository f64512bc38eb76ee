import Foundation

/// One reader of what comes from outside, with the promises that hold for every input.
///
/// `make fuzz` searches inputs that break them; `make test` runs the corpus and every finding again.
public struct Harness: Sendable {
    /// The name: that of its folders in the corpus and among the findings.
    public let name: String
    /// The largest input that is worth a try, in bytes.
    public let maxLength: Int
    private let check: @Sendable (Data) async throws -> Void

    init(_ name: String, maxLength: Int = 4096, _ check: @escaping @Sendable (Data) async throws -> Void) {
        self.name = name
        self.maxLength = maxLength
        self.check = check
    }

    /// Reads an input.
    ///
    /// - Throws: `ConformanceFailure` for a promise that was not kept.
    public func run(_ input: Data) async throws { try await check(input) }

    /// Every harness.
    public static let all: [Harness] = [
        .listing, .addresses, .book, .calendar, .catalogForm, .codings, .config, .contacts,
        .contentDisposition, .feed,
        .flickrPlaces, .htmlLinks, .htmlSummary, .itunesChart, .json, .jsonPath, .mail, .map, .markdown,
        .metalink,
        .moduleNotes, .names, .notebook, .oaiPMH, .officeParts, .opds, .opml, .plainText, .planFile,
        .responseHead, .rtf, .s3,
        .sitemap, .source, .structured, .table, .timetable, .toml, .urlList, .webDAV,
    ]
}
