import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// How a transfer ended, with every request that it made.
///
/// Attempts, events, counts and statuses are all derived from it. Like the job, it holds no closure, secret or handle,
/// and can be sent to another process as JSON. It never changes, and whoever it passes shares it.
public final class Receipt: Sendable, Codable {
    /// How a transfer ended.
    public indirect enum Ending: Sendable, Codable {
        /// The bytes are there, but not yet under their name.
        case staged(Response)
        /// The document is stored under its name.
        case stored(StoredDocument)
        /// The stored version is current; the origin has fresh validators and perhaps another URL.
        case unchanged(DocumentOrigin)
        /// The try failed, and another one may succeed.
        case again(Setback)
        /// The transfer failed for good; with `updateAvailable` the server has a newer version than the stored one.
        case failed(reason: String, updateAvailable: Bool = false)
        /// The content is not what was promised; without `isWhole`, only its beginning came.
        case setAside(Response, reason: String, isWhole: Bool = true)
        /// It was cancelled, or left for a later run with a reason; a store with `partials` keeps the bytes so far.
        case parked(reason: String? = nil)
        /// The store is full or broken, and the run must end.
        case stopped(StoreError)
    }

    /// The bytes of a document, with what the server said about them.
    ///
    /// Shared, because a receipt goes through many hands until its document is stored.
    public final class Response: Sendable, Codable {
        /// The bytes.
        public let body: Body
        /// What the server said about them.
        public let representation: Representation
        /// What is known of a staged document that a later run could continue; `nil` for any other.
        public let note: PartialNote?

        public init(body: Body, representation: Representation, note: PartialNote? = nil) {
            (self.body, self.representation, self.note) = (body, representation, note)
        }
    }

    /// The bytes of a document.
    public enum Body: Sendable, Codable {
        /// A small document in memory; many are staged together later.
        case content([UInt8])
        /// A document that is staged in the store.
        case staged(StagedDocument)

        /// The number of bytes that are staged in the store.
        package var stagedSize: Int64 {
            if case .staged(let document) = self { document.digest.size } else { 0 }
        }

        /// The number of bytes in memory.
        package var size: Int {
            if case .content(let bytes) = self { bytes.count } else { 0 }
        }
    }

    /// What the server said about the fetched version.
    public struct Representation: Sendable, Codable {
        /// Where the version came from, with its validators.
        public var origin: DocumentOrigin
        /// The declared media type.
        public var mediaType: MediaType?
        /// The `Content-Disposition` field.
        public var contentDisposition: String?
        /// The first bytes of the document, from which an extension is found if the name has none.
        public var beginning: [UInt8]
        /// Whether nothing proves that the document is whole, and one version; `nil` if something does.
        package var isUnproven: Bool?

        public init(
            origin: DocumentOrigin, mediaType: MediaType?, contentDisposition: String? = nil,
            beginning: [UInt8] = []
        ) {
            (self.origin, self.mediaType) = (origin, mediaType)
            (self.contentDisposition, self.beginning) = (contentDisposition, beginning)
        }
    }

    /// A failure that may pass, so that another try is worthwhile.
    public struct Setback: Sendable, Codable {
        /// What went wrong.
        public var reason: String
        /// How long the server asked to wait, or what is left of that; `nil` if it did not.
        public var retryAfter: Duration?
        /// Whether it is a failure of the host rather than of the document.
        public var isOfHost: Bool
        /// Whether the response asks to wait before any further request, as 429 and 503 do.
        public var asksForPatience: Bool
        /// Whether the content did not match a promised digest, or its end did not come.
        public var isMismatch: Bool
        /// Whether the server has a newer version than the stored one.
        public var updateAvailable: Bool
        /// Whether another try of the same URL would end the same way, so that only a mirror is worthwhile.
        public var isOfURL: Bool
        /// Whether the request reached the server, as far as that is known of one without an answer.
        public var reachedServer: Bool?
        /// Whether what came continues the partial document, so that the next try has less to fetch.
        public var broughtMore: Bool?
        /// Whether it does not count as a try, because a host that the document is to come from asked to wait and was not
        /// asked again.
        public var isPostponed: Bool?

        public init(
            reason: String, retryAfter: Duration? = nil, isOfHost: Bool = false,
            asksForPatience: Bool = false,
            isMismatch: Bool = false, updateAvailable: Bool = false, isOfURL: Bool = false,
            reachedServer: Bool? = nil, broughtMore: Bool? = nil, isPostponed: Bool? = nil
        ) {
            (self.isOfURL, self.reachedServer, self.broughtMore) = (isOfURL, reachedServer, broughtMore)
            (self.reason, self.retryAfter, self.isOfHost) = (reason, retryAfter, isOfHost)
            (self.asksForPatience, self.isMismatch) = (asksForPatience, isMismatch)
            (self.updateAvailable, self.isPostponed) = (updateAvailable, isPostponed)
        }
    }

    /// The job.
    public let job: TransferJob
    /// How it ended.
    public let ending: Ending
    /// Whether the stored document is new or updated; `nil` if it has not changed.
    public let news: News?
    /// The URL that answered last.
    public let url: String
    /// The status of the last response, if there was one.
    public let status: Int?
    /// Whether it restores an earlier version; the replaced document is kept as a version.
    public let isRestored: Bool
    /// What the catalogue promised of a document that was imported and came from no server; `nil` for any other.
    public let importedPromise: String?
    /// A remark on an attempt that succeeded.
    public let remark: String?
    /// What helps against a failure, where front ends have words of their own for it.
    public let remedy: Remedy?
    /// All tries together: when they began, what they sent and what they received.
    public let tries: TransferJob.Tries

    /// - Parameters:
    ///   - job: the job.
    ///   - ending: how it ended.
    ///   - date: when this try began.
    ///   - url: the URL that answered last; `nil` for the job's.
    ///   - status: the status of the last response, if there was one.
    ///   - tries: all tries together; `nil` for those of the job alone.
    ///   - isRestored: whether it restores an earlier version.
    ///   - importedPromise: what the catalogue promised of a document that was imported.
    ///   - remark: a remark on an attempt that succeeded.
    ///   - remedy: what helps against a failure.
    public init(
        _ job: TransferJob, _ ending: Ending, at date: Date, url: String? = nil, status: Int? = nil,
        tries: TransferJob.Tries? = nil, isRestored: Bool = false, importedPromise: String? = nil,
        remark: String? = nil, remedy: Remedy? = nil
    ) {
        (self.job, self.ending, self.url, self.status) = (job, ending, url ?? job.url, status)
        self.tries = tries ?? job.tries?.value ?? TransferJob.Tries(began: date)
        (self.isRestored, self.importedPromise, self.remark) = (isRestored, importedPromise, remark)
        (self.remedy, news) = (remedy, nil)
    }

    private init(
        _ former: Receipt, ending: Ending? = nil, news: News? = nil, remark: String? = nil,
        remedy: Remedy? = nil, tries: TransferJob.Tries? = nil
    ) {
        (job, url, status, isRestored) = (former.job, former.url, former.status, former.isRestored)
        (importedPromise, self.remark) = (former.importedPromise, remark ?? former.remark)
        self.remedy = remedy ?? former.remedy
        (self.ending, self.news) = (ending ?? former.ending, news ?? former.news)
        self.tries = tries ?? former.tries
    }

    /// Host and port of the URL that answered last: how a host behaved is noted of this one.
    public var answeringHost: String {
        if url == job.url { return job.host }
        let answering = HostName.of(url)
        return answering.isEmpty ? job.host : answering
    }

    /// The same receipt with another ending.
    public func ending(_ ending: Ending, news: News? = nil) -> Receipt {
        Receipt(self, ending: ending, news: news)
    }

    /// The same receipt, for which there is no further try after one that failed.
    package func failed(_ setback: Setback) -> Receipt {
        let isHeld = setback.asksForPatience || setback.isPostponed == true
        return Receipt(
            self, ending: .failed(reason: setback.reason, updateAvailable: setback.updateAvailable),
            remedy: isHeld && RetryPolicy.isBeyondPatience(setback.retryAfter) ? .sooner : nil)
    }

    /// The same receipt with another remark.
    package func remarked(_ remark: String) -> Receipt { Receipt(self, remark: remark) }

    /// The same receipt, whose exchange that brought the document knows that by its content.
    package func noting(_ digest: ContentDigest) -> Receipt {
        var noted = tries
        for place in noted.exchanges.indices.reversed() where noted.exchanges[place].decision.brought {
            noted.exchanges[place].content = String(digest.sha256.prefix(16))
            return Receipt(self, tries: noted)
        }
        return self
    }

    /// The same receipt without what is recorded elsewhere: for whoever counts how jobs ended.
    var slim: Receipt {
        var tries = tries
        (tries.exchanges, tries.connections) = ([], [])
        return Receipt(self, tries: tries)
    }
}
