import CarrelStages
import CarrelStaging

extension StagedPlace {
    /// Where the file is; `nil` if there is no such folder.
    func file(in folders: OpenFolders) throws(StoreError) -> DocumentPlace? {
        switch self {
        case .incoming(let token): DocumentPlace(folder: folders.incoming, name: token)
        case .document(let name): try folders.root.place(of: name)
        case .quarantine(let name): DocumentPlace(folder: try folders.quarantine(), name: name)
        }
    }
}
