import CarrelHTTP
import CarrelModel
import CarrelStages

/// Writes until the process ends.
final class CrashingWriter: StoreWriter {
    private let writer: any StoreWriter
    private let script: CrashScript

    init(_ writer: any StoreWriter, _ script: CrashScript) { (self.writer, self.script) = (writer, script) }

    var bytesWritten: Int64 { writer.bytesWritten }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try script.step("before a write")
        try writer.write(bytes)
    }

    func finish() throws(StoreError) -> StagedDocument {
        try script.step("before a document is finished")
        return try writer.finish()
    }

    func discard() {
        if !script.hasCrashed { writer.discard() }
    }
}

/// The same for a writer that can be parked.
final class CrashingPartialWriter: PartialWriter {
    private let partial: any PartialWriter
    private let writer: CrashingWriter
    private let script: CrashScript

    init(_ partial: any PartialWriter, _ script: CrashScript) {
        (self.partial, self.script) = (partial, script)
        writer = CrashingWriter(partial, script)
    }

    var bytesWritten: Int64 { writer.bytesWritten }
    var note: PartialNote? { partial.note }

    func restart(_ note: PartialNote) throws(StoreError) {
        try script.live()
        try partial.restart(note)
    }

    func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8] { try partial.read(range) }

    func digest(of range: Range<Int64>, _ algorithm: DigestAlgorithm) throws(StoreError) -> String {
        try partial.digest(of: range, algorithm)
    }

    func truncate(to count: Int64, _ note: PartialNote) throws(StoreError) {
        try script.live()
        try partial.truncate(to: count, note)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) { try writer.write(bytes) }

    func finish() throws(StoreError) -> StagedDocument { try writer.finish() }

    func park() {
        if !script.hasCrashed { partial.park() }
    }

    func discard() { writer.discard() }
}
