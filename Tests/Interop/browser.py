"""A headless Chromium that tests drive by its DevTools protocol, and a server of files with ranges on loopback."""
import base64
import hashlib
import http.server
import itertools
import json
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

import websocket

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# Without a graphics card; a page is only drawn as often as it asks for.
OPTIONS = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
           "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update",
           "--disable-sync", "--mute-audio", "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
           "--disable-backgrounding-occluded-windows", "--force-color-profile=srgb", "--remote-allow-origins=*"]
SECONDS = 60


class Browser:
    """One process for all pages of a test file."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="overtile-browser-")
        self.process = subprocess.Popen(
            [PROGRAM, *OPTIONS, "--remote-debugging-port=0", f"--user-data-dir={self.folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = websocket.create_connection(self._address(), timeout=SECONDS, suppress_origin=True)
        self.numbers = itertools.count(1)
        self.pages = {}

    def _address(self):
        port_file = Path(self.folder) / "DevToolsActivePort"
        for _ in range(SECONDS * 20):
            lines = port_file.read_text().splitlines() if port_file.exists() else []
            if len(lines) == 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            assert self.process.poll() is None, f"{PROGRAM} ended with {self.process.returncode}"
            time.sleep(0.05)
        raise TimeoutError(f"{PROGRAM} did not start")

    def call(self, method, session=None, **parameters):
        """Sends a command and waits for its result; events that come meanwhile go to their pages."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        self.socket.send(json.dumps(message))
        while True:
            found = json.loads(self.socket.recv())
            if found.get("id") == number:
                assert "error" not in found, f"{method}: {found['error']}"
                return found["result"]
            page = self.pages.get(found.get("sessionId"))
            if page is not None:
                page.receive(found["method"], found["params"])

    def open(self, url, width=800, height=600, scale=1, **emulated):
        """A page of its own; `emulated` are media features, such as prefers_color_scheme."""
        target = self.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, target, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        # A page behind another one would draw nothing.
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        page.resize(width, height, scale)
        media = {"prefers_reduced_motion": "reduce", "prefers_color_scheme": "light"} | emulated
        page.call("Emulation.setEmulatedMedia",
                  features=[{"name": name.replace("_", "-"), "value": value} for name, value in media.items()])
        page.call("Page.navigate", url=url)
        return page

    def close(self):
        try:
            self.call("Browser.close")
        except (websocket.WebSocketException, OSError):
            self.process.kill()
        self.process.wait(SECONDS)
        self.socket.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    """A page and the errors on its console."""

    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session
        self.errors, self.requests = [], []

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def receive(self, method, told):
        if method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(one.get("value", one.get("description"))) for one in told["args"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            # Software rendering is what these tests want.
            if "GPU stall due to ReadPixels" not in told["entry"]["text"]:
                self.errors.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])

    def run(self, code, **values):
        """The value of a JavaScript function's body, whose promises are waited for; `values` are its constants."""
        constants = "".join(f"const {name} = {json.dumps(value)};" for name, value in values.items())
        told = self.call("Runtime.evaluate", expression=f"(async () => {{ {constants} {code} }})()", awaitPromise=True,
                         returnByValue=True, userGesture=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"].get("exception", told["exceptionDetails"])
        return told["result"].get("value")

    def wait(self, condition):
        """Waits until a JavaScript expression is true, and has all that it names."""
        for _ in range(SECONDS * 20):
            if self.run(f"try {{ return Boolean({condition}); }} catch {{ return false; }}"):
                return
            time.sleep(0.05)
        raise TimeoutError(f"{condition} is not true; errors: {self.errors}")

    def resize(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 600)

    def click(self, x, y):
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def move(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key, **others):
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **(text if kind == "keyDown" else {}), **others)

    def picture(self, path=None, **clip):
        """A PNG of the page, or of a part of it."""
        area = {"clip": clip | {"scale": 1}} if clip else {}
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png", **area)["data"])
        if path is not None:
            Path(path).write_bytes(data)
        return data

    def close(self):
        self.browser.pages.pop(self.session)
        self.browser.call("Target.closeTarget", targetId=self.target)


TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
         ".json": "application/json"}


class RangeServer:
    """Serves folders below names, and texts, on loopback; with ranges and strong validators."""

    def __init__(self, folders):
        self.folders = {name: Path(folder) for name, folder in folders.items()}
        self.texts = {}
        # Makes bytes when they are asked for, or None for a path that is not there.
        self.make = lambda path: None
        # Paths without any response.
        self.silent = set()
        # False where a server sends whole files, whatever it is asked for.
        self.ranges = True
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                outer._respond(self)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                """A browser that goes away is no error."""

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _content(self, path):
        if path in self.texts:
            return self.texts[path].encode()
        for name in sorted(self.folders, key=len, reverse=True):
            file = self.folders[name] / path[len(name):].lstrip("/")
            if path.startswith(name) and file.is_file():
                return file.read_bytes()
        return self.make(path)

    def _respond(self, request):
        path = urllib.parse.unquote(urllib.parse.urlsplit(request.path).path).lstrip("/") or "index.html"
        if path in self.silent:
            request.close_connection = True
            return
        data = self._content(path)
        if data is None:
            request.send_response(404)
            request.send_header("Content-Length", "0")
            request.end_headers()
            return
        total, status, tag = len(data), 200, hashlib.sha256(data).hexdigest()[:16]
        wanted = request.headers.get("Range")
        if wanted and self.ranges:
            first, last = (int(number) for number in wanted.removeprefix("bytes=").split("-"))
            status, data = 206, data[first:last + 1]
        request.send_response(status)
        request.send_header("Content-Type", TYPES.get(Path(path).suffix, "application/octet-stream"))
        request.send_header("ETag", f'"{tag}"')
        request.send_header("Content-Length", str(len(data)))
        if status == 206:
            request.send_header("Content-Range", f"bytes {first}-{last}/{total}")
        request.end_headers()
        try:
            request.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def close(self):
        self.server.shutdown()
        self.server.server_close()
