import Foundation

/// Machine-readable output: one object a line, keys in lowerCamelCase, times in ISO 8601 UTC.
enum JSONLine {
    /// Writes a value as one line of standard output.
    static func write(_ value: some Encodable) {
        guard let text = text(value) else { return }
        LineWriter.output.line(text)
    }

    /// A value as one line.
    static func text(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }
}
