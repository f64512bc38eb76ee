import CInterfaceFiles
import Foundation

/// What describes the interfaces for programs, as it was when this program was built.
package enum InterfaceFiles {
    /// docs/carrel.schema.json: the rows.
    package static var schema: Data { data(carrel_interface_schema()) }

    /// docs/openapi.json: the interface over HTTP.
    package static var openAPI: Data { data(carrel_interface_openapi()) }

    private static func data(_ file: carrel_interface_file) -> Data {
        Data(bytes: file.bytes, count: file.count)
    }

    /// The definitions of the schema.
    package static var definitions: [String: Any] {
        let schema = try? JSONSerialization.jsonObject(with: schema) as? [String: Any]
        return schema?["$defs"] as? [String: Any] ?? [:]
    }
}
