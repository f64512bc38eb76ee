import CarrelBasics
import Foundation

/// What becomes of jobs that other machines do when whoever waits for them is interrupted.
enum Interruption {
    /// Whether the rest is left to the machines that work on it; asked at a terminal, and so without one.
    static func leavesRest() async -> Bool {
        guard Question.canBeAsked else { return true }
        let answer = try? await Question.isAnsweredYes(
            "\nCancel what is left? Otherwise the workers go on. [y/N] ")
        return answer != true
    }
}
