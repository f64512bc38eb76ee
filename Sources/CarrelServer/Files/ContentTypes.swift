/// Content types by a file name's extension.
enum ContentTypes {
    private static let table = [
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "gif": "image/gif",
        "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "md": "text/markdown; charset=utf-8",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "xml": "application/xml",
        "zip": "application/zip",
    ]

    /// The type of a file, `application/octet-stream` where the extension is not in the table.
    static func type(ofFileNamed name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last else { return "application/octet-stream" }
        return table[last.lowercased()] ?? "application/octet-stream"
    }
}
