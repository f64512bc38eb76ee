import CarrelBasics
import Foundation

/// A name for the one collection of a document.
enum ListName {
    /// The file name without its extension, else the host.
    static func of(_ url: URL) -> String {
        let stem = url.deletingPathExtension().lastPathComponent.titleText
        if !stem.isEmpty, stem != "/" { return stem }
        return url.host?.titleText ?? "items"
    }
}
