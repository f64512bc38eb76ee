import Foundation

extension StoreError {
    /// The error of a failed call to the operating system.
    ///
    /// - Parameters:
    ///   - code: the value of `errno`.
    ///   - subject: the path.
    ///   - doing: what could not be done, as a clause.
    public init(systemError code: Int32, subject: String, doing: String) {
        let text = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT:
            self.init(.full, subject: subject, reason: "\(doing): no space left", remedy: "Free some space")
        case EROFS, EACCES, EPERM:
            self.init(
                .readOnly, subject: subject, reason: "\(doing): \(text)",
                remedy: "Choose a folder that may be written to, with --library or store.path")
        case ENOENT:
            self.init(.notFound, subject: subject, reason: "\(doing): \(text)")
        default:
            self.init(.system, subject: subject, reason: "\(doing): \(text)")
        }
    }
}
