import CarrelModel

/// Tells files that a program has not finished by their names.
enum UnfinishedFile {
    /// The control file that aria2 keeps beside what it has not finished.
    private static let control = ".aria2"

    /// What browsers and other programs call a file until it is whole.
    private static let endings = [
        control, ".part", ".partial", ".crdownload", ".download", ".opdownload", ".filepart", ".!ut", ".ytdl",
    ]

    /// Whether a file is not finished.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - siblings: the names of the files beside it.
    /// - Returns: whether it is not finished.
    static func isUnfinished(_ name: String, among siblings: Set<String>) -> Bool {
        if siblings.contains(name + control) { return true }
        let lower = name.lowercased()
        if endings.contains(where: lower.hasSuffix) { return true }
        // PFERD's: a hidden name with a mark behind it.
        return lower.hasPrefix(".") && lower.contains(".tmp.")
    }
}
