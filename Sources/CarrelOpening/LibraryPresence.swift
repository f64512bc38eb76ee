import CarrelBasics
import CarrelFiles
import CarrelStages
import Foundation

/// Whether a library is there, for whoever comes back to it: one that was taken away is not begun anew in its place.
public final class LibraryPresence: Sendable {
    /// Where a library was seen last.
    private let seen = Locked<URL?>(nil)

    public init() {}

    /// Whether there is a library in a folder, as far as the system tells: if it cannot look, whoever opens it says why.
    ///
    /// - Parameter root: the folder; `nil` for a store without one, which counts as a library.
    /// - Returns: whether it is there.
    /// - Throws: `StoreError` with `.gone` if there was one when this was asked before.
    public func isThere(in root: URL?) throws(StoreError) -> Bool {
        guard let root else { return true }
        let isThere = !Folder.isMissing(root.appending(path: ".carrel").path)
        let wasThere = seen.withLock { seen in
            defer { if isThere { seen = root } }
            return seen == root
        }
        guard isThere || !wasThere else { throw .gone(root.path) }
        return isThere
    }

    /// Forgets what was seen: the library was removed on purpose.
    func forget() { seen.withLock { $0 = nil } }
}
