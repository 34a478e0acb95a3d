import { startServer } from '../src/index.ts';

// A server in its own process, for tests that kill it: node start-server.ts DIRECTORY
const server = await startServer({
  flags: { data: process.argv[2], port: 0, logLevel: 'silent' },
  env: {},
  demo: true,
  print: () => {},
});
process.stdout.write(`${server.url}\n`);
process.on('SIGTERM', () => void server.stop());
