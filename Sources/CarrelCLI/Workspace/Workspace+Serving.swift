import CarrelServer
import CarrelViews

/// Commands that listen for requests.
extension Workspace {
    /// Starts the server of the command, and prints its address, for people behind some words.
    @discardableResult
    func serving(
        by scheme: String = "http", saying words: String = "", _ start: () throws -> ListenAddress
    ) throws(CommandError) -> String {
        let url: String
        do {
            url = try "\(scheme)://\(start())/"
        } catch {
            throw CommandError(of: invocation.command, "\(error)")
        }
        if isJSON { JSONLine.write(EventRow(serving: url)) } else { LineWriter.output.line(words + url) }
        return url
    }
}
