import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Reads the records of one answer.
struct OAIPMHRecords: CatalogXMLReader {
    static let kind = "an answer of OAI-PMH"
    static let namespaces = [
        "http://www.openarchives.org/OAI/2.0/": "", "http://www.openarchives.org/OAI/2.0/oai_dc/": "oai_dc",
        "http://purl.org/dc/elements/1.1/": "dc",
    ]
    static let roots: Set<String> = ["OAI-PMH"]
    static let parts: Set<String> = ["record", "header", "error", "resumptionToken"]

    let budget: CatalogBudget
    var problems = ProblemList()
    var isUsable: Bool { isList || failure != nil }

    // The most that are read of one field of a record.
    private static let maxAddresses = 20

    private let documents: [String]
    private var isList = false
    private var failure: OAIPMHFailure?
    private var token: String?
    private var sets: [ItemCollection] = []
    private var places: [String: Int] = [:]
    private var deleted: [String] = []
    private var headers = 0

    init(_ budget: CatalogBudget, documents: [String]) {
        self.budget = budget
        self.documents = documents
    }

    mutating func begin(_ name: String, _ attributes: [String: String]) {
        if name == "ListRecords" || name == "GetRecord" { isList = true }
    }

    mutating func take(_ part: MarkupElement, line: Int) {
        switch part.name {
        case "record": if isList { takeRecord(part, line) }
        case "error": failure = failure ?? OAIPMHFailure(part, line: line)
        case "resumptionToken":
            let text = part.text.trimmed
            token = text.isEmpty || text.utf8.count > 4096 ? nil : text
            if text.utf8.count > 4096 {
                problems.add("line \(line)", "a resumption token of more than 4096 bytes", gap: .lasting)
            }
        default: headers += 1
        }
    }

    // MARK: Records

    private mutating func takeRecord(_ record: MarkupElement, _ line: Int) {
        let header = record.first("header")
        let id = header?.line("identifier")
        if header?["status"]?.trimmed.lowercased() == "deleted" {
            deleted.append(id ?? "line \(line)")
            return
        }
        guard let metadata = record.first("metadata", "oai_dc:dc") else {
            problems.add(
                "line \(line)", "a record without Dublin Core, expected metadataPrefix=oai_dc in the address",
                gap: .lasting)
            return
        }
        let items = items(metadata, id, header?.lines("setSpec") ?? [], line)
        guard !items.isEmpty else {
            problems.add("line \(line)", "a record that says nothing", gap: .lasting)
            return
        }
        let set = header?.line("setSpec") ?? "records"
        let place = places[set] ?? sets.count
        if place == sets.count {
            places[set] = place
            sets.append(ItemCollection(id: set, title: set))
        }
        for item in items {
            guard budget.takeItem() else { return }
            sets[place].items.append(item)
        }
    }

    private func items(_ metadata: MarkupElement, _ id: String?, _ sets: [String], _ line: Int) -> [Item] {
        var addresses: [String] = []
        for field in documents {
            for element in metadata.all("dc:\(field)").prefix(Self.maxAddresses) {
                let text = element.text.addressText
                // What the web resolves, so that it is what it says wherever the repository is.
                guard Self.isAddress(text), let url = budget.fetchable(text) else { continue }
                // By bytes: composed and taken apart, an accent leads to different documents.
                if !addresses.contains(where: { $0.utf8.elementsEqual(url.utf8) }) { addresses.append(url) }
            }
        }
        let title = metadata.line("dc:title") ?? id ?? addresses.first?.titleText
        guard let title, !title.isEmpty else { return [] }
        let creators = metadata.lines("dc:creator").joined(separator: "; ").titleText
        let details = details(metadata, sets)
        func item(_ url: String?) -> Item {
            Item(id: id, title: title, subtitle: creators.nonEmpty, details: details, url: url)
        }
        return addresses.isEmpty ? [item(nil)] : addresses.map { item($0) }
    }

    private static func isAddress(_ text: String) -> Bool {
        let beginning = text.prefix(8).lowercased()
        return beginning.hasPrefix("http://") || beginning.hasPrefix("https://")
    }

    private func details(_ metadata: MarkupElement, _ sets: [String]) -> [Detail] {
        func line(_ name: String, _ separator: String = ", ") -> String? {
            metadata.lines("dc:\(name)").joined(separator: separator).nonEmpty?.prefix(utf8: 8192).text
        }
        let description = metadata.first("dc:description").map {
            $0.text.prefix(utf8: 16 << 10).text.readable.trimmed
        }
        return [
            ("Author", line("creator", "; ")), ("Contributor", line("contributor", "; ")),
            ("Date", line("date")), ("Publisher", line("publisher")), ("Type", line("type")),
            ("Format", line("format")), ("Language", line("language")), ("Subject", line("subject")),
            ("Description", description?.nonEmpty), ("Source", line("source")),
            ("Relation", line("relation")), ("Coverage", line("coverage")),
            ("Identifier", line("identifier")),
            ("Sets", sets.count > 1 ? sets.joined(separator: ", ") : nil), ("Rights", line("rights")),
        ].compactMap { label, value in value.map { Detail(label, $0) } }
    }

    // MARK: The catalogue

    /// The records as a catalogue.
    ///
    /// - Throws: `ParseError` for an error of the repository, for an answer to another request, and for records of
    ///   another format alone.
    func catalog(of document: CatalogDocument) throws(ParseError) -> Catalog {
        if let failure { throw failure.error(at: document.location) }
        guard isList else {
            throw ParseError(
                location: document.location,
                reason: headers > 0
                    ? "a list of identifiers without their records, expected the answer to ListRecords"
                    : "the answer to another request, expected that to ListRecords",
                remedy: OAIPMHFailure.address)
        }
        if document.page == nil, sets.isEmpty, deleted.isEmpty,
            let first = problems.problems.first(where: { $0.gap == .lasting })
        {
            throw ParseError(
                location: document.location, place: first.place,
                reason: "nothing can be read: \(first.reason)",
                remedy: OAIPMHFailure.address)
        }
        var problems = problems
        // Otherwise the library says of each stored document that it is no longer listed.
        if Self.isOfTime(document.page?.start ?? document.url), let first = deleted.first {
            let count = deleted.count == 1 ? "1 record is" : "\(deleted.count) records are"
            problems.add(
                "records",
                "\(count) deleted in the repository, such as \(first.titleText); what is stored of them stays"
            )
        }
        var sets = sets
        for index in sets.indices { sets[index].markDuplicates() }
        var catalog = Catalog(collections: sets, problems: [])
        catalog.pages = next(document, &problems).map { [CatalogPage(url: $0, isNext: true)] } ?? []
        catalog.problems = problems.problems
        // Of a part of the time, what is older is not listed, and not gone.
        catalog.listsLatestOnly = Self.isOfTime(document.url)
        return catalog
    }

    /// Whether an address asks for the records of a time alone.
    private static func isOfTime(_ url: URL) -> Bool {
        ["from", "until"].contains { PageQuery.value(of: $0, in: url) != nil }
    }

    /// The next part of the list; a token goes into the query alone, and with the request's verb only.
    private func next(_ document: CatalogDocument, _ problems: inout ProblemList) -> String? {
        guard let token else { return nil }
        guard PageQuery.value(of: "resumptionToken", in: document.url) != token else {
            problems.add(
                "resumptionToken",
                "the repository gave the same token again; the list ends here, though it has more",
                gap: .lasting)
            return nil
        }
        let url = PageQuery.setting(
            "resumptionToken", to: token, in: document.url,
            without: ["metadataPrefix", "from", "until", "set"])
        if url == nil {
            problems.add(
                "resumptionToken", "the list has more, which only its repository can give", gap: .lasting)
        }
        return url
    }
}
