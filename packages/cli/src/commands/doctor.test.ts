import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startServer } from '@fieldbridge/server';
import { runWords } from '../../testing/run-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
const data = join(folder, 'data');
const log = { write: () => true };
const server = await startServer({ flags: { data, port: 0 }, env: {}, print: () => {}, isTerminal: true, log });
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

test('the table has a line for each finding, with the cure below it; errors end with 1, warnings do not', async () => {
  const sound = await runWords(['doctor', '--data', data, '--host', '0.0.0.0', '--disk-reserve', '0']);
  assert.deepEqual([sound.code, sound.err], [0, '']);
  assert.match(sound.out, /^ok {7}data-directory {2}\S+data\n/);
  assert.match(sound.out, /^warning {2}public-url {6}none is set, .*\n {25}→ Set publicUrl \(--public-url\)\.\n/m);
  const broken = await runWords(['doctor', '--data', data, '--public-url', 'http://127.0.0.1:1']);
  assert.deepEqual([broken.code, broken.err], [1, '']);
  assert.match(broken.out, /^error {4}public-url .* cannot be reached/m);
});

test('--json is one document with the same verdict', async () => {
  const { code, out } = await runWords(['doctor', '--data', join(folder, 'none'), '--json']);
  const { result, findings } = JSON.parse(out) as { result: string; findings: { check: string; state: string }[] };
  assert.deepEqual([code, result], [1, 'failed']);
  assert.deepEqual([findings[0]!.check, findings[0]!.state], ['data-directory', 'error']);
  const good = await runWords(['doctor', '--json'], { env: { FIELDBRIDGE_DATA: data } });
  assert.deepEqual([good.code, (JSON.parse(good.out) as { result: string }).result], [0, 'success']);
});

test('wrong usage is 2', async () => {
  assert.equal((await runWords(['doctor', 'everything'])).code, 2);
  assert.equal((await runWords(['doctor', '--port', 'x'])).code, 2);
});
