import CarrelModel

/// Files by their names, and as long as many have one name by their folders, the innermost first.
struct FileTree {
    /// A name, with the size where that counts.
    struct Name: Hashable {
        var key: String
        var size: Int64?
    }

    /// What has a name of an item.
    struct Found {
        /// The files that are few enough to look at each.
        var files: Set<Int> = []
        /// The crowds that agree with the item in the most folders.
        var crowds: [Int] = []
        /// In how many folders these agree.
        var agreement = -1

        fileprivate mutating func note(crowd: Int, agreeingIn folders: Int) {
            if folders > agreement { (crowds, agreement) = ([], folders) }
            if folders == agreement, !crowds.contains(crowd) { crowds.append(crowd) }
        }
    }

    /// Files of one name whose innermost folders agree.
    private struct Node {
        /// By path.
        var files: [Int]
        /// The one that was written last.
        var newest: Int
        /// The nodes in which one folder more agrees; only of a crowd.
        var inner: [String: Int] = [:]
        var isCrowd: Bool { files.count > FileTree.most }
    }

    /// As many files of one name are compared with an item; more are a crowd.
    static let most = 64

    /// The keys of each file's folders, the outermost first; of files that are left out none.
    let folders: [[String]]
    private let times: [Int64]
    private var nodes: [Node] = []
    private var roots: [Name: Int] = [:]

    /// Sorts files, which are known by their places from then on.
    ///
    /// - Parameters:
    ///   - files: the files, by path.
    ///   - wanted: the keys of the names that are asked for; other files are left out.
    /// - Throws: `CancellationError`.
    init(_ files: [FoundFile], named wanted: Set<String>) throws {
        var folders = [[String]](repeating: [], count: files.count)
        var named: [Name: [Int]] = [:]
        for (place, file) in files.enumerated() {
            try Task.checkCancellation()
            let keys = FileNameForms.keys(ofFile: file.parts.name).filter(wanted.contains)
            guard !keys.isEmpty else { continue }
            folders[place] = file.parts.folders.map(FileNameForms.key)
            for key in keys {
                named[Name(key: key), default: []].append(place)
                named[Name(key: key, size: file.size), default: []].append(place)
            }
        }
        self.folders = folders
        times = files.map(\.time.nanoseconds)
        for (name, files) in named {
            let root = try node(of: files, agreeingIn: 0)
            roots[name] = root
        }
    }

    private mutating func node(of files: [Int], agreeingIn depth: Int) throws -> Int {
        try Task.checkCancellation()
        let place = nodes.count
        nodes.append(Node(files: files, newest: files.max { times[$0] < times[$1] } ?? 0))
        guard nodes[place].isCrowd else { return place }
        var inner: [String: [Int]] = [:]
        for file in files where folders[file].count > depth {
            inner[folders[file][folders[file].count - 1 - depth], default: []].append(file)
        }
        for (folder, files) in inner {
            let child = try node(of: files, agreeingIn: depth + 1)
            nodes[place].inner[folder] = child
        }
        return place
    }

    /// The file of a crowd that was written last.
    func newest(in crowd: Int) -> Int { nodes[crowd].newest }

    /// The files of a crowd, by path.
    func files(in crowd: Int) -> [Int] { nodes[crowd].files }

    /// The first file of a name, whatever its size.
    func first(named key: String) -> Int? { roots[Name(key: key)].flatMap { nodes[$0].files.first } }

    /// The files that come into question for an item.
    ///
    /// - Parameters:
    ///   - names: the names that its document may have.
    ///   - chains: the folders that it may be in, the outermost first.
    /// - Returns: the files, and the crowds that agree in the most folders.
    func found(_ names: [Name], in chains: [[String]]) -> Found {
        var found = Found()
        for root in names.compactMap({ roots[$0] }) {
            for chain in chains + [[]] {
                var (node, depth) = (root, 0)
                while nodes[node].isCrowd {
                    found.note(crowd: node, agreeingIn: depth)
                    guard depth < chain.count, let next = nodes[node].inner[chain[chain.count - 1 - depth]]
                    else { break }
                    (node, depth) = (next, depth + 1)
                }
                if !nodes[node].isCrowd { found.files.formUnion(nodes[node].files) }
            }
        }
        return found
    }
}
