import CarrelModel

/// By what the documents are looked up whose names cannot stand beside some others.
package struct NameLookup {
    /// The names themselves.
    package let names: [String]
    /// The collision keys that such a document may have itself: of the names, and of the folders that they are in.
    package let keys: [String]
    /// The collision keys of folders that such a document may be in.
    package let folders: [String]

    /// Where so few documents are asked for, looking them up is quicker than finding out how many there are.
    package static let few = 64

    package init(_ names: some Sequence<String>) {
        self.names = Array(names)
        let folders = Set(self.names.map(DocumentName.collisionKey))
        self.folders = Array(folders)
        keys = Array(folders.union(folders.lazy.flatMap(DocumentName.folders)))
    }
}
