import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createApp } from '../src/http/app.ts';
import { atFirstUse, compileAtOnce } from '../src/http/first-use.ts';
import { Metrics } from '../src/http/metrics.ts';
import { startTestServer } from '../testing/server.ts';

const quiet = { write: () => true };

function emptyApp() {
  const limits = { bodyLimit: 1000, bodySeconds: 1, corsOrigins: [], trustedProxies: [], logLevel: 'silent' };
  return createApp({ ...limits, log: quiet as never, metrics: new Metrics(), isDraining: () => false });
}

describe('lazy work', () => {
  test('is done once, on first use', () => {
    let times = 0;
    const asked = atFirstUse(() => {
      times++;
      return undefined;
    });
    assert.equal(times, 0);
    asked();
    asked();
    assert.equal(times, 1);
  });

  test('that fails is tried again', () => {
    let times = 0;
    const asked = atFirstUse(() => {
      times++;
      if (times === 1) throw new Error('not yet');
      return times;
    });
    assert.throws(asked, /not yet/);
    assert.equal(asked(), 2);
  });

  test('that fails after a while is tried again by later callers', async () => {
    let times = 0;
    const asked = atFirstUse(async () => {
      times++;
      if (times === 1) throw new Error('not yet');
      return times;
    });
    const both = [asked(), asked()];
    for (const one of both) await assert.rejects(one, /not yet/);
    assert.deepEqual([await asked(), await asked()], [2, 2]);
  });
});

describe('schemas of routes', () => {
  const faulty = { type: 'object', properties: { a: { type: 'no such type' } } };

  test('are compiled at their first request', async () => {
    const app = emptyApp();
    app.post('/', { schema: { body: faulty } }, async () => ({}));
    app.get(
      '/',
      { schema: { response: { 200: { type: 'object', properties: { n: { type: 'integer' } } } } } },
      async () => ({
        n: 1,
        secret: 2,
      }),
    );
    await app.ready();
    assert.deepEqual((await app.inject('/')).json(), { n: 1 });
    assert.equal((await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode, 500);
  });

  // From here on everything is compiled at once, so these tests are last in the file.
  test('that are faulty stop a start that compiles at once, naming the route', async () => {
    compileAtOnce();
    const body = emptyApp();
    body.post('/here', { schema: { body: faulty } }, async () => ({}));
    await assert.rejects(async () => body.ready(), /POST: \/here, .*no such type/);
    const answer = emptyApp();
    answer.get(
      '/there',
      { schema: { response: { 200: { type: 'object', properties: { a: { $ref: '#/no' } } } } } },
      async () => ({}),
    );
    await assert.rejects(async () => answer.ready(), /GET: \/there/);
  });

  test('of the whole server can all be compiled', async () => {
    await using server = await startTestServer();
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  });
});
