/// The kinds of content that are recognised by their first bytes, and the extensions that promise them.
enum ContentSignature: CaseIterable {
    case pdf
    case zip
    case ole
    case png
    case jpeg
    case gif
    case gzip
    case djvu
    case postScript

    /// The kind of content that an extension promises.
    struct Kind {
        /// The kind as a noun with its article, for messages.
        var noun: String
        /// The allowed signatures; empty if only an HTML page contradicts the kind.
        var accepted: [ContentSignature]

        init(_ noun: String, _ accepted: ContentSignature...) {
            (self.noun, self.accepted) = (noun, accepted)
        }

        /// The kind of all content with a signature.
        init(of signature: ContentSignature) { self.init(signature.noun, signature) }
    }

    /// The kind that an extension, in lower case, promises; `nil` for an unknown one.
    static func kind(ofExtension fileExtension: String) -> Kind? { kinds[fileExtension] }

    // An encrypted office file is an OLE container. Files named as documents of older office programs may also be RTF
    // or worse, and sounds have many containers: for these, only a web page is certainly wrong.
    private static let kinds: [String: Kind] = [
        "pdf": Kind(of: .pdf), "zip": Kind(of: .zip), "epub": Kind("an EPUB book", .zip),
        "docx": office, "pptx": office, "xlsx": office,
        "odt": openDocument, "odp": openDocument, "ods": openDocument,
        "png": Kind(of: .png), "jpg": Kind(of: .jpeg), "jpeg": Kind(of: .jpeg), "gif": Kind(of: .gif),
        "gz": Kind(of: .gzip), "tgz": Kind(of: .gzip), "djvu": Kind(of: .djvu), "djv": Kind(of: .djvu),
        "ps": Kind(of: .postScript), "eps": Kind(of: .postScript),
        "doc": Kind("a Word document"), "xls": Kind("an Excel sheet"), "ppt": Kind("a PowerPoint file"),
        "rtf": Kind("an RTF document"), "dvi": Kind("a DVI document"),
        "tar": archive, "bz2": archive, "xz": archive, "7z": archive, "rar": archive,
        "csv": table, "tsv": table, "json": json, "geojson": json, "ipynb": Kind("a notebook"),
        "ics": Kind("a calendar"), "bib": Kind("a bibliography"), "yaml": Kind("YAML"),
        "toml": Kind("TOML"), "srt": Kind("subtitles"),
        "mp3": sound, "m4a": sound, "ogg": sound, "mp4": film, "mkv": film, "webm": film,
    ]

    private static let office = Kind("an Office document", .zip, .ole)
    private static let openDocument = Kind("an OpenDocument file", .zip)
    private static let archive = Kind("an archive")
    private static let table = Kind("a table")
    private static let json = Kind("JSON")
    private static let sound = Kind("a sound")
    private static let film = Kind("a film")

    /// What content is, as a noun with its article, if its first bytes tell.
    static func noun(ofContent bytes: [UInt8]) -> String? {
        allCases.first { matches($0, bytes) }.map(\.noun)
    }

    private var noun: String {
        switch self {
        case .pdf: "a PDF document"
        case .zip: "a ZIP archive"
        case .ole: "an Office document"
        case .png: "a PNG image"
        case .jpeg: "a JPEG image"
        case .gif: "a GIF image"
        case .gzip: "a gzip file"
        case .djvu: "a DjVu document"
        case .postScript: "a PostScript document"
        }
    }

    /// Whether content begins with a signature.
    static func matches(_ signature: ContentSignature, _ bytes: [UInt8]) -> Bool {
        switch signature {
        // PDF readers accept other bytes before the header, within the first 1024 bytes.
        case .pdf: bytes.indices.contains { bytes[$0...].starts(with: "%PDF-".utf8) }
        case .zip: [[3, 4], [5, 6], [7, 8]].contains { bytes.starts(with: Array("PK".utf8) + $0) }
        case .ole: bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
        case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
        case .gzip: bytes.starts(with: [0x1F, 0x8B])
        case .djvu: bytes.starts(with: "AT&TFORM".utf8)
        // Perhaps after a printer command, or in the container of DOS EPS files.
        case .postScript:
            bytes.starts(with: [0xC5, 0xD0, 0xD3, 0xC6])
                || bytes.indices.contains { bytes[$0...].starts(with: "%!PS".utf8) }
                || bytes.starts(with: "%!".utf8) || bytes.starts(with: [0x04, 0x25, 0x21])
        }
    }
}
