extension MediaType {
    /// The media type of a file name extension, given without its dot; `nil` for an unknown one.
    public static func forFileExtension(_ fileExtension: String) -> MediaType? {
        typesByExtension[fileExtension.lowercased()].flatMap { MediaType($0) }
    }

    /// The usual extension of this type, without its dot; `nil` for an unknown type.
    public var fileExtension: String? { Self.extensionsByType[essence] }

    private static let extensionsByType: [String: String] = Dictionary(
        lines.map { ($0.type, $0.extensions[0]) }, uniquingKeysWith: { first, _ in first })

    private static let typesByExtension: [String: String] = {
        var types: [String: String] = [:]
        for line in lines {
            for fileExtension in line.extensions where types[fileExtension] == nil {
                types[fileExtension] = line.type
            }
        }
        return types
    }()

    // By bytes, for every command that looks at a file waits for it.
    private static let lines: [(type: String, extensions: [String])] = FileExtensionTable.text.utf8.split(
        separator: UInt8(ascii: "\n")
    )
    .compactMap { line in
        let words = line.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        return words.count < 2 ? nil : (words[0], Array(words.dropFirst()))
    }
}
