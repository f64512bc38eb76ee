extension MediaType {
    /// The media type that a file name extension, without its dot, stands for; `nil` for an unknown one.
    public static func forFileExtension(_ fileExtension: String) -> MediaType? {
        typesByExtension[fileExtension.lowercased()].flatMap { MediaType($0) }
    }

    /// The extension that names of this type usually have, without its dot; `nil` for an unknown type.
    public var fileExtension: String? { Self.extensionsByType[essence] }

    private static let extensionsByType: [String: String] = {
        let usual = Set(["gz", "html", "jpg", "md", "yaml"])
        return Dictionary(typesByExtension.map { ($0.value, $0.key) }) { first, second in
            usual.contains(second) ? second : usual.contains(first) ? first : min(first, second)
        }.merging(["text/plain": "txt"]) { $1 }
    }()

    // The registered types (IANA) of what course pages, feeds and catalogues link; `x-` if there is none.
    private static let typesByExtension: [String: String] = [
        "3gp": "video/3gpp", "7z": "application/x-7z-compressed", "atom": "application/atom+xml",
        "bib": "text/x-bibtex", "bz2": "application/x-bzip2",
        "c": "text/x-c", "css": "text/css", "csv": "text/csv", "djvu": "image/vnd.djvu",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "dvi": "application/x-dvi", "epub": "application/epub+zip", "gif": "image/gif",
        "gz": "application/gzip", "htm": "text/html", "html": "text/html", "ics": "text/calendar",
        "ipynb": "application/x-ipynb+json", "java": "text/x-java", "jpeg": "image/jpeg",
        "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json", "log": "text/plain",
        "markdown": "text/markdown", "md": "text/markdown", "metalink": "application/metalink4+xml",
        "mp3": "audio/mpeg", "mp4": "video/mp4", "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odt": "application/vnd.oasis.opendocument.text", "opml": "text/x-opml", "pdf": "application/pdf",
        "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "ps": "application/postscript", "py": "text/x-python", "rss": "application/rss+xml",
        "rtf": "application/rtf", "svg": "image/svg+xml", "swift": "text/x-swift",
        "tar": "application/x-tar", "tex": "text/x-tex", "tgz": "application/gzip",
        "toml": "application/toml", "tsv": "text/tab-separated-values", "txt": "text/plain",
        "xhtml": "application/xhtml+xml", "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xml": "application/xml", "xz": "application/x-xz", "yaml": "application/yaml",
        "yml": "application/yaml", "zip": "application/zip",
    ]
}
