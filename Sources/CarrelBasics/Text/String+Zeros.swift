extension String {
    /// The digits with zeros before them, so that there are at least that many.
    package func zeroPadded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - utf8.count)) + self
    }
}
