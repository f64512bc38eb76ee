import Foundation

/// The owner of one of iconv's converters to UTF-8.
struct CharacterConverter: ~Copyable {
    /// Where a conversion stopped.
    enum Stop {
        case end
        /// At the place is not a character.
        case invalid
        /// The bytes end within a character.
        case unfinished
    }

    private let handle: iconv_t

    /// Opens a converter; `nil` if this system has none for the encoding.
    init?(from name: String) {
        guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) else { return nil }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Converts bytes from a place until they end or something is wrong.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - index: where to begin; afterwards, where it stopped.
    ///   - write: takes UTF-8, part by part.
    /// - Returns: why it stopped.
    func convert(
        _ bytes: UnsafeRawBufferPointer, from index: inout Int, write: (UnsafeRawBufferPointer) -> Void
    ) -> Stop {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
            while true {
                // iconv only reads what the pointer leads to.
                var input = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.advanced(by: index)
                    .assumingMemoryBound(to: CChar.self)
                var left = bytes.count - index
                let result = step(&input, &left, into: buffer, write: write)
                index = bytes.count - left
                switch result {
                case EILSEQ: return .invalid
                case EINVAL: return .unfinished
                case E2BIG: continue
                default:
                    flush(into: buffer, write: write)
                    return .end
                }
            }
        }
    }

    /// Converts as much as fits into a buffer; the error's number, 0 without one.
    private func step(
        _ input: inout UnsafeMutablePointer<CChar>?, _ left: inout Int,
        into buffer: UnsafeMutableRawBufferPointer, write: (UnsafeRawBufferPointer) -> Void
    ) -> Int32 {
        var output = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        var space = buffer.count
        let result = iconv(handle, &input, &left, &output, &space)
        let code = result == -1 ? errno : 0
        write(UnsafeRawBufferPointer(rebasing: buffer[..<(buffer.count - space)]))
        return code
    }

    /// Writes what the converter held back to see what follows it, and begins anew.
    func flush(write: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { flush(into: $0, write: write) }
    }

    private func flush(into buffer: UnsafeMutableRawBufferPointer, write: (UnsafeRawBufferPointer) -> Void) {
        var output = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        var space = buffer.count
        _ = iconv(handle, nil, nil, &output, &space)
        write(UnsafeRawBufferPointer(rebasing: buffer[..<(buffer.count - space)]))
    }
}
