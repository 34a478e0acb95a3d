import { writeSync } from 'node:fs';
import { startServer } from '../src/index.ts';

// A first start in its own process that is killed the moment it has shown the key: node first-start.ts DIRECTORY
await startServer({
  flags: { data: process.argv[2], port: 0, logLevel: 'silent' },
  env: {},
  isTerminal: true,
  print: (line) => {
    writeSync(1, `${line}\n`);
    process.kill(process.pid, 'SIGKILL');
  },
});
