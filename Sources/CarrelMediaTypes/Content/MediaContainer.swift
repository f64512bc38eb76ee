import CarrelBasics
import Foundation

/// Containers of sound, film and pictures, whose beginning says what is in them.
enum MediaContainer {
    /// The type of what a container holds; `nil` for other content.
    static func type(of data: Data) -> String? {
        riff(data) ?? isoMedia(data) ?? matroska(data) ?? ogg(data) ?? aiff(data)
    }

    private static func riff(_ data: Data) -> String? {
        guard data.has("RIFF".utf8) else { return nil }
        if data.has("WEBPVP".utf8, at: 8) { return "image/webp" }
        if data.has("WAVE".utf8, at: 8) { return "audio/wav" }
        return data.has("AVI ".utf8, at: 8) ? "video/x-msvideo" : nil
    }

    private static func aiff(_ data: Data) -> String? {
        data.has("FORM".utf8) && data.has("AIF".utf8, at: 8) ? "audio/aiff" : nil
    }

    /// Files of boxes: the brands of the first one, the main brand before those that it is compatible with.
    private static func isoMedia(_ data: Data) -> String? {
        if data.has("moov".utf8, at: 4) || data.has("mdat".utf8, at: 4) || data.has("wide".utf8, at: 4) {
            return "video/quicktime"
        }
        guard data.has("ftyp".utf8, at: 4), let length = data.bigEndian(at: 0), length >= 12 else {
            return nil
        }
        let box = Array(data.prefix(min(length, 256)))
        let brands = [8] + Array(stride(from: 16, to: box.count - 3, by: 4))
        let found = brands.filter { $0 + 4 <= box.count }.compactMap { start in
            let brand = String(decoding: box[start..<(start + 4)], as: UTF8.self)
            return types[brand] ?? types[String(brand.prefix(3))]
        }
        // A brand of pictures in general comes before that of their coding.
        return found.first == "image/heif"
            ? found.first { $0 != "image/heif" } ?? "image/heif" : found.first ?? "video/mp4"
    }

    private static let types: [String: String] = [
        "avif": "image/avif", "avis": "image/avif", "heic": "image/heic", "heix": "image/heic",
        "hevc": "image/heic", "hevx": "image/heic", "mif1": "image/heif", "msf1": "image/heif",
        "M4A": "audio/mp4", "M4B": "audio/mp4", "M4P": "audio/mp4", "qt  ": "video/quicktime",
        "3gp": "video/3gpp", "3g2": "video/3gpp2", "crx ": "image/x-canon-cr3", "jxl ": "image/jxl",
        "jp2 ": "image/jp2", "mp4": "video/mp4", "iso": "video/mp4", "avc1": "video/mp4",
        "M4V": "video/mp4",
    ]

    /// The document type that the head names.
    private static func matroska(_ data: Data) -> String? {
        guard data.has([0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
        return data.prefix(256).contains("webm") ? "video/webm" : "video/x-matroska"
    }

    /// The codecs that the first pages name.
    private static func ogg(_ data: Data) -> String? {
        guard data.has("OggS".utf8) else { return nil }
        let head = data.prefix(512)
        let isVideo = ["theora", "BBCD", "OVP80"].contains { head.contains($0) }
        return isVideo ? "video/ogg" : "audio/ogg"
    }
}
