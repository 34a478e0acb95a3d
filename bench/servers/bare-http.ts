// The least a server can do: one fixed JSON answer as long as a list of divisions, with node:http alone.
import { createServer } from 'node:http';

const divisions = ['Groundworks', 'Roads and paving'].map((name) => ({
  id: crypto.randomUUID(),
  name,
  abbreviation: name.slice(0, 2),
}));
const server = createServer((_request, response) => {
  const body = JSON.stringify(divisions);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as { port: number }).port })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
