/// Asks for several things at once.
package enum Together {
    /// Does something for each element, some at once, and gives the results in order; the first failure ends it.
    package static func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element], atMost width: Int,
        _ body: @escaping @Sendable (Element) async throws(StoreError) -> Value
    ) async throws(StoreError) -> [Value] {
        if elements.count == 1 { return [try await body(elements[0])] }
        let result = await withTaskGroup(of: (Int, Result<Value, StoreError>).self) { group in
            var values = [Value?](repeating: nil, count: elements.count)
            var next = 0
            func addNext() {
                guard next < elements.count else { return }
                let (index, element) = (next, elements[next])
                next += 1
                group.addTask {
                    do throws(StoreError) {
                        return (index, .success(try await body(element)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for _ in 0..<width { addNext() }
            while let (index, value) = await group.next() {
                switch value {
                case .success(let value): values[index] = value
                case .failure(let error):
                    group.cancelAll()
                    return Result<[Value], StoreError>.failure(error)
                }
                addNext()
            }
            return .success(values.compactMap(\.self))
        }
        return try result.get()
    }
}
