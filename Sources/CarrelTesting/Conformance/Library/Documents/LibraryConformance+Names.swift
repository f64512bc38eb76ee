import CarrelModel
import CarrelStages

private typealias Sample = LibrarySample

/// Which recorded names others meet.
extension LibraryConformance {
    static let names: [ConformanceCheck<LibraryTestbed>] = [
        Check("names that meet others are found, whatever their case and form") { bed in
            let library = try await bed.openListed()
            let names = ["Notes.pdf", "stra\u{DF}e.pdf", "\u{FB01}le.txt", "one/two/deep.txt", "other"]
            try await library.commit(names.map { Sample.stored(Sample.key("http://x.example/\($0)"), $0) })
            let cases: [(wanted: String, met: String?)] = [
                ("notes.PDF", "Notes.pdf"), ("STRASSE.pdf", names[1]), ("file.txt", names[2]),
                ("One", names[3]), ("one/TWO", names[3]), ("one/two/deep.txt/more", names[3]),
                ("one/three", nil), ("one/two/deep.tx", nil), ("on", nil), ("notes", nil), ("OTHER", "other"),
                ("other/a/b", "other"), ("other0", nil),
            ]
            for (wanted, met) in cases {
                let found = try await library.names(meeting: [wanted])
                try requireEqual(
                    meeting(found, wanted), met.map { [$0] } ?? [], "what \(wanted) meets")
            }
            let all = try await library.names(meeting: cases.map(\.wanted))
            try require(Set(all.names.values).isSuperset(of: names), "what all meet")
            try requireEqual(
                all.names[Sample.key("http://x.example/other")], "other", "whose name it is")
            let moved = Sample.key("http://x.example/other")
            try await library.commit([.moved(moved, to: "elsewhere", nil)])
            try requireEqual(
                meeting(try await library.names(meeting: ["other"]), "other"), [], "a former name")
            try requireEqual(
                meeting(try await library.names(meeting: ["ELSEWHERE"]), "ELSEWHERE"), ["elsewhere"],
                "a name that a document was given later")
        },
        Check("of many names those that meet others are found, however many documents there are") { bed in
            let library = try await bed.openListed()
            let wanted = (0..<200).map { "Name \($0)" }
            let none = try await library.names(meeting: wanted)
            try requireEqual(none, RecordedNames([:], areAll: none.areAll), "in an empty library")
            for count in [20, 300] {
                try await library.commit(
                    (0..<count).map { Sample.stored(Sample.key("http://x.example/\($0)"), "name \($0)") })
                let found = try await library.names(meeting: wanted)
                for number in 0..<min(count, 200) {
                    try requireEqual(
                        found.names[Sample.key("http://x.example/\(number)")], "name \(number)", "a name")
                }
                if found.areAll {
                    try requireEqual(found.names, try await library.names(), "all names")
                }
            }
        },
        Check("names of any length are told apart, and found inside folders") { bed in
            let library = try await bed.openListed()
            let folder = (0..<3).map { "\($0)" + String(repeating: "\u{E4}", count: 120) }
                .joined(separator: "/")
            try await library.commit([Sample.stored(Sample.key, folder + "/a/B.txt")])
            for (wanted, isMet) in [
                (folder, true), (folder + "/A", true), (folder + "/a/b.TXT", true), (folder + "/b", false),
                (folder + "/a/b.tx", false),
            ] {
                let found = meeting(try await library.names(meeting: [wanted]), wanted)
                try requireEqual(found.count, isMet ? 1 : 0, "what is met")
            }
        },
    ]

    /// The names among those found that really cannot stand beside another.
    private static func meeting(_ found: RecordedNames, _ wanted: String) -> [String] {
        let wanted = DocumentName.collisionKey(wanted)
        return found.names.values.filter { name in
            let key = DocumentName.collisionKey(name)
            return key == wanted || key.hasPrefix(wanted + "/") || wanted.hasPrefix(key + "/")
        }.sorted()
    }
}
