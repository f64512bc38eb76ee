/// The media types of documents and the extensions of their names.
///
/// It holds the types (IANA, or `x-` if none is registered) of documents in course pages, feeds and catalogues. An
/// extension stands for the first type that lists it; the first extension of a type is the usual one.
enum FileExtensionTable {
    static let text = """
        application/pdf pdf
        application/epub+zip epub
        application/x-fictionbook+xml fb2
        application/x-mobipocket-ebook mobi prc
        application/vnd.amazon.ebook azw
        application/vnd.amazon.mobi8-ebook azw3
        application/vnd.comicbook+zip cbz
        application/vnd.comicbook-rar cbr
        application/postscript ps eps ai
        application/x-dvi dvi
        image/vnd.djvu djvu djv
        application/oxps oxps xps
        application/rtf rtf
        application/msword doc dot
        application/vnd.ms-word.document.macroenabled.12 docm
        application/vnd.ms-word.template.macroenabled.12 dotm
        application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
        application/vnd.openxmlformats-officedocument.wordprocessingml.template dotx
        application/vnd.ms-excel xls xlt xla
        application/vnd.ms-excel.sheet.macroenabled.12 xlsm
        application/vnd.ms-excel.template.macroenabled.12 xltm
        application/vnd.ms-excel.sheet.binary.macroenabled.12 xlsb
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
        application/vnd.openxmlformats-officedocument.spreadsheetml.template xltx
        application/vnd.ms-powerpoint ppt pps pot
        application/vnd.ms-powerpoint.presentation.macroenabled.12 pptm
        application/vnd.ms-powerpoint.slideshow.macroenabled.12 ppsm
        application/vnd.ms-powerpoint.template.macroenabled.12 potm
        application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
        application/vnd.openxmlformats-officedocument.presentationml.slideshow ppsx
        application/vnd.openxmlformats-officedocument.presentationml.template potx
        application/vnd.ms-outlook msg
        application/vnd.visio vsd vss vst
        application/vnd.ms-visio.drawing vsdx
        application/x-mspublisher pub
        application/vnd.ms-works wps
        application/vnd.oasis.opendocument.text odt
        application/vnd.oasis.opendocument.text-template ott
        application/vnd.oasis.opendocument.text-master odm
        application/vnd.oasis.opendocument.text-flat-xml fodt
        application/vnd.oasis.opendocument.spreadsheet ods
        application/vnd.oasis.opendocument.spreadsheet-template ots
        application/vnd.oasis.opendocument.spreadsheet-flat-xml fods
        application/vnd.oasis.opendocument.presentation odp
        application/vnd.oasis.opendocument.presentation-template otp
        application/vnd.oasis.opendocument.presentation-flat-xml fodp
        application/vnd.oasis.opendocument.graphics odg
        application/vnd.oasis.opendocument.formula odf
        application/vnd.oasis.opendocument.chart odc
        application/vnd.apple.pages pages
        application/vnd.apple.numbers numbers
        application/vnd.apple.keynote key
        text/html html htm shtml
        application/xhtml+xml xhtml xht
        multipart/related mhtml mht
        text/plain txt text log nfo
        text/markdown md markdown mdown mkd mdwn rmd qmd
        text/x-rst rst
        text/asciidoc adoc asciidoc
        text/x-textile textile
        text/x-tex tex ltx sty cls
        text/x-bibtex bib
        application/x-research-info-systems ris
        text/troff roff man ms me
        text/csv csv
        text/tab-separated-values tsv tab
        text/calendar ics ical ifb
        text/vcard vcf vcard
        message/rfc822 eml mime
        application/mbox mbox mbx
        text/vtt vtt
        application/x-subrip srt
        application/json json map
        application/x-ndjson ndjson jsonl
        application/ld+json jsonld
        application/geo+json geojson
        application/feed+json jsonfeed
        application/json5 json5
        application/x-ipynb+json ipynb
        application/yaml yaml yml
        application/toml toml
        text/x-ini ini cfg conf properties
        application/xml xml xsd
        application/xml-dtd dtd
        application/xslt+xml xsl xslt
        application/rss+xml rss
        application/atom+xml atom
        application/rdf+xml rdf owl
        text/turtle ttl
        text/x-opml opml
        application/mathml+xml mathml mml
        application/docbook+xml dbk docbook
        application/tei+xml tei
        application/gpx+xml gpx
        application/vnd.google-earth.kml+xml kml
        application/vnd.google-earth.kmz kmz
        application/x-plist plist
        application/metalink4+xml metalink meta4
        application/x-bittorrent torrent
        application/pkix-cert cer crt der
        image/svg+xml svg
        image/svg+xml-compressed svgz
        image/jpeg jpg jpeg jpe jfif
        image/png png
        image/apng apng
        image/gif gif
        image/webp webp
        image/tiff tiff tif
        image/bmp bmp dib
        image/vnd.microsoft.icon ico cur
        image/heic heic
        image/heif heif hif
        image/avif avif
        image/jxl jxl
        image/jp2 jp2 jpg2
        image/x-portable-pixmap ppm
        image/x-portable-graymap pgm
        image/x-portable-bitmap pbm
        image/x-sgi sgi
        image/x-xcf xcf
        image/vnd.adobe.photoshop psd
        image/x-canon-cr2 cr2
        image/x-nikon-nef nef
        image/x-adobe-dng dng
        image/vnd.dxf dxf
        audio/mpeg mp3 mpga mp2
        audio/mp4 m4a m4b
        audio/aac aac
        audio/flac flac
        audio/ogg ogg oga opus spx
        audio/wav wav
        audio/aiff aiff aif aifc
        audio/midi mid midi
        audio/x-ms-wma wma
        audio/x-matroska mka
        audio/basic au snd
        audio/x-mpegurl m3u
        application/vnd.apple.mpegurl m3u8
        video/mp4 mp4 m4v mp4v
        video/quicktime mov qt
        video/x-matroska mkv
        video/webm webm
        video/ogg ogv
        video/x-msvideo avi
        video/x-ms-wmv wmv
        video/x-flv flv
        video/mpeg mpeg mpg mpe
        video/3gpp 3gp
        video/3gpp2 3g2
        application/zip zip
        application/gzip gz tgz
        application/x-bzip2 bz2 tbz2
        application/x-xz xz txz
        application/zstd zst
        application/x-lzip lz
        application/x-compress z
        application/x-tar tar
        application/x-cpio cpio
        application/x-7z-compressed 7z
        application/vnd.rar rar
        application/java-archive jar war
        application/vnd.android.package-archive apk
        application/vnd.debian.binary-package deb
        application/x-rpm rpm
        application/x-iso9660-image iso
        application/x-executable exe dll
        application/wasm wasm
        application/vnd.sqlite3 sqlite sqlite3 db
        font/ttf ttf
        font/otf otf
        font/woff woff
        font/woff2 woff2
        text/css css
        text/x-scss scss sass
        text/x-less less
        text/javascript js mjs cjs
        text/x-jsx jsx
        text/x-typescript ts mts
        text/x-tsx tsx
        text/x-vue vue
        text/x-c c h
        text/x-c++ cpp cc cxx hpp hh hxx ino
        text/x-objectivec m mm
        text/x-csharp cs
        text/x-swift swift
        text/x-java java
        text/x-kotlin kt kts
        text/x-scala scala sc
        text/x-groovy groovy gradle
        text/x-go go
        text/x-rust rs
        text/x-zig zig
        text/x-python py pyw
        text/x-ruby rb
        text/x-perl pl pm
        text/x-php php
        text/x-lua lua
        text/x-r r
        text/x-julia jl
        text/x-dart dart
        text/x-haskell hs lhs
        text/x-ocaml ml mli
        text/x-fsharp fs fsx
        text/x-elixir ex exs
        text/x-erlang erl hrl
        text/x-clojure clj cljs
        text/x-lisp lisp el lsp
        text/x-scheme scm ss
        text/x-prolog pro
        text/x-pascal pas pp
        text/x-fortran f f90 f95 for
        text/x-ada adb ads
        text/x-asm asm s
        text/x-verilog v sv
        text/x-vhdl vhd vhdl
        text/x-vb vb bas
        text/x-sh sh bash zsh ksh
        text/x-fish fish
        text/x-powershell ps1 psm1
        text/x-batch bat cmd
        text/x-awk awk
        text/x-tcl tcl
        text/x-makefile mk mak
        text/x-cmake cmake
        text/x-nix nix
        application/sql sql
        text/x-graphql graphql gql
        text/x-protobuf proto
        text/x-diff diff patch
        """
}
