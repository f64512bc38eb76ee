extension Array where Element: Sendable {
    /// Does something for each element, some at once, and gives the results in order.
    ///
    /// - Parameters:
    ///   - width: how many at once.
    ///   - body: what is done.
    /// - Returns: the results, or the first failure, which cancels the others.
    package func together<Value: Sendable, Failure: Error>(
        atMost width: Int, _ body: @escaping @Sendable (Element) async -> Result<Value, Failure>
    ) async -> Result<[Value], Failure> {
        if count == 1 { return await body(self[0]).map { [$0] } }
        return await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
            var values = [Value?](repeating: nil, count: count)
            var next = 0
            func addNext() {
                guard next < count else { return }
                let (index, element) = (next, self[next])
                next += 1
                group.addTask { (index, await body(element)) }
            }
            for _ in 0..<width { addNext() }
            while let (index, result) = await group.next() {
                switch result {
                case .success(let value): values[index] = value
                case .failure(let error):
                    group.cancelAll()
                    return Result<[Value], Failure>.failure(error)
                }
                addNext()
            }
            return .success(values.compactMap(\.self))
        }
    }
}
