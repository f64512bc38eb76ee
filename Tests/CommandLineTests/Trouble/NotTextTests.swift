import CarrelTesting
import Foundation
import Testing

/// Names and paths that are not UTF-8, as older systems wrote them: nothing goes to a place with a name of its own.
@Suite(.timeLimit(.minutes(1))) struct NotTextTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    @Test(arguments: [
        ("carrel sync --library $'bad\\xff' URL", #"carrel: $'bad\xff': "#),
        ("mkdir $'bad\\xff'; cd $'bad\\xff'; carrel sync --library ./Lib URL", #"/bad\xff': "#),
        ("export HOME=$'/nowhere/bad\\xff'; carrel sync URL", #"carrel: HOME=$'/nowhere/bad\xff': "#),
        ("XDG_CONFIG_HOME=$'/bad\\xff' carrel config path", #"carrel: XDG_CONFIG_HOME=$'/bad\xff': "#),
    ])
    func `what is not text is refused, and not taken for something else`(
        command: String, subject: String
    ) async throws {
        let line = command.replacing("URL", with: "'\(course.url)'")
        let result = try await workspace.shell(line + " || exit $?")
        #expect(result.status == 2, "\(result)")
        #expect(result.error.contains(subject + "this is not text in UTF-8"), "\(result)")
        // With wrong bytes replaced, it would be a name of its own.
        let made = try await workspace.shell("find . -name $'*\\xef\\xbf\\xbd*' -o -name Lib -o -name Carrel")
        #expect(made.output.isEmpty, "\(made)")
    }

    @Test(arguments: ["carrel sync --help", "carrel help sync"])
    func `help is shown wherever one is`(command: String) async throws {
        let result = try await workspace.shell("mkdir $'bad\\xff'; cd $'bad\\xff'; \(command)")
        #expect(result.status == 0 && result.output.contains("carrel sync"), "\(result)")
    }
}
