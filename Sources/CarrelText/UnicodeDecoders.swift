/// UTF-8 in which some bytes are wrong.
enum UTF8Decoder {
    /// Replaces what is not UTF-8, as the Encoding Standard has it: one replacement character for each broken beginning.
    static func repair(_ bytes: UnsafeRawBufferPointer, isCut: Bool, into writer: inout TextWriter) {
        let scan = UTF8Scan(bytes: bytes)
        var index = 0
        while index < bytes.count {
            let end = scan.endOfValid(from: index)
            writer.append(bytes[index..<end])
            index = end
            guard index < bytes.count else { return }
            switch scan.sequence(at: index) {
            case .character(let length): index += length
            case .invalid(let length):
                writer.replace(bytes: length)
                index += length
            case .unfinished(let length):
                if !isCut { writer.replace(bytes: length) }
                return
            }
        }
    }
}

/// UTF-16 of both orders.
enum UTF16Decoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, isBigEndian: Bool, isCut: Bool, into writer: inout TextWriter
    ) {
        func unit(at index: Int) -> UInt16 {
            let unit = bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self)
            return isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit)
        }
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(at: index)
            index += 2
            guard UTF16.isSurrogate(first) else {
                Unicode.Scalar(first).map { writer.append($0) }
                continue
            }
            guard index + 1 < bytes.count || !isCut else { return }
            guard UTF16.isLeadSurrogate(first), index + 1 < bytes.count,
                UTF16.isTrailSurrogate(unit(at: index))
            else {
                writer.replace(bytes: 2)
                continue
            }
            writer.append(UTF16.decode(UTF16.EncodedScalar([first, unit(at: index)])))
            index += 2
        }
        if index < bytes.count, !isCut { writer.replace(bytes: 1) }
    }
}

/// Bytes beyond ASCII as characters of the private area, which pages use to carry binary data.
enum UserDefinedDecoder {
    static func decode(_ bytes: UnsafeRawBufferPointer, into writer: inout TextWriter) {
        for byte in bytes {
            let value = byte < 0x80 ? UInt32(byte) : 0xF780 + UInt32(byte) - 0x80
            Unicode.Scalar(value).map { writer.append($0) }
        }
    }
}
