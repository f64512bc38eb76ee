import Foundation

/// The checkout that tests are of.
package enum Project {
    /// Its folder.
    package static let folder = (0..<3).reduce(URL(filePath: #filePath)) { place, _ in
        place.deletingLastPathComponent()
    }
}
