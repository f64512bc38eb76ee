import CarrelBasics
import CarrelHTTP
import CarrelStages

/// Why a request to a bucket failed.
public struct S3Error: Error, Sendable, Hashable {
    /// What failed: an object, or the bucket.
    public var subject: String
    /// The status; `nil` if there was no response.
    public var status: Int?
    /// The service's name of the failure, such as `NoSuchKey`, or Carrel's own.
    public var code: String
    /// What the service, or Carrel, says about it.
    public var reason: String
    /// What helps.
    public var remedy: String?
    /// Why there was no response.
    public var fetchCode: FetchError.Code?
    /// Whether the object alone was refused, while the bucket answers for others.
    public var isOfObject = false

    init(
        _ subject: String, status: Int? = nil, code: String, reason: String, remedy: String? = nil,
        fetchCode: FetchError.Code? = nil
    ) {
        (self.subject, self.status, self.code) = (subject, status, code)
        (self.reason, self.remedy, self.fetchCode) = (reason, remedy, fetchCode)
    }

    /// The error for a task that was cancelled.
    static func cancelled(_ subject: String) -> S3Error {
        S3Error(subject, code: "cancelled", reason: "cancelled", fetchCode: .cancelled)
    }

    /// Whether there is no such object.
    public var isNotFound: Bool { status == 404 && code != "NoSuchBucket" }
    /// Whether a condition of the request did not hold.
    public var isRefusedCondition: Bool { status == 412 || code == "PreconditionFailed" }

    /// Whether the same request may succeed a little later.
    var isTransient: Bool {
        if let status {
            return [429, 500, 502, 503, 504].contains(status)
                || ["RequestTimeout", "SlowDown", "OperationAborted", "ConditionalRequestConflict"].contains(
                    code)
        }
        return fetchCode?.isTransient == true
    }

    /// Whether the service answered, and refused what it was asked for; an empty object has no first byte.
    var isRefusal: Bool { ![nil, 416].contains(status) && storeCode == .unreachable && !isFull }
    /// Whether the bucket has no room left.
    var isFull: Bool {
        // Each service has a code of its own for its quotas, and Garage only words; those of others may name the object.
        ["XMinioStorageFull", "InsufficientStorage"].contains(code) || status == 507
            || code.lowercased().contains("quota") || reason.contains("quota is reached")
    }
    /// Whether the answer broke off, or was garbled: there is a service.
    var isBrokenOff: Bool { status == nil && [.truncated, .malformed].contains(fetchCode) }
    /// Whether the time of this machine was not taken.
    var isOfClock: Bool { code == "RequestTimeTooSkewed" || code == "RequestInTheFuture" }
    /// Whether the keys were valid for a time that has passed.
    var isOfExpiredKeys: Bool { ["ExpiredToken", "TokenRefreshRequired", "InvalidToken"].contains(code) }
}

extension S3Error {
    /// As a store says it.
    public var storeError: StoreError {
        StoreError(storeCode, subject: subject, reason: reason, remedy: remedy)
    }

    private var storeCode: StoreError.Code {
        switch code {
        case "KeyTooLongError", "InvalidURI": return .invalidName
        case "cancelled": return .cancelled
        default: break
        }
        if fetchCode == .cancelled { return .cancelled }
        if isNotFound { return .notFound }
        switch status {
        case nil where code == "unreadable" || fetchCode == .stopped: return .system
        case 409, 412: return .nameTaken
        // Also if it is full, which the disk of this machine is not: somebody may make room while a worker waits.
        default: return isOfObject ? .system : .unreachable
        }
    }
}
