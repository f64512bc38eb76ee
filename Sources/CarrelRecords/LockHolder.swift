import CarrelBasics
import Foundation

/// The process that holds the lock of a file, as Linux tells it in `/proc`; other systems do not.
package struct LockHolder: Sendable, Hashable, CustomStringConvertible {
    /// Its number.
    package let process: Int32
    /// Its program and what that was told to do, without options; `nil` if that is not told.
    package let command: String?

    /// Looks for another process that holds the lock of a file; `nil` if that is not told.
    ///
    /// - Parameter descriptor: the open file.
    init?(ofFile descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
        else { return nil }
        let device = UInt64(truncatingIfNeeded: status.st_dev)
        self.init(ofFile: UInt64(status.st_ino), onDevice: device, in: locks) { process in
            try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
        }
        if process == getpid() { return nil }
    }

    /// Finds the process that holds the lock of a file; `nil` if none is listed.
    ///
    /// - Parameters:
    ///   - inode: the number of the file.
    ///   - device: the number of its disk.
    ///   - locks: the locks, as in `/proc/locks`.
    ///   - arguments: what a process was started with, each word with a zero behind it.
    package init?(
        ofFile inode: UInt64, onDevice device: UInt64, in locks: String, arguments: (Int32) -> String?
    ) {
        let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
        let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
        // Those who wait have an arrow before them.
        let holders = locks.split(separator: "\n").map { $0.split(separator: " ") }.filter { fields in
            guard fields.count == 8, fields[1] == "FLOCK" else { return false }
            let place = fields[5].split(separator: ":")
            return place.count == 3 && UInt64(place[0], radix: 16) == major
                && UInt64(place[1], radix: 16) == minor && UInt64(place[2]) == inode
        }
        // Of a process of another container only the lock is listed.
        guard let process = holders.first.flatMap({ Int32($0[4]) }), process > 0 else { return nil }
        self.process = process
        let words = (arguments(process) ?? "").split(separator: "\0")
        let program = words.first?.split(separator: "/").last
        // Whatever else it was told is nobody's business.
        let action = words.dropFirst().first.flatMap { word in
            word.first != "-" && word.allSatisfy { $0.isLetter || $0 == "-" } ? word : nil
        }
        command = program.map { [$0, action].compactMap(\.self).joined(separator: " ") }
    }

    /// The command and the number.
    package var description: String {
        [command?.singleLine, "process \(process)"].compactMap(\.self).joined(separator: ", ")
    }
}
