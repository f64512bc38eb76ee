#ifndef CARREL_TLS_READING_H
#define CARREL_TLS_READING_H

// What OpenSSL does for libcurl, which leaves four things open that Carrel has to know.

/// Makes every connection of an SSL_CTX fail where it ends without close_notify, as RFC 8446 section 6.1 asks: whoever
/// cuts a connection could otherwise pass a part of a document off as the whole of it.
///
/// It also ends a reading that does not end by itself: libcurl goes on as long as frames of HTTP/2 come that carry
/// nothing. After some hundred reads in one turn a connection has to wait for the next one, as if nothing had come.
///
/// `turn` counts the turns and must outlive the connections. Returns 0 where it could not be done.
int carrel_watch_tls(void *ssl_context, const unsigned long *turn);

/// Whether both sides of an SSL have settled on HTTP/2 (RFC 7301), where libcurl also believes a status line.
int carrel_tls_speaks_http2(const void *ssl);

/// Whether content waits to be read on an SSL of a socket: 1 if it does or may, 0 if not, -1 if nothing will come any longer.
///
/// Messages of TLS itself that wait there, such as tickets and new keys, are read and answered. Only between transfers, for
/// libcurl does not expect it.
int carrel_tls_input(void *ssl, int descriptor);

#endif
