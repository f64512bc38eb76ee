import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// Derives records, events and counts from a receipt.
extension Receipt {
    /// How the attempt is recorded and counted; `nil` while another try follows or the document has no name yet.
    public var outcome: Attempt.Outcome? {
        switch ending {
        case .staged, .again: nil
        case .stored: .stored
        case .unchanged: .unchanged
        case .failed: .failed
        case .setAside: .quarantined
        // The item has not failed: the run ends with an error of its own.
        case .parked, .stopped: .parked
        }
    }

    /// Whether another try may follow.
    var triesAgain: Bool { if case .again = ending { true } else { false } }

    /// Whether its server answered, and did not ask to wait.
    var isAnswered: Bool { status.map { !HTTPStatus.asksForPatience($0) } ?? false }

    /// Whether its item was put off or left alone before anything was tried: then there is nothing to record.
    var isPutOff: Bool { if case .parked = ending { true } else { false } }

    /// Why the document did not come, if it did not.
    public var reason: String? {
        switch ending {
        case .staged, .stored, .unchanged: nil
        case .again(let setback): setback.reason
        case .failed(let reason, _), .setAside(_, let reason, _): reason
        case .parked(let reason): reason
        case .stopped(let error): error.reason
        }
    }

    /// The record of the attempt.
    ///
    /// - Parameter outcome: how it is recorded, which may be known before the receipt says so.
    /// - Returns: the record.
    func attempt(_ outcome: Attempt.Outcome) -> Attempt {
        Attempt(
            key: job.key, date: tries.began, action: job.action, outcome: outcome, status: status,
            bytes: tries.bytes, url: url, reason: reason ?? remark ?? repetition, exchanges: tries.exchanges)
    }

    /// Why its document was fetched once more, which the record of the try before cannot say; `nil` if it was not.
    private var repetition: String? {
        guard job.ways.contains(.onceMore) else { return nil }
        let excess = "the server sent more than it was asked for, or announced, over the connection before"
        return "fetched again, because \(excess)"
    }

    /// The changes to record for a receipt without a document; none for one that ends the run.
    var changes: [LibraryChange] {
        guard let outcome else { return [] }
        switch ending {
        case .unchanged(let origin):
            let attempt = LibraryChange.attempt(attempt(outcome), updateAvailable: false)
            // Nothing new is known of a version that the server named in the same way before.
            if origin == job.stored, !origin.validators.isEmpty { return [attempt] }
            return [.confirmed(job.key, origin), attempt]
        case .failed(_, let updateAvailable):
            return [.attempt(attempt(outcome), updateAvailable: updateAvailable)]
        case .parked: return [.attempt(attempt(outcome), updateAvailable: false)]
        case .staged, .stored, .again, .setAside, .stopped: return []
        }
    }

    /// What the server calls the stored document where it says that this is current, and names a charset.
    ///
    /// Without one it is as a rule what the server calls everything.
    var confirmedCharset: MediaType? {
        guard case .unchanged = ending, let exchange = tries.exchanges.last, exchange.status == 304,
            let mediaType = exchange.mediaType.flatMap({ MediaType($0) }), mediaType.charset != nil
        else { return nil }
        return mediaType
    }

    /// The event that says how the item ended; `nil` while it has not.
    ///
    /// - Parameter isRequested: whether a person asked for the item, and so did what would have it asked for sooner.
    func event(isRequested: Bool = false) -> PipelineEvent? {
        let helps = !isRequested || remedy != .sooner
        let item = ItemEvent(job, remark: remark, remedy: helps ? remedy : nil)
        return switch ending {
        case .staged, .again: nil
        case .stored(let document): .stored(item, document, news)
        case .unchanged: .unchanged(item)
        case .failed(let reason, _): .failed(item, reason: reason)
        case .setAside(_, let reason, _): .quarantined(item, reason: reason)
        case .parked(let reason): .parked(item, reason: reason)
        case .stopped: .parked(item, reason: nil)
        }
    }
}

extension ItemEvent {
    convenience init(_ job: TransferJob, remark: String? = nil, remedy: Remedy? = nil) {
        // What an earlier try of this run brought was told as it came.
        self.init(
            key: job.key, title: job.title, url: job.url, distinction: job.distinction, remark: remark,
            remedy: remedy, isContinued: job.tries == nil && job.ways.contains(.resuming))
    }

    convenience init(_ entry: PlanEntry, of catalog: String) {
        self.init(
            key: ItemKey(catalog: catalog, collection: entry.collection, item: entry.item.id),
            title: entry.item.title, url: entry.item.url ?? "")
    }
}

extension RunSummary {
    /// Counts an entry of a plan; one that has an ending of its own is counted with that.
    mutating func list(_ entry: PlanEntry) {
        if entry.action != .orphaned { listed += 1 }
        switch entry.action {
        case .keep where entry.item.duplicateOf != nil: duplicates += 1
        case .keep: unchanged += 1
        case .unavailable: unavailable += 1
        case .ignored: ignored += 1
        case .orphaned: orphaned += 1
        case .deferred: deferred += 1
        case .download, .resume, .revalidate, .refused, .postponed: break
        }
    }

    /// Counts how items ended.
    ///
    /// - Parameters:
    ///   - outcome: how they ended.
    ///   - news: whether the stored document is new or updated.
    ///   - count: the number of items; negative to take back an earlier count.
    ///   - isDiscarded: whether nothing is stored, and what the server had was discarded.
    mutating func count(
        _ outcome: Attempt.Outcome, _ news: News?, _ count: Int = 1, isDiscarded: Bool
    ) {
        switch news {
        case .new: new += count
        case .updated: updated += count
        case nil: break
        }
        switch outcome {
        case .stored: downloaded += count
        case .unchanged where isDiscarded: discarded += count
        case .unchanged: unchanged += count
        case .failed: failed += count
        case .quarantined: quarantined += count
        case .parked: parked += count
        }
    }
}
