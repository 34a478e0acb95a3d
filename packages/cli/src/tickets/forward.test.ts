import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { TicketQueue } from '@fieldbridge/client/queue';
import { runWords } from '../../testing/run-words.ts';
import { startWeighing, stopWeighing, type WeighingServer } from './testing/weighing-server.ts';

let weighing: WeighingServer;
let folder: string;
before(async () => {
  weighing = await startWeighing();
});
after(() => stopWeighing(weighing));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbridge-forward-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const base = (): string => `${weighing.server.url}/weighing-sandbox/v2`;
const env = () => ({
  FIELDBRIDGE_CLIENT_ID: weighing.weighing.clientId,
  FIELDBRIDGE_CLIENT_SECRET: weighing.weighing.clientSecret,
});
const bridge = (): string => weighing.weighing.locationIds[0]!;
const forward = (words: readonly string[] = [], more: Parameters<typeof runWords>[1] = {}) =>
  runWords(['tickets', 'forward', folder, '--server', base(), '--every', '0.1', ...words], { env: env(), ...more });

async function stored(externalId: string): Promise<string> {
  const { clientId, clientSecret } = weighing.weighing;
  const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
  return (await fetch(`${base()}/weighing?externalId=${externalId}`, { headers })).text();
}

test('a CSV of an old program, in code page 1252, with its own columns, times and numbers', async () => {
  const text = 'Bon;Netto;Datum;Klant\r\nA1;1.234,50;04.05.2026 10:15;Müller\r\nA2;x;04.05.2026 10:16;Groen\r\n';
  await writeFile(join(folder, 'day.csv'), Buffer.from(text, 'latin1'));
  const { code, out, err } = await forward([
    ...['--once', '--json', '--encoding', 'windows-1252', '--decimal-comma'],
    ...['--columns', 'externalId=Bon,nettWeight.quantity=Netto,nettWeight.datetime=Datum,customer.name=Klant'],
    ...['--set', `locationId=${bridge()}`, '--set', 'nettWeight.unit=kg'],
    ...['--date-format', 'dd.MM.yyyy HH:mm', '--time-zone', 'Europe/Amsterdam'],
  ]);
  assert.deepEqual(JSON.parse(out), { files: 1, stored: 1, present: 0, refused: 1, waiting: 0 });
  assert.equal(code, 3);
  assert.match(err, /day\.csv: 1 ticket, 1 refused: line 3, ticket A2: nettWeight\.quantity: "x" is not a number/);
  const ticket = await stored('A1');
  for (const part of ['"quantity":1234.50', '2026-05-04T10:15:00+02:00', 'Müller'])
    assert.ok(ticket.includes(part), ticket);
  assert.deepEqual((await readdir(join(folder, 'done'))).sort(), ['day.csv', 'day.csv.refused.txt']);
});

describe('JSON', () => {
  const one = (externalId: string) =>
    `{"locationId":"${bridge()}","externalId":"${externalId}","nettWeight":{"quantity":25.40,"unit":"t"}}`;
  const rows: readonly (readonly [string, (name: string) => string])[] = [
    ['one.json', (name) => one(`${name}-1`)],
    ['several.json', (name) => `[${one(`${name}-1`)}, ${one(`${name}-2`)}]`],
    ['lines.ndjson', (name) => `${one(`${name}-1`)}\n${one(`${name}-2`)}\n`],
  ];
  for (const [name, text] of rows)
    test(`${name} keeps the spelling of numbers; sent again it is stored once`, async () => {
      await writeFile(join(folder, name), text(name));
      assert.equal((await forward(['--once'])).code, 0);
      assert.match(await stored(`${name}-1`), /25\.40/);
      await writeFile(join(folder, name), text(name));
      const { code, out } = await forward(['--once', '--json']);
      assert.equal(code, 0);
      assert.equal((JSON.parse(out) as { stored: number }).stored, 0);
      assert.equal((await readdir(join(folder, 'done'))).length, 2);
    });

  test('a value that the tickets lack is set', async () => {
    await writeFile(join(folder, 'c.json'), one('C1').replace(`"locationId":"${bridge()}",`, ''));
    assert.equal((await forward(['--once', '--set', `locationId=${bridge()}`])).code, 0);
    assert.match(await stored('C1'), /25\.40/);
  });

  test('what is not JSON, or has no weigh bridge, is refused with its place', async () => {
    await writeFile(join(folder, 'a.json'), '{"externalId":');
    await writeFile(join(folder, 'b.json'), '[{"externalId":"B1"}, 7]');
    assert.equal((await forward(['--once'])).code, 3);
    assert.match(await readFile(join(folder, 'done/a.json.refused.txt'), 'utf8'), /^line 1, .*JSON/);
    assert.match(
      await readFile(join(folder, 'done/b.json.refused.txt'), 'utf8'),
      /ticket B1: locationId is missing; .*\r\nline 2, ticket \?: a ticket must be a JSON object/,
    );
  });
});

test('a file that is still being written is left until it no longer changes; others are ignored', async () => {
  const path = join(folder, 'slow.ndjson');
  const line = (id: string) =>
    `{"locationId":"${bridge()}","externalId":"${id}","nettWeight":{"quantity":1,"unit":"t"}}\n`;
  await writeFile(join(folder, 'notes.doc'), 'not a ticket');
  await writeFile(path, line('S1').slice(0, 20));
  const stop = new AbortController();
  const running = forward([], { signal: stop.signal });
  // Written on between two looks until it is complete; each look sees another size.
  for (let at = 20; at < line('S1').length; at += 10) await appendFile(path, line('S1').slice(at, at + 10));
  while (!(await stored('S1')).includes('"S1"')) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  const { err } = await running;
  assert.match(err, /slow\.ndjson: 1 ticket\n/);
  assert.ok((await readdir(folder)).includes('notes.doc'));
});

test('a server that is away costs no ticket: the next start sends what is waiting', async () => {
  const text = `{"locationId":"${bridge()}","externalId":"W1","nettWeight":{"quantity":1,"unit":"t"}}`;
  await writeFile(join(folder, 'w.json'), text);
  const words = ['tickets', 'forward', folder, '--server', 'http://127.0.0.1:1/v2', '--every', '0.1', '--once'];
  const failed = await runWords(words, { env: env() });
  assert.equal(failed.code, 1);
  assert.match(failed.err, /cannot be reached/);
  assert.equal((await forward(['--once'])).code, 0);
  assert.match(await stored('W1'), /"W1"/);
});

test('a second forwarder of the folder is refused by name', async () => {
  const queue = await TicketQueue.open(join(folder, 'queue'));
  const { code, err } = await forward(['--once']);
  await queue.close();
  assert.equal(code, 1);
  assert.match(err, new RegExp(`is held by process ${process.pid} on `));
});

for (const [words, message] of [
  [['--every', '0'], /--every must be from 0\.1 to 3600/],
  [['--batch', '0'], /--batch must be from 1 to 1000/],
  [['--encoding', 'ebcdic'], /not a known encoding/],
] as const)
  test(`${words.join(' ')} is wrong usage`, async () => {
    const { code, err } = await forward(words);
    assert.equal(code, 2);
    assert.match(err, message);
  });
