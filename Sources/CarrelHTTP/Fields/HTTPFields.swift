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

    /// Takes pairs of names and values.
    public init(_ lines: [(String, String)] = []) {
        for (name, value) in lines { append(name, value) }
    }

    /// Whether there is no line.
    public var isEmpty: Bool { ends.isEmpty }

    /// The lines in the order in which they came.
    public var lines: [Line] {
        ends.indices.map { Line(name: Self.text(bytes[nameRange($0)]), value: value(at: $0)) }
    }

    /// Adds a line after the others.
    public mutating func append(_ name: String, _ value: String) {
        bytes.append(contentsOf: name.utf8)
        let nameEnd = bytes.count
        bytes.append(contentsOf: value.utf8)
        ends.append(Ends(name: nameEnd, value: bytes.count))
    }

    /// Adds a line as received: UTF-8, or else ISO 8859-1, which older servers use.
    public mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if bytes.isEmpty {
            bytes.reserveCapacity(512)
            ends.reserveCapacity(16)
        }
        bytes.append(contentsOf: name)
        let nameEnd = bytes.count
        bytes.append(contentsOf: value)
        ends.append(Ends(name: nameEnd, value: bytes.count))
    }

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

    // MARK: Bytes

    private mutating func append(_ other: HTTPFields, _ index: Int) {
        bytes.append(contentsOf: other.bytes[other.nameRange(index)])
        let nameEnd = bytes.count
        bytes.append(contentsOf: other.bytes[other.ends[index].name..<other.ends[index].value])
        ends.append(Ends(name: nameEnd, value: bytes.count))
    }

    private func nameRange(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1].value)..<ends[index].name
    }

    private func value(at index: Int) -> String {
        Self.text(bytes[ends[index].name..<ends[index].value])
    }

    /// The first line with a name after line `last`; compares the lengths first, which differ nearly always.
    private func firstIndex(of name: String, after last: Int = -1) -> Int? {
        let length = name.utf8.count
        var begin = last < 0 ? 0 : ends[last].value
        for index in (last + 1)..<ends.count {
            let line = ends[index]
            if line.name - begin == length, isNamed(name, at: begin) { return index }
            begin = line.value
        }
        return nil
    }

    /// Compares names, ignoring the case of ASCII letters.
    private func isNamed(_ name: String, at begin: Int) -> Bool {
        var position = begin
        for byte in name.utf8 {
            let other = bytes[position]
            guard byte == other || (byte ^ other == 0x20 && byte.isLetter) else { return false }
            position += 1
        }
        return true
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        // Nearly every value is ASCII, for which validation would cost the most.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self & 0xDF)
    }
}
