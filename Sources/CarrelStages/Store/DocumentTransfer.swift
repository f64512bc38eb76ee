import CarrelModel

/// Gives what a store keeps to another store, and takes what another one kept: an optional part of a store.
///
/// A content keeps its place and the time at which it was written, so that what was intact, edited or damaged is so in the
/// other store, too.
///
/// **Giving.** `copy(_:into:)` reads a content into a writer of the other store, whose `finish()` tells its digest.
///
/// **Taking.** `put(_:replacing:)` gives staged contents their places. At a place is the whole content or nothing.
///
/// **Errors.** `StoreError`, with `.invalidName` for a place that no store could have given. The trouble of one content
/// does not concern the others.
///
/// **Concurrency.** Calls may overlap; none blocks a cooperative thread.
public protocol DocumentTransfer: Sendable {
    /// Tells where the contents are: stores that say the same have the same ones.
    var location: String { get }

    /// Lists the places of an area, in no order.
    ///
    /// Whatever else is there is left out, except among the documents: those of somebody else are listed, too.
    ///
    /// - Parameters:
    ///   - area: the area.
    ///   - body: gets some places at a time; says whether to go on.
    /// - Throws: `StoreError`; where a part cannot be listed, perhaps after everything else was.
    func list(
        _ area: KeptPlace.Area, _ body: ([KeptPlace]) async throws(StoreError) -> Bool
    ) async throws(StoreError)

    /// What is at a place, without reading it; `nil` for nothing.
    func entry(at place: KeptPlace) async throws(StoreError) -> StoreEntry?

    /// Reads what is at a place, and computes its digest; `nil` for nothing.
    func digest(at place: KeptPlace) async throws(StoreError) -> ContentDigest?

    /// Copies what is at a place into a writer, perhaps of another store.
    ///
    /// - Parameters:
    ///   - place: the place.
    ///   - writer: gets the bytes; it is not finished.
    /// - Returns: what is known of the content without reading it; `nil` for nothing.
    /// - Throws: `StoreError`, also those of the writer.
    func copy(_ place: KeptPlace, into writer: any StoreWriter) async throws(StoreError) -> StoreEntry?

    /// Gives staged contents their places, as durably as documents get their names.
    ///
    /// - Parameters:
    ///   - contents: staged by a writer of this store; `StagedDocument.fileTime` is when the content was written. If there are
    ///     none, what other processes put there is made durable, too.
    ///   - replacing: whether something else may be there; otherwise that stays, and the content is refused.
    /// - Returns: the contents that were refused, each with the reason; they are dropped.
    /// - Throws: `StoreError` only if no further one can get its place, as on a full disk.
    func put(_ contents: [KeptContent], replacing: Bool) async throws(StoreError) -> [RefusedContent]

    /// Removes what is at a place, for good.
    func remove(_ place: KeptPlace) async throws(StoreError)
}

/// Where a store keeps a content.
public enum KeptPlace: Sendable, Hashable {
    /// The document of that name.
    case document(String)
    /// An earlier version of a document, by the document's name and the version's own.
    case version(of: String, String)
    /// What was set aside, by its name in the quarantine.
    case quarantined(String)

    /// The kinds of places.
    public enum Area: Sendable, CaseIterable {
        /// The documents.
        case documents
        /// Their earlier versions.
        case versions
        /// What was set aside.
        case quarantine
    }

    /// Whether it is among the documents, where others put files, too.
    package var isDocument: Bool { if case .document = self { true } else { false } }

    /// For people: the name of the document, or of what was set aside.
    public var name: String {
        switch self {
        case .document(let name), .quarantined(let name): name
        case .version(let document, let name): "\(document), version \(name)"
        }
    }
}

/// A staged content, and the place that it is to get.
public struct KeptContent: Sendable, Hashable {
    /// Where it goes.
    public var place: KeptPlace
    /// The bytes.
    public var document: StagedDocument

    public init(_ document: StagedDocument, at place: KeptPlace) {
        (self.place, self.document) = (place, document)
    }
}

/// A content that did not get its place.
public struct RefusedContent: Sendable, Hashable {
    /// The place.
    public var place: KeptPlace
    /// Why.
    public var error: StoreError

    public init(_ place: KeptPlace, _ error: StoreError) { (self.place, self.error) = (place, error) }
}

extension DocumentTransfer {
    /// Whether nothing is stored.
    package func isEmpty() async throws(StoreError) -> Bool {
        var isEmpty = true
        for area in KeptPlace.Area.allCases where isEmpty {
            try await list(area) { (places) throws(StoreError) in
                isEmpty = places.isEmpty
                return isEmpty
            }
        }
        return isEmpty
    }
}
