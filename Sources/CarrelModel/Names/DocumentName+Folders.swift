import CarrelBasics

/// Names of documents in folders: safe components with slashes between.
extension DocumentName {
    /// The longest name with its folders, in bytes.
    ///
    /// Below the limit of a path on every system, with room for the library's own folder.
    public static let maxPathLength = 1024

    /// Whether a name is one that a document may have, portable or not: the check before it becomes a path.
    ///
    /// - Parameter name: safe components with slashes between them; one without folders.
    /// - Returns: whether it is.
    public static func isSafe(_ name: String) -> Bool {
        guard name.utf8.contains(slash) else { return isSafeComponent(name) }
        guard name.utf8.count <= maxPathLength else { return false }
        let components = components(of: name)
        return components.count <= maxDepth && components.allSatisfy(isSafeComponent)
    }

    /// The components of a name.
    ///
    /// By bytes, as the file system sees them: a slash with a combining mark behind it is no other character there.
    public static func components(of name: some StringProtocol) -> [String] {
        Substring(name).utf8.split(separator: slash, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    /// The most components of a name, for one that somebody moved deep into folders of their own.
    private static let maxDepth = 32

    /// The folders of a name, with the slash behind the last one, and the name of the file there.
    public static func split(_ name: String) -> (folder: Substring, file: Substring) {
        guard let slash = name.utf8.lastIndex(of: slash) else { return ("", name[...]) }
        let file = name.utf8.index(after: slash)
        return (name[..<file], name[file...])
    }

    /// The names of the folders that a name is in, the outermost first, each with those above it.
    public static func folders(of name: String) -> [String] {
        guard name.utf8.contains(slash) else { return [] }
        return name.utf8.indices.filter { name.utf8[$0] == slash }.map { String(name[..<$0]) }
    }

    /// A name in one component that says what its folders said.
    package static func withoutFolders(_ name: String) -> String {
        name.utf8.contains(slash) ? safe(components(of: name).joined(separator: "_")) : name
    }

    /// Folders and a file's name as one name that is short enough.
    static func joined(_ components: [String]) -> String {
        let length = components.reduce(components.count) { $0 + $1.utf8.count }
        guard length > maxPathLength, let file = components.last, components.count > 1 else {
            return components.joined(separator: "/")
        }
        // The file's name keeps its length, and has room for a suffix.
        let room = (maxPathLength - 2 * maxLength) / (components.count - 1) - 1
        return (components.dropLast().map { FileNameParts.cut($0, to: room) } + [file]).joined(separator: "/")
    }

    /// Does something to the name of the file, whatever folders it is in.
    static func changingFile(_ name: String, _ change: (String) -> String) -> String {
        guard name.utf8.contains(slash) else { return change(name) }
        let (folder, file) = split(name)
        return folder + change(String(file))
    }
}
