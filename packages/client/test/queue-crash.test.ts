import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { NO_CONVERSION, startTestServer } from '@fieldbridge/server/testing/server.ts';
import { bundled } from '../../../tools/bundled.ts';
import { Fieldbridge } from '../src/index.ts';

const ROUNDS = Number(process.env['QUEUE_ROUNDS'] ?? 3);
const PROGRAM = bundled(join(import.meta.dirname, '../testing/queue-process.ts'));

test(`${ROUNDS} rounds of kill -9: every acknowledged ticket is on the server once, in order per weigh bridge`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-queue-'));
  await using server = await startTestServer(NO_CONVERSION);
  const { clientId, clientSecret, locationIds } = server.demo.weighing;
  const start = (round: string) => {
    const words = [PROGRAM, folder, server.url, clientId, clientSecret, locationIds.slice(0, 2).join(','), round];
    return spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  };
  const acknowledged: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const child = start(String(round));
      const ended = once(child, 'close');
      // Killed at another moment of its work in each round: after a number of acknowledged tickets.
      const most = 5 + ((round * 37) % 60);
      let rest = '';
      let count = 0;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop()!;
        acknowledged.push(...lines);
        if ((count += lines.length) >= most) child.kill('SIGKILL');
      });
      await ended;
    }
    const [code] = await once(start('rest'), 'close');
    assert.equal(code, 0);
    const { tickets } = new Fieldbridge({ baseUrl: server.url, environment: 'sandbox', clientId, clientSecret });
    const stored = await Array.fromAsync(tickets.iterate({ limit: 1000 }));
    const counts = new Map<string, number>();
    for (const { externalId } of stored) counts.set(externalId, (counts.get(externalId) ?? 0) + 1);
    assert.ok(acknowledged.length >= ROUNDS * 5);
    assert.deepEqual(
      acknowledged.filter((id) => counts.get(id) !== 1),
      [],
    );
    // Besides those, at most the one ticket of each round whose acknowledgement was under way.
    assert.ok(stored.length <= acknowledged.length + ROUNDS, `${stored.length} of ${acknowledged.length}`);
    const place = (externalId: string): number[] => externalId.split('-').map(Number);
    for (const locationId of locationIds) {
      const order = stored.filter((one) => one.locationId === locationId).sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
      const sorted = order.toSorted((a, b) => {
        const [[r1, n1], [r2, n2]] = [place(a.externalId), place(b.externalId)] as [[number, number], [number, number]];
        return r1 - r2 || n1 - n2;
      });
      assert.deepEqual(order, sorted);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
