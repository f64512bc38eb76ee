/// What a markup reader reports, in the document's order.
///
/// Comments are not reported.
public enum MarkupEvent: Sendable, Hashable {
    /// An element begins. Names of HTML are in lower case; of a repeated attribute the first is kept.
    case start(String, attributes: [String: String])
    /// Text with its entities resolved; one run of text may come in several parts.
    case text(String)
    /// An element ends. Every start has its end, whether or not the document wrote it.
    case end(String)
}

/// How much a markup reader takes.
public struct MarkupLimits: Sendable, Hashable {
    /// The largest document, in bytes.
    public var maxSize: Int
    /// The deepest nesting of elements.
    public var maxDepth: Int
    /// The most elements and texts of what is read into one `MarkupElement`; what is beyond them is left out.
    public var maxNodes: Int

    /// Makes limits.
    ///
    /// The depth is the one that browsers have.
    public init(maxSize: Int = 64 << 20, maxDepth: Int = 512, maxNodes: Int = 1 << 19) {
        self.maxSize = maxSize
        self.maxDepth = maxDepth
        self.maxNodes = maxNodes
    }
}

/// Where a document is not well-formed.
public struct MarkupProblem: Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// What is wrong there, in libxml2's words.
    public var message: String
    /// Whether there are ampersands that belong to no reference: what stands behind each was lost.
    ///
    /// `StrayAmpersands` repairs that.
    public var hasStrayAmpersands = false
    /// Whether the document does not end with the end of its root element, as if only its beginning came.
    public var isCut = false
}

/// Why a document was not read to its end.
public enum MarkupError: Error, Sendable, Hashable {
    /// The document is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The elements are nested deeper than the limit; what came before was reported.
    case tooDeep(limit: Int)
    /// One tag has hundreds of attributes; what came before was reported.
    case tooManyAttributes
    /// There is not enough memory.
    case outOfMemory

    /// The error as a clause.
    public var reason: String {
        switch self {
        case .tooLarge(let limit): "larger than the limit of \(limit) bytes"
        case .tooDeep(let limit): "nested deeper than \(limit) elements"
        case .tooManyAttributes: "holds a tag with hundreds of attributes"
        case .outOfMemory: "does not fit into memory"
        }
    }
}
