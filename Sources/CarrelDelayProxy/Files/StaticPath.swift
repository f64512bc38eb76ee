import CarrelBasics

/// A request's path as names below the root: decided from the text alone, before anything is opened.
struct StaticPath: Sendable, Equatable {
    /// The names, decoded; none for the root itself.
    let names: [String]
    /// Whether the path ends with a slash and so means a folder.
    let isFolder: Bool

    /// Why a path names nothing that is served.
    enum Refusal: Error {
        /// 400: it is not properly encoded, or holds control characters.
        case malformed
        /// 404: it climbs, hides or repeats slashes. The answer does not tell whether there is such a file.
        case notServed
    }

    /// Reads a path.
    ///
    /// Each segment is decoded by itself, so that an encoded slash stays within its name, where it is refused.
    init(_ path: String) throws(Refusal) {
        // By bytes, as the file system reads them: with a combining mark behind it a slash is another character.
        let slash = UInt8(ascii: "/")
        guard path.utf8.first == slash else { throw .malformed }
        var names: [String] = []
        var segments = path.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
            .map { Substring($0) }[...]
        isFolder = segments.last?.isEmpty ?? true
        if isFolder { segments = segments.dropLast() }
        for segment in segments {
            guard let name = segment.percentDecoded, !name.utf8.contains(where: \.isControl) else {
                throw .malformed
            }
            // This covers ".", ".." and hidden files such as ".git".
            guard let first = name.utf8.first, first != UInt8(ascii: "."), !name.utf8.contains(slash) else {
                throw .notServed
            }
            names.append(name)
        }
        self.names = names
    }

    /// The path, encoded anew, with a slash at its end.
    var folderPath: String {
        "/" + names.map { $0.percentEncoded() + "/" }.joined()
    }
}
