import Foundation

/// The checkout that these tests are of.
enum Project {
    /// Its folder.
    static let folder = (0..<4).reduce(URL(filePath: #filePath)) { place, _ in
        place.deletingLastPathComponent()
    }
}
