// A server of folders on loopback, for tests: ranges, validators, and counts of what was asked for.
import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join, normalize} from 'node:path';

/** Serves a folder whose files do not change. A test may make it a worse server. */
export class RangeServer {
  #files = new Map();

  constructor(folder) {
    this.folder = folder;
    this.requests = [];
    // False where a server has no strong validators.
    this.tags = true;
    // Called before each response, which it may change.
    this.before = undefined;
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

  async #file(path) {
    if (!this.#files.has(path)) {
      const bytes = await readFile(join(this.folder, path)).catch(() => undefined);
      this.#files.set(path, {bytes, tag: bytes && `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`});
    }
    return this.#files.get(path);
  }

  async #respond(request, response) {
    const path = normalize(decodeURIComponent(new URL(request.url, this.url).pathname));
    this.requests.push(path.slice(1));
    this.before?.(path.slice(1), response);
    const {bytes, tag} = await this.#file(path);
    if (bytes === undefined) {
      response.writeHead(404).end();
      return;
    }
    const headers = this.tags ? {ETag: tag} : {};
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
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
