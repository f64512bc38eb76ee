import Foundation

extension StoreError {
    /// The error of a failed call to the operating system.
    ///
    /// - Parameters:
    ///   - code: the value of `errno`.
    ///   - subject: the path.
    ///   - doing: what failed, such as `could not be written`.
    ///   - isOfName: whether the call found or gave a name; one about what is open already has no trouble with it.
    ///   - isReading: whether it only read, so that a right to write would not help.
    public init(
        systemError code: Int32, subject: String, doing: String, isOfName: Bool = true,
        isReading: Bool = false
    ) {
        let (kind, remedy) = Self.meaning(of: code, isOfName: isOfName, isReading: isReading)
        let text = kind == .full ? "no space left" : String(cString: strerror(code))
        self.init(kind, subject: subject, reason: "\(doing): \(text)", remedy: remedy)
    }

    private static func meaning(
        of code: Int32, isOfName: Bool, isReading: Bool
    ) -> (kind: Code, remedy: String?) {
        switch code {
        case ENOSPC, EDQUOT: (.full, "Free some space")
        case EACCES where isReading, EPERM where isReading: (.readOnly, "Give yourself read permission")
        case EROFS, EACCES, EPERM:
            (.readOnly, "Choose a folder that may be written to, with --library or store.path")
        case ENOENT: (.notFound, nil)
        case EMFILE, ENFILE: (.system, "Allow more open files: ulimit -n")
        // What file systems of Windows, or with an encoding of their own, say of a name.
        case EINVAL where isOfName, EILSEQ where isOfName:
            (
                .system,
                "If the file system cannot hold the name, set store.portable-names = true, or "
                    + "choose another folder with --library or store.path"
            )
        case ENAMETOOLONG:
            (
                .system,
                "Make the names shorter with store.name, or choose another folder with --library or "
                    + "store.path"
            )
        default: (.system, nil)
        }
    }
}

extension StoreError {
    /// The error of a failed call to Foundation, judging by the system error behind it.
    ///
    /// - Parameters:
    ///   - error: what Foundation threw.
    ///   - subject: the path.
    ///   - doing: what failed, such as `could not be written`.
    public init(cocoaError error: any Error, subject: String, doing: String) {
        let cocoa = error as NSError
        let posix = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError
        if let posix, posix.domain == NSPOSIXErrorDomain {
            self.init(systemError: Int32(posix.code), subject: subject, doing: doing)
        } else if cocoa.code == CocoaError.Code.fileWriteOutOfSpace.rawValue {
            self.init(systemError: ENOSPC, subject: subject, doing: doing)
        } else if cocoa.code == CocoaError.Code.fileWriteNoPermission.rawValue {
            self.init(systemError: EACCES, subject: subject, doing: doing)
        } else if cocoa.code == CocoaError.Code.fileWriteVolumeReadOnly.rawValue {
            self.init(systemError: EROFS, subject: subject, doing: doing)
        } else if Self.areOfPlace.contains(cocoa.code) || FileManager.default.fileExists(atPath: subject) {
            self.init(
                .system, subject: subject, reason: "\(doing): something else is there, or in its path",
                remedy: "Choose another folder with --library or store.path")
        } else {
            self.init(.system, subject: subject, reason: "\(doing): \(cocoa.localizedDescription)")
        }
    }

    /// What Foundation says of a path where nothing can be made, such as one through a link that leads nowhere.
    private static let areOfPlace = Set(
        [CocoaError.Code.fileNoSuchFile, .fileWriteFileExists].map(\.rawValue))
}
