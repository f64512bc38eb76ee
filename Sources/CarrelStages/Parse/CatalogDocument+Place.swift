import CarrelBasics
import CarrelModel
import Foundation

extension CatalogDocument {
    /// What names it behind a command that is to read it again, as a shell reads it; `FILE` if its location does not lead to
    /// it.
    package var placeToRead: String {
        let isReadAgain = url.isFileURL || ["http", "https"].contains(url.scheme?.lowercased())
        return isReadAgain ? ShellWord.text(location) : "FILE"
    }
}
