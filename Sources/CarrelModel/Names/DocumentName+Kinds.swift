import CarrelBasics
import CarrelHTTP

/// Names that do not say what kind of document has them.
extension DocumentName {
    /// Whether a name does not say the kind of its document: it has no extension, or that of a program.
    package static func lacksKind(_ name: String) -> Bool {
        !hasExtension(name) || ContentSniff.programs.contains(fileExtension(of: name).lowercased())
    }

    /// The name with the extension of a media type, if its own says no kind.
    ///
    /// The end of `draft 1.2`, for example, does not count as an extension. That of a program stays for pages, which such
    /// programs make as a rule, and for texts, which may be the program itself.
    public static func adding(extensionFor mediaType: MediaType, to name: String) -> String {
        guard lacksKind(name), let fileExtension = mediaType.fileExtension else { return name }
        return hasExtension(name) && mediaType.mayBeProgram
            ? name : giving(fileExtension: fileExtension, to: name)
    }

    /// The name with an extension, in place of its own if it has one.
    package static func giving(fileExtension: String, to name: String) -> String {
        guard hasExtension(name) else { return adding(fileExtension: fileExtension, to: name) }
        let stem = changingFile(name) { String(FileNameParts.split($0).stem) }
        return adding(fileExtension: fileExtension, to: stem)
    }
}

extension MediaType {
    /// Whether documents of this type are pages, or texts that may be the source of a program.
    fileprivate var mayBeProgram: Bool {
        ["text/html", "application/xhtml+xml", "text/plain"].contains(essence) || essence.hasPrefix("text/x-")
    }
}
