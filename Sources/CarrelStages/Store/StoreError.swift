import CarrelBasics

/// Why the library could not be read or written.
public struct StoreError: StageError, RemediedError, Codable {
    /// The kind of failure.
    public enum Code: String, Sendable, Hashable, Codable {
        /// The disk is full.
        case full
        /// The disk or the folder is read-only.
        case readOnly
        /// Another process holds the library.
        case busy
        /// A document is not stored for an item that is being fetched.
        case beingFetched
        /// The library was there, and its folder is no longer.
        case gone
        /// The server that keeps documents or records cannot be reached, or refuses.
        case unreachable
        /// The database can be reached, and takes no changes.
        case denied
        /// The database can be reached, and its user lacks rights.
        case forbidden
        /// There is no such document.
        case notFound
        /// The name is not one that a document may have.
        case invalidName
        /// The setting is not one that a catalogue may have.
        case invalidSetting
        /// Something else has that name.
        case nameTaken
        /// Something that Carrel did not make is in the place of one of its own files or folders.
        case foreign
        /// Only the beginning of the document is there.
        case incomplete
        /// The operating system refused, or the server of documents refused one of them alone.
        case system
        /// The task was cancelled before it was done.
        case cancelled
        /// The database is damaged or from a newer Carrel.
        case database
    }

    /// The kind of failure.
    public let code: Code
    /// The path or name, what went wrong and what helps.
    public let message: ErrorMessage
    /// The message's remedy, if front ends have words of their own for it.
    private let knownRemedy: Remedy?

    public init(_ code: Code, subject: String, reason: String, remedy: String? = nil) {
        self.code = code
        message = ErrorMessage(subject: subject, reason: reason, remedy: remedy)
        knownRemedy = nil
    }

    /// Makes an error with a remedy that each front end words itself.
    public init(_ code: Code, subject: String, reason: String, offering remedy: Remedy) {
        self.code = code
        message = ErrorMessage(subject: subject, reason: reason, remedy: remedy.commandWords)
        knownRemedy = remedy
    }

    /// The error, with its remedy in a front end's words.
    public func sentence(_ words: (Remedy) -> String) -> String {
        guard let knownRemedy else { return description }
        return StoreError(code, subject: subject, reason: reason, remedy: words(knownRemedy)).description
    }

    /// Whether every further write would fail in the same way, so that the run must end.
    public var endsRun: Bool {
        switch code {
        case .full, .readOnly, .busy, .gone, .unreachable, .denied, .forbidden, .database, .foreign: true
        case .beingFetched, .notFound, .invalidName, .invalidSetting, .nameTaken, .incomplete, .system,
            .cancelled:
            false
        }
    }

    /// Whether it is the trouble of one document, so that others may succeed.
    package var concernsOne: Bool { !endsRun && code != .cancelled }

    /// The same for one that was to be read: who may not read it may read the next.
    package var concernsReadingOne: Bool { concernsOne || code == .readOnly }
}

extension StoreError {
    /// The error for a library whose folder was taken away while somebody used it.
    public static func gone(_ root: String) -> StoreError {
        StoreError(
            .gone, subject: root, reason: "the library is no longer there",
            remedy: "Mount its disk, or put the folder back")
    }

    /// The error for a file of Carrel's own that somebody removed or replaced while a process used it.
    package static func removedInUse(_ path: String) -> StoreError {
        StoreError(
            .foreign, subject: path,
            reason: "somebody removed or replaced it while this process used the library",
            remedy: "Run the command again once nothing else uses the library")
    }

    /// The error for a library that another process has.
    ///
    /// - Parameters:
    ///   - library: where it is.
    ///   - holder: who has it; `nil` if the system does not tell.
    ///   - remedy: what helps against one that is not at work; `nil` for any other.
    /// - Returns: the error.
    package static func inUse(_ library: String, by holder: String?, remedy: String? = nil) -> StoreError {
        let reason = "another process is using the library\(holder.map { ": \($0)" } ?? "")"
        guard let remedy else { return StoreError(.busy, subject: library, reason: reason, offering: .wait) }
        return StoreError(.busy, subject: library, reason: reason, remedy: remedy)
    }

    /// Whether another process has the library, and is at work.
    package var isOfHolderAtWork: Bool { knownRemedy == .wait }

    /// The error for a document that is to be removed, and that a store was asked to publish.
    package static func notPublished(_ name: String) -> StoreError {
        StoreError(.invalidName, subject: name, reason: "it is to be removed, and gets no name")
    }
}
