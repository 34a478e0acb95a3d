import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { csvRows } from '@fieldbridge/ticket-file/csv.ts';
import { type Ran, runWords } from '../../testing/run-words.ts';
import { standIn, stored } from './testing/stand-in.ts';
import { startWeighing, stopWeighing, type WeighingServer } from './testing/weighing-server.ts';

// What can go wrong between a file of old tickets and a server: the file, the network, the server, the result file.

let { directory, server, weighing } = {} as WeighingServer;
before(async () => {
  ({ directory, server, weighing } = await startWeighing());
});
after(() => stopWeighing({ directory, server }));

const at = (name: string): string => join(directory, name);
const address = (): string => `${server.url}/weighing-sandbox/v2`;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Runs `fieldbridge tickets import …` with the credentials in a file and in the environment. */
function run(words: readonly string[], terminal = false, signal = new AbortController().signal): Promise<Ran> {
  return runWords(['tickets', 'import', ...words], {
    ...{ terminal, signal },
    env: { FIELDBRIDGE_CLIENT_ID: weighing.clientId, FIELDBRIDGE_CLIENT_SECRET: weighing.clientSecret },
  });
}

const ticketLine = (externalId: string, more: object = {}): string =>
  JSON.stringify({ locationId: weighing.locationIds[0], externalId, nettWeight: { quantity: 1, unit: 't' }, ...more });

/** The result file as rows of cells. */
async function results(): Promise<string[][]> {
  const rows: string[][] = [];
  async function* text() {
    yield await readFile(at('results.csv'), 'utf8');
  }
  for await (const { cells } of csvRows(text(), ',')) rows.push([...cells]);
  return rows;
}

test('an invalid line is refused alone: the rest of its batch is stored', async () => {
  const bad = [
    '7',
    'null',
    '[1]',
    '"text"',
    '{"externalId":',
    '{}',
    ticketLine('F1').replace('{', '{"externalId":"F0",'),
    ticketLine('F2', { type: 'x' }).replace('"x"', '"\\udc00"'),
    ticketLine('F3', { type: 'y'.repeat(25_000) }),
    ticketLine('F4', { tripNumber: 'x' }),
    ticketLine('F5', { locationId: crypto.randomUUID() }),
  ];
  const lines = bad.flatMap((line, i) => [ticketLine(`G${i}`), line]);
  await writeFile(at('mixed.ndjson'), `${[...lines, ticketLine('last')].join('\n')}`);
  const ran = await run([
    at('mixed.ndjson'),
    '--server',
    address(),
    '--force',
    '--results',
    at('results.csv'),
    '--json',
  ]);
  assert.equal(ran.code, 3, ran.err);
  const { reasons, ...counts } = JSON.parse(ran.out) as { reasons: string[] };
  const { first: _, ...figures } = counts as Record<string, unknown>;
  assert.deepEqual(figures, { rows: 23, created: 12, present: 0, refused: 11 });
  assert.equal(reasons.length, 10, 'the first ten reasons are shown');
  const [heading, ...rows] = await results();
  assert.deepEqual(heading, ['row', 'externalId', 'result', 'uuid', 'reason']);
  assert.equal(rows.length, 23, 'each row has its line');
  // Lines that are not JSON are reported at once, batches when they are full; each has its number.
  const refused = rows.filter((row) => row[2] === 'refused');
  assert.deepEqual(
    refused.map(([row]) => Number(row)).sort((a, b) => a - b),
    times(11, (i) => 2 * i + 2),
  );
  for (const [line, pattern] of [
    [2, /object/],
    [12, /required/],
    [14, /more than once|twice|duplicate|name/i],
    [16, /surrogate/i],
    [18, /at most 64 characters/],
    [20, /whole number/],
    [22, /weigh bridge/],
  ] as const)
    assert.match(refused.find(([row]) => Number(row) === line)![4]!, pattern, `line ${line}`);
  const again = await run([at('mixed.ndjson'), '--server', address(), '--json']);
  const { created, present } = JSON.parse(again.out) as Record<string, number>;
  assert.deepEqual([created, present], [0, 12], 'a repeat duplicates nothing');
});

test('options for CSV cells are refused for NDJSON before anything is sent', async () => {
  await writeFile(at('plain.ndjson'), ticketLine('C1'));
  await using fake = await standIn((_, response) => void response.writeHead(207).end(stored(fake.bodies.at(-1)!)));
  const words = [at('plain.ndjson'), '--server', fake.url];
  for (const [option, value] of [
    ['--columns', 'externalId=Bon'],
    ['--delimiter', ';'],
    ['--decimal-comma', undefined],
  ] as const) {
    const { code, err } = await run([...words, option, ...(value === undefined ? [] : [value])]);
    assert.equal(code, 2, option);
    assert.match(err, new RegExp(`${option} is for CSV: each line of NDJSON is a ticket`));
  }
  assert.deepEqual(fake.bodies, []);
  assert.equal((await run(words)).code, 0);
});

test('--set fills in what lines of NDJSON lack, even in an empty ticket, but nothing inside objects', async () => {
  await writeFile(at('set.ndjson'), '{}\n{"externalId":"S1"}\n{ }\n{"type":"kept"}\n');
  await using fake = await standIn((_, response) => void response.writeHead(207).end(stored(fake.bodies.at(-1)!)));
  const words = [at('set.ndjson'), '--server', fake.url];
  const ran = await run([...words, '--set', 'type=delivery', '--set', 'tripNumber=7']);
  assert.equal(ran.code, 0, ran.err);
  assert.deepEqual(JSON.parse(fake.bodies[0]!), [
    { type: 'delivery', tripNumber: 7 },
    { type: 'delivery', tripNumber: 7, externalId: 'S1' },
    { type: 'delivery', tripNumber: 7 },
    { tripNumber: 7, type: 'kept' },
  ]);
  const inside = await run([...words, '--set', 'nettWeight.unit=t']);
  assert.equal(inside.code, 3);
  assert.match(inside.err, /--set of a field inside an object works with CSV only/);
});

test('a server that is busy, fails or drops the connection gets the same batch again', async () => {
  await writeFile(at('three.ndjson'), times(3, (i) => ticketLine(`R${i}`)).join('\n'));
  await using fake = await standIn((request, response, count) => {
    if (count === 1) request.socket.destroy();
    else if (count === 2) response.writeHead(503, { 'retry-after': '0' }).end('{}');
    else if (count === 3) response.writeHead(429).end();
    else response.writeHead(207).end(stored(fake.bodies.at(-1)!));
  });
  const ran = await run([at('three.ndjson'), '--server', fake.url, '--batch', '3'], true);
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.err, /3 rows: 3 stored/);
  assert.equal(fake.bodies.length, 4);
  assert.equal(new Set(fake.bodies).size, 1);
  assert.ok(ran.err.includes('\r\u001b[K3 rows'), 'progress on a terminal rewrites its line');
});

test('a server with a smaller body limit gets smaller batches; a ticket that is too long for it is refused alone', async () => {
  const lines = times(9, (i) => ticketLine(`L${i}`, i === 4 ? { type: 'x'.repeat(2000) } : {}));
  await writeFile(at('long.ndjson'), lines.join('\n'));
  await using fake = await standIn((_, response) => {
    const body = fake.bodies.at(-1)!;
    if (body.length < 500) return void response.writeHead(207).end(stored(body));
    response.writeHead(413).end(JSON.stringify({ code: 'body-too-large', detail: 'The body limit is 500 bytes.' }));
  });
  const ran = await run([at('long.ndjson'), '--server', fake.url]);
  assert.equal(ran.code, 3, ran.err);
  assert.match(ran.err, /9 rows: 8 stored, 0 stored before, 1 refused\n {2}line 5, ticket L4: .*limit is 500 bytes/);
  const taken = fake.bodies.filter((body) => body.length < 500).flatMap((body) => JSON.parse(body) as object[]);
  assert.deepEqual(
    taken.map((one) => (one as { externalId: string }).externalId),
    [0, 1, 2, 3, 5, 6, 7, 8].map((i) => `L${i}`),
  );
});

test('a foreign server is quoted, a refusal shows its sentence; what was stored before is in the result file', async () => {
  await writeFile(at('three.ndjson'), times(3, (i) => ticketLine(`Q${i}`)).join('\n'));
  await using proxy = await standIn((_, response, count) => {
    if (count === 1) response.writeHead(207).end(stored(proxy.bodies.at(-1)!));
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>');
  });
  const words = (url: string) => [
    at('three.ndjson'),
    '--server',
    url,
    '--batch',
    '1',
    '--force',
    '--results',
    at('results.csv'),
  ];
  const ran = await run(words(proxy.url));
  assert.equal(ran.code, 1);
  assert.match(ran.err, /the server answered 404: <h1>Nothing here<\/h1> \(http-404\)/);
  assert.deepEqual(
    (await results()).map((row) => row.slice(0, 4).join(' ')),
    ['row externalId result uuid', '1 Q0 created u'],
  );
  const wrong = await run(words(`${server.url}/weighing/v2`));
  assert.equal(wrong.code, 1, 'credentials of the sandbox in production');
  assert.match(wrong.err, /the server answered 401: .*\(not-authenticated\)/);
});

test('columns from a file, tab as delimiter, secret from a file', async () => {
  await writeFile(at('columns.json'), '{"externalId":"Nr, intern","nettWeight.quantity":"Netto"}');
  await writeFile(at('secret.txt'), `${weighing.clientSecret}\n`);
  await writeFile(at('old.tsv'), 'Nr, intern\tNetto\tlocationId\nT1\t25.40\t\nT2\t+5\t\n\nT3\t1e3\t');
  const fixed = ['--set', `locationId=${weighing.locationIds[0]}`, '--set', 'nettWeight.unit=kg'];
  const words = [at('old.tsv'), '--server', address(), '--columns', `@${at('columns.json')}`, ...fixed];
  const ran = await run([...words, '--delimiter', 'tab', '--client-secret-file', at('secret.txt')]);
  assert.equal(ran.code, 3, ran.err);
  assert.match(ran.err, /3 rows: 2 stored, 0 stored before, 1 refused\n {2}line 3, ticket T2: .*"\+5" is not a number/);
  const stranger = await run([...words, '--client-id', crypto.randomUUID()]);
  assert.deepEqual([stranger.code, /401/.test(stranger.err)], [1, true], 'the flag overrides the environment');
  const dry = await run([...words, '--dry-run', '--json']);
  assert.equal((JSON.parse(dry.out) as { first: string }).first.includes('"quantity":25.40'), true);
  for (const [content, sentence] of [
    ['{', /columns\.json: .*JSON/],
    ['[1]', /must be an object of strings/],
    ['{"externalId":7}', /must be an object of strings/],
    ['{"nettweight":"x"}', /no field "nettweight"/],
  ] as const) {
    await writeFile(at('columns.json'), content);
    const refused = await run(words);
    assert.deepEqual([refused.code, refused.out], [2, ''], content);
    assert.match(refused.err, sentence);
  }
  for (const [more, sentence] of [
    [['--columns', `@${at('absent.json')}`], /absent\.json/],
    [['--columns', 'externalId'], /NAME=VALUE/],
    [['--delimiter', ';;'], /--delimiter must be one character/],
    [['--delimiter', ''], /--delimiter must be one character/],
    [['--batch', '1001'], /1 to 1000/],
    [['--batch', 'many'], /1 to 1000/],
    [['--server', 'nowhere'], /--server needs the address/],
    [['--btach', '1'], /btach/],
  ] as const) {
    const refused = await run([at('old.tsv'), '--server', address(), ...more]);
    assert.equal(refused.code, 2, `${more.join(' ')}: ${refused.err}`);
    assert.match(refused.err, sentence);
  }
});

test('a file that cannot be read to its end is reported with a code; what was stored before stays in the result file', async () => {
  await using fake = await standIn((_, response) => void response.writeHead(207).end(stored(fake.bodies.at(-1)!)));
  for (const [name, content, sentence] of [
    ['open.csv', 'externalId,type\nU1,x\nU2,"y\n', /line 3: a quote is never closed \(quote-not-closed\)/],
    [
      'long.csv',
      `externalId,type\nU1,x\nU2,"${'y'.repeat(1_100_000)}`,
      /is a closing quote missing\? \(row-too-long\)/,
    ],
    ['long.ndjson', `{"externalId":"U1"}\n{"type":"${'y'.repeat(1_200_000)}`, /line 2 is longer .* \(row-too-long\)/],
    ['latin.csv', Buffer.from('externalId\nM\xfcller\n', 'latin1'), /not utf-8.*windows-1252 \(file-encoding\)/],
  ] as const) {
    await writeFile(at(name), content);
    const ran = await run([at(name), '--server', fake.url, '--batch', '1', '--force', '--results', at('results.csv')]);
    assert.equal(ran.code, 1, name);
    assert.match(ran.err, sentence);
    assert.ok(!ran.err.includes('    at '), 'no stack');
    const rows = (await results()).map((row) => row.slice(1, 3).join(' '));
    assert.deepEqual(rows, ['externalId result', ...(name.startsWith('latin') ? [] : ['U1 created'])], name);
  }
  const unknown = await run([at('open.csv'), '--server', fake.url, '--encoding', 'klingon']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /--encoding: "klingon" is not a known encoding/);
});

test('an import stops before sending if the result file cannot be created, and ends with a sentence if its disk is full', async () => {
  await writeFile(at('three.ndjson'), times(3, (i) => ticketLine(`W${i}`)).join('\n'));
  await using fake = await standIn((_, response) => void response.writeHead(207).end(stored(fake.bodies.at(-1)!)));
  const words = (file: string) => [at('three.ndjson'), '--server', fake.url, '--results', file];
  const ran = await run(words(join(directory, 'absent', 'results.csv')));
  assert.equal(ran.code, 1);
  assert.match(ran.err, /fieldbridge tickets: \S+results\.csv: there is no folder \S+absent \(ENOENT\)\n/);
  assert.equal(fake.bodies.length, 0);
  if (!existsSync('/dev/full')) return;
  const full = await run(words('/dev/full'));
  assert.equal(full.code, 1, full.err);
  assert.match(full.err, /fieldbridge tickets: .*no space left on the disk \(ENOSPC\)/);
});

test('ten thousand rows are sent in order, batch by batch, with lines of progress', async () => {
  const count = 10_050;
  await writeFile(
    at('many.csv'),
    `externalId;nettWeight.quantity\r\n${times(count, (i) => `M${i};${i}`).join('\r\n')}`,
  );
  await using fake = await standIn((_, response) => void response.writeHead(207).end(stored(fake.bodies.at(-1)!)));
  const ran = await run([at('many.csv'), '--server', fake.url, '--batch', '1000']);
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.err, /^10000 rows\n10050 rows: 10050 stored/);
  assert.deepEqual(
    fake.bodies.map((body) => (JSON.parse(body) as object[]).length),
    [...times(10, () => 1000), 50],
  );
  const sent = fake.bodies.flatMap((body) => JSON.parse(body) as { externalId: string }[]);
  assert.deepEqual(
    sent.map(({ externalId }) => externalId),
    times(count, (i) => `M${i}`),
  );
});

// Cells used to be copied at every delimiter, which never finished for such a row.
test('a row of delimiters only is read', async () => {
  async function* text() {
    yield ','.repeat(1_000_000);
  }
  for await (const { cells } of csvRows(text(), ',')) assert.equal(cells.length, 1_000_001);
});
