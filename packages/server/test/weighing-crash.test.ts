import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { countOf } from '../testing/count-of.ts';
import { NO_CONVERSION } from '../testing/server.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { type Call, ticket, weighingCaller } from '../testing/weighing.ts';

/** Rounds by default; `npm run campaign:tickets` runs a hundred. */
const ROUNDS = countOf('TICKET_ROUNDS', process.env['TICKET_ROUNDS'], 2);
const WRITERS = 64;
/** Every fourth call of a writer is an atomic batch of this many tickets. */
const BATCH_EVERY = 4;
const BATCH = 5;

/** Starts a server without conversion. */
const start = (directory: string) =>
  startServerProcess(directory, { words: ['--interfaces', NO_CONVERSION.interfaces] });

/** The writers' records: the numbers acknowledged with their uuid, and the batches sent. */
class Ledger {
  readonly acknowledged = new Map<string, string>();
  readonly batches: string[][] = [];
  readonly trips = new Map<string, number>();
  sent = 0;

  next(): string {
    return `K${this.sent++}`;
  }
}

/** Sends tickets, batches and changes until the server is gone. */
async function write(call: Call, locationId: string, ledger: Ledger): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      if (turn % BATCH_EVERY === 0) {
        const numbers = Array.from({ length: BATCH }, () => ledger.next());
        ledger.batches.push(numbers);
        const { status, json } = await call(
          'POST',
          '/weighing?atomic=true',
          numbers.map((one) => ticket(locationId, one)),
        );
        assert.equal(status, 201);
        for (const item of json.items) ledger.acknowledged.set(item.externalId, item.uuid);
        continue;
      }
      const number = ledger.next();
      const made = await call('POST', '/weighing', ticket(locationId, number));
      assert.equal(made.status, 201);
      ledger.acknowledged.set(number, made.json.uuid);
      const changed = await call('PATCH', `/weighing/${made.json.uuid}`, { tripNumber: turn });
      assert.equal(changed.status, 200);
      ledger.trips.set(number, turn);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

/** Compares the server's data after the crash with everything it has acknowledged. */
async function check(call: Call, ledger: Ledger): Promise<number> {
  const { text } = await call('GET', '/weighing', undefined, { accept: 'application/x-ndjson' });
  const stored = new Map<string, { uuid: string; tripNumber?: number }>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const found = JSON.parse(line) as { externalId: string; uuid: string; tripNumber?: number };
    assert.ok(!stored.has(found.externalId), `${found.externalId} exists twice`);
    stored.set(found.externalId, found);
  }
  for (const [number, uuid] of ledger.acknowledged)
    assert.equal(stored.get(number)?.uuid, uuid, `${number} was acknowledged and lost`);
  for (const [number, trip] of ledger.trips)
    assert.equal(stored.get(number)?.tripNumber, trip, `the acknowledged change of ${number} is lost`);
  for (const numbers of ledger.batches) {
    const there = numbers.filter((number) => stored.has(number)).length;
    assert.ok(there === 0 || there === numbers.length, `${there} of the atomic batch ${numbers} are stored`);
  }
  return stored.size;
}

test(`${ROUNDS} rounds of kill -9 under ${WRITERS} writers: acknowledged = stored, none duplicated`, {
  timeout: ROUNDS * 300_000,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'fieldbridge-kill-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const ledger = new Ledger();
  let child = await start(directory);
  t.after(() => child.process.kill('SIGKILL'));
  const { weighing } = child.demo;
  let stored = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const call = weighingCaller(child.url, weighing);
    const writers = Array.from({ length: WRITERS }, () => write(call, weighing.locationIds[0]!, ledger));
    // At a random time, but not before the writers are well under way, however slow the machine is.
    const enough = ledger.acknowledged.size + WRITERS + Math.random() * 4 * WRITERS;
    while (ledger.acknowledged.size < enough) await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    child.process.kill('SIGKILL');
    await Promise.all(writers);
    child = await start(directory);
    stored = await check(weighingCaller(child.url, weighing), ledger);
  }
  assert.ok(ledger.acknowledged.size >= ROUNDS * WRITERS, 'the writers were under way');
  // Callers without an answer send again: stored and lost tickets are distinguished.
  const call = weighingCaller(child.url, weighing);
  const unsure = Array.from({ length: ledger.sent }, (_, i) => `K${i}`).filter((one) => !ledger.acknowledged.has(one));
  for (const number of unsure.slice(-WRITERS)) {
    const { status, json } = await call('POST', '/weighing', ticket(weighing.locationIds[0]!, number));
    assert.ok(status === 201 || (status === 409 && json.identical === true), `${status}`);
  }
  t.diagnostic(
    `${ledger.acknowledged.size} tickets and ${ledger.trips.size} changes acknowledged, ${stored} tickets stored`,
  );
});
