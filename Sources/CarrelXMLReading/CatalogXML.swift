import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import Foundation

/// What a parser makes of a catalogue in XML, part by part.
public protocol CatalogXMLReader {
    /// What is expected, for messages: `an OPDS catalogue`.
    static var kind: String { get }
    /// The prefixes of namespaces, by their addresses.
    static var namespaces: [String: String] { get }
    /// The names that the root element may have.
    static var roots: Set<String> { get }
    /// The elements that are taken whole where they are not within another one.
    static var parts: Set<String> { get }
    /// The most elements and texts of one part; what is beyond them is left out, and that is said.
    static var maxNodes: Int { get }

    /// The limits; asked before each part.
    var budget: CatalogBudget { get }
    /// What could not be used.
    var problems: ProblemList { get set }
    /// Whether anything was read that a catalogue of this kind has.
    var isUsable: Bool { get }

    /// Takes the start of an element around parts.
    mutating func begin(_ name: String, _ attributes: [String: String])
    /// Takes a part, and the line where its last start tag is.
    mutating func take(_ part: MarkupElement, line: Int)
}

extension CatalogXMLReader {
    /// Enough for entries of any feed.
    public static var maxNodes: Int { 1 << 16 }

    /// Nothing by default.
    public mutating func begin(_ name: String, _ attributes: [String: String]) {}
}

/// Reads a catalogue that is XML; what is not well-formed is read as far as it goes.
public enum CatalogXML {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - make: gives a reader that has read nothing; asked again if the document is repaired and read again.
    /// - Returns: the reader, with everything that could be read and the problems.
    /// - Throws: `ParseError` with the line, for what is no such catalogue or has nothing that can be used.
    public static func read<Reader: CatalogXMLReader>(
        _ document: CatalogDocument, _ make: () -> Reader
    ) throws(ParseError) -> Reader {
        try refuseOtherText(document, Reader.kind)
        let reading = XMLReading<Parts<Reader>>.last(of: document) { document in
            XMLReading(by: Parts(reader: make())) { parts throws(MarkupError) in try parts.read(document) }
        }
        var reader = reading.content.reader
        try reader.budget.conclude()
        try refuseOtherRoot(reading, document)
        reader.problems.add(reading, of: "document")
        if reading.content.isCut {
            reader.problems.add(
                "document", "an entry is too large; only its beginning is read", gap: .lasting)
        }
        reader.problems.add(reader.budget.addressProblem)
        if !reader.isUsable, let first = reader.problems.problems.first {
            throw ParseError(
                location: document.location, place: first.place,
                reason: "nothing can be read: \(first.reason)",
                remedy: reading.problem == nil && reading.end == nil
                    ? nil : "Fetch the document again; it may have been cut")
        }
        return reader
    }

    private static func refuseOtherText(_ document: CatalogDocument, _ kind: String) throws(ParseError) {
        let beginning = XMLOutline.beginning(of: document.data)
        guard beginning.first != "<" else { return }
        throw ParseError(
            location: document.location, place: "line 1, column 1",
            reason: beginning.isEmpty
                ? "the document is empty, expected \(kind)" : "not XML, expected \(kind)",
            remedy: "Check that the location is that of the catalogue itself")
    }

    /// What a reader has read, and what of.
    private struct Parts<Reader: CatalogXMLReader> {
        var reader: Reader
        var root: String?
        var isCut = false

        mutating func read(_ document: CatalogDocument) throws(MarkupError) -> MarkupProblem? {
            let (problem, isCut) = try MarkupReader.readXMLParts(
                document.data, charset: CatalogEncoding.charset(of: document),
                namespaces: Reader.namespaces,
                limits: MarkupLimits(maxSize: 256 << 20, maxNodes: Reader.maxNodes),
                isPart: { root != nil && Reader.parts.contains($0) },
                { part, line in
                    if root == nil, case .start(let name, _) = part { root = name }
                    guard let root, Reader.roots.contains(root) else { return false }
                    switch part {
                    case .start(let name, let attributes): reader.begin(name, attributes)
                    case .element(let element): reader.take(element, line: line)
                    case .end: break
                    }
                    return reader.budget.goesOn()
                })
            self.isCut = isCut
            return problem
        }
    }

    /// Another kind of document must not pass for a catalogue without entries.
    private static func refuseOtherRoot<Reader: CatalogXMLReader>(
        _ reading: XMLReading<Parts<Reader>>, _ document: CatalogDocument
    ) throws(ParseError) {
        let place = "line \(reading.problem?.line ?? 1)"
        guard let root = reading.content.root else {
            let reason = reading.problem.map { ": \($0.clause)" } ?? ""
            throw ParseError(
                location: document.location, place: place, reason: "no element can be read\(reason)")
        }
        if Reader.roots.contains(root) { return }
        if XMLOutline(document)?.isCut == true {
            throw ParseError(
                location: document.location, place: place,
                reason: "the document ends within its first tag",
                remedy: "Fetch the document again; it may have been cut")
        }
        let name = String(root.split(separator: ":").last ?? "")
        let found = name.lowercased() == "html" ? "an HTML page" : "the root element \(name.titleText)"
        throw ParseError(
            location: document.location, place: "line 1", reason: "\(found), expected \(Reader.kind)",
            remedy: "Check that the location is that of the catalogue itself")
    }
}

extension MarkupElement {
    /// The text of the first element of a name directly in it, in one line; `nil` if there is none.
    public func line(_ name: String) -> String? {
        first(name)?.text.prefix(utf8: 8192).text.titleText.nonEmpty
    }

    /// The texts of the elements of a name directly in it, in one line each, without repetitions, at most twenty.
    public func lines(_ name: String) -> [String] {
        var lines: [String] = []
        for element in elements where element.name == name && lines.count < 20 {
            let line = element.text.prefix(utf8: 8192).text.titleText
            if !line.isEmpty, !lines.contains(line) { lines.append(line) }
        }
        return lines
    }
}
