import CarrelHTTP
import Foundation

/// The kinds of documents that Office wrote until 2003, and what reads them.
enum LegacyKind {
    case word
    case slides
    case sheets

    /// The mark at the beginning of an OLE container.
    static let containerMark: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    /// Finds out what a container holds, by the names of its streams, and else by what it is said to be.
    init?(_ container: CompoundFile?, mediaType: MediaType) {
        let names = container?.names ?? []
        if names.contains("WordDocument") {
            self = .word
        } else if names.contains("PowerPoint Document") {
            self = .slides
        } else if names.contains("Workbook") || names.contains("Book") {
            self = .sheets
        } else {
            switch mediaType.essence {
            case "application/msword": self = .word
            case "application/vnd.ms-powerpoint": self = .slides
            case "application/vnd.ms-excel": self = .sheets
            default: return nil
            }
        }
    }

    /// The program that reads documents and slides older than Office 97.
    var tool: String { self == .word ? "catdoc" : "catppt" }

    /// The program's options: text in UTF-8, with a paragraph on each line.
    ///
    /// What is not Unicode in these documents is windows-1252.
    var options: [String] {
        ["-s", "cp1252", "-d", "utf-8"] + (self == .word ? ["-w"] : [])
    }
}
