import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { runWords } from '../../testing/run-words.ts';
import { runCommandLine } from '../command-line.ts';
import { startWeighing, stopWeighing, type WeighingServer } from './testing/weighing-server.ts';

// Exporting from one server and importing into another, or into the same, gives the same tickets.

let { directory, server, weighing } = {} as WeighingServer;
before(async () => {
  ({ directory, server, weighing } = await startWeighing());
});
after(() => stopWeighing({ directory, server }));

const base = (): string => `${server.url}/weighing-sandbox/v2`;
const headers = (accept: string) => ({
  ...{ accept, 'content-type': 'application/json' },
  ...{ 'x-clientid': weighing.clientId, 'x-clientsecret': weighing.clientSecret },
});

async function stream(accept: string, query: string): Promise<string> {
  const answer = await fetch(`${base()}/weighing?${query}`, { headers: headers(accept) });
  assert.equal(answer.status, 200);
  return answer.text();
}

/** Runs `fieldbridge tickets import` on a file of that content. @returns the summary */
async function imported(name: string, content: string): Promise<Record<string, unknown>> {
  const file = join(directory, name);
  await writeFile(file, content);
  const { out } = await runWords(['tickets', 'import', file, '--server', base(), '--json'], {
    env: { FIELDBRIDGE_CLIENT_ID: weighing.clientId, FIELDBRIDGE_CLIENT_SECRET: weighing.clientSecret },
  });
  return JSON.parse(out) as Record<string, unknown>;
}

/** Text that nobody should put into a cell. */
const nasty = fc
  .array(
    fc.constantFrom(
      '"',
      ',',
      ';',
      '\t',
      '\n',
      '\r\n',
      '\r',
      ' ',
      '\u00a0',
      '\uFEFF',
      '=1+1',
      '@x',
      "'",
      'é',
      '🚚',
      '\\',
      '0',
      ',,',
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));
const spelling = fc.constantFrom('25.40', '1e2', '-0', '9007199254740993', '0.00001', '-1E-7', '100');

test('whatever their cells hold, tickets come through CSV and NDJSON unchanged; a repeat duplicates nothing', async () => {
  const drawn = fc.sample(fc.record({ name: nasty, type: nasty, city: nasty, quantity: spelling }), { numRuns: 60 });
  const texts = drawn.map(({ name, type, city, quantity }, i) => {
    const [externalId, kind, owner] = [`${name}${i}${name}`, type, { city }].map((one) => JSON.stringify(one));
    return `{"locationId":"${weighing.locationIds[0]}","externalId":${externalId},"type":${kind},"nettWeight":{"quantity":${quantity},"unit":"t"},"vehicle":{"owner":${owner}}}`;
  });
  const made = await fetch(`${base()}/weighing?atomic=true`, {
    method: 'POST',
    headers: headers('application/json'),
    body: `[${texts.join(',')}]`,
  });
  assert.equal(made.status, 201, await made.clone().text());
  const { items } = (await made.json()) as { items: { uuid: string }[] };
  const query = `locationId=${weighing.locationIds[0]}`;
  const [csv, ndjson] = [await stream('text/csv', query), await stream('application/x-ndjson', query)];
  const counts = { rows: 60, created: 0, present: 60, refused: 0, reasons: [] };
  for (const [name, content] of [
    ['same.csv', csv],
    ['same.ndjson', ndjson],
    ['marked.csv', `\uFEFF${csv}`],
    ['unix.ndjson', ndjson.replaceAll('\n', '\r\n')],
  ] as const) {
    const { first: _, ...summary } = await imported(name, content);
    assert.deepEqual(summary, counts, name);
  }
  // Deleted, and restored from either: the same cells again, under new uuids.
  const bare = (text: string): string[] =>
    text
      .split('\r\n')
      .map((line) => line.replace(/,[0-9a-f-]{36},[^,]*Z,[^,]*Z$/, ''))
      .sort();
  for (const [name, content] of [
    ['back.csv', csv],
    ['back.ndjson', ndjson],
  ] as const) {
    const present = (await stream('application/x-ndjson', query)).trimEnd().split('\n');
    assert.equal(present.length, items.length);
    for (const line of present) {
      const { uuid } = JSON.parse(line) as { uuid: string };
      const gone = await fetch(`${base()}/weighing/${uuid}`, {
        method: 'DELETE',
        headers: headers('application/json'),
      });
      assert.equal(gone.status, 204);
    }
    const { first: _, ...summary } = await imported(name, content);
    assert.deepEqual(summary, { ...counts, created: 60, present: 0 }, name);
    assert.deepEqual(bare(await stream('text/csv', query)), bare(csv));
  }
});

test('repeating an interrupted import completes it: what was stored counts as stored before', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${weighing.locationIds[1]};I${i};${i},50;t`);
  const content = `locationId;externalId;nettWeight.quantity;nettWeight.unit\n${lines.join('\n')}\n`;
  const file = join(directory, 'broken.csv');
  await writeFile(file, content);
  const stop = new AbortController();
  const io = {
    ...{ out: () => {}, terminal: true, signal: stop.signal },
    // A line of progress follows each batch, so the fourth is not waited for.
    rewrite: (text: string) => void (text.includes('15 rows') && stop.abort()),
    err: () => {},
    env: { FIELDBRIDGE_CLIENT_ID: weighing.clientId, FIELDBRIDGE_CLIENT_SECRET: weighing.clientSecret },
  };
  const words = ['tickets', 'import', file, '--server', base(), '--decimal-comma', '--batch', '5'];
  assert.equal(await runCommandLine(words, io, '0'), 1);
  const query = `locationId=${weighing.locationIds[1]}`;
  const before = (await stream('application/x-ndjson', query)).trimEnd().split('\n').length;
  assert.ok(before >= 15 && before <= 20, `${before} were in`);
  const [out, quiet]: [string[], AbortController] = [[], new AbortController()];
  const again = { ...io, out: (text: string) => void out.push(text), rewrite: () => {}, signal: quiet.signal };
  assert.equal(await runCommandLine([...words, '--json'], again, '0'), 0);
  const { created, present } = JSON.parse(out.join('')) as Record<string, number>;
  assert.deepEqual([created, present], [40 - before, before]);
  const { items } = JSON.parse(await stream('application/json', `${query}&limit=1000`)) as {
    items: { nettWeight: { quantity: number } }[];
  };
  assert.deepEqual(
    items.map(({ nettWeight }) => nettWeight.quantity).sort((a, b) => a - b),
    Array.from({ length: 40 }, (_, i) => i + 0.5),
  );
});
