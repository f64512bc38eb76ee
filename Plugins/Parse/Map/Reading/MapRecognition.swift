import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Tells whether a document is what a mapping is for, by a look at its beginning.
struct MapRecognition {
    // How much of a document is looked at.
    private static let outline = 1 << 20

    private let mapping: Mapping

    init(_ mapping: Mapping) { self.mapping = mapping }

    func recognition(of document: CatalogDocument) -> Recognition {
        let bytes = document.data.prefix(Self.outline)
        // Zero bytes are those of UTF-16.
        let beginning = Data(bytes.filter { $0 != 0 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 < 0xFE })
        guard let first = beginning.first(where: { $0 > 0x20 }), isOfFormat(first, beginning) else {
            return .no
        }
        if mapping.format == .csv { return isTable(beginning) ? .certain : .no }
        let places = [mapping.collections.place, mapping.items.place].compactMap(\.self)
        let own = mapping.items.fields.flatMap(\.expressions)
        let names = places.flatMap(\.names)
        guard !names.isEmpty || !own.isEmpty else { return .possible }
        let wanted = Set(mapping.format == .json ? names + own.flatMap(\.names).prefix(1) : names)
        return wanted.allSatisfy { contains($0, beginning) } ? .certain : .possible
    }

    private func isOfFormat(_ first: UInt8, _ beginning: Data) -> Bool {
        switch mapping.format {
        case .json: first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || isCall(beginning)
        case .xml, .html: first == UInt8(ascii: "<")
        case .csv: first != UInt8(ascii: "<") && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
        }
    }

    /// Whether it begins as JSONP does.
    private func isCall(_ beginning: Data) -> Bool {
        String(decoding: beginning.prefix(256), as: UTF8.self).prefixMatch(of: /\s*[A-Za-z_$][\w.$]*\s*\(/)
            != nil
    }

    /// A member's name stands in quotes, an element's behind `<`.
    private func contains(_ name: String, _ beginning: Data) -> Bool {
        if mapping.format == .json { return beginning.contains("\"\(name)\"") }
        let local = name.split(separator: ":").last.map(String.init) ?? name
        return ["<\(local)", ":\(local)", "<\(local.uppercased())"].contains {
            beginning.contains($0)
        }
    }

    private func isTable(_ beginning: Data) -> Bool {
        let line = String(
            decoding: beginning.drop { $0 <= 0x20 }.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        let names = mapping.items.fields.flatMap(\.expressions).map(\.text)
        return !names.isEmpty && names.allSatisfy { line.contains($0) }
    }
}
