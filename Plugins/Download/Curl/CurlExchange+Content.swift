import CarrelHTTP

/// Content on its way into the sink: codings taken off, at the pace that the sink sets.
extension CurlExchange {
    func receive(content: UnsafeRawBufferPointer) -> Reception {
        noteHeard()
        switch phase {
        case .receiving:
            guard !content.isEmpty else { return .taken }
            // libcurl has read more than one piece before it was told to pause, and keeps the others.
            guard !limits.isPaused else { return .held }
            received += Int64(content.count)
            return uncounted.map { receive(content, upTo: $0) } ?? take(content)
        case .counting: return count(content.count)
        case .draining: return drain(content.count)
        case .connecting, .waiting:
            failure = error(.malformed, "content came before a head")
            return .refused
        }
    }

    /// Counts content, as much of it as is enough.
    private func count(_ count: Int) -> Reception {
        received += Int64(count)
        if received < CurlLimits.countLimit { return .taken }
        cutShort()
        return .refused
    }

    private func drain(_ count: Int) -> Reception {
        if limits.drain(count) { return .taken }
        cutShort()
        return .refused
    }

    /// Takes the next piece, as it came.
    func take(_ content: UnsafeRawBufferPointer) -> Reception {
        if undecided != nil { return decide(with: content) }
        return decoder == nil ? deliver(content) : decode(content)
    }

    /// Takes the next piece of a response whose coding may be the file itself.
    private func decide(with content: UnsafeRawBufferPointer) -> Reception {
        undecided?.add(content)
        limits.noteActivity()
        guard let isCoded = undecided?.isAround(isEnded: false) else { return .taken }
        return decide(isCoded: isCoded)
    }

    /// Delivers what has come of a response whose coding may be the file itself.
    func decide(isCoded: Bool) -> Reception {
        guard let undecided else { return .taken }
        self.undecided = nil
        var head = undecided.head
        if isCoded { beginDecoding(&head) } else { head.fields["Content-Encoding"] = nil }
        guard offer(head) else { return .refused }
        guard phase == .receiving else { return drain(undecided.beginning.count) }
        return undecided.beginning.isEmpty ? .taken : undecided.beginning.withUnsafeBytes(take)
    }

    private func decode(_ content: UnsafeRawBufferPointer) -> Reception {
        guard let decoder else { return .refused }
        limits.noteActivity()
        switch decoder.decode(content) {
        case .taken: return deliverDecoded()
        case .grownTooMuch: failure = .decompressionBomb(order.request.limits, url: url)
        case .malformed: failure = error(.malformed, "the content is not coded as \(decoder.codings)")
        }
        return .refused
    }

    /// Delivers what was decoded, up to a pause or to its end.
    func deliverDecoded(isLast: Bool = false) -> Reception {
        while isLast || !limits.isPaused, let piece = decoder?.next() {
            let reception = piece.withUnsafeBytes(deliver)
            if case .refused = reception { return .refused }
        }
        return limits.isPaused ? .takenThenPause : .taken
    }

    /// The pause is over.
    ///
    /// - Returns: what became of what had been kept meanwhile.
    func resume() -> Reception {
        limits.resume()
        return deliverDecoded()
    }

    private func deliver(_ content: UnsafeRawBufferPointer) -> Reception {
        let pace: Pace
        do {
            pace = try order.sink.receive(bytes: content)
        } catch {
            _ = stopped()
            return .refused
        }
        limits.noteActivity()
        guard case .pause(let duration) = pace, duration > .zero else { return .taken }
        limits.pause(for: duration)
        engine.limitMovedUp(to: deadline.instant)
        return .takenThenPause
    }

    func deliver(_ head: consuming ResponseHead, _ framing: CurlFraming) -> Bool {
        contentLength = head.contentLength
        let mayBeFile = CodedFile.mayBeMeant(by: head, as: order.request.fileCoding)
        // A part is never decoded.
        if mayBeFile, !head.isToBeDecoded { head.fields["Content-Encoding"] = nil }
        let isUndecided = mayBeFile && (head.status == 200 || head.status == 203)
        if !isUndecided { beginDecoding(&head) }
        guard hasTellingEnd(head, framing, length: contentLength) else { return false }
        guard phase != .counting else { return true }
        if head.endsWithConnection, decoder == nil { leastLength = order.countedLength }
        guard isUndecided else { return offer(head) }
        undecided = CodedFile(copy head, mayHoldPage: order.request.mayHoldPage)
        phase = .receiving
        return true
    }

    /// Has the codings taken off that a head names, if all are known.
    private func beginDecoding(_ head: inout ResponseHead) {
        guard head.isToBeDecoded, let decoder = DecodedContent(head.codings, order.request.limits) else {
            return
        }
        self.decoder = decoder
        head.markDecoded()
    }

    /// Asks the sink whether it wants the content; where a batch hands the exchange over, later.
    private func offer(_ head: ResponseHead) -> Bool {
        do {
            switch try order.sink.receive(head: head) {
            case .deliver where order.collector?.isHeld == true:
                phase = .receiving
                waitForSink()
            case .deliver where head.isToBeDecoded:
                failure = .undecodable(head)
                return false
            case .deliver: phase = .receiving
            case .skip: phase = .draining
            }
        } catch {
            return stopped()
        }
        guard phase == .draining else { return true }
        limits.noteActivity()
        engine.limitMovedUp(to: deadline.instant)
        if limits.drains(length: contentLength) { return true }
        cutShort()
        return false
    }

    // MARK: A batch hands the exchange over

    /// Has the batch hand the exchange over, which takes too long for it.
    func handOver() {
        limits.noteHandOver()
        order.collector?.handOver()
        if phase == .receiving, undecided == nil { waitForSink() }
    }

    /// Has libcurl keep the content until there is a sink for it.
    func waitForSink() {
        limits.noteHandOver()
        limits.noteActivity()
        limits.pause(for: order.request.limits.stallTimeout)
        engine.limitMovedUp(to: deadline.instant)
    }

    /// Gives a new sink what has come before it.
    func begin(_ head: ResponseHead, _ content: [UInt8]) -> Reception {
        limits.resume()
        guard offer(head) else { return .refused }
        guard phase == .receiving, !content.isEmpty else { return .taken }
        return content.withUnsafeBytes(deliver)
    }

    /// Whether the end of content can be told from a break, or the content is only counted.
    private func hasTellingEnd(_ head: ResponseHead, _ framing: CurlFraming, length: Int64?) -> Bool {
        // What answers anything else brings no document, and a change must not be made twice.
        guard order.request.method == .get || order.request.method == .propfind else { return true }
        switch framing.end(
            status: head.status, length: length, isCoded: decoder != nil, isSecure: isSecure)
        {
        case .told:
            guard order.version == .http1, !saysMore(head) else { return true }
            isEndUntold = true
            if head.endsWithConnection { phase = .counting }
            // HTTP/2 may not code it, which makes another length.
            if phase == .counting, decoder == nil {
                // That limit is the shorter one.
                engine.limitMovedUp(to: deadline.instant)
                return true
            }
        case .byCoding:
            decoder?.mayBeNothing = false
            return true
        case .byFrames:
            guard order.version == .any, !order.isLast else { return true }
            isEndUntold = true
        case .byConnection: failure = .endUntold(head)
        }
        // What is left on the connection is the rest of it.
        cutShort()
        return false
    }

    /// Whether an answer over HTTP/1.1 says more of the document than HTTP/2 does.
    private func saysMore(_ head: ResponseHead) -> Bool {
        engine.spoken.noteAnswer(for: order)
        switch head.status {
        case 200, 203:
            guard head.endsWithConnection else {
                engine.spoken.noteTold(for: order)
                return true
            }
            return order.isLast
        case 206, 304:
            engine.spoken.noteTold(for: order)
            return true
        // Over HTTP/2 it came: it may be the version that is not wanted.
        case 400, 403, 421, 426, 464, 505:
            guard order.repetitions > 0, !order.isLast else { return true }
            if head.status > 403 { engine.spoken.noteUnwanted(for: order) }
            return false
        default: return true
        }
    }

    private func stopped() -> Bool {
        failure = .stopped(url)
        return false
    }
}
