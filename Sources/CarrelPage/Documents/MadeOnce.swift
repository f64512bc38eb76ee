import CarrelBasics
import Foundation

/// Keeps what costs time to make for as long as it is looked at, and makes each of it once.
///
/// What nobody waits for any longer is given up, so that it holds up nothing else.
actor MadeOnce<Name: Hashable & Sendable, Value: Sendable> {
    private var values: [Name: (value: Value, size: Int, used: Int)] = [:]
    private let makings = SingleFlight<Name, Result<Value, any Error>>()
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
        let result = await makings.run(name) { [self] in
            if let known = await kept(name) { return .success(known) }
            guard await slots.take() else { return .failure(CancellationError()) }
            defer { slots.free() }
            do {
                let value = try await make()
                await keep(value, as: name)
                return .success(value)
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    /// The value of a name, if it is there.
    func kept(_ name: Name) -> Value? {
        clock += 1
        values[name]?.used = clock
        return values[name]?.value
    }

    private func keep(_ value: Value, as name: Name) {
        let added = sizeOf(value)
        guard added <= limit else { return }
        size += added - (values[name]?.size ?? 0)
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
