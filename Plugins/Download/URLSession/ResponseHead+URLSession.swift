import CarrelHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ResponseHead {
    /// Reads what URLSession tells of a head, in the order of the names because there is none of the lines.
    init(_ response: HTTPURLResponse, from url: URL) {
        let lines = response.allHeaderFields.map {
            (String(describing: $0.key), String(describing: $0.value))
        }
        self.init(
            status: response.statusCode, fields: HTTPFields(lines.sorted { $0.0 < $1.0 }), url: url)
    }

    /// About how many bytes the head had: the lines with their separators, and a status line.
    var approximateSize: Int {
        fields.lines.reduce(20) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }
}
