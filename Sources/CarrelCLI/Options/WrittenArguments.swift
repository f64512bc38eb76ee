import CarrelBasics
import Foundation

/// The arguments of the program, and the folders that it starts from, as the system gave them.
enum WrittenArguments {
    /// Refuses a working folder, or one of the user's own, whose path is not UTF-8.
    ///
    /// Foundation, too, puts U+FFFD in the place of wrong bytes: everything would go to another folder.
    ///
    /// - Throws: `CommandError`.
    static func checkFolders() throws {
        if let path = getcwd(nil, 0) {
            defer { free(path) }
            try check(path, called: "the working folder ")
        }
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            if let path = getenv(name) { try check(path, called: name + "=") }
        }
    }

    private static func check(_ path: UnsafePointer<CChar>, called name: String) throws {
        guard String(validatingCString: path) == nil else { return }
        let text = shown(UnsafeRawBufferPointer(start: path, count: strlen(path)))
        throw CommandError(status: .usage, message: refusal(of: name + text))
    }

    /// What is said of something that is not UTF-8.
    static func refusal(of wrong: String) -> String {
        "carrel: \(wrong): this is not text in UTF-8, as names and paths must be. Give what it names another name"
    }

    /// The first argument that is not UTF-8, as one would write it in a shell; `nil` if all are.
    ///
    /// Swift puts U+FFFD in the place of wrong bytes, which would name something else.
    static var notText: String? {
        for argument in UnsafeBufferPointer(
            start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        {
            guard let argument, String(validatingCString: argument) == nil else { continue }
            return shown(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        }
        return nil
    }

    private static func shown(_ bytes: UnsafeRawBufferPointer) -> String {
        "$'"
            + bytes.map { byte in
                let scalar = Unicode.Scalar(byte)
                if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
                return (0x20..<0x7F).contains(byte) ? String(scalar) : "\\x" + [byte].hexDigits
            }.joined() + "'"
    }
}
