import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyBaseLogger } from 'fastify';
import { atFirstUse } from './first-use.ts';
import { LogStream } from './log-stream.ts';
import { Metrics } from './metrics.ts';
import { makeChildrenLazy } from './request-log.ts';
import { TokenBuckets } from './token-bucket.ts';

describe('the stream of log lines', () => {
  test('holds a line for at most a tenth of a second, and writes later ones with it', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const written: string[] = [];
    const stream = new LogStream({ write: (text) => written.push(text) });
    stream.write('a\n');
    t.mock.timers.tick(99);
    stream.write('b\n');
    assert.deepEqual(written, []);
    t.mock.timers.tick(1);
    assert.deepEqual(written, ['a\nb\n']);
    stream.write('c\n');
    t.mock.timers.tick(100);
    assert.deepEqual(written, ['a\nb\n', 'c\n']);
    stream.flush();
    t.mock.timers.tick(1000);
    assert.equal(written.length, 2, 'nothing is written if nothing came');
  });

  test('loses nothing and keeps the order, however lines and flushes come', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const step = fc.oneof(fc.string({ maxLength: 20_000 }), fc.constant(null), fc.integer({ min: 1, max: 200 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const [lines, written]: string[][] = [[], []];
        const stream = new LogStream({ write: (text) => void written!.push(text) });
        for (const one of steps) {
          if (one === null) stream.flush();
          else if (typeof one === 'number') t.mock.timers.tick(one);
          else {
            lines!.push(one);
            stream.write(one);
          }
        }
        stream.flush();
        assert.equal(written!.join(''), lines!.join(''));
        assert.ok(!written!.includes(''));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a log that cannot be written', () => {
  test('is lost and counted, and says so itself once it can be written again', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const written: string[] = [];
    let isFull = false;
    const stream = new LogStream({
      write: (text, done) => {
        if (isFull) done?.(new Error('ENOSPC'));
        else {
          written.push(text);
          done?.();
        }
      },
    });
    const line = (text: string) => {
      stream.write(`${text}\n`);
      t.mock.timers.tick(100);
    };
    line('one');
    isFull = true;
    line('two');
    line('three');
    isFull = false;
    line('four');
    line('five');
    t.mock.timers.tick(1000);
    assert.equal(stream.lost, 'two\nthree\n'.length);
    // What could not be written may have broken off within a line.
    assert.deepEqual(written.slice(0, 2), ['one\n', '\nfour\n']);
    const [notice, ...others] = written.slice(2).join('').trim().split('\n');
    const { level, characters, msg } = JSON.parse(notice!) as Record<string, unknown>;
    assert.deepEqual([level, characters, msg], [40, stream.lost, 'lines of the log were lost before this']);
    assert.deepEqual(others, ['five']);
  });
});

describe('the logger of a request', () => {
  function make() {
    const made: object[] = [];
    const lines: unknown[][] = [];
    const child = {
      info: (...words: unknown[]) => lines.push(['info', ...words]),
      error: (...words: unknown[]) => lines.push(['error', ...words]),
      child: (bindings: object) => ({ bindings }),
    };
    const parent = { level: 'warn', child: (bindings: object) => made.push(bindings) && child };
    const logger = parent as unknown as FastifyBaseLogger;
    makeChildrenLazy(logger);
    const log = logger.child({ requestId: 'r' });
    return { log, made, lines };
  }

  test('is created with its first line, once, and passes every word on', () => {
    const { log, made, lines } = make();
    assert.deepEqual([made, log.level], [[], 'warn']);
    log.info({ a: 1 }, 'text');
    log.error('other');
    assert.deepEqual(made, [{ requestId: 'r' }]);
    assert.deepEqual(lines, [
      ['info', { a: 1 }, 'text'],
      ['error', 'other'],
    ]);
    assert.deepEqual(log.child({ more: 1 }), { bindings: { more: 1 } });
  });
});

describe('deferred work', () => {
  describe('is done once whatever the result, and again if it failed', () => {
    for (const value of [undefined, null, 0, '', false, {}])
      test(String(value), () => {
        let times = 0;
        const ask = atFirstUse(() => {
          times++;
          return value;
        });
        assert.equal(times, 0);
        assert.deepEqual([ask(), ask(), times], [value, value, 1]);
      });
  });
});

describe('figures', () => {
  test('of a duration are counted in every bucket that they fit, and in the sum', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 30 }),
        async (seconds) => {
          const metrics = new Metrics();
          for (const one of seconds) metrics.observe('d', 'Durations', one, { route: '/a' });
          const text = await metrics.text();
          for (const [, bound, count] of text.matchAll(/^d_bucket\{route="\/a",le="([^"]+)"\} (\d+)$/gm)) {
            const most = bound === '+Inf' ? Infinity : Number(bound);
            assert.equal(Number(count), seconds.filter((one) => one <= most).length, bound);
          }
          assert.match(text, new RegExp(`^d_count\\{route="/a"\\} ${seconds.length}$`, 'm'));
          const sum = Number(/^d_sum\{route="\/a"\} (\S+)$/m.exec(text)?.[1]);
          assert.ok(Math.abs(sum - seconds.reduce((a, b) => a + b, 0)) < 1e-9);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('are one family each, with one help and type line, and series distinguished by labels', async () => {
    const metrics = new Metrics();
    for (const status of [200, 404, 200]) metrics.count('requests_total', 'Requests', { status, method: 'GET' });
    metrics.count('requests_total', 'Requests', {}, 5);
    let now = 1;
    metrics.gauge('memory', 'Memory', () => now);
    now = 2;
    assert.deepEqual((await metrics.text()).trim().split('\n'), [
      '# HELP requests_total Requests',
      '# TYPE requests_total counter',
      'requests_total{status="200",method="GET"} 2',
      'requests_total{status="404",method="GET"} 1',
      'requests_total 5',
      '# HELP memory Memory',
      '# TYPE memory gauge',
      'memory 2',
    ]);
    assert.equal(await new Metrics().text(), '\n');
  });
});

test('a token bucket never gives more than its quota and what has flowed in since', () => {
  const wait = fc.integer({ min: 0, max: 5000 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(wait, { maxLength: 100 }), (quota, waits) => {
      let now = 0;
      const buckets = new TokenBuckets(quota, 10_000, () => now);
      let given = 0;
      for (const more of waits) {
        now += more;
        const { allowed, remaining, retrySeconds } = buckets.take('key');
        if (allowed) given++;
        assert.ok(given <= quota + (quota * now) / 10_000 + 1e-9, `${given} of ${quota} after ${now} ms`);
        assert.ok(remaining >= 0 && remaining < quota && retrySeconds >= 1);
      }
    }),
    { numRuns: 60 },
  );
  // A caller that waits as long as asked is served.
  let now = 0;
  const buckets = new TokenBuckets(1, 60_000, () => now);
  buckets.take('a');
  const { retrySeconds } = buckets.take('a');
  now += retrySeconds * 1000;
  assert.ok(buckets.take('a').allowed);
});
