import Foundation

/// Finds programs as a shell does.
package enum ProgramFinder {
    /// The path of a program that may be executed.
    ///
    /// - Parameters:
    ///   - name: its name, or an absolute path.
    ///   - path: the folders in which to look, as in `PATH`.
    /// - Returns: the path; `nil` if there is no such program.
    package static func find(_ name: String, in path: String) -> String? {
        if name.contains("/") { return name.hasPrefix("/") && isProgram(name) ? name : nil }
        return path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        return exists && !isDirectory.boolValue && FileManager.default.isExecutableFile(atPath: path)
    }
}
