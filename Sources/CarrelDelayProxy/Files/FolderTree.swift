import CarrelServer
import Foundation

/// Opens what lies below a folder, and nothing else.
///
/// Names are opened one at a time, each relative to the folder opened before and never through a symbolic
/// link: whatever changes on disk meanwhile, no path leads out.
struct FolderTree: Sendable {
    /// What a path names.
    enum Node: Sendable {
        case file(OpenFile, FileFacts)
        case folder(OpenFile)
    }

    /// What is known of an open file.
    struct FileFacts: Sendable {
        var size: Int64
        /// In seconds since 1970.
        var modified: Int64
        /// A strong entity tag: another version has another time, size or inode.
        var entityTag: String
    }

    /// Why a path could not be opened: `errno`.
    struct Failure: Error {
        var code: Int32
    }

    /// The most entries of a folder that are listed.
    static let maxEntries = 10_000

    /// The folder.
    let root: URL

    /// Opens what the names lead to.
    func open(_ names: [String]) throws(Failure) -> Node {
        let top = Foundation.open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard top >= 0 else { throw Failure(code: errno) }
        return try open(names, in: OpenFile(top))
    }

    private func open(_ names: [String], in folder: OpenFile) throws(Failure) -> Node {
        var file = folder
        for name in names {
            // A name within is a folder; the last may be anything. Without O_NONBLOCK a pipe would wait.
            let descriptor = openat(file.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure(code: errno) }
            file = OpenFile(descriptor)
        }
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw Failure(code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(file, FileFacts(status))
        case S_IFDIR: return .folder(file)
        default: throw Failure(code: EACCES)
        }
    }

    /// Opens an ordinary file in an open folder; `nil` if there is none.
    func file(named name: String, in folder: OpenFile) -> (OpenFile, FileFacts)? {
        guard case .file(let file, let facts)? = try? open([name], in: folder) else { return nil }
        return (file, facts)
    }

    /// The files and folders in an open folder, hidden ones and links left out.
    func entries(of folder: OpenFile) throws(Failure) -> [Listing.Entry] {
        let copy = dup(folder.descriptor)
        guard copy >= 0, let stream = fdopendir(copy) else {
            let code = errno
            if copy >= 0 { close(copy) }
            throw Failure(code: code)
        }
        defer { closedir(stream) }
        var entries: [Listing.Entry] = []
        while entries.count < Self.maxEntries {
            // Only `errno` tells the end from a failure.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw Failure(code: errno) }
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            var status = stat()
            guard let name, name.utf8.first != UInt8(ascii: "."),
                fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: entries.append(Listing.Entry(name: name, size: Int64(status.st_size)))
            case S_IFDIR: entries.append(Listing.Entry(name: name, size: nil))
            default: continue
            }
        }
        return entries
    }
}

extension FolderTree.FileFacts {
    fileprivate init(_ status: stat) {
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        size = Int64(status.st_size)
        modified = Int64(time.tv_sec)
        let parts = [Int64(time.tv_sec), Int64(time.tv_nsec), size, Int64(bitPattern: UInt64(status.st_ino))]
        entityTag = "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
    }
}
