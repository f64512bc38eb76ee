import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Concludes one exchange after the fetch has returned: decides about the bytes, and what comes next.
struct TransferExchange: Sendable {
    /// How an exchange treats a partial or stored document.
    enum Mode {
        /// Continue the partial document.
        case continuing
        /// Ask whether the partial document, which has every byte, is current.
        case confirming
        /// Ignore the partial document, but ask whether the stored one is current.
        case fresh
        /// Ask for the whole document in any case.
        case whole
    }

    /// What follows an exchange.
    enum Step {
        case ended(Receipt.Ending)
        case next(Mode)
    }

    let worker: TransferWorker
    let job: TransferJob
    /// When the try began.
    let began: Date
    /// The checked URL.
    let url: String
    /// What is promised of the document, including the digest of its checksum file.
    let promise: DocumentPromise
    let state: DocumentSink.State
    let intake: DocumentIntake
    /// What the server answered that sends the checksum file later; `nil` if nothing keeps the document from its end.
    let checksumRefusal: ResponseHead?

    /// The digests that the document must have.
    ///
    /// The response to a range request need not repeat the digests of the first response, which are of the whole
    /// document.
    var promised: [ExpectedDigest] {
        let digests = promise.digests(with: state.head)
        return switch state.decision {
        case .append, .complete: digests + (intake.note?.digests ?? []).filter { !digests.contains($0) }
        default: digests
        }
    }

    var hasStored: Bool { job.stored != nil }

    /// Decides what follows, after the fetch failed or succeeded.
    func step(after failure: FetchError?) async -> Step {
        if let error = state.storeError {
            await intake.discard()
            return .ended(Receipt.Ending(error))
        }
        if let lack = state.tooLittleRoom { return await leaveOut(lack) }
        if state.isTooLarge || failure?.code == .tooLarge { return await tooLarge() }
        if case .startOver = state.decision { return await startOver() }
        if !job.isLastMismatch, let wrong = intake.wrongPiece { return await foundWrong(wrong) }
        if let failure { return await failed(failure) }
        if let checksumRefusal { return await waitForChecksum(after: checksumRefusal) }
        switch state.decision {
        case .replace, .append, .complete: return await finish()
        case .unchanged(let validators):
            await intake.discard()
            var origin = origin
            origin.validators = validators
            return .ended(.unchanged(origin))
        case .confirm:
            await intake.park()
            return .next(.confirming)
        case .startOver: return await startOver()
        case .withoutRange:
            await intake.park()
            return .next(.whole)
        case .fail(let reason, let isTransient): return await refused(reason, isTransient: isTransient)
        case nil:
            await intake.discard()
            return .ended(.failed(reason: "the fetcher delivered no response", updateAvailable: false))
        }
    }

    /// Leaves out a document for which there is too little room: others may be smaller.
    private func leaveOut(_ lack: TooLittleRoom) async -> Step {
        await intake.park()
        if lack.isFull { return .ended(.stopped(lack.error(of: worker.store))) }
        return .ended(.failed(reason: "\(lack)", updateAvailable: hasStored))
    }

    private func startOver() async -> Step {
        await intake.discard()
        return .next(.whole)
    }

    private func tooLarge() async -> Step {
        let limit = job.limits.value.maxSize
        let said = [state.completeLength, promise.size].compactMap(\.self).first { $0 > limit }
        let reason =
            "\(said.map { "said to be \(ByteCount($0)), " } ?? "")larger than the limit. "
            + "Raise download.max-size, now \(ByteCount(limit))"
        guard intake.count > 0, case .replace = state.decision else {
            await intake.discard()
            return .ended(.failed(reason: reason, updateAvailable: hasStored))
        }
        return await setAside(reason, isWhole: false)
    }

    // MARK: A whole response

    private func finish() async -> Step {
        do {
            guard try await isPartIntact() else { return await startOver() }
        } catch {
            return .ended(Receipt.Ending(error))
        }
        if let length = state.completeLength, intake.count != length {
            let reason = "\(intake.count) bytes came, \(length) were announced"
            guard intake.count < length else {
                await intake.discard()
                return .ended(.again(Receipt.Setback(reason: reason)))
            }
            await intake.park()
            return hasProgressed(to: length)
                ? .next(.continuing) : .ended(.again(Receipt.Setback(reason: reason)))
        }
        let said = representation
        let suspicion =
            promise.suspicion(
                beginning: state.beginning, count: intake.count, isDecoded: intake.note?.isDecoded == true,
                declared: said.mediaType, suggested: said.contentDisposition) ?? loginInPlace
        do {
            if let suspicion, try await !hasPromisedDigest() { return await setAside(suspicion) }
            if let missingEnd { return await lacksEnd(missingEnd) }
            if let wrong = try await intake.findWrongPiece() { return await foundWrong(wrong) }
            guard !promised.isEmpty else {
                return .ended(.staged(response(try await intake.finish())))
            }
            return try await compareDigests()
        } catch {
            return .ended(Receipt.Ending(error))
        }
    }

    /// Whether it has the digest that the catalogue, or a file beside it, promises: then it is what is meant, however it begins.
    private func hasPromisedDigest() async throws(StoreError) -> Bool {
        guard promise.size == nil || promise.size == intake.count, let expected = promise.digests.first else {
            return false
        }
        return try await intake.digest(from: 0, expected.algorithm) == expected.hex
    }

    /// Whether a part is what its response promises (RFC 9530); nothing tells which of the bytes are wrong otherwise.
    ///
    /// One that did not come whole, as the end of its connection may not tell, breaks no promise of the whole part.
    private func isPartIntact() async throws(StoreError) -> Bool {
        // Digests of pieces prove more.
        guard case .append = state.decision, !intake.hasPieces, let head = state.head,
            let range = head.contentRange?.bytes, state.received - 1 == range.upperBound - range.lowerBound
        else { return true }
        for expected in head.contentDigests {
            let found = try await intake.digest(from: intake.count - state.received, expected.algorithm)
            if found != expected.hex { return false }
        }
        return true
    }

    /// Whether a part brought so much that the next one may be asked for at once: a server may send less than it was asked
    /// for (RFC 9110 section 15.3.7), but no document takes more than a hundred requests.
    private func hasProgressed(to length: Int64) -> Bool {
        // Of a document in pieces, only whole ones stay, and the same part might come again.
        guard case .append = state.decision, !intake.hasPieces else { return false }
        return state.received - Int64(state.compared) >= max(1, length / 100)
    }

    private func compareDigests() async throws(StoreError) -> Step {
        let document = try await intake.finishOnDisk()
        for expected in promised {
            let found = try await worker.store.digest(of: document, expected.algorithm)
            guard found != expected.hex else { continue }
            let reason = BrokenPromise(expected.algorithm, found)
                .words(expected.hex, of: expected.origin.whose)
            if job.isLastMismatch {
                return .ended(.setAside(response(.staged(document)), reason: reason))
            }
            await worker.store.discard(document)
            return .ended(.again(Receipt.Setback(reason: reason, isMismatch: true)))
        }
        return .ended(.staged(response(.staged(document))))
    }

    /// Leaves a document with a wrong piece to another try, which goes on behind the pieces that are right.
    private func foundWrong(_ piece: PieceCheck.WrongPiece) async -> Step {
        if job.isLastMismatch { return await setAside(piece.reason) }
        await intake.park()
        return .ended(.again(Receipt.Setback(reason: piece.reason, isMismatch: true)))
    }

    func setAside(_ reason: String, isWhole: Bool = true) async -> Step {
        if job.mirrors != nil {
            await intake.discard()
            return .ended(job.refusal(reason))
        }
        do {
            let body = Receipt.Body.staged(try await intake.finishOnDisk())
            return .ended(.setAside(response(body), reason: reason, isWhole: isWhole))
        } catch {
            return .ended(Receipt.Ending(error))
        }
    }

    /// Where the response came from.
    private var origin: DocumentOrigin {
        var origin = state.head?.origin ?? DocumentOrigin(url: url, validators: Validators())
        origin.listed = job.listed(as: state.head, since: began, now: worker.now())
        return origin
    }

    private func response(_ body: Receipt.Body) -> Receipt.Response {
        Receipt.Response(
            body: body, representation: representation, note: body.stagedSize > 0 ? intake.note : nil)
    }

    /// What the server said; the response to a range request need not repeat the fields of the first one (RFC 9110
    /// section 15.3.7).
    private var representation: Receipt.Representation {
        let (head, note) = (state.head, intake.note)
        var origin = origin
        // A 304 gives no content a tag that did not come with it.
        if case .complete = state.decision { origin.validators.entityTag = nil }
        if origin.validators.entityTag == nil { origin.validators.entityTag = note?.validators.entityTag }
        if origin.validators.lastModified == nil {
            origin.validators.lastModified = note?.validators.lastModified
        }
        var representation = Receipt.Representation(
            origin: origin, mediaType: head?.mediaType ?? note?.mediaType,
            contentDisposition: head?.fields["Content-Disposition"] ?? note?.contentDisposition,
            beginning: state.beginning)
        if isUnproven { representation.isUnproven = true }
        return representation
    }
}

extension TransferExchange.Step {
    /// What was decided.
    var decision: AttemptExchange.Decision {
        switch self {
        case .next(.confirming): .confirm
        case .next(.continuing): .tryAgain(reason: "the server sent less than it was asked for")
        case .next: .startOver
        case .ended(let ending): ending.decision
        }
    }
}

extension Receipt.Ending {
    /// How a failure of the store ends a try.
    init(_ error: StoreError) {
        self =
            error.code == .cancelled
            ? .parked() : error.endsRun ? .stopped(error) : .failed(reason: error.description)
    }

    /// Whether the whole document is there.
    var bringsWhole: Bool {
        switch self {
        case .staged, .stored, .unchanged: true
        case .failed, .again, .setAside, .stopped, .parked: false
        }
    }

    /// What was decided.
    var decision: AttemptExchange.Decision {
        switch self {
        case .staged, .stored: .take
        case .setAside(_, let reason, _): .setAside(reason: reason)
        case .unchanged: .keep
        case .failed(let reason, _): .giveUp(reason: reason)
        case .again(let setback): .tryAgain(reason: setback.reason)
        case .stopped(let error): .stop(reason: error.reason)
        case .parked: .stop(reason: nil)
        }
    }
}
