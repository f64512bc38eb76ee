import CarrelBasics
import CarrelFiles
import Foundation

/// A file that appears under its name only when it is whole.
public enum ExportFile {
    /// Writes a file.
    ///
    /// - Parameters:
    ///   - content: all of it.
    ///   - file: where it goes.
    ///   - replaces: whether a file that is there is replaced.
    public static func write(_ content: Data, to file: URL, replaces: Bool) throws(ExportError) {
        // Before it is standardized, which may follow a link.
        var status = stat()
        if lstat(file.path, &status) == 0 { try check(status.st_mode & S_IFMT, of: file, replaces: replaces) }
        guard !file.hasDirectoryPath else {
            throw ExportError(
                file.path, reason: "a name with a slash at its end is that of a folder",
                remedy: "Name a file")
        }
        let file = file.standardizedFileURL
        let part = try ExportPart(of: file, isFolder: false)
        do throws(ExportError) {
            let descriptor = open(part.url.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw ExportError(file.path, code: errno) }
            try write(content, to: descriptor, of: file)
            try name(part, file, replaces: replaces)
        } catch {
            unlink(part.url.path)
            throw error
        }
        // Its lock has kept others off until here.
        withExtendedLifetime(part) {}
    }

    /// Refuses what is at the file's place: only another file is replaced, and only if that is wanted.
    private static func check(_ kind: mode_t, of file: URL, replaces: Bool) throws(ExportError) {
        switch kind {
        case S_IFREG: if !replaces { throw taken(file) }
        case S_IFDIR: throw ExportError(file.path, reason: "it is a folder", remedy: "Name a file in it")
        default:
            throw ExportError(
                file.path, reason: "it is a link or a device, which would be replaced", remedy: "Name another"
            )
        }
    }

    /// Gives what was written its name, which another export may have taken meanwhile.
    static func name(_ part: ExportPart, _ file: URL, replaces: Bool) throws(ExportError) {
        let code: Int32
        if replaces {
            code = rename(part.url.path, file.path) == 0 ? 0 : errno
        } else {
            code = try renameExclusively(part.url, file)
        }
        if code == EEXIST { throw taken(file) }
        guard code == 0 else { throw ExportError(file.path, code: code) }
    }

    private static func renameExclusively(_ part: URL, _ file: URL) throws(ExportError) -> Int32 {
        let opened: Folder?
        do {
            opened = try Folder.open(file.deletingLastPathComponent().path, as: "the folder")
        } catch {
            throw ExportError(file.path, reason: error.reason, remedy: "Name a file in another folder")
        }
        guard let folder = opened else { return ENOENT }
        return folder.rename(
            part.lastPathComponent, to: folder, exclusivelyAs: file.lastPathComponent)
    }

    private static func taken(_ file: URL) -> ExportError {
        ExportError(
            file.path, reason: "there is a file already", remedy: "Add --force to replace it, or name another"
        )
    }

    private static func write(_ content: Data, to descriptor: Int32, of file: URL) throws(ExportError) {
        var code = content.withUnsafeBytes { $0.writeAll(to: descriptor) }
        if fsync(descriptor) != 0, code == 0 { code = errno }
        if close(descriptor) != 0, code == 0 { code = errno }
        if code != 0 { throw ExportError(file.path, code: code) }
    }
}

extension ExportError {
    /// The error of a call to the system.
    ///
    /// - Parameters:
    ///   - place: the file or folder.
    ///   - code: its `errno`.
    init(_ place: String, code: Int32) {
        switch code {
        case ENOSPC:
            self.init(place, reason: "the disk is full", remedy: "Free space, or choose another disk")
        case EACCES, EPERM, EROFS:
            self.init(
                place, reason: "it may not be written",
                remedy: "Give yourself write permission, or choose another place")
        case ENOENT: self.init(place, reason: "there is no such folder", remedy: "Make the folder first")
        // That of the part beside it is longer.
        case ENAMETOOLONG:
            self.init(place, reason: "the name is too long", remedy: "Choose one of at most 240 bytes")
        default: self.init(place, reason: String(cString: strerror(code)))
        }
    }

    /// The error of a call to the system for the copy of a document.
    ///
    /// - Parameters:
    ///   - place: the file, or a folder above it.
    ///   - code: its `errno`.
    init(copyTo place: String, code: Int32) {
        let text = String(cString: strerror(code))
        switch code {
        case ENAMETOOLONG:
            self.init(
                place, reason: text,
                remedy: "Choose another place, or make the names shorter: set store.name, then "
                    + "run carrel move")
        // What file systems of Windows, or with an encoding of their own, say of a name.
        case EINVAL, EILSEQ:
            self.init(
                place, reason: text,
                remedy: "If the place cannot hold the name, choose another one, or set "
                    + "store.portable-names = true and run carrel move")
        case EEXIST, ENOTDIR, EISDIR:
            self.init(
                place, reason: "the place takes its name for that of another document",
                remedy: "Choose a place that tells such names apart")
        case EFBIG:
            self.init(
                place, reason: "it is too large for the file system", remedy: "Choose another place")
        default:
            // Nothing can be copied there.
            self.init(place, code: code)
            return
        }
        concernsOne = true
    }

    /// The error of a call to the system for a document that was to be copied.
    ///
    /// - Parameters:
    ///   - document: its file.
    ///   - code: its `errno`.
    init(reading document: String, code: Int32) {
        switch code {
        case EACCES, EPERM:
            self.init(document, reason: "it may not be read", remedy: "Give yourself read permission")
        default: self.init(document, reason: String(cString: strerror(code)))
        }
        concernsOne = !Self.ofEveryFile.contains(code)
    }

    /// What the system says where it has no descriptors or memory left; whatever else it says is of one file, such as a
    /// damaged one, or of the library's folder as well, at which `ExportFolder` looks.
    private static let ofEveryFile: Set<Int32> = [EMFILE, ENFILE, ENOMEM, ENOBUFS]
}
