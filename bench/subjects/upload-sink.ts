import { createWriteStream, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

// The least an upload server can do: write the body to a file on disk and answer. node upload-sink.ts PORT
const path = join(tmpdir(), `fieldbridge-bench-sink-${process.pid}`);
createServer((request, response) => {
  pipeline(request, createWriteStream(path, { flush: true })).then(
    () => response.writeHead(201).end(),
    () => response.destroy(),
  );
}).listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => {
  rmSync(path, { force: true });
  process.exit(0);
});
