import Foundation

/// Encodes text, through iconv.
enum EncodedText {
    /// The text in an encoding by iconv's name; empty where a character has no place in it.
    static func bytes(_ text: String, _ name: String) -> Data {
        guard let handle = iconv_open(name, "UTF-8"), handle != iconv_t(bitPattern: -1) else { return Data() }
        defer { iconv_close(handle) }
        var input = Array(text.utf8)
        var output = [UInt8](repeating: 0, count: input.count * 4 + 64)
        var (left, space) = (input.count, output.count)
        let result = input.withUnsafeMutableBytes { from in
            output.withUnsafeMutableBytes { to in
                var source = from.baseAddress?.assumingMemoryBound(to: CChar.self)
                var target = to.baseAddress?.assumingMemoryBound(to: CChar.self)
                let result = iconv(handle, &source, &left, &target, &space)
                iconv(handle, nil, nil, &target, &space)
                return result
            }
        }
        return result == -1 ? Data() : Data(output.dropLast(space))
    }
}
