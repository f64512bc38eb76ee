import CarrelCodings
import CarrelHTTP
import Foundation

/// What a ZIP file is besides, by its entries.
struct ZipContent {
    private let window: ContentWindow

    // A directory of thousands of entries; what is behind that is not looked for.
    private static let directorySize = 1 << 20

    /// Looks into a document that begins as a ZIP file does; `nil` for another one.
    init?(_ window: ContentWindow) {
        guard [[3, 4], [5, 6], [7, 8]].contains(where: { window.beginning.has(Array("PK".utf8) + $0) }) else {
            return nil
        }
        self.window = window
    }

    /// The type of what is packed, `application/zip` if that is just files.
    var type: String {
        if let told = ownType { return told }
        let names = self.names
        if names.contains("[Content_Types].xml"), let main = mainPartType { return main }
        if Self.isScore(names) { return "application/vnd.recordare.musicxml" }
        if let type = Self.typesByEntry.first(where: { names.contains($0.name) }) { return type.type }
        return "application/zip"
    }

    /// Whether it is compressed MusicXML, which says where its score is in a file of the same name as books do, but has
    /// neither their package document nor pages.
    private static func isScore(_ names: Set<String>) -> Bool {
        func has(_ endings: [String]) -> Bool {
            names.contains { name in !name.hasPrefix("META-INF/") && endings.contains { name.hasSuffix($0) } }
        }
        return names.contains("META-INF/container.xml") && has([".xml", ".musicxml"])
            && !has([".opf", ".xhtml", ".html", ".htm"])
    }

    /// What the first entry says, as EPUB and OpenDocument have it: stored as it is, under the name `mimetype`.
    private var ownType: String? {
        let data = window.beginning
        guard data.has("mimetype".utf8, at: 30), let extra = data.littleEndian(at: 28, as: UInt16.self),
            data.littleEndian(at: 8, as: UInt16.self) == 0
        else { return nil }
        let text = data.dropFirst(38 + extra).prefix(128).prefix { $0 > 0x20 && $0 < 0x7F }
        // Its length is not told where the writer could not go back; the next entry begins behind it.
        let end = text.firstRange(of: Data("PK".utf8))?.lowerBound ?? text.endIndex
        return MediaType(String(decoding: text[..<end], as: UTF8.self))?.essence
    }

    /// The names of the entries, from the directory at the end; without one, from what there is of the file, where those
    /// of an archive within it are, too.
    private var names: Set<String> {
        let listed = entries(in: directory, signature: [1, 2], nameLengthAt: 28, nameAt: 46)
        return listed.isEmpty
            ? entries(in: window.beginning, signature: [3, 4], nameLengthAt: 26, nameAt: 30) : listed
    }

    private var directory: Data {
        let tail = window.end(count: 65_557)
        guard let mark = tail.lastRange(of: Data([0x50, 0x4B, 5, 6]))?.lowerBound,
            let size = tail[mark...].littleEndian(at: 12, as: UInt32.self),
            let offset = tail[mark...].littleEndian(at: 16, as: UInt32.self)
        else { return Data() }
        return window.bytes(at: offset, count: min(size, Self.directorySize))
    }

    private func entries(in data: Data, signature: [UInt8], nameLengthAt: Int, nameAt: Int) -> Set<String> {
        let mark = Data([0x50, 0x4B] + signature)
        var names: Set<String> = []
        var rest = data[...]
        while names.count < 10_000, let found = rest.firstRange(of: mark) {
            let entry = rest[found.lowerBound...].prefix(nameAt + 512)
            if let length = entry.littleEndian(at: nameLengthAt, as: UInt16.self), (1...512).contains(length)
            {
                names.insert(String(decoding: entry.dropFirst(nameAt).prefix(length), as: UTF8.self))
            }
            rest = rest[found.upperBound...]
        }
        return names
    }

    /// The type of the main part of an Office document, from its list of types.
    private var mainPartType: String? {
        let name = Data("[Content_Types].xml".utf8)
        var rest = window.beginning[...]
        while let found = rest.firstRange(of: Data([0x50, 0x4B, 3, 4])) {
            let entry = rest[found.lowerBound...].prefix(1 << 17)
            rest = rest[found.upperBound...]
            guard entry.has(name, at: 30), let method = entry.littleEndian(at: 8, as: UInt16.self),
                let length = entry.littleEndian(at: 26, as: UInt16.self),
                let extra = entry.littleEndian(at: 28, as: UInt16.self)
            else { continue }
            return Self.mainType(in: Self.content(of: entry.dropFirst(30 + length + extra), method: method))
        }
        return nil
    }

    private static func content(of packed: Data, method: Int) -> String {
        var content = Data()
        if method == 0 {
            content = packed
        } else if method == 8, let decoder = ContentDecoder(["deflate"]) {
            _ = packed.withUnsafeBytes { bytes in
                decoder.decode(bytes) { part in
                    content.append(contentsOf: part)
                    return content.count < 1 << 20
                }
            }
        }
        return String(decoding: content, as: UTF8.self)
    }

    private static func mainType(in list: String) -> String? {
        for mark in [".main+xml\"", ".main\""] {
            guard let end = list.range(of: mark)?.lowerBound,
                let start = list[..<end].lastIndex(of: "\"")
            else { continue }
            let type = list[list.index(after: start)..<end].lowercased()
            return MediaType(type.hasSuffix("macroenabled") ? type + ".12" : type)?.essence
        }
        return nil
    }

    private static let openXML = "application/vnd.openxmlformats-officedocument."
    private static let typesByEntry: [(name: String, type: String)] = [
        ("word/document.xml", openXML + "wordprocessingml.document"),
        ("xl/workbook.xml", openXML + "spreadsheetml.sheet"),
        ("xl/workbook.bin", "application/vnd.ms-excel.sheet.binary.macroenabled.12"),
        ("ppt/presentation.xml", openXML + "presentationml.presentation"),
        ("META-INF/container.xml", "application/epub+zip"),
        ("AndroidManifest.xml", "application/vnd.android.package-archive"),
        ("META-INF/MANIFEST.MF", "application/java-archive"), ("doc.kml", "application/vnd.google-earth.kmz"),
        ("FixedDocumentSequence.fdseq", "application/oxps"),
    ]
}
