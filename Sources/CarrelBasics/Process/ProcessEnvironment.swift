import CPlatform
import Foundation

/// The environment of this process.
public enum ProcessEnvironment {
    /// The variables by their names; of one that is there twice, the first.
    ///
    /// Read anew each time. Foundation's takes ten times as long, which the start of every command would show.
    public static var variables: [String: String] {
        guard var entry = carrel_environment() else { return [:] }
        var variables: [String: String] = [:]
        variables.reserveCapacity(64)
        while let text = entry.pointee {
            let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
            if let end = bytes.firstIndex(of: UInt8(ascii: "=")), end > 0 {
                let name = String(decoding: bytes[..<end], as: UTF8.self)
                if variables[name] == nil {
                    variables[name] = String(decoding: bytes[(end + 1)...], as: UTF8.self)
                }
            }
            entry += 1
        }
        return variables
    }
}
