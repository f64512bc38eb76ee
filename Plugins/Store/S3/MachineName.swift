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
        if let name = known.value { return name }
        let name = try read()
        // Two that ask at once get the same one.
        return known.withLock { known in
            known = known ?? name
            return known ?? name
        }
    }

    private func read() throws(StoreError) -> String {
        let incoming = try folder.prepared().incoming
        if let file = try incoming.file(Self.file) {
            if let name = try Self.name(in: file) { return name }
            incoming.remove(Self.file)
        }
        let made = String(UInt64.random(in: .min ... .max), radix: 36)
        do throws(StoreError) {
            let file = try incoming.file(creating: Self.file)
            let inode = try file.facts().inode
            try file.write(Array("\(made) \(inode)".utf8))
        } catch {
            // Somebody else made it at the same moment.
            guard let file = try incoming.file(Self.file), let name = try Self.name(in: file) else {
                throw error
            }
            return name
        }
        return made
    }

    /// The name in a file; `nil` if it holds none, or was written into another file.
    private static func name(in file: borrowing FileDescriptor) throws(StoreError) -> String? {
        let words = String(decoding: try file.read(0..<64), as: UTF8.self).split(separator: " ")
        let inode = String(try file.facts().inode)
        guard words.count == 2, OwnName.isBase36(words[0].utf8), words[1] == inode else { return nil }
        return String(words[0])
    }
}
