import Foundation

extension URL {
    /// The file that a path means in this folder: an absolute path itself, any other one below the folder.
    package func resolving(path: String) -> URL {
        (path.hasPrefix("/") ? URL(filePath: path) : appending(path: path)).standardizedFileURL
    }
}
