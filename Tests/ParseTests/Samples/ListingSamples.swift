import CarrelModel

/// Listings of one folder, as five web servers write them.
extension Samples {
    static let listings = [apachePlain, apacheFancy, apacheTable, nginx, lighttpd, caddy, python]

    private static func listing(_ text: String) -> CatalogDocument {
        document(text, "http://files.example.org/pub/", "text/html")
    }

    static let apachePlain = listing(
        """
        <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
        <html><head><title>Index of /pub</title></head><body><h1>Index of /pub</h1>
        <ul><li><a href="/"> Parent Directory</a></li>
        <li><a href="maps/"> maps/</a></li>
        <li><a href="tide%20table.pdf"> tide table.pdf</a></li>
        <li><a href="log.txt"> log.txt</a></li>
        </ul></body></html>
        """)

    static let apacheFancy = listing(
        """
        <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
        <html><head><title>Index of /pub</title></head><body><h1>Index of /pub</h1>
        <pre><img src="/icons/blank.gif" alt="Icon "> <a href="?C=N;O=D">Name</a>                    <a href="?C=M;O=A">Last modified</a>      <a href="?C=S;O=A">Size</a>  <a href="?C=D;O=A">Description</a><hr><img src="/icons/back.gif" alt="[PARENTDIR]"> <a href="/">Parent Directory</a>                             -
        <img src="/icons/folder.gif" alt="[DIR]"> <a href="maps/">maps/</a>                   2017-05-04 21:37    -
        <a href="tide%20table.pdf"><img src="/icons/layout.gif" alt="[   ]"></a> <a href="tide%20table.pdf">tide tab..&gt;</a>          2017-05-04 21:37  2.3K  The year's tides
        <img src="/icons/text.gif" alt="[TXT]"> <a href="log.txt">log.txt</a>                 2017-05-04 21:37  118
        <hr></pre></body></html>
        """)

    static let apacheTable = listing(
        """
        <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
        <html><head><title>Index of /pub</title></head><body><h1>Index of /pub</h1>
        <table><tr><th></th><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th></tr>
        <tr><td><img alt="[DIR]"></td><td><a href="/">Parent Directory</a></td><td>&nbsp;</td><td align="right">  - </td></tr>
        <tr><td><img alt="[DIR]"></td><td><a href="maps/">maps/</a></td><td align="right">04-May-2017 21:37  </td><td align="right">  - </td></tr>
        <tr><td></td><td><a href="tide%20table.pdf">tide table.pdf</a></td><td align="right">04-May-2017 21:37  </td><td align="right">2.3K</td><td>&nbsp;</td></tr>
        <tr><td></td><td><a href="log.txt">log.txt</a></td><td align="right">04-May-2017 21:37  </td><td align="right">118 </td><td>&nbsp;</td></tr>
        </table></body></html>
        """)

    static let nginx = listing(
        """
        <html><head><title>Index of /pub/</title></head><body><h1>Index of /pub/</h1><hr><pre><a href="../">../</a>
        <a href="maps/">maps/</a>                                              04-May-2017 21:37                   -
        <a href="tide%20table.pdf">tide table.pdf</a>                                     04-May-2017 21:37                2.3K
        <a href="log.txt">log.txt</a>                                            04-May-2017 21:37                 118
        </pre><hr></body></html>
        """)

    static let lighttpd = listing(
        """
        <!DOCTYPE html><html><head><title>Index of /pub/</title><style type="text/css">a {color: blue;}</style></head><body>
        <h2>Index of /pub/</h2><div class="list"><table summary="Directory Listing" cellpadding="0" cellspacing="0">
        <thead><tr><th class="n">Name</th><th class="m">Last Modified</th><th class="s">Size</th><th class="t">Type</th></tr></thead>
        <tbody><tr class="d"><td class="n"><a href="../">..</a>/</td><td class="m">&nbsp;</td><td class="s">- &nbsp;</td><td class="t">Directory</td></tr>
        <tr class="d"><td class="n"><a href="maps/">maps</a>/</td><td class="m">2017-May-04 21:37:12</td><td class="s">- &nbsp;</td><td class="t">Directory</td></tr>
        <tr><td class="n"><a href="tide%20table.pdf">tide table.pdf</a></td><td class="m">2017-May-04 21:37:12</td><td class="s">2.3K</td><td class="t">application/pdf</td></tr>
        <tr><td class="n"><a href="log.txt">log.txt</a></td><td class="m">2017-May-04 21:37:12</td><td class="s">0.1K</td><td class="t">text/plain</td></tr>
        </tbody></table></div><div class="foot">lighttpd/1.4.76</div></body></html>
        """)

    static let caddy = listing(
        """
        <!DOCTYPE html><html><head><title>/pub/</title><style>a { color: #006ed3; }</style></head><body>
        <h1><a href="/">/</a><a href="/pub/">pub</a>/</h1><div class="listing"><table><thead><tr><th></th>
        <th><a href="?sort=namedirfirst&amp;order=desc"><svg></svg></a> <a href="?sort=name&amp;order=desc">Name</a></th></tr></thead>
        <tbody><tr><td></td><td><a href=".."><span class="goup">Up</span></a></td><td></td></tr>
        <tr class="file"><td></td><td><a href="./maps/"><svg><title>Folder</title></svg><span class="name">maps</span></a></td><td>&mdash;</td>
        <td class="timestamp"><time datetime="2017-05-04T21:37:12Z">05/04/2017 09:37:12 PM +00:00</time></td></tr>
        <tr class="file"><td></td><td><a href="./tide%20table.pdf"><span class="name">tide table.pdf</span></a></td>
        <td class="size" data-size="2355"><div class="sizebar"><div class="sizebar-text">2.3 KiB</div></div></td>
        <td class="timestamp"><time datetime="2017-05-04T21:37:12Z">05/04/2017 09:37:12 PM +00:00</time></td></tr>
        <tr class="file"><td></td><td><a href="./log.txt"><span class="name">log.txt</span></a></td>
        <td class="size" data-size="118"></td><td><time datetime="2017-05-04T21:37:12Z">05/04/2017</time></td></tr>
        </tbody></table></div><footer>Served with <a href="https://caddyserver.com">Caddy</a></footer></body></html>
        """)

    static let python = listing(
        """
        <!DOCTYPE HTML><html lang="en"><head><meta charset="utf-8"><title>Directory listing for /pub/</title></head><body>
        <h1>Directory listing for /pub/</h1><hr><ul>
        <li><a href="maps/">maps/</a></li>
        <li><a href="tide%20table.pdf">tide table.pdf</a></li>
        <li><a href="log.txt">log.txt</a></li>
        </ul><hr></body></html>
        """)
}
