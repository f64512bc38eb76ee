extension Sequence {
    /// Its elements in order, without those that have something in common with an earlier one.
    ///
    /// - Parameter key: what they are not to have in common.
    @inlinable package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
        var seen = Set<Key>()
        return filter { seen.insert(key($0)).inserted }
    }
}

extension Sequence where Element: Hashable {
    /// Its elements in order, each once.
    @inlinable package func uniqued() -> [Element] { uniqued { $0 } }
}
