import CarrelBasics
import Foundation

/// The lines that commands print, told while they run.
///
/// All commands of a run have one: one that leaves a program behind costs neither a thread nor a wait of its own.
struct HookLines {
    /// Where the commands write.
    let end: FileHandle
    private let isOver: Signal

    // What is longer is told in parts, and a program that a command leaves behind may print for as long as it likes.
    private static let longestLine = 64 << 10
    private static let patience = Duration.milliseconds(500)

    /// Begins to read.
    ///
    /// - Parameter tell: takes each line, from a thread of its own.
    /// - Returns: `nil` if the system has no pipe.
    init?(_ tell: @escaping @Sendable (String) -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (reading, isOver) = (ends[0], Signal())
        end = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        self.isOver = isOver
        OwnThread.run {
            Self.read(reading, tell)
            close(reading)
            isOver.set()
        }
    }

    /// Waits until what the commands printed is told.
    func finish() async {
        try? end.close()
        _ = await isOver.wait(atMost: Self.patience)
    }

    private static func read(_ descriptor: Int32, _ tell: (String) -> Void) {
        var (block, rest) = ([UInt8](repeating: 0, count: 4096), [UInt8]())
        while true {
            let count = Foundation.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += block[..<count]
            let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for line in lines.dropLast() { tell(String(decoding: line, as: UTF8.self)) }
            rest = Array(lines.last ?? [])
            guard rest.count > longestLine else { continue }
            tell(String(decoding: rest, as: UTF8.self))
            rest = []
        }
        if !rest.isEmpty { tell(String(decoding: rest, as: UTF8.self)) }
    }
}
