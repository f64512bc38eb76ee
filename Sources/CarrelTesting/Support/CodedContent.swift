import Foundation

/// One text in each content coding, and one that grows.
public enum CodedContent {
    /// What the others decode to.
    public static let plain = Data(
        String(
            repeating: "Carrel keeps a local library of the documents that catalogues list.\n", count: 3
        ).utf8)

    /// Each coding, as a `Content-Encoding` field names it, with the coded text.
    public static let all: [(coding: String, bytes: Data)] = [
        ("gzip", gzip), ("x-gzip", gzip), ("deflate", decoded(zlib)), ("deflate", decoded(deflate)),
        ("br", decoded(brotli)), ("zstd", decoded(zstandard)), ("gzip,br", decoded(gzipThenBrotli)),
    ]

    /// The text as gzip.
    public static let gzip = decoded(
        "H4sIAAAAAAAC/3NOLCpKzVHITk0tKFZIVMjJT07MUcjJTCpKLKpUyE9TKMlIVUjJTy7NTc0rKQbyEksUkhNLEnPy00tTi4EKi0v0"
            + "uJwHiRkA4UT2HcwAAAA=")

    /// The gzip of the text as gzip.
    public static let gzipTwice = decoded(
        "H4sIAAAAAAACA5Pv5mAAAab/xX46Wl5nA0/4+epqhHmEnDjp73cm8MRJHy0vnVUhJ/yDNU56hHqc9Nc763tWW5Ptk5C3yCRhb6Hi"
            + "T5e9g7sbubq9v+yYw94pyfDQ5ZvsGaCBAPGhTzJZAAAA")

    /// The gzip of a web page.
    public static let gzipPage = decoded(
        "H4sIAAAAAAACA7NRdPF3DokMcFXIKMnNseOyKcksyUm188lPV8jMs9GH8Lhs0vKLcu1s9MEUFwCJJkCvNAAAAA==")
    /// The page.
    public static let page = Data("<!DOCTYPE html>\n<title>Log in</title>\n<form></form>\n".utf8)

    /// Zeros in a few bytes of Brotli.
    public static let bomb = decoded("y///P/gnAOKxQCD3/i/////wTwDEYRGA7v0f")
    /// How many zeros the bomb decodes to.
    public static let bombSize = 16 << 20

    private static let zlib =
        "eNpzTiwqSs1RyE5NLShWSFTIyU9OzFHIyUwqSiyqVMhPUyjJSFVIyU8uzU3NKykG8hJLFJITSxJz8tNLU4uBCotL9LicB4kZAMkxSlY="
    private static let deflate =
        "c04sKkrNUchOTS0oVkhUyMlPTsxRyMlMKkosqlTIT1MoyUhVSMlPLs1NzSspBvISSxSSE0sSc/LTS1OLgQqLS/S4nAeJGQA="
    private static let brotli =
        "G8sA4I2TY+123CqFIXDIkZ41yKJa4JADp+/gJRYJ5jH2HslypGy1Dho7lBVgoaDknCjW5N4bORcAAQ=="
    private static let zstandard =
        "KLUv/QRoDQIAQsQNEbDrOJSZZW17dpotk+brpk9jIPRL+6fw8GYneSfqv2a6IOFyRX3Djy7dSPtNwvv8a6rqq86lCAEAROGgQhTb9E7E"
    private static let gzipThenBrotli =
        "CyyAH4sIAAAAAAAC/3NOLCpKzVHITk0tKFZIVMjJT07MUcjJTCpKLKpUyE9TKMlIVUjJTy7NTc0rKQbyEksUkhNLEnPy00tTi4EKi0v0"
        + "uJwHiRkA4UT2HcwAAAAD"

    private static func decoded(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }
}
