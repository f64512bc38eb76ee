import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Fetches a catalogue into memory and says in a source's terms what went wrong.
struct CatalogFetcher: Sendable {
    /// Performs the requests.
    let fetcher: any Fetcher
    /// The limits of a request; `maxSize` is the largest catalogue.
    let limits: FetchLimits
    /// The catalogue's name in errors.
    let location: String
    /// The largest document that is held in memory, in bytes; a larger one is held in a file.
    var maxMemory: Int64?
    /// The method; a folder on the web is asked for with its members, but not with theirs.
    var method = FetchRequest.Method.get
    /// What helps if the server is not reached; `nil` for the usual advice.
    var startingServer: SourceRemedy?

    /// Fetches a catalogue, unless it is still the one that the validators name.
    ///
    /// - Parameters:
    ///   - url: what to request.
    ///   - validators: what the last reading returned.
    ///   - base: what relative references start at; `nil` for the URL that answers.
    ///   - delay: how much longer than otherwise the answer may take.
    ///   - isSecond: whether a first answer could not be trusted, so that no cache may give it again, nor compressed.
    /// - Returns: the document, or `.unchanged`.
    func read(
        _ url: URL, after validators: Validators?, base: URL? = nil, delay: Duration = .zero,
        isSecond: Bool = false
    ) async throws(SourceError) -> SourceReading {
        let redirected = validators?.redirectedOrigin
        let conditions = validators?.ofOneDocument?.sendable
        let sink = CatalogSink(memory: maxMemory ?? .max, of: location)
        do {
            let request = request(url, conditions, delay: delay, pastCaches: isSecond)
            try await fetcher.fetch(request, into: sink)
        } catch {
            // Carrel itself asks for codings; one that hides a flood is not needed to read an honest catalogue.
            if error.code == .decompressionBomb, !isSecond {
                return try await read(url, after: nil, base: base, delay: delay, isSecond: true)
            }
            throw await sink.failure ?? sourceError(error)
        }
        guard let head = sink.head else {
            throw SourceError(.unreadable, subject: location, reason: "the server gave no response")
        }
        if head.status == 304, let conditions, !conditions.isEmpty {
            guard redirected?.isConfirmed(by: head.target.text) ?? head.redirects.isEmpty,
                head.confirming(conditions) != nil
            else {
                return try await read(url, after: nil, base: base, delay: delay)
            }
            return .unchanged(freshness: head.saysFreshness ? head.freshness ?? .zero : nil)
        }
        try refuseOthers(head)
        // More came than the response was to have: it may be a part of the catalogue.
        let isMixed = await !fetcher.mixedConnections().isDisjoint(with: head.connections)
        if isMixed, !isSecond {
            return try await read(url, after: nil, base: base, delay: delay, isSecond: true)
        }
        var document = document(head, base: base, isMixed: isMixed)
        try await sink.fill(&document)
        if let reason = try await contradiction(to: document, in: head) {
            // A cache in between may have damaged it.
            if !isSecond { return try await read(url, after: nil, base: base, delay: delay, isSecond: true) }
            throw SourceError(
                .unreadable, subject: location, reason: reason,
                remedy: "Try again later, or tell whoever runs the server")
        }
        return .documents(
            [try await document.unpacked(limit: limits.maxSize, memory: maxMemory, of: location)])
    }

    private func request(
        _ url: URL, _ conditions: Validators?, delay: Duration, pastCaches: Bool
    ) -> FetchRequest {
        var request = FetchRequest(url: url, limits: limits)
        request.method = method
        if method == .propfind { request.fields["Depth"] = "1" }
        request.asksForKey = KeyPlaceholder.isIn(url)
        request.limits.acceptsCodings = !pastCaches
        // A stray answer to another request must not become the catalogue.
        request.usesOwnConnection = true
        if pastCaches { request.fields["Cache-Control"] = "no-cache" }
        request.catalogOrigin = URL(string: location).flatMap { Origin($0) }
        request.limits.stallTimeout += delay
        if let total = limits.totalTimeout { request.limits.totalTimeout = total + delay }
        if let entityTag = conditions?.entityTag { request.fields["If-None-Match"] = entityTag }
        if let lastModified = conditions?.lastModified { request.fields["If-Modified-Since"] = lastModified }
        return request
    }

    /// Refuses a response that brings no catalogue, or one that nobody can decode.
    private func refuseOthers(_ head: ResponseHead) throws(SourceError) {
        let isMultistatus = method == .propfind && head.status == 207
        guard head.status == 200 || head.status == 203 || isMultistatus else { throw statusError(head) }
        if let coding = head.contentCoding {
            throw SourceError(
                .unreadable, subject: location,
                reason: "the content is coded as \(coding), which cannot be decoded")
        }
    }

    /// The document that a response brings, still without its content.
    private func document(_ head: ResponseHead, base: URL?, isMixed: Bool) -> CatalogDocument {
        // Without validators the next reading takes it anew.
        let fresh =
            isMixed
            ? Validators()
            : head.redirects.isEmpty
                ? head.validators : Validators(head.validators, behindRedirectsAt: head.target.text)
        var document = CatalogDocument(
            data: Data(), mediaType: head.mediaType, url: base ?? head.url, validators: fresh,
            // A proxy's own address says nothing of where it has the catalogue from.
            isPublic: head.isPublic || base?.mayBePublic == true)
        (document.freshness, document.isLoginInPlace) = (head.freshness, head.isLoginInPlace)
        return document
    }

    /// Why the content is not what its server promised: whole, and with its digests (RFC 9530); `nil` if it is.
    private func contradiction(
        to document: CatalogDocument, in head: ResponseHead
    ) async throws(SourceError) -> String? {
        if let fault = head.wholenessFault { return fault }
        let size = document.content?.size ?? Int64(document.data.count)
        // The fetcher has counted what `Content-Length` announces, before a key was covered in it.
        if head.contentLength == nil, let length = head.wholeLength, length != size {
            return "\(size) bytes came, \(length) were announced"
        }
        let promised = head.promisedDigests
        if promised.isEmpty { return nil }
        return try await CatalogDigests(promised, of: location).contradiction(to: document)
    }

    private func sourceError(_ error: FetchError) -> SourceError {
        switch error.code {
        case .cancelled: return .cancelled(location)
        case .tooLarge: return .tooLarge(location, limit: limits.maxSize, found: error.reason)
        default:
            let reason = error.subject == location ? error.reason : "\(error.subject): \(error.reason)"
            let isAway = error.code == .unreachable || error.code == .connectTimeout
            return SourceError(
                .unreadable, subject: location, reason: reason,
                remedy: (isAway ? startingServer : nil) ?? error.remedy.map { SourceRemedy($0) }
                    ?? "Check \(setting: "url") and the network, then try again")
        }
    }

    private func statusError(_ head: ResponseHead) -> SourceError {
        let wait = RetryPolicy.retryAfter(head, now: Date())
        let remedy = method == .propfind ? Self.folderRemedy : Self.remedy
        var error = SourceError(
            .httpStatus(head.status), subject: location,
            reason: "the server answered \(HTTPStatus.text(head.status))",
            remedy: remedy(head.status, wait))
        error.retryAfter = wait
        return error
    }

    /// When to try again: after what the server asks for, to the minute if that is long; what it asks beyond the longest hold is
    /// not known.
    private static func later(_ wait: Duration?) -> SourceRemedy {
        guard let wait, wait > .zero else { return "Try again later" }
        let unit: Double = wait > .seconds(120) ? 60 : 1
        let rounded = Duration.seconds((wait.seconds / unit).rounded(.up) * unit)
        let orLater = wait < HostHold.longest ? "" : " or later"
        return "Try again in \(rounded.durationText)\(orLater), as the server asks"
    }

    /// What helps where a folder was asked for, as a server of mere pages does not know the method.
    private static func folderRemedy(_ status: Int, _ wait: Duration?) -> SourceRemedy {
        guard [405, 501].contains(status) else { return remedy(status, wait) }
        return "Check that \(setting: "url") is the folder's address for WebDAV, and not that of its web page"
    }

    /// What helps against a status that delivers no catalogue (RFC 9110 section 15).
    private static func remedy(_ status: Int, _ wait: Duration?) -> SourceRemedy {
        if let remedy = ConnectionMessage.remedy(for: status) { return SourceRemedy(remedy) }
        return switch status {
        case 200...299: "Check that \(setting: "url") is the URL of a catalogue"
        case 304: "A proxy in between answers for another request: try again without it"
        case 300...399: "Open \(setting: "url") in a browser and use the URL that it ends at"
        case 403: "Ask whoever runs the server for access, or check \(setting: "url")"
        case 410: "The catalogue was removed for good: look for its new place and change \(setting: "url")"
        case 408, 425, 429, 500...599: later(wait)
        default: "Check \(setting: "url")"
        }
    }
}
