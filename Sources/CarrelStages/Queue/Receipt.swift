import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// How a transfer ended, with every request that it made.
///
/// The only value that says so: attempts, events, counts and statuses are derived from it. Like the job it holds no
/// closure, secret or handle, and can be sent to another process as JSON.
public struct Receipt: Sendable, Codable {
    /// How a transfer ended.
    public indirect enum Ending: Sendable, Codable {
        /// The document is there, beside its place.
        case staged(Arrival)
        /// The document is stored under its name.
        case stored(StoredDocument)
        /// The stored version is current; with fresh validators, perhaps at another URL.
        case unchanged(DocumentOrigin)
        /// It failed, and another try may succeed.
        case again(Setback)
        /// It failed for good; with `updateAvailable` the server has a newer version than the stored one.
        case failed(reason: String, updateAvailable: Bool = false)
        /// A body is there that is not what was promised; not `isWhole` where it did not come to its end.
        case setAside(Arrival, reason: String, isWhole: Bool = true)
        /// It was cancelled, or left for a later run with a reason; what came is kept where the store keeps partial
        /// documents.
        case parked(reason: String? = nil)
        /// The store is full or broken: the run must end.
        case stopped(StoreError)
    }

    /// What has come.
    public struct Arrival: Sendable, Codable {
        /// The bytes.
        public var body: Body
        /// What the server said of them.
        public var representation: Representation

        public init(body: Body, representation: Representation) {
            (self.body, self.representation) = (body, representation)
        }
    }

    /// The bytes of a document.
    public enum Body: Sendable, Codable {
        /// Small enough to travel with its receipt, until many are staged at once.
        case content([UInt8])
        /// Written beside its place.
        case staged(StagedDocument)

        /// How many bytes are in memory.
        package var size: Int {
            if case .content(let bytes) = self { bytes.count } else { 0 }
        }
    }

    /// What the server said of the version that was fetched.
    public struct Representation: Sendable, Codable {
        /// Where it came from, with its validators.
        public var origin: DocumentOrigin
        /// The declared media type.
        public var mediaType: MediaType?
        /// The `Content-Disposition` field.
        public var contentDisposition: String?
        /// The first bytes of the document, for what its name does not tell.
        public var beginning: [UInt8]

        public init(
            origin: DocumentOrigin, mediaType: MediaType?, contentDisposition: String? = nil,
            beginning: [UInt8] = []
        ) {
            (self.origin, self.mediaType) = (origin, mediaType)
            (self.contentDisposition, self.beginning) = (contentDisposition, beginning)
        }
    }

    /// A failure that may pass.
    public struct Setback: Sendable, Codable {
        /// What went wrong.
        public var reason: String
        /// How long the server asked to wait.
        public var retryAfter: Duration?
        /// Whether it says something about the host rather than the document.
        public var isOfHost: Bool
        /// Whether the server asks every client for patience: 429 and 503.
        public var asksForPatience: Bool
        /// Whether the body differed from its promised digest.
        public var isMismatch: Bool
        /// Whether the server has a newer version than the stored one.
        public var updateAvailable: Bool

        public init(
            reason: String, retryAfter: Duration? = nil, isOfHost: Bool = false,
            asksForPatience: Bool = false,
            isMismatch: Bool = false, updateAvailable: Bool = false
        ) {
            (self.reason, self.retryAfter, self.isOfHost) = (reason, retryAfter, isOfHost)
            (self.asksForPatience, self.isMismatch) = (asksForPatience, isMismatch)
            self.updateAvailable = updateAvailable
        }
    }

    /// The job.
    public let job: TransferJob
    /// How it ended.
    public var ending: Ending
    /// What is new about the document that is stored, beside the version before it.
    public var news: News?
    /// The URL that answered last.
    public var url: String
    /// The status of the last response, if there was one.
    public var status: Int?
    /// Whether it has an earlier version be the document again; what that replaces is kept.
    public var isRestored = false
    /// What is to be said of the attempt although it went well.
    public var remark: String?
    /// All tries together: when they began, what they brought and what they asked.
    public var tries: TransferJob.Tries

    /// Makes a receipt.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - ending: how it ended.
    ///   - date: when this try began.
    public init(_ job: TransferJob, _ ending: Ending, at date: Date) {
        self.job = job
        self.ending = ending
        url = job.url
        tries = job.tries?.value ?? TransferJob.Tries(began: date)
    }

    /// The same receipt with another ending.
    public func ending(_ ending: Ending) -> Receipt {
        var receipt = self
        receipt.ending = ending
        return receipt
    }
}
