import CarrelTesting
import Foundation

extension TemporaryFolder {
    /// Everything in the folder with what it holds and how many names it has.
    func state() throws -> [String: String] {
        var state: [String: String] = [:]
        for name in names() {
            let facts = try FileManager.default.attributesOfItem(atPath: url.appending(path: name).path)
            let isFile = facts[.type] as? FileAttributeType == .typeRegular
            state[name] = isFile ? try text(name) : names(name).joined(separator: "/")
        }
        return state
    }

    /// Returns when what is written has another change time than a file: the clock of a file system moves in steps.
    func waitForNextChangeTime(after path: String) throws {
        func time(_ path: String) -> (Int, Int) {
            var status = stat()
            guard lstat(url.appending(path: path).path, &status) == 0 else { return (0, 0) }
            #if canImport(Darwin)
            return (status.st_ctimespec.tv_sec, status.st_ctimespec.tv_nsec)
            #else
            return (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
            #endif
        }
        let before = time(path)
        defer { try? FileManager.default.removeItem(at: url.appending(path: "tick")) }
        repeat { try write("tick", "") } while time("tick") <= before
    }

    /// Whether this process has a file open.
    func isOpen(_ path: String) throws -> Bool {
        var status = stat()
        guard stat(url.appending(path: path).path, &status) == 0 else { return false }
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").contains { name in
            var open = stat()
            guard let number = Int32(name), fstat(number, &open) == 0 else { return false }
            return open.st_dev == status.st_dev && open.st_ino == status.st_ino
        }
    }

    /// The permissions of a file or folder.
    func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(url.appending(path: path).path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }
}
