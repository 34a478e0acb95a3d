import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { asWritten } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { createApp } from './app.ts';
import { Metrics } from './metrics.ts';
import { RequestLines } from './request-lines.ts';

/** Errors thrown at an address. */
const FAILURES = {
  '/full': new ProblemError('queue-full', asWritten('Too many wait.')),
  '/disk': new ProblemError('unavailable', asWritten('The store cannot be written.'), {
    cause: new Error('I/O error'),
  }),
  '/defect': new TypeError('x is not a function'),
  '/own': new ProblemError('internal', asWritten('The answer was invalid.')),
  '/wrong': new ProblemError('not-found', asWritten('It does not exist.')),
};

const withoutTime = (line: string): string => line.replace(/,"time":"[^"]+"/, '');

/** An application that logs into a list. */
function loggingApp(logLevel: string) {
  const lines: string[] = [];
  const app = createApp({
    ...{ bodyLimit: 1000, bodySeconds: 60, corsOrigins: [], trustedProxies: [], logLevel },
    ...{ log: { write: (line: string) => lines.push(line) }, metrics: new Metrics(), isDraining: () => false },
  });
  app.get('/things/:id', async () => ({}));
  for (const [path, error] of Object.entries(FAILURES))
    app.get(path, async () => {
      throw error;
    });
  return { app, lines };
}

test('the line of a request equals what the logger would write, whatever its path', () => {
  const { app, lines } = loggingApp('info');
  const own: string[] = [];
  const requests = new RequestLines({ write: (line) => own.push(line) }, 'info');
  fc.assert(
    fc.property(
      fc.stringMatching(/^[\w.-]{1,64}$/),
      fc.constantFrom('GET', 'M-SEARCH'),
      fc.string({ unit: anyCharacter }),
      fc.integer({ min: 100, max: 599 }),
      fc.double({ min: 0, max: 1e7, noNaN: true }),
      fc.option(fc.oneof(fc.ipV4(), fc.ipV6()), { nil: undefined }),
      fc.option(fc.string(), { nil: undefined }),
      (requestId, method, path, status, ms, address, client) => {
        lines.length = own.length = 0;
        const organisation = client === undefined ? undefined : crypto.randomUUID();
        const line = { method, path, status, ms: Math.round(ms * 10) / 10, address, client, organisation };
        app.log.info({ requestId, ...line }, 'request');
        requests.write({ id: requestId, ...line, ms });
        assert.deepEqual(own.map(withoutTime), lines.map(withoutTime));
        assert.deepEqual(JSON.parse(own[0]!)['path'], path);
        assert.match(own[0]!, /^\{"level":30,"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",/);
      },
    ),
  );
});

test('a line names the organisation of its request, also of somebody who works in several', () => {
  const own: string[] = [];
  const requests = new RequestLines({ write: (line) => own.push(line) }, 'info');
  const line = { id: 'r', method: 'GET', path: '/', status: 200, ms: 1, address: undefined, client: 'person:1' };
  for (const organisation of ['a', 'b', 'b', 'a']) requests.write({ ...line, organisation });
  const named = own.map((text) => (JSON.parse(text) as { organisation: string }).organisation);
  assert.deepEqual(named, ['a', 'b', 'b', 'a']);
});

test('every request logs one line, with its id and without its query', async () => {
  const { app, lines } = loggingApp('debug');
  const headers = { host: 'here', 'x-request-id': 'mine-1' };
  await app.inject({ url: '/things/7?secret=1', headers });
  await app.inject({ url: '/nothing', headers: { host: 'here' } });
  const [first, second, ...more] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { time: _, ms, ...logged } = first!;
  assert.deepEqual(logged, {
    ...{ level: 30, requestId: 'mine-1', method: 'GET', path: '/things/7', status: 200, msg: 'request' },
    address: '127.0.0.1',
  });
  assert.ok(typeof ms === 'number' && ms >= 0);
  assert.equal(second!['status'], 404);
  assert.match(String(second!['requestId']), /^[0-9a-f-]{36}$/);
  assert.deepEqual(more, []);
});

describe('a log for warnings only has no lines of requests', () => {
  for (const level of ['warn', 'error', 'silent'])
    test(level, async () => {
      const { app, lines } = loggingApp(level);
      await app.inject({ url: '/things/7', headers: { host: 'here' } });
      assert.deepEqual(lines, [], level);
    });
});

test('our own refusal is a warning without a stack; a failure is an error with its cause', async () => {
  const { app, lines } = loggingApp('info');
  const logged: Record<string, unknown> = {};
  for (const path of Object.keys(FAILURES)) {
    lines.length = 0;
    await app.inject({ url: path, headers: { host: 'here' } });
    const [first] = lines.map((line) => JSON.parse(line) as Record<string, never>);
    const { level, msg, code, detail, err } = first!;
    logged[path] = msg === 'request' ? undefined : [level, msg, code, detail ?? (err as { message: string }).message];
  }
  assert.deepEqual(logged, {
    '/full': [40, 'request refused', 'queue-full', 'Too many wait.'],
    '/disk': [50, 'request failed', 'unavailable', 'I/O error'],
    '/defect': [50, 'request failed', 'internal', 'x is not a function'],
    '/own': [50, 'request failed', 'internal', 'The answer was invalid.'],
    '/wrong': undefined,
  });
});
