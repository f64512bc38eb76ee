import CarrelBasics
import CarrelModel

/// The name of a file in a Metalink, if it is a safe one (RFC 5854 section 4.1.2.1): below the folder that everything
/// goes into, and nothing else.
struct MetalinkName {
    /// The name with its folders.
    let path: String
    /// The name without them.
    let file: String

    /// Reads a name; `nil` for one that is empty or too long, that leads elsewhere, or that has control characters.
    init?(_ text: String) {
        let parts = DocumentName.components(of: text)
        guard text.utf8.count <= DocumentName.maxPathLength, let file = parts.last,
            parts.allSatisfy({ !["", ".", ".."].contains($0) }), text == text.singleLine,
            !text.contains("\\"),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        // A drive of Windows: `C:`.
        if let first = parts.first, first.dropFirst().first == ":" { return nil }
        path = text
        self.file = file
    }
}
