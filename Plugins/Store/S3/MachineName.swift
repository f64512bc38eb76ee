import CarrelBasics
import CarrelFiles
import CarrelStages
import CarrelStaging

/// The name by which the bucket knows a spool; made when it is first needed, and kept in its folder.
///
/// A folder that was copied gets another one: two that had the same would remove what the other has sent. Calls block.
final class MachineName: Sendable {
    private let folder: LibraryFolder
    private let known = Locked<String?>(nil)

    private static let file = "machine"

    init(_ folder: LibraryFolder) { self.folder = folder }

    /// The name.
    func value() throws(StoreError) -> String {
        // Two that ask at once get the same one, and neither removes what the other has not written yet.
        try known.withLock { (known) throws(StoreError) -> String in
            if let known { return known }
            let name = try read()
            known = name
            return name
        }
    }

    private func read() throws(StoreError) -> String {
        let incoming = try folder.prepared().incoming
        var name = String(UInt64.random(in: .min ... .max), radix: 36)
        if let file = try incoming.file(Self.file) {
            if let name = try Self.name(in: file) { return name }
            // An earlier Carrel did not say into which file it wrote the name.
            let words = try Self.words(in: file)
            if words.count == 1 { name = words[0] }
            incoming.remove(Self.file)
        }
        do throws(StoreError) {
            let file = try incoming.file(creating: Self.file)
            let inode = try file.facts().inode
            try file.write(Array("\(name) \(inode)".utf8))
        } catch {
            // Somebody else made it at the same moment.
            guard let file = try incoming.file(Self.file), let name = try Self.name(in: file) else {
                throw error
            }
            return name
        }
        return name
    }

    /// The name in a file; `nil` if it holds none, or was written into another file.
    private static func name(in file: borrowing FileDescriptor) throws(StoreError) -> String? {
        let words = try Self.words(in: file)
        let inode = String(try file.facts().inode)
        return words.count == 2 && words[1] == inode ? words[0] : nil
    }

    /// The words in a file: a name, and the file that it was written into.
    private static func words(in file: borrowing FileDescriptor) throws(StoreError) -> [String] {
        let words = String(decoding: try file.read(0..<64), as: UTF8.self).split(separator: " ")
        return words.allSatisfy { OwnName.isBase36($0.utf8) } ? words.map(String.init) : []
    }
}
