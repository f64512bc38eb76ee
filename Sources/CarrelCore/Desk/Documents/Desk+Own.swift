import CarrelBasics
import CarrelStages
import Foundation

/// Which files are the library's own.
extension Desk {
    /// Whether a file is one that Carrel keeps: a stored document, or anything in its own folder.
    ///
    /// - Parameter file: the file, which need not be there.
    /// - Returns: whether whoever wrote to it would damage the library; `false` for a library without a local folder.
    public func keeps(_ file: URL) async throws(StoreError) -> Bool {
        guard let root = store.root else { return false }
        let folder = file.standardizedFileURL.deletingLastPathComponent().resolvingSymlinksInPath()
        let path = folder.appending(path: file.lastPathComponent).path
        let inside = root.resolvingSymlinksInPath().standardizedFileURL.path + "/"
        guard let name = path.behind(inside) else { return false }
        if name == ".carrel" || name.behind(".carrel/") != nil { return true }
        return try await library.names(meeting: [name]).names.values.contains(name)
    }
}
