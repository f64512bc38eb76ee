import CarrelHTTP

extension MediaType {
    /// Whether the type's documents are characters.
    var isTextual: Bool {
        isText || essence.hasSuffix("+json") || essence.hasSuffix("+xml") || essence.hasSuffix("-xml")
            || Self.textualApplications.contains(essence)
    }

    /// Whether its documents are ZIP files.
    var isPackedInZip: Bool {
        essence.hasSuffix("+zip") || essence.hasPrefix("application/vnd.openxmlformats")
            || essence.hasPrefix("application/vnd.oasis") && !essence.hasSuffix("-xml")
            || essence.hasSuffix(".12") || essence.hasPrefix("application/vnd.apple.")
            || [
                "application/zip", "application/java-archive", "application/vnd.google-earth.kmz",
                "application/oxps",
                "application/vnd.android.package-archive",
            ].contains(essence)
    }

    /// The name under which the type goes mostly, of those that mean the same.
    var usual: String { Self.aliases[essence] ?? essence }

    private static let aliases: [String: String] = [
        "text/xml": "application/xml", "text/json": "application/json",
        "application/x-json": "application/json",
        "application/jsonl": "application/x-ndjson", "application/x-jsonlines": "application/x-ndjson",
        "application/jsonlines": "application/x-ndjson",
        "application/javascript": "text/javascript", "application/x-javascript": "text/javascript",
        "application/ecmascript": "text/javascript", "text/x-javascript": "text/javascript",
        "text/x-markdown": "text/markdown", "application/csv": "text/csv", "text/x-csv": "text/csv",
        "text/comma-separated-values": "text/csv", "application/x-yaml": "application/yaml",
        "text/yaml": "application/yaml", "text/x-yaml": "application/yaml", "text/rtf": "application/rtf",
        "text/richtext": "application/rtf", "text/x-vcard": "text/vcard", "text/directory": "text/vcard",
        "application/x-sh": "text/x-sh", "text/x-shellscript": "text/x-sh", "application/x-tex": "text/x-tex",
        "application/x-latex": "text/x-tex", "application/x-httpd-php": "text/x-php",
        "text/x-script.python": "text/x-python", "application/x-opml": "text/x-opml",
        "text/opml": "text/x-opml",
        "application/opml+xml": "text/x-opml", "application/x-fictionbook": "application/x-fictionbook+xml",
        "application/x-gzip": "application/gzip", "application/x-zip-compressed": "application/zip",
        "application/x-zip": "application/zip", "application/x-rar": "application/vnd.rar",
        "application/x-rar-compressed": "application/vnd.rar", "application/x-bzip": "application/x-bzip2",
        "application/x-pdf": "application/pdf", "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg",
        "image/x-icon": "image/vnd.microsoft.icon", "image/x-ms-bmp": "image/bmp", "image/x-bmp": "image/bmp",
        "image/svg": "image/svg+xml", "audio/mp3": "audio/mpeg", "audio/x-mpeg": "audio/mpeg",
        "audio/x-wav": "audio/wav", "audio/wave": "audio/wav", "audio/vnd.wave": "audio/wav",
        "audio/x-m4a": "audio/mp4", "audio/x-flac": "audio/flac", "audio/x-aiff": "audio/aiff",
        "application/ogg": "audio/ogg", "audio/x-midi": "audio/midi", "video/matroska": "video/x-matroska",
        "video/avi": "video/x-msvideo", "video/msvideo": "video/x-msvideo",
        "application/cdfv2": "application/x-ole-storage", "application/x-mbox": "application/mbox",
        "application/x-sqlite3": "application/vnd.sqlite3",
    ]

    private static let textualApplications: Set<String> = [
        "application/javascript", "application/json", "application/json5", "application/mbox",
        "application/sql", "application/toml", "application/x-httpd-php", "application/x-javascript",
        "application/x-ndjson", "application/x-plist", "application/x-sh", "application/x-subrip",
        "application/x-tex", "application/xml", "application/xml-dtd", "application/yaml", "message/rfc822",
        "application/x-yaml", "application/x-research-info-systems", "application/jsonl", "application/rtf",
        "application/x-mpegurl", "application/vnd.apple.mpegurl", "audio/x-mpegurl", "multipart/related",
        "application/ecmascript", "application/x-latex", "application/csv", "application/x-mbox",
    ]
}
