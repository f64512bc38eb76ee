import CarrelModel

/// A parser that a profile tells where everything is, and that can show how well that fits a document.
public protocol MappingParser: Parser {
    /// Parses as `parse` does, and counts what each field of the mapping matched, also where nothing can be used.
    func trace(_ documents: [CatalogDocument]) throws(ParseError) -> MappingTrace

    /// The tables of a profile, in TOML, that read a document, judging by its shape.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - location: what the profile says of its source, an address or a path; `-` for standard input, which it
    ///     cannot name.
    /// - Returns: the tables.
    /// - Throws: `ParseError` for a document in which nothing looks like a list.
    func suggestion(for document: CatalogDocument, at location: String) throws(ParseError) -> String
}

/// How a mapping fits a document.
public struct MappingTrace: Sendable {
    /// What the document gives.
    public var catalog: Catalog
    /// The fields, in the order of the mapping.
    public var fields: [Field]

    /// What one field matched.
    public struct Field: Sendable, Hashable {
        /// Its name in the profile, such as `items.title`.
        public var name: String
        /// How often it gave a value.
        public var matched: Int
        /// How often it was asked.
        public var asked: Int
        /// The first value.
        public var example: String?

        public init(name: String, matched: Int = 0, asked: Int = 0, example: String? = nil) {
            (self.name, self.matched, self.asked, self.example) = (name, matched, asked, example)
        }
    }

    public init(catalog: Catalog, fields: [Field]) { (self.catalog, self.fields) = (catalog, fields) }
}
