import CarrelBasics

/// Asks for several things at once.
package enum Together {
    /// Does something for each element, some at once, and gives the results in order; the first failure ends it.
    package static func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element], atMost width: Int,
        _ body: @escaping @Sendable (Element) async throws(StoreError) -> Value
    ) async throws(StoreError) -> [Value] {
        let result = await elements.together(atMost: width) { (element) async -> Result<Value, StoreError> in
            await Result(of: { () async throws(StoreError) in try await body(element) })
        }
        return try result.get()
    }
}
