import CarrelModel
import CarrelStaging
import Testing

/// Which versions are kept, and what they are called when they move.
struct VersionNameTests {
    private static let hash = "0123456789abcdef"

    private func version(_ number: Int, place: Int? = nil, isEdited: Bool = false) -> VersionName {
        VersionName(number: number, hash: Self.hash, isEdited: isEdited, suffix: ".pdf", place: place)
    }

    @Test func `a recorded digest that is none becomes zeros in a name`() {
        let sha256 = Self.hash + String(repeating: "f", count: 48)
        #expect(VersionName.hash(ContentDigest(size: 1, sha256: sha256)) == Self.hash)
        for text in ["", "0123", "../../0123456789abcdef", Self.hash.uppercased()] {
            let digits = VersionName.hash(ContentDigest(size: 1, sha256: text))
            #expect(digits == "0000000000000000", "\(text)")
        }
    }

    @Test func `what comes is behind all numbers and places`() {
        #expect(VersionName.last(of: []) == 0)
        #expect(VersionName.last(of: [version(1, place: 4), version(3)]) == 4)
        #expect(VersionName.last(of: [version(1, place: 2), version(3, isEdited: true)]) == 3)
    }

    @Test func `the oldest are too many, by their places, and no edited one is`() throws {
        let former = try #require(VersionName("\(Self.hash).pdf", of: "a.pdf"))
        let (one, two) = (version(1, place: 4), version(2))
        let versions = [one, two, version(3, isEdited: true), former]
        let order = (0...3).map { kept in
            Array(VersionName.tooMany(of: versions, keeping: kept) { $0 })
        }
        #expect(order == [[former, two, one], [former, two], [former], []])
    }

    @Test func `a version of an earlier Carrel that moves stays without a number`() throws {
        for name in [Self.hash, "\(Self.hash)~k3f"] {
            let former = try #require(VersionName("\(name).pdf", of: "a.pdf"))
            let moved = former.moved(to: "b.txt", after: 4)
            #expect(moved.name == "\(name).txt")
            #expect(moved == VersionName(moved.name, of: "b.txt"))
        }
    }

    @Test func `a version that moves keeps its place behind those that are there`() {
        #expect(version(2).placed(at: 5, of: "a.pdf").name == "00000002-\(Self.hash)~00000005.pdf")
        let moved = version(1, place: 3).moved(to: "b.txt", after: 4)
        #expect(moved.name == "00000005-\(Self.hash)~00000007.txt")
        #expect(
            version(2, isEdited: true).moved(to: "b.txt", after: 0).name
                == "00000002-\(Self.hash)~edited.txt")
    }
}
