import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages

/// The links that an expression of XPath selects.
struct LinkSelection: Sendable {
    static let setting = Setting<String?>(
        "select",
        help: "An expression of XPath 1.0 for the links that count, or for the elements that hold them")

    private let expression: String

    /// `nil` if the settings select nothing, so that every link counts.
    init?(_ settings: Settings) throws(PluginError) {
        guard let text = settings[Self.setting] else { return nil }
        do throws(XPathError) {
            try MarkupTree.check(text)
        } catch {
            throw PluginError(
                setting: Self.setting.name,
                reason: "“\(text.titleText)” is not an expression of XPath: \(error)")
        }
        expression = text
    }

    /// The selected links by their places among all elements of a page that link or embed, from 0.
    ///
    /// - Throws: `ParseError` where the expression gives no elements or takes too long.
    func places(in document: CatalogDocument, _ budget: CatalogBudget) throws(ParseError) -> Set<Int> {
        do {
            guard
                let tree = try MarkupTree(
                    html: document.data, charset: document.mediaType?.charset, goesOn: { budget.goesOn() })
            else { return [] }
            let names = ["a", "area"] + LinkCollector.embedding
            let isLink = names.map { "self::\($0)" }.joined(separator: " or ")
            let links = "descendant-or-self::*[\(isLink)]"
            let selected = Set(try tree.nodes("(\(expression))/\(links)", from: tree.root))
            guard !selected.isEmpty else { return [] }
            let all = try tree.nodes("//*[\(isLink)]", from: tree.root)
            return Set(all.indices.filter { selected.contains(all[$0]) })
        } catch let error as XPathError {
            throw ParseError(
                location: document.location,
                reason: "parse.select, “\(expression.titleText)”: \(error.reason)",
                remedy: "Try a simpler expression, such as //table[@id='notes']")
        } catch {
            throw ParseError(
                location: document.location, reason: "the page cannot be searched with parse.select")
        }
    }

    /// The error of a page on which the expression gives no link.
    ///
    /// - Parameters:
    ///   - count: how many links the page has.
    ///   - location: where it is.
    func selectsNothing(of count: Int, at location: String) -> ParseError {
        ParseError(
            location: location,
            reason: "parse.select, “\(expression.titleText)”, gives none of the page's \(count) links",
            remedy: "Correct the expression, or leave it out")
    }
}
