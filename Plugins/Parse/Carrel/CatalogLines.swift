import CarrelBasics
import Foundation

/// The lines of a catalogue that hold something, one after the other, so that only one is read at a time.
struct CatalogLines {
    /// The longest line that is read, in bytes.
    static let limit = 1 << 20

    /// What stands on a line.
    enum Line {
        /// Its bytes, without white space at its ends.
        case line(Data)
        /// More bytes than the limit.
        case tooLong
    }

    private let data: Data
    private var start: Data.Index
    /// The number of the last line, from 1.
    private(set) var number: Int

    /// - Parameters:
    ///   - data: whole lines.
    ///   - number: how many lines came before them.
    init(_ data: Data, after number: Int = 0) {
        self.data = number == 0 && data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        start = self.data.startIndex
        self.number = number
    }

    /// The next line that is not blank; `nil` at the end.
    mutating func next() -> Line? {
        while start < data.endIndex {
            let end = lineEnd
            let line = trimmed(start..<end)
            start = end < data.endIndex ? end + 1 : end
            number += 1
            if line.isEmpty { continue }
            return line.count > Self.limit ? .tooLong : .line(data[line])
        }
        return nil
    }

    /// Where the line that begins at `start` ends.
    private var lineEnd: Data.Index {
        let length = data.withUnsafeBytes { bytes -> Int? in
            let offset = start - data.startIndex
            guard let base = bytes.baseAddress,
                let found = memchr(base + offset, 0x0A, bytes.count - offset)
            else { return nil }
            return UnsafeRawPointer(found) - (base + offset)
        }
        return length.map { start + $0 } ?? data.endIndex
    }

    private func trimmed(_ range: Range<Data.Index>) -> Range<Data.Index> {
        data.withUnsafeBytes { bytes in
            func isSpace(_ index: Data.Index) -> Bool { bytes[index - data.startIndex].isSpace }
            var (start, end) = (range.lowerBound, range.upperBound)
            while start < end, isSpace(start) { start += 1 }
            while end > start, isSpace(end - 1) { end -= 1 }
            return start..<end
        }
    }
}
