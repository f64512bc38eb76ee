import Foundation

/// Which file a database is, so that another one in its place is noticed.
struct RecordPlace: Sendable, Hashable {
    let path: String
    private let device, file: UInt64

    /// The file that is at a path now; `nil` if there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (self.path, device, file) = (path, UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// Whether that file is still at the path; asks the system once.
    var isInPlace: Bool { RecordPlace(path) == self }
}
