import CarrelCore
import CarrelHTTP
import CarrelModel
import Foundation
import Testing

@Suite struct PlanFileTests {
    @Test func `a line that does not end is refused before much of it is kept`() {
        var reader = PlanFile.Reader()
        let piece = [UInt8](repeating: 0, count: 64 << 10)
        var taken = 1
        while piece.withUnsafeBytes({ reader.take($0) }), taken < 100 { taken += 1 }
        #expect(taken <= PlanFile.maxLine / piece.count + 1)
        let error = #expect(throws: PlanFile.DecodingFailure.self) { try reader.finish() }
        #expect(error?.description == "line 1: a line of more than 2.00 MiB; the lines of a plan are shorter")
    }

    @Test func `a plan that comes in pieces is the plan`() throws {
        let plan = Plan(
            catalog: "c",
            entries: (0..<20).map {
                var item = Item(title: "\($0)", url: "http://h/\($0)")
                if $0 == 7 {
                    item.details = [Detail("Path", "a/7.txt", key: .path)]
                    item.mirrors = ["http://m/7", "http://n/7"]
                    item.pieces = PieceDigests(.md5, length: 9, hex: [String(repeating: "7", count: 32)])
                }
                return PlanEntry(.download, reason: "new", collection: "C", item: item)
            })
        let text = ([PlanFile.header(of: plan)] + plan.entries.map(PlanFile.line)).joined(separator: "\n")
        for size in [1, 7, 100] {
            var reader = PlanFile.Reader()
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let piece = rest.prefix(size)
                #expect(piece.withUnsafeBytes { reader.take($0) })
                rest = rest.dropFirst(size)
            }
            #expect(try reader.finish() == [plan])
        }
    }
}
