import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension TransferJob {
    /// What the catalogue said of the version that a response brings or confirms; `nil` if it gave no date.
    ///
    /// Dates in catalogues go by the server's clock, and a later version may have any date after the request. The response was
    /// made within the try, so by that clock the try began at most its length before.
    ///
    /// - Parameters:
    ///   - head: the response; `nil` if there was none.
    ///   - began: when the try began, by this machine's clock.
    ///   - now: the time by this machine's clock.
    /// - Returns: what is recorded with the version.
    func listed(as head: ResponseHead?, since began: Date, now: Date) -> ListedVersion? {
        guard let version = promise.listedVersion else { return nil }
        guard let seconds = head?.seconds else { return ListedVersion(version, askedAt: began) }
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        return ListedVersion(version, askedAt: date.addingTimeInterval(min(0, began.timeIntervalSince(now))))
    }
}
