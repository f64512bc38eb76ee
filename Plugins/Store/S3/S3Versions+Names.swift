import CarrelBasics
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging

/// Under which names versions are kept, as lists show it.
extension S3Versions {
    /// All names.
    func names() async throws(StoreError) -> Set<String> {
        var names = Set<String>()
        try await asking { () async throws(S3Error) in
            try await client.all(keys.allVersions) { objects in
                names.formUnion(objects.compactMap { document(at: $0.key) })
                return true
            }
        }
        return names
    }

    /// Those of some names: each list begins at the next one that is not decided yet.
    func names(among wanted: [String]) async throws(StoreError) -> Set<String> {
        let folders = Set(wanted.map { FileName($0) }).map { keys.versions($0.text) }.inByteOrder()
        var (left, found): (ArraySlice<String>, Set<String>) = (folders[...], [])
        var listing = S3Listing(keys.allVersions, in: client)
        while let first = left.first, listing.goesOn {
            // What is in a folder comes behind its own name.
            listing.skip(behind: first)
            let objects = try await asking { () async throws(S3Error) in try await listing.next() }
            found.formUnion(objects.compactMap { document(at: $0.key) })
            let place = listing.place
            left = left.drop { $0.precedesInBytes(place) && place.behind($0) == nil }
        }
        return found.intersection(wanted)
    }

    /// The document of a version; `nil` for an object that is none.
    private func document(at key: String) -> String? {
        guard let version = keys.version(key), VersionName(version.name, of: version.document) != nil else {
            return nil
        }
        return version.document
    }
}
