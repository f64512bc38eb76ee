import Foundation

extension URL {
    /// Resolves a path against this folder; an absolute path stays as it is.
    package func resolving(path: String) -> URL {
        (path.hasPrefix("/") ? URL(filePath: path) : appending(path: path)).standardizedFileURL
    }
}
