import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Sends signed requests to one bucket, and again what may succeed a little later.
///
/// **Errors.** `S3Error`; a cancelled task ends a request with the code `cancelled`.
///
/// **Concurrency.** Calls may overlap.
public struct S3Client: Sendable {
    /// The bucket.
    public let bucket: S3Bucket
    /// The most bytes of an upload in one piece, and of each part of a larger one.
    public let partSize: Int64
    /// The most bytes that the service copies at once: 5 GiB at most.
    public let copySize: Int64
    /// What the keys begin with of objects that are made only to see whether the service does that; `nil` if it is not to be
    /// tried.
    public var trials: String?
    private let fetcher: any Fetcher
    private let keys: any S3KeyProvider
    private let limits: FetchLimits
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    /// By how much the service's clock is ahead of this machine's, in seconds.
    private let skew = Locked<TimeInterval>(0)

    /// - Parameters:
    ///   - bucket: the bucket.
    ///   - partSize: the most bytes of an upload in one piece, and of each part of a larger one; 5 MiB at least.
    ///   - copySize: the most bytes that the service copies at once.
    ///   - fetcher: sends the requests.
    ///   - keys: gives the keys.
    ///   - limits: the limits of each request.
    ///   - clock: measures the waits between tries.
    ///   - now: the time of day.
    public init(
        bucket: S3Bucket, partSize: Int64 = 64 << 20, copySize: Int64 = 5 << 30, fetcher: any Fetcher,
        keys: any S3KeyProvider, limits: FetchLimits = FetchLimits(),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.bucket, self.partSize, self.copySize) = (bucket, partSize, copySize)
        (self.fetcher, self.keys) = (fetcher, keys)
        (self.limits, self.clock, self.now) = (limits, clock, now)
    }

    /// The most bytes of an answer.
    static let answerLimit = 32 << 20
    /// How often a request is sent.
    static let tries = 6

    /// Sends a request.
    ///
    /// - Returns: a response with a status of 2xx.
    func send(_ request: S3Request) async throws(S3Error) -> S3Answer {
        do throws(S3Error) {
            return try await sendAnyway(request)
        } catch {
            var error = error
            error.isOfObject = await refusesAlone(request, error)
            throw error
        }
    }

    /// Sends a request, and does not find out whether others are refused, too.
    func sendAnyway(_ request: S3Request) async throws(S3Error) -> S3Answer {
        var hasNewKeys = false
        var hasNewTime = false
        var tried = 1
        while true {
            let sink = AnswerSink(limit: Self.answerLimit)
            do throws(S3Error) {
                return try await exchange(request, sink, withNewKeys: hasNewKeys)
            } catch {
                if error.isOfClock, !hasNewTime, takeTime(of: sink.head) {
                    hasNewTime = true
                } else if error.isOfExpiredKeys, !hasNewKeys {
                    hasNewKeys = true
                } else if error.isTransient, tried < Self.tries {
                    try await wait(after: tried, asked: sink.head, subject(of: request))
                    tried += 1
                } else {
                    throw error
                }
            }
        }
    }

    private func exchange(
        _ request: S3Request, _ sink: AnswerSink, withNewKeys: Bool
    ) async throws(S3Error) -> S3Answer {
        let signed = try await signed(request, withNewKeys: withNewKeys)
        do {
            try await fetcher.exchange(signed, into: sink)
        } catch {
            throw S3Error(
                subject(of: request), code: error.code.rawValue, reason: error.reason,
                remedy: error.remedy ?? "Check store.endpoint and the network", fetchCode: error.code)
        }
        guard let head = sink.head else {
            throw S3Error(
                subject(of: request), code: "truncated", reason: "no response came", fetchCode: .truncated)
        }
        let answer = S3Answer(head: head, content: sink.content)
        // A copy, or parts that are joined, may fail behind a head that says 200.
        guard (200..<300).contains(head.status), !Self.isError(answer) else { throw error(answer, request) }
        return answer
    }

    /// What a request is about, for messages.
    func subject(of request: S3Request) -> String {
        request.key.map { "\(bucket.name)/\($0)" } ?? bucket.description
    }

    /// The time of day by the service's clock, as far as it is known.
    public var serviceDate: Date { now().addingTimeInterval(skew.value) }

    // MARK: Signing

    private func signed(
        _ request: S3Request, withNewKeys: Bool
    ) async throws(S3Error) -> FetchRequest {
        let path = bucket.path(of: request.key)
        let keys = try await keys.keys(afresh: withNewKeys)
        let date = serviceDate
        var fields = HTTPFields(request.fields)
        fields.append("x-amz-date", SignatureV4.stamp(date))
        fields.append("x-amz-content-sha256", request.payload)
        if let token = keys?.sessionToken { fields.append("x-amz-security-token", token) }
        var signable = SignableRequest(
            method: request.method.rawValue, path: path, query: request.query, fields: fields,
            payload: request.payload)
        signable.fields.append("Host", bucket.host)
        if let keys {
            fields.append(
                "Authorization",
                SignatureV4(keys, region: bucket.region).authorization(of: signable, at: date))
        }
        let query = signable.encodedQuery
        let scheme = bucket.endpoint.scheme ?? "https"
        let address = "\(scheme)://\(bucket.host)\(path)\(query.isEmpty ? "" : "?\(query)")"
        guard let url = URL(string: address), url.absoluteString == address else {
            throw S3Error(subject(of: request), code: "InvalidURI", reason: "it has no address")
        }
        var signed = FetchRequest(url: url, fields: fields, limits: limits)
        (signed.method, signed.content) = (request.method, request.content)
        return signed
    }

    // MARK: Trying again

    /// Takes over the time of the service, where it is far from this machine's.
    private func takeTime(of head: ResponseHead?) -> Bool {
        guard let seconds = head?.fields["Date"].flatMap({ HTTPDate.seconds($0) }) else { return false }
        let ahead = TimeInterval(seconds) - now().timeIntervalSince1970
        skew.withLock { $0 = ahead }
        return true
    }

    /// Waits before the next try, the longer the more there were.
    func wait(
        after tried: Int, asked head: ResponseHead?, _ subject: String
    ) async throws(S3Error) {
        let growing = 0.1 * Double(1 << tried) * Double.random(in: 0.5...1.5)
        let asked = head?.fields["Retry-After"].flatMap(Double.init) ?? 0
        do {
            try await clock.sleep(for: .seconds(max(growing, min(asked, 30))))
        } catch {
            throw S3Error.cancelled(subject)
        }
    }
}
