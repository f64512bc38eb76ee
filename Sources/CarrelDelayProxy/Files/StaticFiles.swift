import CarrelBasics
import CarrelHTTP
import CarrelServer
import Foundation

/// Answers requests for the files below a folder, on a thread of its own.
actor StaticFiles {
    private nonisolated let executor = BlockingExecutor(label: "carrel.server.files")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let tree: FolderTree

    init(root: URL) { tree = FolderTree(root: root) }

    /// Answers a GET or HEAD request.
    func reply(to request: ServerRequest) -> ServerReply {
        do {
            let path = try StaticPath(request.path)
            switch try tree.open(path.names) {
            case .file(let file, let facts):
                guard !path.isFolder, let name = path.names.last else { return .text(404, "Not found") }
                return reply(to: request, file: file, facts: facts, name: name)
            case .folder(let folder):
                guard path.isFolder else { return redirect(to: path, query: request.query) }
                if let (file, facts) = tree.file(named: "index.html", in: folder) {
                    return reply(to: request, file: file, facts: facts, name: "index.html")
                }
                return listing(of: path, try tree.entries(of: folder))
            }
        } catch let refusal as StaticPath.Refusal {
            switch refusal {
            case .malformed: return .text(400, "The path is not valid")
            case .notServed: return .text(404, "Not found")
            }
        } catch let failure as FolderTree.Failure {
            return reply(to: failure)
        } catch {
            return .text(500, "Failed")
        }
    }

    private func reply(
        to request: ServerRequest, file: OpenFile, facts: FolderTree.FileFacts, name: String
    ) -> ServerReply {
        .file(
            file,
            ServerReply.FileVersion(size: facts.size, entityTag: facts.entityTag, modified: facts.modified),
            [("Content-Type", ContentTypes.type(ofFileNamed: name))], to: request)
    }

    /// A folder's own links are relative to its path with a slash.
    private func redirect(to path: StaticPath, query: String?) -> ServerReply {
        let location = path.folderPath + (query.map { "?" + $0 } ?? "")
        return .text(301, "See \(path.folderPath)", [("Location", location)])
    }

    private func listing(of path: StaticPath, _ entries: [Listing.Entry]) -> ServerReply {
        let title = "/" + path.names.map { $0 + "/" }.joined()
        let page = Listing.page(path: title, entries: entries, hasParent: !path.names.isEmpty)
        return ServerReply(200, type: "text/html; charset=utf-8", page)
    }

    private func reply(to failure: FolderTree.Failure) -> ServerReply {
        switch failure.code {
        // ELOOP is what a symbolic link gives.
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .text(404, "Not found")
        case EACCES, EPERM: .text(403, "The file may not be read")
        default: .text(503, "The file could not be opened")
        }
    }
}
