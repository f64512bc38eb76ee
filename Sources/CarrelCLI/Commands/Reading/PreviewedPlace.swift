import CarrelCore
import CarrelHTTP
import CarrelOpening
import Foundation

/// What an operand of a preview can name beside items.
enum PreviewedPlace {
    case file, url
    /// What is read only once: a pipe of the shell, or standard input, which is `-`.
    case input(String)

    /// The kind of place that an operand names; `nil` for what only an item can have.
    init?(_ operand: String) {
        if let input = Self.input(operand) {
            self = .input(input)
        } else if FileManager.default.fileExists(atPath: operand) {
            self = .file
        } else if PreviewedURL.isOne(operand) {
            self = .url
        } else {
            return nil
        }
    }

    /// Standard input by any of its names, or a pipe such as that of a shell's `<(command)`; `nil` for others.
    ///
    /// A pipe with a name of its own may have nobody who writes to it.
    private static func input(_ operand: String) -> String? {
        if ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(operand) { return "-" }
        var status = stat()
        guard ["/dev/fd/", "/proc/self/fd/"].contains(where: { operand.hasPrefix($0) }),
            stat(operand, &status) == 0, status.st_mode & S_IFMT == S_IFIFO
        else { return nil }
        return operand
    }

    /// The error for a text that names no item: it says if the text names no file either, and what may be meant.
    static func refusal(of text: String, _ error: FindError) -> any Error {
        guard PreviewedPlace(text) == nil, error.candidates.isEmpty else { return error }
        // A title that is nearly the text is likelier than a host.
        if error.isOfEmptyLibrary || error.remedy != nil, text.contains(where: { $0 == "/" || $0 == ":" }),
            let url = LibraryOpener.url(meantBy: text)
        {
            return CommandError(
                of: "preview", "there is neither a file nor an item “\(text)”; did you mean \(url)?")
        }
        guard error.isOfEmptyLibrary || looksLikeFile(text) else { return error }
        return CommandError(of: "preview", "there is no file “\(text)”, and \(error)")
    }

    /// Whether a text ends as the names of files do.
    private static func looksLikeFile(_ text: String) -> Bool {
        URLReference.fileExtension("/" + text).flatMap(MediaType.forFileExtension) != nil
    }
}
