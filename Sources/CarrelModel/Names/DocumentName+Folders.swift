import CarrelBasics

/// Names of documents in folders: safe components with slashes between them.
extension DocumentName {
    /// The longest name with its folders, in bytes.
    ///
    /// It is below every system's limit for paths, with room for the library's own folder.
    public static let maxPathLength = 1024

    /// Whether a document may have a name, portable or not: the check before the name becomes a path.
    ///
    /// - Parameter name: the name, with or without folders.
    /// - Returns: whether all components are safe and the name is short enough.
    public static func isSafe(_ name: String) -> Bool {
        guard name.contains(byte: slash) else { return isSafeComponent(name) }
        guard name.utf8.count <= maxPathLength else { return false }
        let components = components(of: name)
        return components.count <= maxDepth && components.allSatisfy(isSafeComponent)
    }

    /// The components of a name.
    ///
    /// Splits by bytes, as the file system does: there a slash before a combining mark is still a slash.
    public static func components(of name: some StringProtocol) -> [String] {
        Substring(name).utf8.split(separator: slash, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    /// The most components of a name: more than in templates, because users may move documents into folders of their
    /// own.
    private static let maxDepth = 32

    /// The components of a path that a catalogue gives, without those that lead nowhere or upwards; not safe yet.
    static func parts(ofPath path: String) -> [String] {
        let parts = components(of: path).filter { !["", ".", ".."].contains($0) }
        guard let file = parts.last else { return ["document"] }
        // What is deeper than any library may be loses its outer folders.
        return Array(parts.dropLast().suffix(NameTemplate.maxFolders)) + [file]
    }

    /// The folders of a name, with the slash after the last one, and the name of the file.
    public static func split(_ name: String) -> (folder: Substring, file: Substring) {
        guard let slash = name.utf8.lastIndex(of: slash) else { return ("", name[...]) }
        let file = name.utf8.index(after: slash)
        return (name[..<file], name[file...])
    }

    /// The paths of the folders that a name is in, the outermost first.
    public static func folders(of name: String) -> [String] {
        guard name.contains(byte: slash) else { return [] }
        return name.utf8.indices.filter { name.utf8[$0] == slash }.map { String(name[..<$0]) }
    }

    /// The name as one component, with the folders joined by underscores.
    package static func withoutFolders(_ name: String) -> String {
        name.contains(byte: slash) ? safe(components(of: name).joined(separator: "_")) : name
    }

    /// Joins folders and a file's name, and shortens the folders if needed.
    static func joined(_ components: [String]) -> String {
        if components.count == 1 { return components[0] }
        let length = components.reduce(components.count) { $0 + $1.utf8.count }
        guard length > maxPathLength, let file = components.last, components.count > 1 else {
            return components.joined(separator: "/")
        }
        // The file's name keeps its length, and there is room for a suffix.
        let room = (maxPathLength - 2 * maxLength) / (components.count - 1) - 1
        return (components.dropLast().map { FileNameParts.cut($0, to: room) } + [file]).joined(separator: "/")
    }

    /// Changes the name of the file, and keeps its folders.
    static func changingFile(_ name: String, _ change: (String) -> String) -> String {
        guard name.contains(byte: slash) else { return change(name) }
        let (folder, file) = split(name)
        return folder + change(String(file))
    }
}
