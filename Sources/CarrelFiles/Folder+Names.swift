import CPlatform
import CarrelStages
import Foundation

extension Folder {
    /// The names of the folder's regular files, in no order; names that are not UTF-8 are left out.
    public func fileNames() throws(StoreError) -> [String] { try names().files }

    /// The names of the folder's regular files and of the folders within, in no order; names that are not UTF-8 are left out.
    ///
    /// - Parameter most: how many to look for: of a folder of thousands a few may be enough.
    /// - Returns: the names.
    /// - Throws: `StoreError` if the folder cannot be listed.
    public func names(
        atMost most: Int = .max
    ) throws(StoreError) -> (files: [String], folders: [String]) {
        var (files, folders): ([String], [String]) = ([], [])
        try forEachEntry { (name, type, _) throws(StoreError) in
            guard let name else { return true }
            switch type {
            case Int(DT_REG): files.append(name)
            case Int(DT_DIR): folders.append(name)
            case Int(DT_UNKNOWN):
                // Not every file system tells.
                switch try facts(of: name)?.kind {
                case .regular: files.append(name)
                case .folder: folders.append(name)
                case .other, nil: break
                }
            default: break
            }
            return files.count + folders.count < most
        }
        return (files, folders)
    }

    /// What is in the folder besides the files and folders of `names`, in no order, with what it is; wrong bytes of its name
    /// are shown as U+FFFD.
    public func others() throws(StoreError) -> [(name: String, kind: String)] {
        var others: [(name: String, kind: String)] = []
        try forEachEntry { name, type, bytes in
            // Of most a file system tells without a look at each.
            let isUsual = type == Int(DT_REG) || type == Int(DT_DIR)
            if let kind = name == nil ? "its name is not UTF-8" : isUsual ? nil : special(bytes) {
                others.append((String(cString: bytes), kind))
            }
            return true
        }
        return others
    }

    /// What an entry is that is neither a file nor a folder.
    private func special(_ name: UnsafePointer<CChar>) -> String? {
        var status = stat()
        guard fstatat(raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFDIR: return nil
        case S_IFLNK: return "a symbolic link"
        case S_IFIFO: return "a pipe"
        case S_IFSOCK: return "a socket"
        default: return "a device"
        }
    }

    /// Shows the name, type and bytes of the name of each entry, in no order, until `body` returns false; a name that is not
    /// UTF-8 is `nil`.
    private func forEachEntry(
        _ body: (_ name: String?, _ type: Int, _ bytes: UnsafePointer<CChar>) throws(StoreError) -> Bool
    ) throws(StoreError) {
        // A descriptor of its own: a copy of this one would share the place up to which was read.
        let descriptor = openat(raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            throw StoreError(
                systemError: code, subject: path, doing: "could not be listed", isOfName: false,
                isReading: true)
        }
        defer { closedir(stream) }
        while true {
            // Only `errno` tells the end from a failure.
            errno = 0
            guard let entry = readdir(stream) else { return try checkEnd(errno) }
            let type = Int(entry.pointee.d_type)
            let goesOn = try withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { bytes in
                    Result { () throws(StoreError) -> Bool in
                        let name = String(validatingCString: bytes)
                        if name == "." || name == ".." { return true }
                        return try body(name, type, bytes)
                    }
                }
            }.get()
            guard goesOn else { return }
        }
    }

    /// Makes sure that what ended a list was its end: `errno` is 0.
    private func checkEnd(_ reported: Int32) throws(StoreError) {
        let code = SystemFaults.failing.get()?(.list, path) ?? reported
        guard code == 0 else {
            throw StoreError(
                systemError: code, subject: path, doing: "could not be listed", isOfName: false,
                isReading: true)
        }
    }

    /// Gives a file of this folder a name in another, in place of what has it.
    ///
    /// - Returns: 0, or the value of `errno`.
    public func rename(_ name: String, to folder: Folder, as newName: String) -> Int32 {
        renameat(raw, name, folder.raw, newName) == 0 ? 0 : errno
    }

    /// Gives a file of this folder a name in another that nothing has.
    ///
    /// - Returns: 0, or the value of `errno`: EEXIST where something has the name.
    public func rename(_ name: String, to folder: Folder, exclusivelyAs newName: String) -> Int32 {
        if carrel_rename_exclusively(raw, name, folder.raw, newName) == 0 { return 0 }
        guard errno == ENOSYS || errno == EINVAL else { return errno }
        // No exclusive rename on this file system. A second name is exclusive, too.
        let code = link(name, to: folder, as: newName)
        if code == 0 {
            remove(name)
            return 0
        }
        guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(code) else { return code }
        // No second names either. One process at a time writes to a library, so looking first will do.
        var status = stat()
        let found = folder.look(at: newName, &status)
        guard Self.isNothing(found) else { return found == 0 ? EEXIST : found }
        return rename(name, to: folder, as: newName)
    }

    /// Gives a file a second name that nothing has.
    ///
    /// - Returns: 0, or the value of `errno`.
    public func link(_ name: String, to folder: Folder, as newName: String) -> Int32 {
        linkat(raw, name, folder.raw, newName, 0) == 0 ? 0 : errno
    }

    /// Removes a name, if it is there and no folder's.
    ///
    /// - Returns: 0, or the value of `errno`.
    @discardableResult public func remove(_ name: String) -> Int32 { unlinkat(raw, name, 0) == 0 ? 0 : errno }

    /// Removes a folder within that is empty; tells whether it did.
    @discardableResult public func removeFolder(_ name: String) -> Bool {
        unlinkat(raw, name, AT_REMOVEDIR) == 0
    }

    /// Makes names that were given in the folder durable.
    public func flush() throws(StoreError) {
        guard fsync(raw) == 0 else {
            throw StoreError(
                systemError: errno, subject: path, doing: "could not be made durable", isOfName: false)
        }
    }

    /// Makes everything on the folder's file system durable.
    public func flushFileSystem() throws(StoreError) {
        guard carrel_flush_file_system(raw) == 0 else {
            throw StoreError(
                systemError: errno, subject: path, doing: "could not be made durable", isOfName: false)
        }
    }

    /// Takes permissions away from the folder, where it is this user's.
    public func withdraw(_ permissions: mode_t) throws(StoreError) {
        let mode = try facts().permissions
        guard mode & permissions & 0o777 != 0 else { return }
        _ = fchmod(raw, mode & ~(permissions & 0o777))
    }

    /// Takes permissions away from a file of this user, without opening it: closing it again would give up the locks
    /// that SQLite holds on it.
    public func withdraw(_ permissions: mode_t, from name: String) {
        guard let mode = (try? facts(of: name))?.permissions, mode & permissions & 0o777 != 0 else { return }
        _ = fchmodat(raw, name, mode & ~(permissions & 0o777), AT_SYMLINK_NOFOLLOW)
    }

    /// Whether other machines may use the folder's file system at the same time.
    public var mayBeOnNetwork: Bool { carrel_may_be_on_network(raw) != 0 }
}
