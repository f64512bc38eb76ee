/// A form in which a library is written out.
///
/// A value without state: calls may overlap.
public protocol ExportFormat: Sendable {
    /// How the command line names it.
    static var name: String { get }
    /// What it is, in a few words.
    static var summary: String { get }
    /// Which addresses it has whole, with keys and tokens that a page or a terminal would not show; none unless it says so.
    static var addresses: WrittenAddresses { get }
    /// Whether it lists documents; `true` unless it says that it lists catalogues alone.
    static var listsDocuments: Bool { get }
}

extension ExportFormat {
    /// No addresses.
    public static var addresses: WrittenAddresses { [] }
    /// Documents are listed.
    public static var listsDocuments: Bool { true }
}

/// A form that is one text, without the documents themselves.
public protocol ListFormat: ExportFormat {
    /// Writes the text, piece by piece.
    ///
    /// - Parameters:
    ///   - library: what is written out.
    ///   - write: takes each piece, in order.
    func write(_ library: ExportedLibrary, _ write: (String) throws -> Void) rethrows
}

/// A form that is a folder with the documents.
public protocol FolderFormat: ExportFormat {
    /// Whether it shows what is in the documents (`ExportedLibrary.previews`).
    static var takesPreviews: Bool { get }
    /// Writes the folder.
    ///
    /// - Parameters:
    ///   - library: what is written out.
    ///   - folder: takes the files.
    /// - Throws: `ExportError`, and what `folder` throws.
    func write(_ library: ExportedLibrary, into folder: ExportFolder) async throws
}

extension FolderFormat {
    /// Most forms do not.
    public static var takesPreviews: Bool { false }
}

/// Every form that comes with Carrel.
public enum ExportFormats {
    /// In the order of the help.
    public static let all: [any ExportFormat] = [
        BagFormat(), CrateFormat(), MetalinkFormat(), AtomFormat(), OPDSFormat(), OPMLFormat(), CSVFormat(),
        SiteFormat(),
    ]

    /// The form of a name; `nil` if there is none.
    public static func named(_ name: String) -> (any ExportFormat)? {
        all.first { type(of: $0).name == name.lowercased() }
    }
}
