import CarrelHTTP
import Foundation

/// Whether a failure concerns one object, or everything.
extension S3Client {
    /// Whether the service refuses a request, or breaks off what is read, only because of its object: it does the same
    /// with one that nothing else concerns.
    ///
    /// An object may be in an archive, have a policy or a key of its own, or have lost a part. What was to be written may be
    /// there although the answer broke off, so that is never known to concern one object.
    func refusesAlone(_ request: S3Request, _ error: S3Error) async -> Bool {
        guard error.isRefusal || error.isBrokenOff && request.method.isReading,
            let trials, let key = request.key, error.subject != bucket.description, !key.hasPrefix(trials)
        else { return false }
        let trial = trials + UUID().uuidString
        do throws(S3Error) {
            switch request.method {
            case .get, .head: _ = try await sendAnyway(S3Request(.head, trial))
            default:
                var writing = S3Request(.put, trial)
                // A bucket that is full takes one without bytes.
                writing.content = .bytes([UInt8](repeating: 0, count: 4096))
                _ = try await sendAnyway(writing)
                _ = try await sendAnyway(S3Request(.delete, trial))
            }
            return true
        } catch {
            // Nobody has made the object that was asked for.
            return request.method.isReading && error.isNotFound
        }
    }
}

extension FetchRequest.Method {
    fileprivate var isReading: Bool { self == .get || self == .head }
}
