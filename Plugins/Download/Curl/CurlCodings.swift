import CLibcurl

/// The content codings that this libcurl decodes.
enum CurlCodings {
    static let known: Set<String> = {
        guard let version = curl_version_info(CURLVERSION_FIRST) else { return [] }
        let features = Int(version.pointee.features)
        func has(_ feature: some BinaryInteger) -> Bool { features & Int(feature) != 0 }
        var known: Set<String> = []
        if has(CURL_VERSION_LIBZ) { known.formUnion(["gzip", "x-gzip", "deflate"]) }
        if has(CURL_VERSION_BROTLI) { known.insert("br") }
        if has(CURL_VERSION_ZSTD) { known.insert("zstd") }
        return known
    }()
}
