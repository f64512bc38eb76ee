/// Gives the records of a library to another one, and takes those of another one: an optional part of a library.
///
/// Records are rows of plain values, the same whoever keeps them, with the numbers by which they name each other. They
/// are given in pages, kind by kind, each kind in an order of its own that goes on after any place.
///
/// **Taking.** Only an empty library takes records. A note in it, `RecordCopy`, says from where and how far; it is written
/// together with each page, so that a copy that was killed goes on after the last page. Until the copy is finished, the
/// library opens for `LibraryAccess.receiving` only.
///
/// **Errors.** `StoreError`, as those of `Ledger`.
///
/// **Concurrency.** Calls may overlap and run one after the other; none blocks a cooperative thread.
public protocol RecordTransfer: Sendable {
    /// Whether it keeps what each of several readers did, each under a name.
    var keepsReaders: Bool { get }

    /// How exact its times are, in microseconds.
    var timeStep: Int64 { get }

    /// Tells these records from all others, and this moment from others; `nil` if there is no library yet.
    func origin() async throws(StoreError) -> RecordOrigin?

    /// A page of records.
    ///
    /// - Parameters:
    ///   - kind: which records.
    ///   - place: after which place, `RecordPage.end` of the page before; `nil` for the first page.
    ///   - limit: how many at the most.
    ///   - readers: whose, for what readers did.
    func records(
        _ kind: RecordKind, after place: [RecordValue]?, atMost limit: Int, of readers: RecordReaders
    ) async throws(StoreError) -> RecordPage

    /// The note of a copy that is not finished; `nil` without one, also if the library was made for a copy that has not
    /// begun.
    func unfinishedCopy() async throws(StoreError) -> RecordCopy?

    /// Begins a copy, or begins it anew: all records that are there are removed.
    ///
    /// - Parameter copy: its note.
    /// - Throws: `StoreError`, with `.nameTaken` if the library holds records that are not those of an unfinished copy.
    func beginCopy(_ copy: RecordCopy) async throws(StoreError)

    /// Takes records and the new note, as one transaction.
    ///
    /// - Parameters:
    ///   - records: the records, with the values that `records(_:after:atMost:of:)` gives.
    ///   - kind: their kind.
    ///   - copy: the note.
    /// - Throws: `StoreError`, with `.database` if these are not records of that kind.
    func take(_ records: [[RecordValue]], _ kind: RecordKind, _ copy: RecordCopy) async throws(StoreError)

    /// Removes the note: the library is whole.
    func finishCopy() async throws(StoreError)
}

/// Whose views, marks, selections and printed lists a page has.
public enum RecordReaders: Sendable, Hashable {
    /// Those of every reader, each with the reader's name.
    case all
    /// Those of the one reader that the library was opened for, without a name.
    case own
}

/// Some records of one kind.
public struct RecordPage: Sendable, Hashable {
    /// The values of each record.
    public var records: [[RecordValue]]
    /// The place of the last one; `nil` if none follows.
    public var end: [RecordValue]?

    public init(_ records: [[RecordValue]], end: [RecordValue]?) {
        (self.records, self.end) = (records, end)
    }
}

/// Which records these are, and how new.
public struct RecordOrigin: Sendable, Hashable, Codable {
    /// Tells the records from all others.
    public var identity: String
    /// The number of the last change.
    public var number: Int64

    public init(identity: String, number: Int64) {
        (self.identity, self.number) = (identity, number)
    }
}

/// How far a copy is that is not finished: the note in the library that takes it.
public struct RecordCopy: Sendable, Hashable, Codable {
    /// What is copied.
    public var origin: RecordOrigin
    /// The name of the library that is copied, for people.
    public var title: String
    /// The kind of the last page; `nil` before the first.
    public var kind: RecordKind?
    /// Where that page ended; `nil` if it was the last of its kind.
    public var place: [RecordValue]?
    /// Whether an earlier copy of the same library had begun, before that changed: some of its versions may be left.
    public var isAnew: Bool
    /// Where the documents go; `nil` if only records are copied.
    public var documents: String?

    public init(of origin: RecordOrigin, title: String, documents: String? = nil, isAnew: Bool = false) {
        (self.origin, self.title, self.isAnew) = (origin, title, isAnew)
        self.documents = documents
    }

    /// The kinds that are not whole yet, in order.
    package var left: ArraySlice<RecordKind> {
        let all = RecordKind.allCases
        guard let kind, let index = all.firstIndex(of: kind) else { return all[...] }
        return all[(place == nil ? index + 1 : index)...]
    }

    /// The error for whoever opens a library before it is whole.
    ///
    /// - Parameters:
    ///   - subject: the library.
    ///   - copy: the note; `nil` if the library was made for a copy that has not begun.
    package static func refusal(_ subject: String, _ copy: RecordCopy?) -> StoreError {
        StoreError(
            .incomplete, subject: subject,
            reason: "it is an unfinished copy of "
                + (copy.map { "the library \($0.title)" } ?? "another library"),
            remedy: "Finish it with the same command as before: carrel library copy FROM TO")
    }
}
