/// Header field lines in order; names compare without regard to case (RFC 9110 section 5).
public struct HTTPFields: Sendable, Hashable {
    /// One field line.
    public struct Line: Sendable, Hashable {
        /// The name as written.
        public var name: String
        /// The value without surrounding white space.
        public var value: String
    }

    /// The lines in the order in which they came.
    public private(set) var lines: [Line]

    /// Makes fields from name and value pairs.
    public init(_ lines: [(String, String)] = []) {
        self.lines = lines.map { Line(name: $0.0, value: $0.1) }
    }

    /// Adds a line after the others.
    public mutating func append(_ name: String, _ value: String) {
        lines.append(Line(name: name, value: value))
    }

    /// The value of the first line with that name; setting it replaces every such line.
    public subscript(name: String) -> String? {
        get { lines.first { $0.name.equalsIgnoringCase(name) }?.value }
        set {
            lines.removeAll { $0.name.equalsIgnoringCase(name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of all lines with that name, in order.
    public func values(_ name: String) -> [String] {
        lines.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }
}

extension String {
    /// Compares ASCII letters without regard to case, every other byte exactly.
    fileprivate func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy {
                $0 == $1 || ($0 ^ $1 == 0x20 && $0.isLetter && $1.isLetter)
            }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self & 0xDF)
    }
}
