import CTomlPlusPlus
import CarrelBasics
import CarrelConfiguration
import CarrelStages

/// Reads config files in TOML 1.0 with toml++.
public struct TOMLReader: ConfigReader {
    public init() {}

    /// Parses a file's text.
    public func read(_ text: String, file: String) throws(ConfigurationError) -> ConfigTable {
        let builder = TableBuilder(file: file)
        var text = text
        if let place = text.withUTF8({ TOMLNesting.firstExcess(in: $0) }) {
            throw ConfigurationError(
                ConfigProblem(
                    origin: .file(file, line: place.line, column: place.column), key: nil,
                    found: "a key of more than \(TOMLNesting.maxKeyParts) parts",
                    expected: "a few names with dots between them"))
        }
        var failure = carrel_toml_error()
        let status = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                carrel_toml_parse(
                    characters.baseAddress, characters.count,
                    { context, event in
                        guard let context, let event else { return }
                        Unmanaged<TableBuilder>.fromOpaque(context).takeUnretainedValue().add(event.pointee)
                    },
                    Unmanaged.passUnretained(builder).toOpaque(), &failure)
            }
        }
        guard status == 0 else {
            let message = withUnsafeBytes(of: &failure.message) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw ConfigurationError(
                ConfigProblem(
                    origin: .file(file, line: Int(failure.line), column: Int(failure.column)),
                    key: nil, found: "not valid TOML: \(message.singleLine)",
                    expected: TOMLAdvice.expected(
                        message, in: text, line: Int(failure.line), column: Int(failure.column))))
        }
        return builder.root
    }
}

/// Builds the tree from toml++'s events; lives during one synchronous call only.
private final class TableBuilder {
    /// A table or an array that is not closed yet.
    private struct Container {
        var key: String
        var origin: ConfigOrigin
        var isTable: Bool
        var entries: [ConfigTable.Entry] = []
        var values: [ConfigValue] = []
    }

    private let file: String
    private var stack: [Container] = []
    private(set) var root = ConfigTable()

    init(file: String) { self.file = file }

    func add(_ event: carrel_toml_event) {
        let origin = ConfigOrigin.file(file, line: Int(event.line), column: Int(event.column))
        let key = string(event.key, event.key_length)
        let text = string(event.text, event.text_length)
        switch event.kind {
        case CARREL_TOML_TABLE_BEGIN: stack.append(Container(key: key, origin: origin, isTable: true))
        case CARREL_TOML_ARRAY_BEGIN: stack.append(Container(key: key, origin: origin, isTable: false))
        case CARREL_TOML_END: close()
        case CARREL_TOML_BOOLEAN: append(.boolean(text == "true"), key: key, origin: origin)
        case CARREL_TOML_INTEGER: append(.integer(Int64(text) ?? 0), key: key, origin: origin)
        case CARREL_TOML_FLOAT: append(.float(Double(text) ?? .nan), key: key, origin: origin)
        case CARREL_TOML_DATE: append(.date(text), key: key, origin: origin)
        default: append(.string(text), key: key, origin: origin)
        }
    }

    private func close() {
        guard let closed = stack.popLast() else { return }
        guard closed.isTable else {
            return append(.array(closed.values), key: closed.key, origin: closed.origin)
        }
        var table = ConfigTable(closed.entries, origin: closed.origin)
        // toml++ keeps its tables sorted by name.
        table.sortByPlace()
        if stack.isEmpty {
            root = table
        } else {
            append(.table(table), key: closed.key, origin: closed.origin)
        }
    }

    private func append(_ value: ConfigValue, key: String, origin: ConfigOrigin) {
        guard let last = stack.indices.last else { return }
        if stack[last].isTable {
            stack[last].entries.append(ConfigTable.Entry(key: key, value: value, origin: origin))
        } else {
            stack[last].values.append(value)
        }
    }

    private func string(_ characters: UnsafePointer<CChar>?, _ length: Int) -> String {
        guard let characters else { return "" }
        return characters.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
            String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
        }
    }
}
