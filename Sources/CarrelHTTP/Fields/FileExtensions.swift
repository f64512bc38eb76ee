extension MediaType {
    /// The media type of a file name extension, given without its dot; `nil` for an unknown one.
    public static func forFileExtension(_ fileExtension: String) -> MediaType? {
        typesByExtension[fileExtension.lowercased()]
    }

    /// The usual extension of this type, without its dot; `nil` for an unknown type.
    public var fileExtension: String? { Self.extensionsByType[essence] }

    private static let extensionsByType: [String: String] = Dictionary(
        lines.map { ($0.type, $0.extensions[0]) }, uniquingKeysWith: { first, _ in first })

    private static let typesByExtension: [String: MediaType] = {
        var types: [String: MediaType] = [:]
        for line in lines {
            guard let type = MediaType(line.type) else { continue }
            for fileExtension in line.extensions where types[fileExtension] == nil {
                types[fileExtension] = type
            }
        }
        return types
    }()

    private static let lines: [(type: String, extensions: [String])] = FileExtensionTable.text.split(
        separator: "\n"
    )
    .compactMap { line in
        let words = line.split(separator: " ").map(String.init)
        return words.count < 2 ? nil : (words[0], Array(words.dropFirst()))
    }
}
