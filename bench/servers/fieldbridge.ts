// Fieldbridge with its demonstration organisation, for benches: node fieldbridge.ts [KEY=VALUE …]
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setLateFlags, startServer } from '@fieldbridge/server';

const data = await mkdtemp(join(tmpdir(), 'fieldbridge-bench-'));
const settings = Object.fromEntries(process.argv.slice(2).map((word) => /^(.*?)=(.*)$/.exec(word)!.slice(1)));
// Rate limits are off, because one caller here represents many. Log lines are written and discarded, as by a log
// collector.
const flags = { data, port: 0, requestsPerMinute: 0, tokensPerMinute: 0, ...settings };
// With a key it joins others, of which one has made the demonstration.
const isFirst = settings['key'] === undefined;
const server = await startServer({ flags, env: {}, demo: isFirst, print: () => {}, log: { write: () => {} } });
setLateFlags();
const demo = isFirst
  ? (JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')) as Record<string, Record<string, unknown>>)
  : {};
process.stdout.write(`${JSON.stringify({ port: server.port, ...demo['project'], demo, data })}\n`);
process.on('SIGTERM', async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
  process.exit(0);
});
