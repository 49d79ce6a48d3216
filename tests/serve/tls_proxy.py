"""A proxy that speaks TLS before a season's server: cert.pem and key.pem of this folder in, requests out.

    python3 tls_proxy.py URL     prints its port
"""

import http.client
import http.server
import ssl
import sys
import urllib.parse

SERVER = urllib.parse.urlsplit(sys.argv[1]).netloc


class Proxy(http.server.BaseHTTPRequestHandler):
    """Hands requests on, with Host and Authorization as they are."""

    protocol_version = "HTTP/1.1"

    def hand_on(self):
        """Asks the server the same, and answers the same."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        server = http.client.HTTPConnection(SERVER)
        kept = {name: value for name, value in self.headers.items() if name.lower() not in ("connection", "expect")}
        server.request(self.command, self.path, body, kept)
        answer = server.getresponse()
        text = answer.read()
        self.send_response(answer.status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_PUT = do_POST = hand_on

    def log_message(self, *_):
        """Says nothing."""


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "key.pem")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
