import CarrelBasics
import CarrelFiles
import CarrelStages
import Foundation

/// What whoever comes back to a library saw of it: one that was taken away is not begun anew in its place.
///
/// Whether there is a library says `LibraryOpener.isThere`; its folder is there a moment earlier.
public final class LibraryPresence: Sendable {
    /// Where the folder of a library's own was seen last.
    private let seen = Locked<URL?>(nil)

    public init() {}

    /// Looks at a folder, as far as the system lets one: if it cannot look, whoever opens the library says why.
    ///
    /// - Parameter root: the folder; `nil` for a store without one, which is never taken away.
    /// - Throws: `StoreError` with `.gone` if the library was there at an earlier look and no longer is.
    public func check(_ root: URL?) throws(StoreError) {
        guard let root else { return }
        let isThere = !Folder.isMissing(root.appending(path: ".carrel").path)
        let wasThere = seen.withLock { seen in
            defer { if isThere { seen = root } }
            return seen == root
        }
        guard isThere || !wasThere else { throw .gone(root.path) }
    }

    /// Expects a library in a folder, as if it had been seen there.
    ///
    /// - Parameter root: the folder; `nil` for a store without one.
    public func expect(_ root: URL?) { seen.withLock { $0 = root } }

    /// Forgets what was seen: the library was removed on purpose.
    func forget() { seen.withLock { $0 = nil } }
}
