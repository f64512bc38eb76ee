import CarrelBasics
import Foundation

/// Keeps what costs time to make for as long as it is looked at, and makes each of it once.
actor MadeOnce<Name: Hashable & Sendable, Value: Sendable> {
    private var values: [Name: (value: Value, size: Int, used: Int)] = [:]
    private var making: [Name: Task<Value, any Error>] = [:]
    private var size = 0
    private var clock = 0
    private let limit: Int
    private let sizeOf: @Sendable (Value) -> Int
    private let slots: Slots

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - limit: the bytes that it holds at most.
    ///   - atOnce: how many values are made at the same time.
    ///   - sizeOf: about how many bytes a value takes.
    init(
        limit: Int, atOnce: Int = Processors.count,
        sizeOf: @escaping @Sendable (Value) -> Int
    ) {
        (self.limit, self.sizeOf) = (limit, sizeOf)
        slots = Slots(max(1, atOnce))
    }

    /// The value of a name; `make` is called if it is not there and nobody makes it.
    func value(_ name: Name, _ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        clock += 1
        if let known = values[name] {
            values[name]?.used = clock
            return known.value
        }
        if let task = making[name] { return try await task.value }
        let slots = slots
        let task = Task {
            guard await slots.take() else { throw CancellationError() }
            defer { slots.free() }
            return try await make()
        }
        making[name] = task
        defer { making[name] = nil }
        let value = try await task.value
        keep(value, as: name)
        return value
    }

    private func keep(_ value: Value, as name: Name) {
        let added = sizeOf(value)
        guard added <= limit else { return }
        size += added
        values[name] = (value, added, clock)
        while size > limit, let oldest = values.min(by: { $0.value.used < $1.value.used }) {
            size -= oldest.value.size
            values[oldest.key] = nil
        }
    }
}

/// A picture of a page.
struct PictureName: Hashable, Sendable {
    var content: String
    var page: Int
    var width: Int

    /// A strong entity tag, quotes included.
    var entityTag: String { "\"\(Access.digest("\(content)\n\(page)\n\(width)").prefix(32))\"" }
}
