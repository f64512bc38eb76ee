/// Tells addresses of files, such as slides and exercises, from those of pages.
enum LinkedFile {
    private static let extensions = ByteWords<Bool>(
        [
            "pdf", "ps", "djvu", "doc", "docx", "odt", "rtf", "ppt", "pptx", "odp", "key", "xls", "xlsx",
            "ods",
            "csv", "tsv", "json", "txt", "md", "tex", "epub", "zip", "tar", "gz", "tgz", "bz", "xz", "z",
            "rar",
            "ipynb", "py", "c", "h", "cpp", "hpp", "java", "m", "r", "rs", "hs", "ml", "go", "mp", "m4a",
            "mkv",
            "webm", "ogg", "wav",
        ].map { ($0, true) })

    /// Whether the name in an address ends as that of a file does.
    static func isFile(_ address: UnsafeRawBufferPointer) -> Bool {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return false }
        if let slash = path.lastIndex(of: UInt8(ascii: "/")) {
            // Behind two slashes stands a host.
            guard slash < dot, slash == 0 || path[slash - 1] != UInt8(ascii: "/") else { return false }
        }
        let ending = path[(dot + 1)...].prefix { $0 &- 0x30 > 9 }
        return extensions[UnsafeRawBufferPointer(rebasing: ending)] == true
    }
}
