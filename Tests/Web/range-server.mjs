// A server of folders on loopback, for tests: ranges, validators, and counts of what was asked for.
import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join, normalize} from 'node:path';

/** How a server is to misbehave: each is a function of the request that may end it, or change what is sent. */
export class RangeServer {
  constructor(folder) {
    this.folder = folder;
    this.requests = [];
    // What a test changes: `false` for servers without strong validators, without ranges, or one of its own.
    this.tags = true;
    this.ranges = true;
    this.before = undefined;
    this.headers = {};
  }

  static async start(folder) {
    const server = new RangeServer(folder);
    server.http = createServer((request, response) => server.#respond(request, response));
    await new Promise((resolve) => server.http.listen(0, '127.0.0.1', resolve));
    server.url = `http://127.0.0.1:${server.http.address().port}/`;
    return server;
  }

  async stop() {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  /** The paths that were asked for since the last time, in their order. */
  taken() {
    return this.requests.splice(0);
  }

  async #respond(request, response) {
    const path = normalize(decodeURIComponent(new URL(request.url, this.url).pathname));
    this.requests.push(path.slice(1));
    if (await this.before?.(path.slice(1), request, response)) return;
    let bytes;
    try {
      bytes = await readFile(join(this.folder, path));
    } catch {
      response.writeHead(404).end();
      return;
    }
    const headers = {...this.headers};
    if (this.tags) headers.ETag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    const range = this.ranges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) {
      response.writeHead(200, headers).end(bytes);
      return;
    }
    const [first, last] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
    if (first >= bytes.length) {
      response.writeHead(416, {'Content-Range': `bytes */${bytes.length}`}).end();
      return;
    }
    headers['Content-Range'] = `bytes ${first}-${last}/${bytes.length}`;
    response.writeHead(206, headers).end(bytes.subarray(first, last + 1));
  }
}
