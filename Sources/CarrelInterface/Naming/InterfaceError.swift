import CarrelBasics
import CarrelCore
import CarrelStages

/// Why a program does not get what it asks for.
package struct InterfaceError: Error, CustomStringConvertible {
    /// Whose fault it is.
    package enum Kind: Sendable {
        /// What was asked for cannot be.
        case wrong
        /// There is nothing of that name.
        case notFound
        /// Another process uses the library, or it was taken away; later it may work.
        case busy
        /// What is at the address of a catalogue cannot be read as one.
        case unusable
        /// The source of a catalogue cannot be reached, or does not give it.
        case unreachable
        /// Anything else.
        case failed
    }

    package let kind: Kind
    /// A sentence that says what to do, without secrets and without what acts on a terminal.
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        (self.kind, self.description) = (kind, ShownText.of(description.terminalSafe))
    }

    /// The files of an item that are set aside do not tell which one is meant.
    ///
    /// - Parameters:
    ///   - named: the file that was named, if one was.
    ///   - files: those that are there.
    package init(named: String?, _ files: [String]) {
        let known = files.prefix(20).map { "“\($0.singleLine)”" }.joined(separator: ", ")
        let what =
            named.map { "“\($0.singleLine)” is not set aside for this item, or not any longer" }
            ?? "\(files.count) files of this item are set aside"
        self.init(.failed, "\(what); look at them, and name one as “file”: \(known)")
    }

    /// Any error as one of a program.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - words: what the front end says of a remedy; `carrel serve` names its paths.
    package init(_ error: any Error, _ words: (Remedy) -> String = { $0.pathWords }) {
        let sentence = Remedy.sentence(of: error, words)
        switch error {
        case let error as InterfaceError: self = error
        case is CancellationError: self.init(.busy, "it was given up before it was done")
        case let error as ListPageError: self.init(.wrong, error.description)
        case is SearchError: self.init(.wrong, sentence)
        // What could be meant is there.
        case let error as FindError:
            self.init(error.candidates.isEmpty ? .notFound : .wrong, sentence)
        case CatalogNameError.malformed: self.init(.wrong, "\(error)")
        case PipelineError.parse(let error): self.init(.unusable, "\(error)")
        case PipelineError.source(let error):
            self.init(error.code == .tooLarge ? .unusable : .unreachable, "\(error)")
        case PipelineError.library(let error): self.init(error, words)
        case let error as StoreError where error.isOfThisDesk: self.init(.busy, "\(error)")
        case let error as StoreError where error.code == .busy:
            self.init(.busy, "another process uses the library; try again when it is done")
        case let error as StoreError where error.code == .gone: self.init(.busy, "\(error)")
        case let error as StoreError where error.code == .notFound: self.init(.notFound, sentence)
        default: self.init(.failed, sentence)
        }
    }
}

extension Remedy {
    /// As a program is told that asks `carrel serve`.
    package var pathWords: String {
        switch self {
        case .list: "/api/collections and /api/items show what there is"
        case .fetch: "Fetch it first: /api/get"
        case .accept: "/api/quarantine shows what was set aside, and /api/accept stores it after all"
        case .search: "For example: /api/search?query=cell+division"
        case .sooner: "To ask sooner: /api/get"
        case .wait: "Try again when it has finished"
        }
    }
}
