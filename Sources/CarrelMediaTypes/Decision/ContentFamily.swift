import CarrelHTTP
import Foundation

/// What kind of content it is: what it is for certain, or which types it may be.
enum ContentFamily {
    case empty
    /// The content shows its type.
    case certain(String)
    /// An archive whose entries tell nothing else.
    case zip
    /// One file or an archive that was compressed.
    case gzip
    /// An OLE container whose streams tell nothing, or that is locked.
    case office
    case text(TextContent)
    case binary

    init(_ window: ContentWindow) {
        guard !window.beginning.isEmpty else {
            self = .empty
            return
        }
        if let zip = ZipContent(window) {
            let type = zip.type
            self = type == "application/zip" ? .zip : .certain(type)
        } else if let office = CompoundFile(window) {
            self = office.type.map(ContentFamily.certain) ?? .office
        } else {
            let text = TextContent(window)
            if let type = MediaContainer.type(of: window.beginning)
                ?? ByteSignature.type(of: window.beginning),
                text?.beginsWithZeros != false || Self.inText.contains(type)
            {
                self = type == "application/gzip" ? .gzip : .certain(type)
            } else {
                self = text.map(ContentFamily.text) ?? .binary
            }
        }
    }

    // Other signatures are letters that a text may begin with, too.
    private static let inText: Set<String> = [
        "application/pdf", "application/postscript", "application/rtf", "image/gif",
        "image/x-portable-bitmap", "image/x-portable-graymap", "image/x-portable-pixmap",
    ]

    var isEmpty: Bool {
        if case .empty = self { true } else { false }
    }

    /// Whether the content may be of a type that a server or a name tells.
    func allows(_ type: MediaType) -> Bool {
        guard !type.isOpaque else { return false }
        let essence = type.essence
        return switch self {
        case .empty: true
        // More can be said about what is in a container, not that it is something else.
        case .certain(let found): essence == found
        case .zip: type.isPackedInZip
        case .gzip: ["application/gzip", "image/svg+xml-compressed"].contains(essence)
        case .office:
            essence == "application/msword" || essence.hasPrefix("application/vnd.ms-")
                || essence.hasPrefix("application/vnd.openxmlformats") || essence == "application/vnd.visio"
        case .text(let text):
            type.isTextual && essence != "application/rtf"
                && (!type.isHTML || text.utf8.contains(UInt8(ascii: "<")))
        case .binary: !type.isTextual
        }
    }
}
