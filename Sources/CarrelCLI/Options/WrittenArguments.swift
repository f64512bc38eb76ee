import CarrelBasics
import Foundation

/// The arguments of the program as the system gave them.
enum WrittenArguments {
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
