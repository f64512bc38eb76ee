import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelTesting
import Foundation

extension Harness {
    /// Title, URL, collection and suffix of an item, a line each; the title alone is any text, too.
    static let names = Harness("names", maxLength: 600) { data in
        let text = String(decoding: data, as: UTF8.self)
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let line = { (index: Int) in index < lines.count ? lines[index] : "" }
        for isPortable in [true, false] {
            try check(DocumentName.safe(text, isPortable: isPortable), isPortable)
            let item = Item(title: line(0), url: lines.count > 1 ? line(1) : nil)
            for template in templates {
                let name = DocumentName.make(
                    template, item: item, NameFacts(catalog: line(3), collection: line(2)),
                    isPortable: isPortable)
                try check(name, isPortable)
                let other = DocumentName.adding(suffix: "3w5e11264sgsf-2", to: name)
                try check(other, isPortable)
                try require(
                    DocumentName.collisionKey(other) != DocumentName.collisionKey(name),
                    "the suffix tells names apart")
                try check(DocumentName.adding(extensionFor: .pdf, to: name), isPortable)
            }
        }
        if let basename = URLReference.basename(line(1)) { try check(DocumentName.safe(basename), true) }
        try requireLine(text.titleText, "a title")
        try require(text.titleText.count <= 300, "a title of \(text.titleText.count) characters")
        try requireSame(text.singleLine.singleLine, text.singleLine, "one line made one line")
        try requireSame(text.readable.readable, text.readable, "readable text made readable")
        let (beginning, isCut) = text.prefix(utf8: 40)
        try require(beginning.utf8.count <= 40 && isCut == (text.utf8.count > 40), "the first 40 bytes")
    }

    private static let templates = [
        "{basename}", "{collection}-{title}.{extension}", "{title}",
        "{catalogue}/{collection}/{title}.{extension}",
    ].compactMap {
        NameTemplate($0)
    }

    private static func check(_ name: String, _ isPortable: Bool) throws {
        try require(DocumentName.isSafe(name), "not safe: \(name.debugDescription)")
        for part in DocumentName.components(of: name) { try checkComponent(part, isPortable) }
    }

    private static func checkComponent(_ name: String, _ isPortable: Bool) throws {
        let shown = name.debugDescription
        try require(
            !name.isEmpty && name.utf8.count <= DocumentName.maxLength, "\(name.utf8.count) bytes: \(shown)")
        try require(!name.utf8.contains(UInt8(ascii: "/")), "a separator in \(shown)")
        try require(name.utf8.first != UInt8(ascii: "."), "a dot before \(shown)")
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                try require(false, "\(scalar) in \(shown)")
            default: break
            }
        }
        if isPortable {
            try require(
                !name.utf8.contains { #"\:*?"<>|"#.utf8.contains($0) },
                "a character that others refuse in \(shown)")
            let last = name.unicodeScalars.last
            try require(
                last != "." && last?.properties.isWhitespace == false, "white space behind \(shown)")
        }
        try requireSame(name.precomposedStringWithCanonicalMapping, name, "the composed name")
        try requireSame(DocumentName.safe(name, isPortable: isPortable), name, "the safe name made safe")
        try require(DocumentName.isSafe(name), "\(shown) is not safe")
        let key = DocumentName.collisionKey(name)
        try requireSame(DocumentName.collisionKey(key), key, "the key of a key")
    }
}
