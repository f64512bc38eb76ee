import Foundation

extension UnsafeRawBufferPointer {
    /// Writes all bytes to a descriptor; blocks the thread while the descriptor's reader is slow.
    ///
    /// - Returns: 0, or the system's error number.
    package func writeAll(to descriptor: Int32) -> Int32 { written(to: descriptor).code }

    /// Writes the bytes to a descriptor as long as it takes them.
    ///
    /// - Returns: how many were written, and 0 if all were, or the system's error number.
    func written(to descriptor: Int32) -> (count: Int, code: Int32) {
        var rest = self[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return (self.count - rest.count, errno)
            }
            rest = rest.dropFirst(count)
        }
        return (count, 0)
    }
}
