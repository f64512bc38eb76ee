import CarrelModel

/// A file below the folder that is imported.
public struct FoundFile: Sendable, Hashable {
    /// Its path within the folder: components with slashes between them.
    public var path: String
    /// In bytes.
    public var size: Int64
    /// When it was last written.
    public var time: FileTime
    /// Tells it from all other files of its file system.
    var inode: UInt64

    init(path: String, size: Int64, time: FileTime, inode: UInt64 = 0) {
        (self.path, self.size, self.time, self.inode) = (path, size, time, inode)
    }

    /// Its name, and the folders that it is in, the outermost first.
    var parts: (name: String, folders: ArraySlice<String>) {
        let parts = DocumentName.components(of: path)
        return (parts.last ?? path, parts.dropLast())
    }
}

/// What is below the folder that is imported, and no file that could be a document.
public struct LeftOut: Sendable, Hashable {
    /// Its path within the folder, or "." for the folder itself; bytes that are not UTF-8 are U+FFFD.
    public var path: String
    /// What it is, "a symbolic link", or why it is not read.
    public var reason: String
}

/// The files below a folder.
public struct FoundFiles: Sendable, Hashable {
    /// Those that may be documents, by path.
    public var files: [FoundFile] = []
    /// Those that a program has not finished, by path.
    public var unfinished: [FoundFile] = []
    /// What is not looked at, with the reason, by path.
    public var leftOut: [LeftOut] = []
    /// Whether there were more files or deeper folders than the limits allow.
    public var isCut = false
}
