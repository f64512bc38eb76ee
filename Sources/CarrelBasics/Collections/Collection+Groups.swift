extension Collection {
    /// Its elements in order, some at a time.
    ///
    /// - Parameter most: how many a group has, above 0; the last one may have fewer.
    /// - Returns: the groups; none of an empty collection.
    package func groups(of most: Int) -> [SubSequence] {
        stride(from: 0, to: count, by: most).map { dropFirst($0).prefix(most) }
    }
}
