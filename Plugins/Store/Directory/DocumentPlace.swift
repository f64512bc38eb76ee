import CarrelBasics
import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelStaging

/// Where a name leads: an open folder, and the name of the file there.
struct DocumentPlace {
    let folder: Folder
    let name: String

    /// What is there, or `nil` for nothing.
    var facts: FileFacts? {
        get throws(StoreError) { try folder.facts(of: name) }
    }

    /// Whether a regular file is there.
    var isFile: Bool {
        get throws(StoreError) { try facts?.kind == .regular }
    }

    /// The path, for messages.
    var path: String { folder.path(of: name) }

    /// Reads the file again; `nil` if there is none.
    func digest() throws(StoreError) -> ContentDigest? { try folder.digest(of: name) }

    /// How often to look at a file that somebody keeps writing to.
    private static let looks = 5

    /// Looks at what is there, again if somebody writes to it or replaces it meanwhile: a look may take as long as reading a
    /// large file.
    ///
    /// - Parameter look: looks at it, and keeps what must not be lost.
    /// - Returns: what the last look returned.
    /// - Throws: what a look throws; `StoreError` with `.nameTaken` where it changes each time.
    func settled<Value>(_ look: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        for _ in 0..<Self.looks {
            let before = try facts?.state
            let value = try look()
            if try facts?.state == before { return value }
        }
        throw StoreError(.nameTaken, subject: path, reason: "somebody keeps writing to it")
    }

    /// The error for a name that something else has.
    ///
    /// - Parameters:
    ///   - kind: what has it; `nil` if that is not known.
    ///   - isOfFolder: whether it is to be that of a folder.
    /// - Returns: the error; without a remedy for a file, beside which a document gets another name.
    func taken(by kind: FileFacts.Kind? = nil, isOfFolder: Bool = false) -> StoreError {
        let what = "\(kind == .folder ? "a folder" : "something else") took the name \(name)"
        return StoreError(
            .nameTaken, subject: path, reason: isOfFolder ? what + " of a folder" : what,
            remedy: kind == .regular ? nil : "Move it away")
    }
}

extension Folder {
    /// The place of a name whose folders are here; `nil` if one of them is not.
    ///
    /// Each folder is opened within the one above, never through a link: what somebody put in its place is not a folder of the
    /// library.
    ///
    /// - Parameter name: safe components.
    /// - Returns: the place, whether there is a file or not.
    /// - Throws: `StoreError` where a folder cannot be opened.
    func place(of name: String) throws(StoreError) -> DocumentPlace? {
        guard name.contains(byte: UInt8(ascii: "/")) else { return DocumentPlace(folder: self, name: name) }
        var folder = self
        var components = DocumentName.components(of: name)
        let file = components.removeLast()
        for component in components {
            do throws(StoreError) {
                guard let next = try folder.folder(component) else { return nil }
                folder = next
            } catch  where error.code == .foreign {
                return nil
            }
        }
        return DocumentPlace(folder: folder, name: file)
    }

    /// The same, with the folders that are missing created.
    ///
    /// - Parameters:
    ///   - name: safe components.
    ///   - flush: makes names in a folder durable, of each one in which a folder was created.
    /// - Throws: `StoreError`; with `.nameTaken` where a file or a link has a folder's name.
    func place(
        creating name: String, _ flush: (Folder) throws(StoreError) -> Void
    ) throws(StoreError) -> DocumentPlace {
        guard name.contains(byte: UInt8(ascii: "/")) else { return DocumentPlace(folder: self, name: name) }
        var folder = self
        var components = DocumentName.components(of: name)
        let file = components.removeLast()
        for component in components {
            do throws(StoreError) {
                if let next = try folder.folder(component) {
                    folder = next
                } else {
                    let next = try folder.folder(creating: component)
                    try flush(folder)
                    folder = next
                }
            } catch  where error.code == .foreign {
                throw DocumentPlace(folder: folder, name: component).taken(isOfFolder: true)
            }
        }
        return DocumentPlace(folder: folder, name: file)
    }

    /// What would keep a document that is missing from its name; `nil` if nothing would.
    func obstacle(at name: String) throws(StoreError) -> StoreError? {
        for folder in DocumentName.folders(of: name) {
            guard let above = try place(of: folder), let kind = try above.facts?.kind else { return nil }
            guard kind == .folder else { return above.taken(isOfFolder: true) }
        }
        guard let own = try place(of: name), let kind = try own.facts?.kind, kind != .regular else {
            return nil
        }
        return own.taken(by: kind)
    }

    /// The folder that has a name, of safe components; `nil` if there is none.
    func folders(of name: String) throws(StoreError) -> Folder? {
        guard let place = try place(of: name) else { return nil }
        return try place.folder.folder(place.name)
    }

    /// The same, created where it is missing.
    func folders(creating name: String) throws(StoreError) -> Folder {
        let place = try place(creating: name) { (folder) throws(StoreError) in try folder.flush() }
        return try place.folder.folder(creating: place.name)
    }

    /// Removes the folders of a name that are empty, the innermost first.
    func removeEmptyFolders(of name: String) {
        for folder in DocumentName.folders(of: name).reversed() {
            guard let place = try? place(of: folder) else { return }
            guard place.folder.removeFolder(place.name) else { return }
        }
    }
}
