import assert from 'node:assert/strict';
import { link, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Ran, runWords } from '../../testing/run-words.ts';
import { standIn, stored } from './testing/stand-in.ts';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-results-'));
});
after(() => rm(directory, { recursive: true, force: true }));

const at = (name: string): string => join(directory, name);
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const ticketLine = (externalId: string): string => JSON.stringify({ externalId });

/** Runs `fieldbridge tickets import …`. */
function run(words: readonly string[], signal = new AbortController().signal): Promise<Ran> {
  const env = { FIELDBRIDGE_CLIENT_ID: 'id', FIELDBRIDGE_CLIENT_SECRET: 'secret' };
  return runWords(['tickets', 'import', ...words], { signal, env });
}

/** The result file as rows of cells; only the last cell may be quoted. */
async function results(): Promise<string[][]> {
  const text = await readFile(at('results.csv'), 'utf8');
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

describe('an interrupted import says so, while waiting for an answer or between attempts, and can be repeated', () => {
  for (const moment of ['answer', 'pause'] as const) {
    test(moment, async () => {
      await writeFile(at('many.ndjson'), times(40, (i) => ticketLine(`I${i}`)).join('\n'));
      const stop = new AbortController();
      const interrupt = (): void => stop.abort(new Error('interrupted'));
      await using fake = await standIn((_, response, count) => {
        if (count === 1) response.writeHead(207).end(stored(fake.bodies.at(-1)!));
        else if (moment === 'answer') interrupt();
        else response.writeHead(503, { 'retry-after': '20' }).end('', () => setImmediate(interrupt));
      });
      const words = [
        at('many.ndjson'),
        '--server',
        fake.url,
        '--batch',
        '10',
        '--force',
        '--results',
        at('results.csv'),
      ];
      const ran = await run(words, stop.signal);
      assert.deepEqual([ran.code, ran.err], [1, 'fieldbridge tickets: interrupted\n'], moment);
      assert.equal((await results()).length, 1 + 10, 'what is known is written');
      assert.equal(fake.bodies.length, 2);
    });
  }
});

test('the result file has the rows in the order of the file, including those that are not sent', async () => {
  await writeFile(
    at('order.ndjson'),
    ['x', ticketLine('O2'), ticketLine('O3'), '[]', '7', '', ticketLine('O7'), '{'].join('\n'),
  );
  for (const batch of ['1', '2', '3', '100']) {
    await using fake = await standIn((_, response) => void response.writeHead(207).end(stored(fake.bodies.at(-1)!)));
    const ran = await run([
      at('order.ndjson'),
      '--server',
      fake.url,
      '--batch',
      batch,
      '--force',
      '--results',
      at('results.csv'),
    ]);
    assert.equal(ran.code, 3);
    assert.deepEqual(
      (await results()).slice(1).map(([row, id, result]) => `${row} ${id} ${result}`),
      ['1  refused', '2 O2 created', '3 O3 created', '4  refused', '5  refused', '7 O7 created', '8  refused'],
    );
    assert.ok(fake.bodies.every((body) => (JSON.parse(body) as unknown[]).length <= Number(batch)));
    assert.match(
      ran.err,
      /7 rows: 3 stored, .* 4 refused\n {2}line 1, .*\n {2}line 4, .*\n {2}line 5, .*\n {2}line 8, /,
    );
  }
});

test('the result file must not be the file of tickets, and a mistyped name does not overwrite old results', async () => {
  const tickets = ticketLine('S1');
  await writeFile(at('kept.ndjson'), tickets);
  await symlink(at('kept.ndjson'), at('linked.csv'));
  await link(at('kept.ndjson'), at('second.csv'));
  for (const name of ['kept.ndjson', 'linked.csv', 'second.csv']) {
    const ran = await run([at('kept.ndjson'), '--dry-run', '--results', at(name)]);
    assert.equal(ran.code, 2, name);
    assert.match(ran.err, /is the file of tickets, which would be overwritten/);
    assert.equal(await readFile(at('kept.ndjson'), 'utf8'), tickets);
  }
  await writeFile(at('results.csv'), 'of yesterday');
  const absent = await run([
    at('keptt.ndjson'),
    '--server',
    'http://127.0.0.1:9',
    '--force',
    '--results',
    at('results.csv'),
  ]);
  assert.equal(absent.code, 1);
  assert.match(absent.err, /keptt\.ndjson: there is no such file \(ENOENT\)/);
  assert.equal(await readFile(at('results.csv'), 'utf8'), 'of yesterday');
});
