import CarrelCore
import CarrelModel
import CarrelTesting
import Foundation

extension Harness {
    static let planFile = Harness("plan-file") { data in
        let plans: [Plan]
        do throws(PlanFile.DecodingFailure) {
            plans = try PlanFile.decode(data)
        } catch {
            try requireLine(error.reason, "the reason")
            try requirePlace(
                line: error.line, column: 1, in: String(decoding: data, as: UTF8.self), "the error")
            return
        }
        try require(!plans.isEmpty, "there is a plan")
        let written = plans.flatMap { [PlanFile.header(of: $0)] + $0.entries.map(PlanFile.line) }
        try requireEqual(
            try PlanFile.decode(Data(written.joined(separator: "\n").utf8)), plans,
            "the plans written and read again")
    }
}
