import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Writes a temporary file, previews it and removes it.
func preview(
    _ data: Data, as type: MediaType, with previewer: any Previewer, limits: PreviewLimits = PreviewLimits()
) async throws -> Preview {
    let folder = try TemporaryFolder()
    let file = try folder.write("document", data)
    return try await previewer.preview(PreviewDocument(file: file, mediaType: type), limits: limits)
}

/// Previews a text of a type that is named.
func preview(
    _ text: String, as type: String, with previewer: any Previewer, limits: PreviewLimits = PreviewLimits()
) async throws -> Preview {
    try await preview(Data(text.utf8), as: try #require(MediaType(type)), with: previewer, limits: limits)
}

/// The error of a preview, as a value to compare.
func previewError(
    _ data: Data, as type: MediaType, with previewer: any Previewer, limits: PreviewLimits = PreviewLimits()
) async -> PreviewError? {
    do {
        _ = try await preview(data, as: type, with: previewer, limits: limits)
        return nil
    } catch {
        return error as? PreviewError
    }
}
