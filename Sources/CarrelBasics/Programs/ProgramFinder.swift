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

    /// Why a file that is there is not run; `nil` if there is none, or it may be.
    ///
    /// - Parameter path: the absolute path of a program.
    /// - Returns: the reason, with what mends it.
    package static func fault(of path: String) -> String? {
        guard path.hasPrefix("/"), isFile(path), !isProgram(path) else { return nil }
        return "it is not executable; chmod +x \(ShellWord.text(path))"
    }

    private static func isProgram(_ path: String) -> Bool {
        isFile(path) && FileManager.default.isExecutableFile(atPath: path)
    }

    private static func isFile(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            && !isDirectory.boolValue
    }
}
