import CarrelBasics
import Foundation

/// What a request sends: bytes, or a part of a file that stays as it is meanwhile.
public enum RequestContent: Sendable, Hashable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A part of a file: its path and which bytes.
    case file(String, Range<Int64>)

    /// How many bytes it is.
    public var length: Int64 {
        switch self {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, let range): Int64(range.count)
        }
    }
}

/// Reads the content of a request from its beginning, or from any place; used from one thread at a time.
package final class RequestContentReader {
    private let content: RequestContent
    private let file: FileHandle?
    private var place: Int64 = 0

    /// Opens the content; `nil` if its file cannot be read.
    package init?(_ content: RequestContent) {
        self.content = content
        if case .file(let path, _) = content {
            guard let file = FileHandle(forReadingAtPath: path) else { return nil }
            self.file = file
        } else {
            file = nil
        }
    }

    /// Copies the next bytes into a buffer.
    ///
    /// - Returns: how many; 0 at the end, `nil` if the file cannot be read, or has become too short.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let count = Int(min(Int64(buffer.count), content.length - place))
        guard count > 0 else { return 0 }
        switch content {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { all in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: all[Int(place)..<Int(place) + count]))
            }
        case .file(_, let range):
            guard let file else { return nil }
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            guard part.fill(from: file.fileDescriptor, at: range.lowerBound + place).count == count else {
                return nil
            }
        }
        place += Int64(count)
        return count
    }

    /// Goes on from a place.
    ///
    /// - Returns: whether there is such a place.
    package func seek(to place: Int64) -> Bool {
        guard (0...content.length).contains(place) else { return false }
        self.place = place
        return true
    }

    /// The whole content at once; `nil` if the file cannot be read, or has become too short.
    package static func all(of content: RequestContent) -> [UInt8]? {
        if case .bytes(let bytes) = content { return bytes }
        guard let reader = RequestContentReader(content) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(content.length))
        let count = bytes.withUnsafeMutableBytes { reader.read(into: $0) }
        return count == bytes.count ? bytes : nil
    }
}
