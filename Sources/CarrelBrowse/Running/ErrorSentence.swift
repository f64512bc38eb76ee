import CarrelBasics
import CarrelCore
import CarrelStages

/// An error as a sentence for the person.
struct ErrorSentence {
    let text: String
    /// Whether the library is in use, which passes.
    let isBusy: Bool
    /// That the library is gone, which passes, too.
    let absence: StoreError?

    /// Puts an error into words.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - location: the catalogue that it is about, if others are being read beside it.
    init(_ error: any Error, of location: String? = nil) {
        var reason = error as? StoreError
        if case PipelineError.library(let error) = error { reason = error }
        absence = reason?.code == .gone ? reason : nil
        guard let reason, reason.code == .busy else {
            // A reason and a remedy may name an address, too.
            (text, isBusy) = (ShownText.of(Self.sentence(error, of: location)).singleLine, false)
            return
        }
        let who = reason.isOfThisDesk ? "Something else that goes on here" : "Another process"
        (text, isBusy) = ("\(who) uses the library. Try again when it has finished.", true)
    }

    /// What is said of a catalogue begins with the reason, because a long address would leave no room for it.
    private static func sentence(_ error: any Error, of location: String?) -> String {
        guard let message = catalogMessage(error) else {
            let sentence = Remedy.sentence(of: error) { $0.browserWords }
            return location.map { "\($0): \(sentence)" } ?? sentence
        }
        // What cannot be read may be a part of the catalogue, and is named once where that says which one it is.
        let others = [location].compactMap(\.self).filter { !message.subject.contains($0) }
        let place = (others + [message.subject]).joined(separator: ", ")
        return "\(message.reason) (\(place))\(message.remedy.map { ". \($0)" } ?? "")"
    }

    /// Why a catalogue could not be read; `nil` for any other error.
    private static func catalogMessage(_ error: any Error) -> ErrorMessage? {
        switch error {
        case PipelineError.source(let error): error.message
        case PipelineError.parse(let error): error.message
        case let error as SourceError: error.message
        case let error as ParseError: error.message
        default: nil
        }
    }
}

extension Remedy {
    /// As `carrel browse` says it.
    fileprivate var browserWords: String {
        switch self {
        case .list: "the library shows what there is"
        case .fetch: "Fetch it first: D"
        case .accept: "Store what was set aside after all: a"
        case .search: "For example: cell division"
        case .sooner: "To ask sooner: D"
        case .wait: "Try again when it has finished"
        }
    }
}
