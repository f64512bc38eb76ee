import Foundation

extension URL? {
    /// Where a document is in a store with this folder: its path, or only its name without a folder.
    package func path(of name: String) -> String { map { $0.path + "/" + name } ?? name }
}
