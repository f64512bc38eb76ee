import CarrelHTTP

/// Content types by a file name's extension.
enum ContentTypes {
    /// The type of a file, `application/octet-stream` where the extension is not known.
    static func type(ofFileNamed name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let type = parts.count > 1 ? parts.last.flatMap { MediaType.forFileExtension(String($0)) } : nil
        guard let type else { return MediaType.octetStream.essence }
        return type.isText ? "\(type); charset=utf-8" : "\(type)"
    }
}
