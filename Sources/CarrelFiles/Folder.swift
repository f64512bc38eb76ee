import CPlatform
import CarrelStages
import Foundation

/// An open folder, whose files are named relative to it.
///
/// What its path leads to may change meanwhile, the folder stays the same one. A name is one component. No method
/// follows a symbolic link under a name, so that a folder which somebody else has filled leads nowhere else.
public final class Folder: Sendable {
    /// Whether its path still leads to it: it was not moved, removed or exchanged since it was opened.
    public var isInPlace: Bool {
        var (own, found) = (stat(), stat())
        guard fstat(raw, &own) == 0, stat(path, &found) == 0 else { return false }
        return own.st_dev == found.st_dev && own.st_ino == found.st_ino
    }

    /// Whether this user may give names in the folder.
    public var mayBeWritten: Bool { faccessat(raw, ".", W_OK, 0) == 0 }

    /// The path, for messages.
    public let path: String
    let raw: Int32

    private init(raw: Int32, path: String) { (self.raw, self.path) = (raw, path) }

    /// Opens a folder by its path, which a symbolic link may stand for; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - role: what it is to whoever opens it, for messages.
    public static func open(_ path: String, as role: String = "the library") throws(StoreError) -> Folder? {
        let descriptor = retried { Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ENOTDIR {
                throw StoreError(
                    .system, subject: path, reason: "\(role) could not be opened: it is not a folder",
                    remedy: "Choose another folder with --library or store.path")
            }
            throw StoreError(
                systemError: errno, subject: path, doing: "\(role) could not be opened", isReading: true)
        }
        return Folder(raw: descriptor, path: path)
    }

    /// Opens a folder by its path and creates it, and those above it, where they are missing.
    public static func create(_ path: String) throws(StoreError) -> Folder {
        if let folder = try? open(path) { return folder }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw StoreError(cocoaError: error, subject: path, doing: "the library could not be created")
        }
        guard let folder = try open(path) else {
            throw StoreError(systemError: ENOENT, subject: path, doing: "the library could not be opened")
        }
        return folder
    }

    deinit { close(raw) }

    /// A path without symbolic links.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - doing: what cannot be done without it, for messages.
    /// - Returns: the path that it leads to.
    public static func realPath(_ path: String, doing: String) throws(StoreError) -> String {
        guard let resolved = realpath(path, nil) else {
            throw StoreError(systemError: errno, subject: path, doing: doing)
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    // MARK: Folders within

    /// Opens a folder in this one; `nil` if there is nothing.
    ///
    /// - Throws: `StoreError` with `.foreign` where something else has the name.
    public func folder(_ name: String) throws(StoreError) -> Folder? {
        let descriptor = Self.retried {
            openat(raw, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        if descriptor >= 0 { return Folder(raw: descriptor, path: path(of: name)) }
        switch errno {
        case ENOENT: return nil
        case ENOTDIR, ELOOP: throw foreign(name, "it is a link or a file, not a folder")
        case let code:
            throw StoreError(
                systemError: code, subject: path(of: name), doing: "could not be opened", isReading: true)
        }
    }

    /// Opens a folder in this one and creates it where there is nothing.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - permissions: what it gets where it is created, whatever the process' mask; by default the mask decides.
    /// - Throws: `StoreError`, as `folder(_:)`.
    public func folder(
        creating name: String, exactly permissions: mode_t? = nil
    ) throws(StoreError) -> Folder {
        if let folder = try folder(name) { return folder }
        let isNew = mkdirat(raw, name, permissions ?? 0o777) == 0
        if !isNew, errno != EEXIST {
            throw StoreError(systemError: errno, subject: path(of: name), doing: "could not be created")
        }
        guard let folder = try folder(name) else {
            throw StoreError(systemError: ENOENT, subject: path(of: name), doing: "could not be created")
        }
        if isNew, let permissions {
            // The folder above may have passed on its group.
            _ = fchmod(folder.raw, try folder.facts().permissions & 0o7000 | permissions)
        }
        return folder
    }

    /// The permissions of a folder within that is nobody else's business: its owner's, and the group's where this
    /// folder is open for the group.
    public func permissionsWithin() throws(StoreError) -> mode_t {
        try facts().permissions & S_IWGRP == 0 ? 0o700 : 0o770
    }

    /// The error for something under a name that Carrel did not make.
    public func foreign(_ name: String, _ reason: String) -> StoreError {
        StoreError(
            .foreign, subject: path(of: name), reason: reason,
            remedy: "Remove it if the library is yours, or choose another one")
    }

    // MARK: Files within

    /// Opens a file for reading; `nil` if there is no regular file of that name.
    public func file(_ name: String) throws(StoreError) -> FileDescriptor? {
        let descriptor = Self.retried { openat(raw, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else {
            if [ENOENT, ELOOP, ENOTDIR, ENXIO].contains(errno) { return nil }
            throw StoreError(
                systemError: errno, subject: path(of: name), doing: "could not be read", isReading: true)
        }
        let file = FileDescriptor(raw: descriptor, path: path(of: name))
        guard try file.facts().kind == .regular else { return nil }
        return file
    }

    /// Opens a file to add to it; `nil` if there is no regular file with this name alone.
    ///
    /// A file with a second name may be somebody's own, which must not change; neither may one of another user's.
    public func file(extending name: String) throws(StoreError) -> FileDescriptor? {
        let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = Self.retried { openat(raw, name, flags) }
        guard descriptor >= 0 else {
            if [ENOENT, ELOOP, EISDIR, ENXIO, EACCES, EPERM].contains(errno) { return nil }
            throw StoreError(systemError: errno, subject: path(of: name), doing: "could not be opened")
        }
        let file = FileDescriptor(raw: descriptor, path: path(of: name))
        let facts = try file.facts()
        guard facts.kind == .regular, facts.names == 1 else { return nil }
        return file
    }

    /// Creates a file for reading and writing at its end; nothing may have the name.
    public func file(creating name: String, permissions: mode_t = 0o644) throws(StoreError) -> FileDescriptor
    {
        let flags = O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = Self.retried { openat(raw, name, flags, permissions) }
        guard descriptor >= 0 else {
            throw StoreError(systemError: errno, subject: path(of: name), doing: "could not be created")
        }
        return FileDescriptor(raw: descriptor, path: path(of: name))
    }

    /// Opens a file for reading and writing, created where there is nothing.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - permissions: what it gets where it is created, whatever the process' mask.
    /// - Throws: `StoreError` with `.foreign` where something else has the name.
    public func file(keeping name: String, permissions: mode_t) throws(StoreError) -> FileDescriptor {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let existing = Self.retried { openat(raw, name, flags) }
        if existing < 0, errno == ENOENT {
            let new = Self.retried { openat(raw, name, flags | O_CREAT | O_EXCL, permissions) }
            if new >= 0 {
                _ = fchmod(new, permissions)
                return FileDescriptor(raw: new, path: path(of: name))
            }
            guard errno != EEXIST else { return try file(keeping: name, permissions: permissions) }
            throw StoreError(systemError: errno, subject: path(of: name), doing: "could not be created")
        }
        guard existing >= 0 else {
            if [ELOOP, EISDIR, ENXIO].contains(errno) { throw foreign(name, "it is a link, or no file") }
            throw StoreError(systemError: errno, subject: path(of: name), doing: "could not be opened")
        }
        let file = FileDescriptor(raw: existing, path: path(of: name))
        guard try file.facts().kind == .regular else { throw foreign(name, "it is not a file") }
        return file
    }

    /// Whether there is nothing at a path; what the system does not tell of may be there.
    public static func isMissing(_ path: String) -> Bool {
        if let failing = SystemFaults.failing.get(), let code = failing(.look, path) {
            return isNothing(code)
        }
        return access(path, F_OK) != 0 && isNothing(errno)
    }

    /// What a name stands for, or `nil` for nothing; cheap.
    ///
    /// - Throws: `StoreError` where the system does not tell: there may be something.
    public func facts(of name: String) throws(StoreError) -> FileFacts? {
        var status = stat()
        let code = look(at: name, &status)
        if code == 0 { return FileFacts(status) }
        if Self.isNothing(code) { return nil }
        throw StoreError(
            .system, subject: path(of: name),
            reason: "could not be examined: \(String(cString: strerror(code)))")
    }

    /// The size of a regular file, or `nil` if there is none.
    ///
    /// - Throws: `StoreError` where the system does not tell: there may be one.
    public func size(of name: String) throws(StoreError) -> Int64? {
        guard let facts = try facts(of: name), facts.kind == .regular else { return nil }
        return facts.size
    }

    /// Asks the system what a name stands for.
    ///
    /// - Returns: 0, or the value of `errno`.
    func look(at name: String, _ status: inout stat) -> Int32 {
        if let failing = SystemFaults.failing.get(), let code = failing(.look, path(of: name)) { return code }
        return Self.retried { fstatat(raw, name, &status, AT_SYMLINK_NOFOLLOW) } == 0 ? 0 : errno
    }

    /// Whether a look that ended with a value of `errno` tells that there is nothing.
    static func isNothing(_ code: Int32) -> Bool {
        switch code {
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: true
        default: false
        }
    }

    /// What the folder itself is.
    public func facts() throws(StoreError) -> FileFacts {
        var status = stat()
        guard fstat(raw, &status) == 0 else {
            throw StoreError(
                systemError: errno, subject: path, doing: "could not be examined", isOfName: false)
        }
        return FileFacts(status)
    }

    /// The path of a name, for messages and for programs that open it themselves.
    public func path(of name: String) -> String { path == "/" ? path + name : path + "/" + name }

    static func retried(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
