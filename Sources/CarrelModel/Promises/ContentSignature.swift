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
    }

    /// The kind that an extension, in lower case, promises; `nil` for an unknown one.
    static func kind(ofExtension fileExtension: String) -> Kind? { kinds[fileExtension] }

    // An encrypted office file is an OLE container. Files named as documents of older office programs may also be RTF
    // or worse, and sounds have many containers: for these, only a web page is certainly wrong.
    private static let kinds: [String: Kind] = [
        "pdf": Kind(noun: "a PDF document", accepted: [.pdf]),
        "zip": Kind(noun: "a ZIP archive", accepted: [.zip]),
        "epub": Kind(noun: "an EPUB book", accepted: [.zip]),
        "docx": office, "pptx": office, "xlsx": office,
        "odt": Kind(noun: "an OpenDocument file", accepted: [.zip]),
        "odp": Kind(noun: "an OpenDocument file", accepted: [.zip]),
        "ods": Kind(noun: "an OpenDocument file", accepted: [.zip]),
        "png": Kind(noun: "a PNG image", accepted: [.png]),
        "jpg": Kind(noun: "a JPEG image", accepted: [.jpeg]),
        "jpeg": Kind(noun: "a JPEG image", accepted: [.jpeg]),
        "gif": Kind(noun: "a GIF image", accepted: [.gif]),
        "gz": Kind(noun: "a gzip file", accepted: [.gzip]),
        "tgz": Kind(noun: "a gzip file", accepted: [.gzip]),
        "djvu": Kind(noun: "a DjVu document", accepted: [.djvu]),
        "djv": Kind(noun: "a DjVu document", accepted: [.djvu]),
        "ps": Kind(noun: "a PostScript document", accepted: [.postScript]),
        "eps": Kind(noun: "a PostScript document", accepted: [.postScript]),
        "doc": Kind(noun: "a Word document", accepted: []), "xls": Kind(noun: "an Excel sheet", accepted: []),
        "ppt": Kind(noun: "a PowerPoint file", accepted: []),
        "rtf": Kind(noun: "an RTF document", accepted: []),
        "dvi": Kind(noun: "a DVI document", accepted: []), "tar": Kind(noun: "an archive", accepted: []),
        "bz2": Kind(noun: "an archive", accepted: []), "xz": Kind(noun: "an archive", accepted: []),
        "7z": Kind(noun: "an archive", accepted: []), "rar": Kind(noun: "an archive", accepted: []),
        "csv": Kind(noun: "a table", accepted: []), "tsv": Kind(noun: "a table", accepted: []),
        "json": Kind(noun: "JSON", accepted: []), "geojson": Kind(noun: "JSON", accepted: []),
        "ipynb": Kind(noun: "a notebook", accepted: []), "ics": Kind(noun: "a calendar", accepted: []),
        "bib": Kind(noun: "a bibliography", accepted: []), "yaml": Kind(noun: "YAML", accepted: []),
        "toml": Kind(noun: "TOML", accepted: []), "srt": Kind(noun: "subtitles", accepted: []),
        "mp3": Kind(noun: "a sound", accepted: []), "m4a": Kind(noun: "a sound", accepted: []),
        "ogg": Kind(noun: "a sound", accepted: []), "mp4": Kind(noun: "a film", accepted: []),
        "mkv": Kind(noun: "a film", accepted: []), "webm": Kind(noun: "a film", accepted: []),
    ]

    private static let office = Kind(noun: "an Office document", accepted: [.zip, .ole])

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
