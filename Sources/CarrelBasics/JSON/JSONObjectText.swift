/// Writes a JSON object as a line; for output of a million lines, for which an encoder would be too slow.
///
/// Members keep the order in which they were added; like an encoder, it leaves out `nil`.
package struct JSONObjectText {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    package init() { bytes.reserveCapacity(512) }

    /// The line.
    package var text: String { String(decoding: bytes, as: UTF8.self) + "}" }

    /// Adds a number.
    package mutating func add(_ name: StaticString, _ number: Int?) { add(name, number.map(Int64.init)) }

    /// Adds a number.
    package mutating func add(_ name: StaticString, _ number: Int64?) {
        guard let number else { return }
        begin(name)
        bytes += String(number).utf8
    }

    /// Adds a number; one that JSON cannot express becomes `null`.
    package mutating func add(_ name: StaticString, _ number: Double?) {
        guard let number else { return }
        begin(name)
        bytes += (JSONText.line(number) ?? "null").utf8
    }

    /// Adds a text.
    package mutating func add(_ name: StaticString, _ text: String?) {
        guard var text else { return }
        begin(name)
        let isPlain = text.withUTF8 { utf8 in
            var others: UInt8 = 0
            for byte in utf8 {
                others |=
                    (byte &- 0x20 >= 0x5F).bit | (byte == UInt8(ascii: "\"")).bit
                    | (byte == UInt8(ascii: "\\")).bit
            }
            return others == 0
        }
        if isPlain {
            bytes.append(UInt8(ascii: "\""))
            text.withUTF8 { bytes += $0 }
            bytes.append(UInt8(ascii: "\""))
        } else {
            bytes += (JSONText.line(text) ?? "\"\"").utf8
        }
    }

    /// Adds a value that is JSON already.
    package mutating func add(_ name: StaticString, json: String?) {
        guard let json else { return }
        begin(name)
        bytes += json.utf8
    }

    /// Adds true or false.
    package mutating func add(_ name: StaticString, flag: Bool?) {
        add(name, json: flag.map { $0 ? "true" : "false" })
    }

    private mutating func begin(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes += $0 }
        bytes += "\":".utf8
    }
}
