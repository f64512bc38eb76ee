import CarrelBasics
import CarrelConfiguration
import CarrelOpening
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel doctor`: checks that everything that Carrel needs is there and sound.
enum DoctorCommand {
    static let spec = CommandSpec(
        name: "doctor", summary: "Check that everything Carrel needs is there and sound",
        discussion: """
            Looks at the profile, the previewers and the programs that they run, the locked room that documents are read in,
            the disk, the bucket, the records, the index and the clock, and says what helps. It ends with 0 only if all is well.
            """, operandCount: 0...0
    ) { invocation in
        let workspace = try Workspace(invocation)
        var findings: [Checkup.Finding]
        do {
            let builder = try workspace.opener.builder()
            let profile = Checkup.Finding("profile", .well, workspace.profileFiles(builder.configuration))
            findings = [profile] + (await Checkup(builder).findings())
        } catch let error as ConfigurationError {
            findings = error.problems.map {
                Checkup.Finding("profile", .broken, "\($0)", remedy: "See carrel config check")
            }
        }
        let hints = workspace.hints
        for index in findings.indices {
            findings[index].remedy = findings[index].remedy.map { completed($0, hints, invocation) }
        }
        show(findings, workspace)
        return findings.allSatisfy { $0.state == .well } ? .success : .failedItems
    }

    /// A remedy with the library and the profile of the command that was run.
    private static func completed(
        _ remedy: String, _ hints: LibraryHints, _ invocation: Invocation
    ) -> String {
        // What is wrong with a profile is wrong whichever library it leads to.
        let check = "carrel config check"
        let own = invocation.profileOption.map { remedy.replacing(check, with: "\(check) \($0)") }
        return hints.completing(own ?? remedy)
    }

    private static func show(_ findings: [Checkup.Finding], _ workspace: Workspace) {
        if workspace.isJSON {
            for finding in findings { JSONLine.write(FindingRow(finding)) }
            return
        }
        for finding in findings where !workspace.isQuiet || finding.state != .well {
            let mark =
                switch finding.state {
                case .well: workspace.terminal.styled("ok     ", .green)
                case .lacking: workspace.terminal.styled("lacking", .yellow)
                case .broken: workspace.terminal.styled("broken ", .red)
                }
            let subject = finding.subject.padding(toLength: 12, withPad: " ", startingAt: 0)
            let remedy = finding.remedy.map { ". \($0)" } ?? ""
            LineWriter.output.line("\(mark)  \(subject) \((finding.words + remedy).singleLine)")
        }
    }
}

/// A finding as a JSON line.
private struct FindingRow: Encodable {
    var subject, state, words: String
    var remedy: String?

    init(_ finding: Checkup.Finding) {
        (subject, state, words, remedy) =
            (finding.subject, finding.state.rawValue, finding.words, finding.remedy)
    }
}

extension Workspace {
    /// The files that a profile was read from, in words.
    fileprivate func profileFiles(_ configuration: Configuration) -> String {
        configuration.files.isEmpty ? "the shipped one" : configuration.files.joined(separator: ", ")
    }
}
