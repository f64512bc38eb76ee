import CarrelHTTP

/// Suggests how to preview documents that no previewer is configured for.
public enum PreviewAdvice {
    /// A program of Debian that prints what is inside documents of one kind.
    struct Tool {
        /// The name that a profile may give it.
        var name: String
        /// The Debian package that contains it.
        var package: String
        /// The program with its arguments.
        var command: String
    }

    /// The remedy for an error message.
    ///
    /// - Parameters:
    ///   - mediaType: what the document is.
    ///   - reader: the name of a previewer for types with its suffix; `nil` if there is none.
    ///   - runner: the name of the previewer that runs programs; `nil` if there is none.
    /// - Returns: the lines to add to the profile, and the package that they need.
    public static func remedy(for mediaType: MediaType, reader: String?, runner: String?) -> String {
        let key = "preview.\"\(mediaType.essence)\""
        if let reader { return "Write into the profile: \(key) = \"\(reader)\"" }
        guard let runner else { return "Open it with another program" }
        let tool = tools[mediaType.essence]
        let table = "\(runner).\(tool?.name ?? name(for: mediaType))"
        guard let tool else {
            return "Name a program that writes it as text, in the profile: \(key) = \"\(table)\" and "
                + "preview.\(table).command = \"PROGRAM {file}\", or open it with another program"
        }
        return "apt-get install \(tool.package), and write into the profile: \(key) = \"\(table)\" and "
            + "preview.\(table).command = \"\(tool.command)\""
    }

    /// Whether a program is known that shows documents of a type.
    public static func knowsProgram(for mediaType: MediaType) -> Bool { tools[mediaType.essence] != nil }

    /// The Debian package of a program that is known to show documents; `nil` for others.
    public static func package(of program: String) -> String? {
        tools.values.first { $0.command.hasPrefix("\(program) ") }?.package
    }

    /// The structured syntax suffix of a type, such as `xml` (RFC 6839).
    public static func suffix(of mediaType: MediaType) -> String? {
        mediaType.essence.split(separator: "+").dropFirst().last.map(String.init)
    }

    private static func name(for mediaType: MediaType) -> String {
        let parts = mediaType.essence.split(separator: "/").last?.split { $0 == "." || $0 == "+" } ?? []
        let word = parts.last { !["zip", "xml", "json"].contains($0) } ?? "mine"
        let name = (word.hasPrefix("x-") ? word.dropFirst(2) : word).filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        return name.isEmpty ? "mine" : String(name.prefix(40))
    }

    /// Programs that take only the document and print to standard output.
    static let tools: [String: Tool] = [
        "application/dicom": Tool(name: "dicom", package: "dcmtk", command: "dcmdump {file}"),
        "application/postscript": Tool(
            name: "postscript", package: "ghostscript", command: "ps2ascii {file}"),
        "application/vnd.sqlite3": sqlite, "application/x-sqlite3": sqlite,
        "application/x-hdf5": hdf5, "application/x-hdf": hdf5,
        "application/x-netcdf": Tool(name: "netcdf", package: "netcdf-bin", command: "ncdump -h {file}"),
        "application/x-bittorrent": Tool(
            name: "torrent", package: "transmission-cli", command: "transmission-show {file}"),
        "application/x-executable": elf, "application/x-pie-executable": elf, "application/x-sharedlib": elf,
        "application/x-object": elf,
        "application/vnd.debian.binary-package": deb, "application/x-debian-package": deb,
        "application/x-rpm": Tool(name: "rpm", package: "rpm", command: "rpm -qip {file}"),
        "application/vnd.tcpdump.pcap": Tool(
            name: "pcap", package: "wireshark-common", command: "capinfos {file}"),
        "application/pkix-cert": certificate, "application/x-x509-ca-cert": certificate,
        "application/x-dvi": Tool(name: "dvi", package: "catdvi", command: "catdvi {file}"),
        "application/marc": Tool(name: "marc", package: "yaz", command: "yaz-marcdump {file}"),
        "application/x-dbf": Tool(name: "dbf", package: "dbview", command: "dbview {file}"),
        "audio/midi": Tool(name: "midi", package: "midicsv", command: "midicsv {file}"),
        "font/otf": font, "font/sfnt": font, "font/ttf": font, "font/woff": font, "font/woff2": font,
        "application/vnd.ms-opentype": font,
        "image/vnd.djvu": Tool(name: "djvu", package: "djvulibre-bin", command: "djvutxt {file}"),
    ]

    private static let sqlite = Tool(
        name: "sqlite", package: "sqlite3", command: "sqlite3 -readonly {file} .schema")
    private static let hdf5 = Tool(name: "hdf5", package: "hdf5-tools", command: "h5dump -n {file}")
    private static let elf = Tool(name: "elf", package: "binutils", command: "readelf -h {file}")
    private static let deb = Tool(name: "deb", package: "dpkg", command: "dpkg-deb --info {file}")
    private static let certificate = Tool(
        name: "certificate", package: "openssl", command: "openssl x509 -noout -text -in {file}")
    private static let font = Tool(name: "font", package: "fontconfig", command: "fc-scan {file}")
}
