import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// A file that stays open while a catalogue is read from it.
final class OpenCatalog: Sendable {
    private let descriptor: Int32

    /// Takes over a descriptor, and closes it in the end.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// What the system says of it now; `nil`, with `errno`, if it says nothing.
    var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// What tells this content of the file from others: size, times and number.
    static func entityTag(_ status: stat) -> String {
        #if canImport(Darwin)
        let modified = status.st_mtimespec
        #else
        let modified = status.st_mtim
        #endif
        let parts = [Int64(modified.tv_sec), Int64(modified.tv_nsec), Int64(status.st_size)]
        let inode = String(UInt64(status.st_ino), radix: 16)
        return "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "-\(inode)\""
    }

    /// The content, as long as it is the one that the tag names.
    ///
    /// - Parameters:
    ///   - location: the catalogue's name in errors.
    ///   - size: the number of bytes.
    ///   - entityTag: the tag of the file when it was opened.
    func content(of location: String, size: Int64, unlessChangedFrom entityTag: String) -> CatalogContent {
        CatalogContent(size: size) { range in
            var data = Data(count: range.count)
            let (count, code) = data.withUnsafeMutableBytes {
                $0.fill(from: self.descriptor, at: Int64(range.lowerBound))
            }
            let reason = code == 0 ? nil : String(cString: strerror(code))
            guard let status = self.status, Self.entityTag(status) == entityTag, count == range.count else {
                throw SourceError(
                    .unreadable, subject: location,
                    reason: reason.map { "it could not be read: \($0)" }
                        ?? "it was changed while it was read",
                    remedy: "Try again once nobody writes to it")
            }
            return data
        }
    }
}
