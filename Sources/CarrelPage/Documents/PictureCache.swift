import CarrelBasics
import Foundation

/// Keeps pictures of pages for as long as they are looked at, and makes each of them once.
actor PictureCache {
    /// What a picture is of.
    struct Name: Hashable, Sendable {
        var content: String
        var page: Int
        var width: Int
    }

    private var pictures: [Name: (data: Data, used: Int)] = [:]
    private var making: [Name: Task<Data, any Error>] = [:]
    private var size = 0
    private var clock = 0
    private let limit: Int
    private let slots: Slots

    /// Makes a cache.
    ///
    /// - Parameters:
    ///   - limit: the bytes that it holds at most.
    ///   - atOnce: how many pictures are made at the same time.
    init(limit: Int = 96 << 20, atOnce: Int = ProcessInfo.processInfo.activeProcessorCount) {
        self.limit = limit
        slots = Slots(max(1, atOnce))
    }

    /// The picture of a name; `make` is called if it is not there and nobody makes it.
    func picture(_ name: Name, _ make: @escaping @Sendable () async throws -> Data) async throws -> Data {
        clock += 1
        if let known = pictures[name] {
            pictures[name]?.used = clock
            return known.data
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
        let data = try await task.value
        keep(data, as: name)
        return data
    }

    private func keep(_ data: Data, as name: Name) {
        guard data.count <= limit else { return }
        size += data.count
        pictures[name] = (data, clock)
        while size > limit, let oldest = pictures.min(by: { $0.value.used < $1.value.used }) {
            size -= oldest.value.data.count
            pictures[oldest.key] = nil
        }
    }
}
