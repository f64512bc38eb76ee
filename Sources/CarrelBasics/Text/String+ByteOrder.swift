extension String {
    /// Whether its bytes come before those of another text, whatever letters they are.
    package func precedesInBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Sequence<String> {
    /// The texts in the order of their bytes.
    package func inByteOrder() -> [String] { sorted { $0.precedesInBytes($1) } }
}
