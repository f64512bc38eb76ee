import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import Foundation

/// What a parser makes of the links of a page.
public protocol CatalogHTMLReader {
    /// The most links that are read of one page.
    static var maxLinks: Int { get }

    /// The number of links so far.
    var linkCount: Int { get }

    /// Takes the next event of the page's markup.
    mutating func take(_ event: MarkupEvent)
    /// Ends what the page did not end.
    mutating func finish()
}

/// Reads a catalogue that is a page of links.
public enum CatalogHTML {
    /// Reads a page, as far as it can be read.
    ///
    /// - Parameters:
    ///   - document: the page.
    ///   - reader: takes its markup, and has read nothing.
    ///   - budget: the limits.
    ///   - problems: takes why links may be missing.
    /// - Returns: the reader, with everything that could be read.
    public static func read<Reader: CatalogHTMLReader>(
        _ document: CatalogDocument, _ reader: Reader, _ budget: CatalogBudget, _ problems: inout ProblemList
    ) -> Reader {
        var reader = reader
        let (html, cut) = MarkupReader.beforeCut(document.data)
        problems.add(cut, at: "page")
        do {
            try MarkupReader.readHTML(html, charset: document.mediaType?.charset) { event in
                reader.take(event)
                return reader.linkCount < Reader.maxLinks && budget.goesOn()
            }
        } catch {
            problems.add("page", "\(error.reason); only what comes before is listed", gap: .lasting)
        }
        reader.finish()
        if reader.linkCount >= Reader.maxLinks {
            problems.add(
                "page", "more than \(Reader.maxLinks) links; only those before are listed", gap: .lasting)
        }
        return reader
    }

    /// What a followed page gives that cannot be read: the others are read all the same.
    ///
    /// - Parameters:
    ///   - reason: why.
    ///   - document: the page.
    /// - Returns: a catalogue with the problem alone.
    public static func nothing(_ reason: String, in document: CatalogDocument) -> Catalog {
        // Nobody knows whether the next reading gets more; what is not listed meanwhile is not gone.
        Catalog(
            collections: [],
            problems: [CatalogProblem(place: document.location, reason: reason, gap: .lasting)])
    }
}

extension ProblemList {
    /// Adds that a page was cut, if it was.
    ///
    /// - Parameters:
    ///   - cut: how it shows that.
    ///   - place: what the page is called.
    public mutating func add(_ cut: MarkupReader.Cut?, at place: String) {
        switch cut {
        case .tag:
            add(place, "it was cut: it ends within a tag; only what comes before is listed", gap: .passing)
        case .element:
            add(place, "it was probably cut: it ends within a list, a table or the like", gap: .doubtful)
        case nil: break
        }
    }
}
