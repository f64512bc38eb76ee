import CarrelBasics
import CarrelModel
import CarrelStages

/// A thread that may block, for the writers of stores.
actor StagingThread {
    private let executor = BlockingExecutor(label: "carrel.copy")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func writer(for place: KeptPlace, in store: any Store) throws(StoreError) -> any StoreWriter {
        // A key that no item has.
        let area =
            switch place {
            case .document: "documents"
            case .version: "versions"
            case .quarantined: "quarantine"
            }
        return try store.writer(for: ItemKey(catalog: "", collection: area, item: place.name))
    }

    func finish(_ writer: any StoreWriter) throws(StoreError) -> StagedDocument { try writer.finish() }
}

/// A writer that tells whether it was the one that failed, and not who reads what it writes.
final class NotingWriter: StoreWriter {
    private let writer: any StoreWriter
    private let failure = Locked(false)

    init(_ writer: any StoreWriter) { self.writer = writer }

    var hasFailed: Bool { failure.value }

    var bytesWritten: Int64 { writer.bytesWritten }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        do throws(StoreError) {
            try writer.write(bytes)
        } catch {
            failure.withLock { $0 = true }
            throw error
        }
    }

    func finish() throws(StoreError) -> StagedDocument {
        do throws(StoreError) {
            return try writer.finish()
        } catch {
            failure.withLock { $0 = true }
            throw error
        }
    }

    func discard() { writer.discard() }
}
