import CarrelHTTP
import CarrelMediaTypes
import CarrelModel
import Foundation

/// What the beginning of a picture tells: its kind and, for most kinds, its dimensions.
struct PictureHeader: Equatable {
    /// The kind for people: `JPEG`.
    let kind: String
    /// The dimensions; `nil` if the beginning does not tell them or contradicts itself.
    let size: PictureSize?
    /// Whether the kind is one that is drawn: no languages such as SVG, whose documents refer to other files.
    let isDrawable: Bool

    /// Reads a header; `nil` if the content is not a picture.
    init?(_ description: ContentDescription, beginning: Data) {
        guard let type = description.mediaType?.essence, type.hasPrefix("image/") else { return nil }
        let text = description.text
        switch type {
        case "image/jpeg":
            self.init("JPEG", Self.size(text.matches(of: /, precision \d+, (\d+)x(\d+), components \d/)))
        case "image/png": self.init("PNG", Self.size(text.matches(of: /^PNG image data, (\d+) x (\d+),/)))
        case "image/gif":
            self.init("GIF", Self.size(text.matches(of: /^GIF image data, version [^,]+, (\d+) x (\d+)/)))
        case "image/webp":
            let told = Self.size(text.matches(of: /, VP8 encoding, (\d+)x(\d+)/))
            self.init("WebP", told ?? WebPHeader.size(beginning))
        case "image/bmp", "image/x-ms-bmp":
            self.init("BMP", Self.size(text.matches(of: /^PC bitmap, [^,]+, (\d+) x -?(\d+) x \d/)))
        case "image/tiff": self.init("TIFF", Self.tiffSize(text))
        default:
            let (kind, size) = Self.other(type, text)
            self.init(kind ?? Self.name(type), size, isDrawable: false)
        }
    }

    /// Kinds that are not drawn, and whose dimensions libmagic tells.
    private static func other(_ type: String, _ text: String) -> (kind: String?, size: PictureSize?) {
        switch type {
        case "image/x-portable-pixmap", "image/x-portable-bitmap", "image/x-portable-greymap",
            "image/x-portable-graymap":
            ("Netpbm", size(text.matches(of: /^Netpbm image data, size = (\d+) x (\d+)/)))
        case "image/vnd.adobe.photoshop":
            ("PSD", size(text.matches(of: /^Adobe Photoshop Image, (\d+) x (\d+),/)))
        case "image/vnd.microsoft.icon":
            ("ICO", size(text.matches(of: /^MS Windows icon resource - 1 icon, (\d+)x(\d+)/)))
        case "image/x-qoi": ("QOI", size(text.matches(of: /^QOI image data (\d+)x(\d+)/)))
        case "image/x-tga": ("TGA", size(text.matches(of: /^Targa image data\D+(\d+) x (\d+) x/)))
        default: (nil, nil)
        }
    }

    /// Makes a header of what is known.
    init(_ kind: String, _ size: PictureSize?, isDrawable: Bool = true) {
        (self.kind, self.size, self.isDrawable) = (kind, size, isDrawable)
    }

    /// The one size that is told: a comment inside the picture may claim another, and then neither is believed.
    private static func size(_ matches: [Regex<(Substring, Substring, Substring)>.Match]) -> PictureSize? {
        let sizes = Set(matches.compactMap { size($0.output.1, $0.output.2) })
        return matches.isEmpty || sizes.count != 1 ? nil : sizes.first
    }

    private static func tiffSize(_ text: String) -> PictureSize? {
        let widths = Set(text.matches(of: /, width=(\d+)/).map(\.output.1))
        let heights = Set(text.matches(of: /, height=(\d+)/).map(\.output.1))
        guard widths.count == 1, heights.count == 1, let width = widths.first, let height = heights.first
        else { return nil }
        return size(width, height)
    }

    private static func size(_ width: Substring, _ height: Substring) -> PictureSize? {
        guard let width = UInt32(width), let height = UInt32(height), width > 0, height > 0 else {
            return nil
        }
        return PictureSize(width: Int(width), height: Int(height))
    }

    /// `image/x-pcx` is `PCX`, `image/svg+xml` is `SVG`.
    private static func name(_ type: String) -> String {
        var name = type.dropFirst("image/".count).prefix { $0 != "+" }
        if name.hasPrefix("x-") { name = name.dropFirst(2) }
        return (name.split(separator: ".").last ?? name).uppercased()
    }
}

/// The dimensions of lossless and of extended WebP (RFC 9649), which libmagic does not tell.
enum WebPHeader {
    /// The dimensions, or `nil` if the beginning is none of these.
    static func size(_ beginning: Data) -> PictureSize? {
        let bytes = [UInt8](beginning.prefix(30))
        guard bytes.count >= 30, bytes.has("RIFF"), bytes.has("WEBP", at: 8) else { return nil }
        func number(_ place: Int, _ count: Int) -> Int {
            bytes.number(at: place, count: count, isLittleEndian: true)
        }
        if bytes.has("VP8X", at: 12) {
            return PictureSize(width: number(24, 3) + 1, height: number(27, 3) + 1)
        }
        guard bytes.has("VP8L", at: 12), bytes[20] == 0x2F else { return nil }
        let dimensions = number(21, 4)
        return PictureSize(width: dimensions & 0x3FFF + 1, height: dimensions >> 14 & 0x3FFF + 1)
    }
}
