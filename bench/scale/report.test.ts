import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { RATES, TICKET_COST } from './rates.ts';
import { conversionsOfDay, sizingReport, ticketsOfBusiestHour } from './report.ts';

describe('the sizing guide', () => {
  test('has the tables of docs/scaling.md, figure by figure', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8').split('\n');
    const lines = sizingReport()
      .split('\n')
      .filter((line) => line.startsWith('|'));
    assert.ok(lines.length > 25, String(lines.length));
    for (const line of lines) assert.ok(guide.includes(line), `docs/scaling.md lacks ${line}`);
  });

  test('names rows that the bench has', () => {
    const rows = ['tickets', 'postgres']
      .map((name) => readFileSync(join(import.meta.dirname, `../rows/${name}.ts`), 'utf8'))
      .join();
    for (const { row, value } of Object.values(RATES)) {
      assert.ok(row === 'http-convert' || rows.includes(`id: '${row}'`), row);
      assert.ok(value > 0);
    }
    for (const [part, seconds] of Object.entries(TICKET_COST)) assert.ok(seconds > 0, `${part}: ${seconds}`);
  });

  test('says that more workers never make anybody wait longer', () => {
    let before = Infinity;
    for (const workers of [1, 2, 4, 16]) {
      const { waits, load } = conversionsOfDay(100_000, workers);
      assert.equal(waits.count, conversionsOfDay(100_000, 1000).waits.count, 'every conversion is done in the end');
      assert.ok(waits.mean <= before && load > 0);
      before = waits.mean;
    }
    assert.ok(conversionsOfDay(100_000, 1).waits.quantile(0.99) > 3600, 'one worker is overwhelmed');
  });

  test('counts the same tickets through one server and through four', () => {
    const [one, four] = [ticketsOfBusiestHour(1000, 1), ticketsOfBusiestHour(1000, 4)];
    // As many within the fluctuation of random arrivals: servers are drawn from the same random numbers.
    assert.ok(Math.abs(one.waits.count / four.waits.count - 1) < 0.03);
    for (const { waits, busy } of [one, four]) {
      assert.ok(waits.quantile(0.5) >= TICKET_COST.transaction + TICKET_COST.row);
      assert.ok(busy > 0 && busy < 1);
    }
  });
});
