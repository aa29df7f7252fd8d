"""A running `overtile serve`, and requests to it as browsers and as worse clients make them."""
import http.client
import json
import os
import signal
import socket
import subprocess
import threading
from collections import namedtuple
from urllib.parse import quote, urlsplit

from conftest import OVERTILE

Response = namedtuple("Response", "status headers body")


class Server:
    """A server of bundles on loopback; `with` ends it, and checks that it ended well."""

    def __init__(self, *bundles, options=(), env=None):
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"} | (env or {})
        self.process = subprocess.Popen([OVERTILE, "serve", *map(str, bundles), *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=environment)
        self.lines = [self.process.stdout.readline().decode() for _ in bundles]
        assert all(line.startswith("serving ") for line in self.lines), (self.lines, self.process.stderr.read())
        self.urls = {line.split()[1]: line.split(" at ")[1].strip() for line in self.lines}
        self.host = urlsplit(next(iter(self.urls.values()))).netloc
        self.log = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stderr:
            self.log += line.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        alive = self.process.poll() is None
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(20)
        self._reader.join(10)
        assert alive and status == 0, (status, self.log)
        self.process.stdout.close()
        self.process.stderr.close()

    def connect(self):
        return http.client.HTTPConnection(self.host, timeout=60)

    def get(self, path, headers=None, method="GET", on=None):
        """A response to a path that is sent unchanged; `on` is a connection that goes on."""
        connection = on or self.connect()
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            connection.endheaders()
            response = connection.getresponse()
            return Response(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())
        finally:
            if not on:
                connection.close()

    def json(self, path, **options):
        response = self.get(path, **options)
        assert response.status == 200, response
        return json.loads(response.body)

    def raw(self, data, seconds=30, ends=False):
        """What comes back for some bytes, until the server ends the connection; `ends` says that no more is sent."""
        with socket.create_connection(self.host.split(":"), timeout=seconds) as connection:
            try:
                connection.sendall(data)
                if ends:
                    connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            found = b""
            while True:
                try:
                    chunk = connection.recv(1 << 16)
                except ConnectionResetError:
                    return found
                if not chunk:
                    return found
                found += chunk


def layer_path(bundle, layer):
    return f"/{quote(bundle, safe='')}/{quote(layer, safe='')}"
