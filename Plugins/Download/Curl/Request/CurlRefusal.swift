import CLibcurl
import CarrelHTTP

/// What libcurl would not do, without which an exchange would be another one than was asked for.
struct CurlRefusal: Error {
    private let reason: String
    private let remedy: String?
    private let isOfMemory: Bool

    /// There is no memory for another transfer.
    static let memory = CurlRefusal(
        reason: "libcurl has no memory for another transfer", remedy: nil, isOfMemory: true)

    private init(reason: String, remedy: String?, isOfMemory: Bool) {
        (self.reason, self.remedy, self.isOfMemory) = (reason, remedy, isOfMemory)
    }

    /// An option was not taken.
    init(_ option: CURLoption, _ code: CURLcode) {
        guard code != CURLE_OUT_OF_MEMORY else {
            self = .memory
            return
        }
        let isUnknown = code == CURLE_UNKNOWN_OPTION || code == CURLE_NOT_BUILT_IN
        self.init(
            reason: "libcurl refuses CURLOPT_\(Self.name(of: option)): "
                + String(cString: curl_easy_strerror(code)),
            remedy: isUnknown ? "Install libcurl 7.85 or newer, with TLS, or set another download.use" : nil,
            isOfMemory: false)
    }

    /// The name of an option, as behind `CURLOPT_`.
    static func name(of option: CURLoption) -> String {
        curl_easy_option_by_id(option)?.pointee.name.map { String(cString: $0) } ?? "\(option.rawValue)"
    }

    /// The transfers could not be begun or moved.
    init(_ code: CURLMcode) {
        self.init(
            reason: "libcurl cannot go on: \(String(cString: curl_multi_strerror(code)))", remedy: nil,
            isOfMemory: code == CURLM_OUT_OF_MEMORY)
    }

    /// The cookies could not be shared.
    init(_ code: CURLSHcode) {
        self.init(
            reason: "libcurl refuses to share cookies: \(String(cString: curl_share_strerror(code)))",
            remedy: nil, isOfMemory: code == CURLSHE_NOMEM)
    }

    /// The error of the exchange: only memory may be there a little later.
    func error(url: String) -> FetchError {
        FetchError(isOfMemory ? .system : .malformed, url: url, reason: reason, remedy: remedy)
    }
}
