import Foundation

/// Takes apart what bsdtar writes as a cpio archive of the format `newc`: headers of hexadecimal numbers, each followed
/// by a name and a content that are padded to four bytes.
struct CPIOStream {
    private let bytes: Data
    private var place: Data.Index

    private static let headerLength = 110
    private static let typeMask = 0o170000
    private static let regularFile = 0o100000

    /// Files that a stream holds.
    ///
    /// - Parameters:
    ///   - bytes: the stream; it may be cut anywhere.
    ///   - limits: the most files and the longest names.
    /// - Returns: the regular files, and whether the stream has its end; `nil` if it is no such stream.
    static func contents(_ bytes: Data, limits: ArchiveLimits) -> (entries: [ArchiveEntry], isWhole: Bool)? {
        var stream = CPIOStream(bytes: bytes, place: bytes.startIndex)
        var entries: [ArchiveEntry] = []
        while true {
            switch stream.next() {
            case .entry(let entry, let isRegular):
                guard isRegular, entry.name.utf8.count <= ArchiveLimits.maxNameLength else { continue }
                guard entries.count < limits.maxEntries else { return (entries, false) }
                entries.append(entry)
            case .part(let entry):
                if let entry, entries.count < limits.maxEntries { entries.append(entry) }
                return (entries, false)
            case .end: return (entries, true)
            case .malformed: return nil
            }
        }
    }

    private enum Step {
        case entry(ArchiveEntry, isRegular: Bool)
        /// The stream ends within a file; it is `nil` if nothing of its content is there.
        case part(ArchiveEntry?)
        case end
        case malformed
    }

    private mutating func next() -> Step {
        guard let header = take(Self.headerLength) else { return .part(nil) }
        guard header.starts(with: Data("070701".utf8)), let mode = number(1, of: header),
            let size = number(6, of: header), let nameLength = number(11, of: header), nameLength > 0
        else { return .malformed }
        guard let nameBytes = take(nameLength) else { return .part(nil) }
        skipPadding(after: Self.headerLength + nameLength)
        let name = String(decoding: nameBytes.dropLast(), as: UTF8.self)
        if name == "TRAILER!!!" { return .end }
        let isRegular = mode & Self.typeMask == Self.regularFile
        guard let data = take(size) else {
            let rest = bytes[place...]
            return .part(isRegular && !rest.isEmpty ? ArchiveEntry(name: name, data: Data(rest)) : nil)
        }
        skipPadding(after: size)
        return .entry(ArchiveEntry(name: name, data: Data(data)), isRegular: isRegular)
    }

    /// A number of the header: eight digits each, after the six of the mark.
    private func number(_ field: Int, of header: Data) -> Int? {
        let digits = header.dropFirst(6 + 8 * field).prefix(8)
        return Int(String(decoding: digits, as: UTF8.self), radix: 16).flatMap { $0 >= 0 ? $0 : nil }
    }

    private mutating func take(_ count: Int) -> Data? {
        guard count <= bytes.endIndex - place else { return nil }
        defer { place += count }
        return bytes[place..<(place + count)]
    }

    private mutating func skipPadding(after count: Int) {
        place = min(bytes.endIndex, place + (4 - count % 4) % 4)
    }
}
