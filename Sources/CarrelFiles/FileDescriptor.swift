import CPlatform
import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// An open regular file that closes itself.
///
/// It is opened by its name in an open folder, never through a symbolic link; a pipe or a device in place of the
/// file is refused, and nothing waits for one. Calls are repeated where a signal interrupts them.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The descriptor, for calls that have no method here; it must not be closed.
    public let raw: Int32
    /// The path, for messages.
    public let path: String

    /// Takes a descriptor over.
    init(raw: Int32, path: String) { (self.raw, self.path) = (raw, path) }

    deinit { close(raw) }

    private func failure(_ doing: String, _ code: Int32 = errno) -> StoreError {
        StoreError(systemError: code, subject: path, doing: doing, isOfName: false)
    }

    /// Writes all bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        let code = bytes.writeAll(to: raw)
        guard code == 0 else {
            throw failure("could not be written", code)
        }
    }

    /// Writes all bytes.
    public func write(_ bytes: [UInt8]) throws(StoreError) {
        try bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreError) in try write(buffer) }
        }.get()
    }

    /// Reads to the end in pieces of 1 MiB, unless the task is cancelled meanwhile.
    public func readAll(_ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void) throws(StoreError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            if Task.isCancelled {
                throw StoreError(.cancelled, subject: path, reason: "reading was cancelled")
            }
            let count = Foundation.read(raw, buffer.baseAddress, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("could not be read")
            }
            guard count > 0 else { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Reads bytes from a place; fewer where the file ends before.
    public func read(_ range: Range<Int64>) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        let (count, code) = bytes.withUnsafeMutableBytes { $0.fill(from: raw, at: range.lowerBound) }
        guard code == 0 else {
            throw failure("could not be read", code)
        }
        return Array(bytes.prefix(count))
    }

    /// Drops the bytes from a place on; what is written next follows there.
    public func truncate(to length: Int64) throws(StoreError) {
        guard ftruncate(raw, off_t(length)) == 0, lseek(raw, off_t(length), SEEK_SET) == off_t(length) else {
            throw failure("could not be cut off")
        }
    }

    /// Makes the content durable.
    public func flush() throws(StoreError) {
        guard fsync(raw) == 0 else {
            throw failure("could not be made durable")
        }
    }

    /// Says when the content was written last.
    public func note(_ time: FileTime) throws(StoreError) {
        let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let written = timespec(
            tv_sec: Int(rest < 0 ? seconds - 1 : seconds),
            tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
        guard futimens(raw, [written, written]) == 0 else {
            throw failure("could not be given its time")
        }
    }

    /// Says that the content was written now, by a clock that runs on.
    ///
    /// The system's clock for files stands still for milliseconds: documents that are written in a row would have one time,
    /// and nothing would tell that somebody gave them each other's names.
    ///
    /// - Returns: the time; the one that the file has where none can be given.
    public func noteTime() throws(StoreError) -> FileTime {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let nanoseconds = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
        // Some file systems keep no parts of a microsecond, and FAT keeps only whole hundredths of a second (`FileTime.isSame`).
        let rounded = nanoseconds - nanoseconds % 1000
        let time = FileTime(nanoseconds: rounded % 10_000_000 == 0 ? rounded + 1000 : rounded)
        do throws(StoreError) {
            try note(time)
            return time
        } catch {
            return try facts().fileTime
        }
    }

    /// The length in bytes.
    public func length() throws(StoreError) -> Int64 { try facts().size }

    /// What the file is.
    public func facts() throws(StoreError) -> FileFacts {
        var status = stat()
        guard fstat(raw, &status) == 0 else {
            throw failure("could not be examined")
        }
        return FileFacts(status)
    }

    /// Marks the file as in use until this one is closed, or the process ends; others may use it, too.
    public func markUsed() { carrel_mark_used(raw) }

    /// Whether somebody else marked the file as in use, in this process or another one; unknown where it takes no locks.
    public var isUsedByOthers: Bool { carrel_is_used(raw) }

    /// Takes permissions away from a file of this user; those of somebody else's stay as they are.
    public func withdraw(_ permissions: mode_t) throws(StoreError) {
        let mode = try facts().permissions
        guard mode & permissions & 0o777 != 0 else { return }
        _ = fchmod(raw, mode & ~(permissions & 0o777))
    }
}

/// What a name in a folder stands for.
public struct FileFacts: Sendable {
    /// What kinds of things have names.
    public enum Kind: Sendable {
        /// A file with bytes.
        case regular
        /// A folder.
        case folder
        /// A symbolic link, a pipe, a device or a socket.
        case other
    }

    /// What differs once somebody has written to a file, or put another one in its place.
    public struct State: Sendable, Equatable {
        let kind: Kind
        let inode: UInt64
        let size: Int64
        let fileTime: FileTime
    }

    /// The kind.
    public let kind: Kind
    /// In bytes.
    public let size: Int64
    /// Tells the file from all others of its file system.
    public let inode: UInt64
    /// How many names the file has.
    public let names: Int
    /// When the content was written last.
    public let fileTime: FileTime
    /// When the content, the names or the permissions changed, in seconds since 1970.
    public let changed: Double
    /// The permissions.
    public let permissions: mode_t

    /// Differs once somebody has written to the file, or put another one in its place.
    public var state: State { State(kind: kind, inode: inode, size: size, fileTime: fileTime) }

    /// When the content was written last, in whole seconds.
    public var modified: Date {
        Date(timeIntervalSince1970: Double(fileTime.nanoseconds / 1_000_000_000))
    }

    init(_ status: stat) {
        #if canImport(Darwin)
        let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modification, change) = (status.st_mtim, status.st_ctim)
        #endif
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        default: kind = .other
        }
        size = Int64(status.st_size)
        inode = UInt64(status.st_ino)
        names = Int(status.st_nlink)
        fileTime = FileTime(
            nanoseconds: Int64(modification.tv_sec) &* 1_000_000_000 &+ Int64(modification.tv_nsec))
        changed = Double(change.tv_sec) + Double(change.tv_nsec) * 1e-9
        permissions = status.st_mode & 0o7777
    }
}
