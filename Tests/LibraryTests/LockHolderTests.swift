import CarrelRecords
import CarrelStages
import Foundation
import Testing

/// Who holds a lock, from what Linux lists.
struct LockHolderTests {
    private static let locks = """
        1: POSIX  ADVISORY  WRITE 11 fe:01:100 1073741824 1073742335
        2: FLOCK  ADVISORY  WRITE 12 fe:01:1000 0 EOF
        3: FLOCK  ADVISORY  WRITE 13 fe:01:100 0 EOF
        3: -> FLOCK  ADVISORY  WRITE 14 fe:01:100 0 EOF
        4: FLOCK  ADVISORY  WRITE 0 fe:01:300 0 EOF
        5: FLOCK  ADVISORY  WRITE 15 103:100102:100 0 EOF

        """

    private func holder(_ inode: UInt64, _ device: UInt64 = 0xFE01, _ words: String...) -> LockHolder? {
        LockHolder(ofFile: inode, onDevice: device, in: Self.locks) { _ in
            words.isEmpty ? nil : words.joined(separator: "\0") + "\0"
        }
    }

    @Test func `it is the process that has the file's lock, and not one that waits for it`() {
        #expect(holder(100)?.process == 13)
        #expect(holder(1000)?.process == 12)
        // A disk with a large number.
        #expect(holder(100, 0x1_0011_0302)?.process == 15)
        #expect(holder(200) == nil)
        // One of another container.
        #expect(holder(300) == nil)
    }

    @Test func `its command is named without what it was told beside`() {
        let error = { (holder: LockHolder?) in
            LibraryLock.error(EWOULDBLOCK, lock: "/l/.carrel/lock", library: "/l", holder: holder)
        }
        let said = { (holder: LockHolder?) in "\(error(holder))" }
        let busy = "/l: another process is using the library"
        #expect(said(nil).hasPrefix("\(busy). "))
        #expect(error(nil).isOfHolderAtWork && error(holder(100)).isOfHolderAtWork)
        #expect(said(holder(100)).hasPrefix("\(busy): process 13. "))
        let sync = holder(100, 0xFE01, "/usr/bin/carrel", "sync", "x")
        #expect(said(sync).hasPrefix("\(busy): carrel sync, process 13. "))
        #expect(
            said(holder(100, 0xFE01, "carrel", "--set", "a=b")).hasPrefix("\(busy): carrel, process 13. "))
        #expect(said(holder(100, 0xFE01, "a\nb")).hasPrefix("\(busy): a b, process 13. "))
    }
}
