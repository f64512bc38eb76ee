import Foundation

/// What an exchange came to, once the fetch has returned: what is done with the bytes, and what comes next.
struct TransferConclusion: Sendable {
    let transfer: ItemTransfer
    let order: ItemTransfer.Order
    let state: DocumentSink.State
    let intake: DocumentIntake

    /// The digests that the document must have.
    ///
    /// The answer to a range need not repeat what the first answer promised, which is of the whole document.
    var promised: [ExpectedDigest] {
        let digests = order.promise.digests(with: state.head)
        return switch state.decision {
        case .append, .complete: digests + (intake.note?.digests ?? []).filter { !digests.contains($0) }
        default: digests
        }
    }

    private var hasStored: Bool { order.stored != nil }

    /// Concludes.
    func step(after failure: FetchError?) async -> ItemTransfer.Step {
        if let error = state.storeError {
            await intake.discard()
            return .ended(transfer.ended(error))
        }
        if state.isTooLarge || failure?.code == .tooLarge { return await tooLarge() }
        if case .startOver = state.decision { return await startOver() }
        if let failure { return await failed(failure) }
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
        case .fail(let reason, let isTransient): return await refused(reason, isTransient: isTransient)
        case nil:
            await intake.discard()
            return .ended(.failed(reason: "the fetcher delivered no response", updateAvailable: false))
        }
    }

    private func startOver() async -> ItemTransfer.Step {
        await intake.discard()
        return .next(.whole)
    }

    private func failed(_ failure: FetchError) async -> ItemTransfer.Step {
        await intake.park()
        if failure.code == .cancelled { return .ended(.parked) }
        let reason = [failure.reason, failure.remedy].compactMap { $0 }.joined(separator: ". ")
        let updateAvailable = state.head?.status == 200 && hasStored
        guard failure.isTransient else {
            return .ended(.failed(reason: reason, updateAvailable: updateAvailable))
        }
        return .ended(
            .passing(
                ItemTransfer.PassingFailure(
                    reason: reason,
                    isOfHost: state.head == nil || [.stalled, .truncated].contains(failure.code),
                    updateAvailable: updateAvailable)))
    }

    private func refused(_ reason: String, isTransient: Bool) async -> ItemTransfer.Step {
        await intake.park()
        guard isTransient, let head = state.head else {
            return .ended(.failed(reason: reason, updateAvailable: false))
        }
        return .ended(
            .passing(
                ItemTransfer.PassingFailure(
                    reason: reason, retryAfter: RetryPolicy.retryAfter(head, now: transfer.now()),
                    isOfHost: true,
                    asksForPatience: head.status == 429 || head.status == 503)))
    }

    private func tooLarge() async -> ItemTransfer.Step {
        let limit = ByteCount(transfer.options.limits.maxSize)
        let reason = "larger than the limit. Raise download.max-size, now \(limit)"
        guard intake.count > 0, case .replace = state.decision else {
            await intake.discard()
            return .ended(.failed(reason: reason, updateAvailable: hasStored))
        }
        return await setAside(reason, isWhole: false)
    }

    // MARK: A whole response

    private func finish() async -> ItemTransfer.Step {
        if let length = state.completeLength, intake.count != length {
            let reason = "\(intake.count) bytes came, \(length) were announced"
            if intake.count > length { await intake.discard() } else { await intake.park() }
            return .ended(.passing(ItemTransfer.PassingFailure(reason: reason)))
        }
        if let suspicion = order.promise.suspicion(
            beginning: state.beginning, count: intake.count, isDecoded: intake.note?.isDecoded == true)
        {
            return await setAside(suspicion)
        }
        do {
            guard !promised.isEmpty else {
                return .ended(.received(try await intake.finish(), representation))
            }
            return try await compareDigests()
        } catch {
            return .ended(transfer.ended(error))
        }
    }

    private func compareDigests() async throws(StoreError) -> ItemTransfer.Step {
        let document = try await intake.finishOnDisk()
        for expected in promised {
            let found = try await transfer.store.digest(of: document, expected.algorithm)
            guard found != expected.hex else { continue }
            let reason =
                "the \(expected.algorithm.rawValue) digest is \(found), \(expected.origin.whose) promises \(expected.hex)"
            if order.isLastMismatch {
                return .ended(
                    .nonsense(ItemTransfer.Body(document: document), representation, reason: reason))
            }
            await transfer.store.discard(document)
            return .ended(.passing(ItemTransfer.PassingFailure(reason: reason, isMismatch: true)))
        }
        return .ended(.received(.staged(document), representation))
    }

    private func setAside(_ reason: String, isWhole: Bool = true) async -> ItemTransfer.Step {
        do {
            let body = ItemTransfer.Body(document: try await intake.finishOnDisk(), isWhole: isWhole)
            return .ended(.nonsense(body, representation, reason: reason))
        } catch {
            return .ended(transfer.ended(error))
        }
    }

    /// Where the answer came from.
    private var origin: DocumentOrigin {
        state.head?.origin ?? DocumentOrigin(url: order.url.absoluteString, validators: Validators())
    }

    /// The answer to a range need not repeat what the first answer said (RFC 9110 section 15.3.7).
    private var representation: ItemTransfer.Representation {
        let (head, note) = (state.head, intake.note)
        var origin = origin
        if origin.validators.entityTag == nil { origin.validators.entityTag = note?.validators.entityTag }
        if origin.validators.lastModified == nil {
            origin.validators.lastModified = note?.validators.lastModified
        }
        return ItemTransfer.Representation(
            origin: origin, mediaType: head?.mediaType ?? note?.mediaType,
            contentDisposition: head?.fields["Content-Disposition"] ?? note?.contentDisposition,
            beginning: state.beginning)
    }
}
