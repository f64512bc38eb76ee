import CarrelBasics

/// Field lines in order; names are case-insensitive (RFC 9110 section 5).
///
/// The bytes are only decoded when they are read, because few of the ten or twenty lines of a response ever are.
public struct HTTPFields: Sendable, Hashable {
    /// One field line.
    public struct Line: Sendable, Hashable {
        /// The name as written.
        public var name: String
        /// The value without surrounding white space.
        public var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The ends of a line's name and value; the name begins where the previous line ends.
    private struct Ends: Sendable, Hashable {
        var name: Int
        var value: Int
    }

    private var bytes: [UInt8] = []
    private var ends: [Ends] = []
    /// A bit for each length that a name has, the last one for all longer ones.
    ///
    /// Most fields that are looked for are missing, and as a rule no name is as long as theirs.
    private var lengths: UInt64 = 0

    /// Takes pairs of names and values.
    public init(_ lines: [(String, String)] = []) {
        for (name, value) in lines { append(name, value) }
    }

    /// Whether there is no line.
    public var isEmpty: Bool { ends.isEmpty }

    /// The lines in the order in which they came.
    public var lines: [Line] {
        ends.indices.map { Line(name: text(nameRange($0)), value: value(at: $0)) }
    }

    /// Adds a line after the others.
    public mutating func append(_ name: String, _ value: String) {
        var (name, value) = (name, value)
        name.withUTF8 { name in
            value.withUTF8 { append(name: UnsafeRawBufferPointer(name), value: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Adds a line as received: UTF-8, or else ISO 8859-1, which older servers use.
    public mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if bytes.isEmpty {
            bytes.reserveCapacity(512)
            ends.reserveCapacity(16)
        }
        bytes.append(contentsOf: name)
        lengths |= Self.bit(for: name.count)
        let nameEnd = bytes.count
        bytes.append(contentsOf: value)
        ends.append(Ends(name: nameEnd, value: bytes.count))
    }

    private static func bit(for length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }

    /// Appends to the value of the last line, after a space.
    public mutating func continueLast(_ value: UnsafeRawBufferPointer) {
        guard !ends.isEmpty else { return }
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: value)
        ends[ends.count - 1].value = bytes.count
    }

    /// The value of the first line with that name; setting it replaces every such line.
    public subscript(name: String) -> String? {
        get { firstIndex(of: name).map(value) }
        set {
            if var next = firstIndex(of: name) {
                var rest = HTTPFields()
                for index in ends.indices {
                    guard index == next else {
                        rest.append(self, index)
                        continue
                    }
                    next = firstIndex(of: name, after: index) ?? ends.endIndex
                }
                self = rest
            }
            if let newValue { append(name, newValue) }
        }
    }

    /// Whether there is a line with that name.
    public func contains(_ name: String) -> Bool { firstIndex(of: name) != nil }

    /// The value of a field that has only one, such as `ETag`; `nil` if there is none, or lines contradict each other.
    public func single(_ name: String) -> String? {
        guard let first = firstIndex(of: name) else { return nil }
        let found = value(at: first)
        var next = firstIndex(of: name, after: first)
        while let index = next {
            guard value(at: index) == found else { return nil }
            next = firstIndex(of: name, after: index)
        }
        return found
    }

    /// The values of all lines with that name, in order.
    public func values(_ name: String) -> [String] {
        var values: [String] = []
        var next = firstIndex(of: name)
        while let index = next {
            values.append(value(at: index))
            next = firstIndex(of: name, after: index)
        }
        return values
    }

    /// The members of the list that all lines with that name are, in lower case (RFC 9110 section 5.6.1).
    func list(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }.map { String($0).withoutBlankEnds.lowercased() }
            .filter { !$0.isEmpty }
    }

    // MARK: Bytes

    /// The number in the only line with that name.
    ///
    /// - Returns: `nil` if there are several lines, or the value has anything but digits or is too large.
    func number(_ name: String) -> Int64? {
        guard let index = firstIndex(of: name), firstIndex(of: name, after: index) == nil else { return nil }
        let digits = valueRange(index)
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for byte in bytes[digits] {
            let digit = Int64(byte) - 0x30
            guard 0...9 ~= digit else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isAlsoTooLarge) = tens.addingReportingOverflow(digit)
            guard !isTooLarge, !isAlsoTooLarge else { return nil }
            number = sum
        }
        return number
    }

    /// The name and value of each line in turn, as bytes that are lent for the length of the call.
    package func forEachLine(
        _ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
    ) {
        bytes.withUnsafeBytes { bytes in
            var begin = 0
            for line in ends {
                body(
                    UnsafeRawBufferPointer(rebasing: bytes[begin..<line.name]),
                    UnsafeRawBufferPointer(rebasing: bytes[line.name..<line.value]))
                begin = line.value
            }
        }
    }

    private mutating func append(_ other: HTTPFields, _ index: Int) {
        other.bytes.withUnsafeBytes { bytes in
            append(
                name: UnsafeRawBufferPointer(rebasing: bytes[other.nameRange(index)]),
                value: UnsafeRawBufferPointer(rebasing: bytes[other.valueRange(index)]))
        }
    }

    private func nameRange(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1].value)..<ends[index].name
    }

    private func valueRange(_ index: Int) -> Range<Int> { ends[index].name..<ends[index].value }

    private func value(at index: Int) -> String { text(valueRange(index)) }

    /// The first line with a name after line `last`; compares the lengths first, which differ nearly always.
    private func firstIndex(of name: String, after last: Int = -1) -> Int? {
        let length = name.utf8.count
        guard lengths & Self.bit(for: length) != 0 else { return nil }
        var name = name
        return name.withUTF8 { name in
            bytes.withUnsafeBufferPointer { bytes in
                var begin = last < 0 ? 0 : ends[last].value
                for index in (last + 1)..<ends.count {
                    let line = ends[index]
                    if line.name - begin == length,
                        Self.isSame(name, UnsafeBufferPointer(rebasing: bytes[begin..<line.name]))
                    {
                        return index
                    }
                    begin = line.value
                }
                return nil
            }
        }
    }

    /// Compares names of one length, ignoring the case of ASCII letters.
    private static func isSame(
        _ name: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        for index in 0..<name.count {
            let difference = name[index] ^ other[index]
            guard difference == 0 || difference == 0x20 && name[index].isLetter else { return false }
        }
        return true
    }

    private func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { bytes in
            let bytes = UnsafeBufferPointer(rebasing: bytes[range])
            // Nearly all are ASCII, which needs none of the slower ways.
            if bytes.reduce(0, |) < 0x80 { return String(decoding: bytes, as: UTF8.self) }
            return String(utf8OrLatin1: bytes)
        }
    }
}
