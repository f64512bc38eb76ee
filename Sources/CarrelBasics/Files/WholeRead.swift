import Foundation

extension UnsafeMutableRawBufferPointer {
    /// Fills itself with the bytes of a file, as far as there are any.
    ///
    /// - Parameters:
    ///   - descriptor: the open file.
    ///   - offset: where in the file to begin.
    /// - Returns: how many bytes it has, and 0 or the system's error number.
    package func fill(from descriptor: Int32, at offset: Int64) -> (count: Int, code: Int32) {
        var filled = 0
        while filled < count {
            let read = pread(
                descriptor, baseAddress?.advanced(by: filled), count - filled, off_t(offset) + off_t(filled))
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { return (filled, errno) }
            guard read > 0 else { break }
            filled += read
        }
        return (filled, 0)
    }
}
