import CarrelCore
import CarrelInterface
import CarrelServer
import CarrelStages
import Foundation
import Testing

@testable import CarrelPage

struct InterfaceRouteTests {
    /// The paths of docs/openapi.json, each with its method and the names that it takes.
    private func described() throws -> Set<String> {
        let whole = try JSONSerialization.jsonObject(with: InterfaceFiles.openAPI) as? [String: Any]
        let paths = try #require(whole?["paths"] as? [String: [String: [String: Any]]])
        var found = Set<String>()
        for (path, operations) in paths {
            for (method, operation) in operations {
                let parameters = operation["parameters"] as? [[String: Any]] ?? []
                let content =
                    (operation["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]]
                let schema = content?["application/json"]?["schema"] as? [String: Any]
                let properties = schema?["properties"] as? [String: Any] ?? [:]
                let names = parameters.compactMap { $0["name"] as? String } + properties.keys
                found.insert("\(method.uppercased()) \(path) \(names.sorted())")
            }
        }
        return found
    }

    @Test(arguments: [
        (#"{"item":"A/1","x":1}"#, "there is no parameter “x”; this takes item, read"),
        (#"{"x":"1"}"#, "there is no parameter “x”; this takes item, read"),
        (#"{"item":3}"#, "“item” must be a text"), (#"{"item":true}"#, "“item” must be a text"),
        (#"{"item":null}"#, "“item” must be a text"), (#"{"read":"no"}"#, "“read” must be true or false"),
        (#"{"read":1}"#, "“read” must be true or false"),
    ])
    func `a parameter is refused for its name, then for its own type`(content: String, reason: String) {
        var sent = ServerRequest(method: "POST", target: "/api/mark")
        sent.content = Data(content.utf8)
        let request = PageRequest(sent)
        let error = #expect(throws: InterfaceError.self) {
            try InterfaceRequest(request, names: ["item", "read"])
        }
        #expect(error?.description == reason)
    }

    @Test func `an item that is being fetched is a conflict, and the library is not in use`() {
        let reason = StoreError(.beingFetched, subject: "Notes", reason: "it is being fetched")
        let error = InterfaceError(PipelineError.library(reason))
        #expect(error.kind == .failed && error.description.contains("it is being fetched"))
        #expect(ServerReply.problem(error).status == 409)
    }

    @Test func `what goes on in this process is not called another one`() {
        let other = StoreError(.busy, subject: "/l", reason: "another process is using the library")
        #expect(InterfaceError(other).description.contains("another process"))
        #expect(Sentence.of(other, .english).contains("Another process"))
        let own = Desk.heldOtherwise
        #expect(InterfaceError(own).kind == .busy)
        #expect(InterfaceError(own).description.contains("something else goes on"))
        #expect(Sentence.of(own, .english).contains("Something else that goes on here"))
    }

    @Test func `each path is described with all that it takes, and nothing else is`() throws {
        let served = InterfaceRoute.all.map {
            "\($0.changes ? "POST" : "GET") \($0.path) \($0.names.sorted())"
        }
        let methods = InterfaceRoute.methods(of:)
        #expect(methods("/api/get") == ["POST"] && methods("/api/status") == ["GET", "HEAD"])
        #expect(methods("/api/nothing") == nil)
        #expect(Set(served).count == served.count)
        #expect(Set(served) == (try described()))
    }
}
