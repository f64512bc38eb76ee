import CarrelCore
import CarrelModel

/// Which browser looks at what: who leaves a collection no longer asks for what is in it.
actor Visitors {
    private var readers: [String: (reader: Reader, used: Int)] = [:]
    private var clock = 0
    private static let most = 500

    /// The reader of a browser.
    func reader(of visitor: String, _ desk: Desk) async -> Reader {
        clock += 1
        if let known = readers[visitor] {
            readers[visitor]?.used = clock
            return known.reader
        }
        let reader = await desk.newReader()
        readers[visitor] = (reader, clock)
        if readers.count > Self.most, let oldest = readers.min(by: { $0.value.used < $1.value.used }) {
            readers[oldest.key] = nil
            await desk.leave(oldest.value.reader)
        }
        return reader
    }
}
