import CarrelInterface
import Foundation
import Testing

@testable import CarrelPage

struct InterfaceRouteTests {
    /// The paths of docs/openapi.json below `/api/`, each with its method and the names that it takes.
    private func described() throws -> Set<String> {
        let whole = try JSONSerialization.jsonObject(with: InterfaceFiles.openAPI) as? [String: Any]
        let paths = try #require(whole?["paths"] as? [String: [String: [String: Any]]])
        var found = Set<String>()
        for (path, operations) in paths where path.hasPrefix("/api/") {
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

    @Test func `each path is described with all that it takes, and nothing else is`() throws {
        let served = InterfaceRoute.all.map {
            "\($0.changes ? "POST" : "GET") \($0.path) \($0.names.sorted())"
        }
        #expect(Set(served).count == served.count)
        #expect(Set(served) == (try described()))
    }
}
