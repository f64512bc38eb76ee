import CarrelBasics
import CarrelHTTP
import Foundation

/// What failed requests mean, and what helps.
extension S3Client {
    /// Whether the content of a response that says 200 is an error.
    static func isError(_ answer: S3Answer) -> Bool {
        guard answer.head.status == 200, !answer.content.isEmpty else { return false }
        return S3Message.read(answer.content, []) { _ in } == "Error"
    }

    /// The error of a response.
    func error(_ answer: S3Answer, _ request: S3Request) -> S3Error {
        let said = S3Message.values(answer.content, ["Code", "Message", "Region"]).values
        let code = said["Code"]?.titleText ?? Self.code(of: answer.head.status)
        let status = answer.head.status == 200 ? Self.status(of: code) : answer.head.status
        var error = S3Error(
            subject(of: request), status: status, code: code,
            reason: said["Message"].map { "\(Self.clause($0.titleText)) (\(code))" }
                ?? "the service answered \(status)")
        let region = said["Region"]?.titleText ?? answer.head.fields["x-amz-bucket-region"]
        explain(&error, region: region)
        return error
    }

    /// A sentence of the service without its full stop.
    private static func clause(_ text: String) -> String {
        String(text.prefix(300)).trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    }

    /// The failure that a response without content stands for.
    private static func code(of status: Int) -> String {
        switch status {
        case 301, 307: "PermanentRedirect"
        case 403: "AccessDenied"
        case 404: "NoSuchKey"
        case 412: "PreconditionFailed"
        default: "\(status)"
        }
    }

    /// The status that a failure has where it does not come behind a head that says 200.
    private static func status(of code: String) -> Int {
        switch code {
        case "AccessDenied": 403
        case "NoSuchBucket", "NoSuchKey", "NoSuchUpload": 404
        case "PreconditionFailed": 412
        case "InternalError": 500
        case "ServiceUnavailable", "SlowDown": 503
        default: 200
        }
    }

    private func explain(_ error: inout S3Error, region: String?) {
        switch error.code {
        case _ where error.isFull:
            error.remedy = "Make room in the bucket, or have its quota raised"
        case "NoSuchBucket":
            error.subject = bucket.description
            error.reason = "there is no such bucket"
            error.remedy = "Create it, or correct store.bucket"
        case "PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed",
            "IllegalLocationConstraintException":
            error.subject = bucket.description
            error.reason = "it is not in the region \(bucket.region)"
            error.remedy =
                region.map { "Set store.region = \"\($0)\", and the endpoint of that region" }
                ?? "Correct store.region, store.endpoint or store.style"
        case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken":
            error.subject = bucket.description
            error.remedy = "Check the keys of [store], and that they are those of this service"
        case "AccessDenied":
            error.remedy = "Give the keys of [store] the right to read, write, list and delete in this bucket"
        case "InvalidObjectState":
            error.remedy = "Bring it back from the archive of the service"
        case "PreconditionFailed", "ConditionalRequestConflict", "OperationAborted":
            error.remedy = "Somebody else wrote there meanwhile; try again"
        case "RequestTimeTooSkewed":
            error.remedy = "Set this machine's clock"
        case "SlowDown", "ServiceUnavailable", "InternalError":
            error.remedy = "Try again later"
        default: break
        }
    }
}
