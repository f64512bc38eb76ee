import CarrelBasics
import CarrelCore
import CarrelModel

/// Files and the items that they belong to.
public struct ImportMatches: Sendable {
    /// Why a file is the document of an item.
    public enum Evidence: String, Sendable, Hashable, Encodable {
        /// It has the digest that the catalogue promises.
        case digest
        /// It has the size that the catalogue promises, and the item's name.
        case size
        /// It has the item's name; the catalogue promises nothing.
        case name
    }

    /// A file and its item.
    public struct Match: Sendable {
        /// The item.
        public var wanted: WantedItem
        /// The file.
        public var file: FoundFile
        /// Why they belong together.
        public var evidence: Evidence
    }

    /// A file whose content is that of a document in the library.
    public struct Present: Sendable {
        /// The file.
        public var file: FoundFile
        /// The document, with its item.
        public var document: PresentDocument
    }

    /// An item that gets no file, although one or several looked like its own.
    public struct Refusal: Sendable {
        /// The item.
        public var wanted: WantedItem
        /// The files, by path.
        public var files: [FoundFile]
        /// Why none of them is taken.
        public var reason: String
    }

    /// What is to be imported, in the order of the catalogues.
    public var matches: [Match] = []
    /// Items for which several files, or for whose file several items come into question.
    public var ambiguous: [Refusal] = []
    /// Items with a file that is not what was promised.
    public var refused: [Refusal] = []
    /// Items that no file looks like.
    public var missing: [WantedItem] = []
    /// Files that are documents of items already, such as those that an interrupted import left, by path.
    public var present: [Present] = []
    /// Files that belong to none of the items, by path.
    public var unused: [FoundFile] = []

    /// Takes back matches whose files are larger than what is taken from their catalogues.
    ///
    /// - Parameter limits: the sizes of the largest documents in bytes, by the locations of the catalogues.
    public mutating func refuseLarge(_ limits: [String: Int64]) {
        matches.removeAll { match in
            guard let limit = limits[match.wanted.key.catalog], match.file.size > limit else { return false }
            refused.append(
                Refusal(
                    wanted: match.wanted, files: [match.file],
                    reason:
                        "\(ByteCount(match.file.size)), larger than download.max-size, \(ByteCount(limit))"))
            return true
        }
    }
}
