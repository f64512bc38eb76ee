import CarrelBasics
import Foundation

/// Templates of URLs with placeholders in braces.
public enum URLTemplate {
    /// The names in braces.
    package static func placeholders(in template: String) -> [String] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix { $0 != "}" })
        }
    }

    /// Resolves a template, which may be relative, against a document's URL, and keeps its braces.
    public static func resolve(_ template: String, against base: URL) -> String {
        let template = template.trimmed
        guard !URLReference.hasScheme(template) else { return template }
        // A URL may not have braces, so letters replace them while Foundation resolves it.
        let (open, close) = ("~opening~", "~closing~")
        let lettered = template.replacing("{", with: open).replacing("}", with: close)
        let resolved = URLReference.resolve(lettered, against: base) ?? template
        return resolved.replacing(open, with: "{").replacing(close, with: "}")
    }
}
