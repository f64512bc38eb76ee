import CarrelBasics
import CarrelDigest
import CarrelFiles
import CarrelModel
import CarrelStages

/// Reads one file to its end, on a thread of its own: whoever stores documents meanwhile does not wait for a large one.
package actor FileReading {
    private let executor = BlockingExecutor(label: "carrel.store.reading")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Does what reads a file; it ends with `.cancelled` when the task is cancelled.
    package static func run<Value: Sendable>(
        _ body: @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await FileReading().run(body)
    }

    private func run<Value: Sendable>(
        _ body: @Sendable () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try body()
    }
}

extension Folder {
    /// What a file holds; `nil` if there is none of that name.
    ///
    /// Holds up the thread until the whole file is read.
    package func digest(of name: String) throws(StoreError) -> ContentDigest? {
        guard let file = try file(name) else { return nil }
        let hash = SHA256()
        var size: Int64 = 0
        try file.readAll { bytes in
            hash.update(bytes)
            size += Int64(bytes.count)
        }
        return ContentDigest(size: size, sha256: hash.finish())
    }
}
