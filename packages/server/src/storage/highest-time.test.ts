import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { TestClock } from '../../testing/clock.ts';
import { until } from '../../testing/receiver.ts';
import { isoTime } from '../core/clock.ts';
import { HighestTime } from './highest-time.ts';

const root = mkdtempSync(join(tmpdir(), 'highest-time-'));
after(() => rmSync(root, { recursive: true }));
const HOUR = 3_600_000;

/** A data directory with a clock, and what the clock warns of. */
function place(clock = new TestClock()) {
  const folder = mkdtempSync(join(root, 'data-'));
  const warnings: string[] = [];
  const start = () => new HighestTime(folder, clock, (text) => warnings.push(text));
  return { clock, warnings, start, stored: join(folder, 'highest-time') };
}

describe('the highest time ever seen', () => {
  test('follows the wall clock forwards, and goes on by itself while that is behind', async () => {
    const { clock, start } = place();
    const time = start();
    const began = clock.now();
    for (const [pass, step, expected] of [
      [10, 0, 10],
      [0, HOUR, HOUR + 10],
      [0, -2 * HOUR, HOUR + 10],
      [5, 0, HOUR + 15],
      [0, 3 * HOUR, 2 * HOUR + 15],
    ] as const) {
      clock.pass(pass);
      clock.step(step);
      assert.equal(time.now() - began, expected);
    }
    await time.close();
  });

  test('is not left behind by the corrections of a time service', async () => {
    const { clock, start } = place();
    const time = start();
    for (let minute = 0; minute < 100; minute++) {
      clock.pass(60_000);
      clock.step(-500);
      time.now();
    }
    assert.deepEqual([time.now(), time.behind], [clock.now(), 0]);
    await time.close();
  });

  test('goes on while the clock is behind, also for a server that is killed then', async () => {
    const { clock, start, stored } = place();
    const killed = start();
    const began = killed.now();
    clock.step(-24 * HOUR);
    clock.pass(HOUR);
    assert.equal(killed.now(), began + HOUR);
    const isStored = () => existsSync(stored) && Date.parse(readFileSync(stored, 'utf8').trim()) === killed.now();
    await until(isStored, 'the time on the disk');
    assert.equal(start().now(), began + HOUR);
  });

  test('is known after a restart, with a warning and a trouble until the clock has caught up', async () => {
    const { clock, warnings, start, stored } = place();
    clock.step(HOUR);
    const high = clock.now();
    await start().close();
    assert.equal(readFileSync(stored, 'utf8'), `${isoTime(high)}\n`);
    clock.step(-HOUR);
    const time = start();
    assert.deepEqual([time.now(), time.trouble], [high, 'clock-behind']);
    assert.match(warnings[0]!, /it was set back/);
    clock.step(HOUR);
    assert.deepEqual([time.now(), time.trouble, warnings.length], [high, undefined, 1]);
    await time.close();
  });

  test('survives a kill once a token has expired', async () => {
    const { clock, start } = place();
    const killed = start();
    clock.pass(500);
    const expiresAt = clock.now();
    killed.now();
    killed.keep(expiresAt);
    // Nothing closes it: only the file counts. Another keep waits for the first.
    await killed.close();
    clock.step(-HOUR);
    const time = start();
    assert.ok(time.now() >= expiresAt);
    await time.close();
  });

  for (const text of ['', 'tomorrow', '\0\0\0'])
    test(`damaged (${JSON.stringify(text)}) it is reported and written again`, async () => {
      const { clock, warnings, start, stored } = place();
      writeFileSync(stored, text);
      await start().close();
      assert.match(warnings[0]!, /holds no time/);
      assert.equal(readFileSync(stored, 'utf8'), `${isoTime(clock.now())}\n`);
    });
});
