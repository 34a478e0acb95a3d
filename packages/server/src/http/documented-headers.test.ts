import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fastify from 'fastify';
import type { App } from './app.ts';
import { answerHeaders, ETAG, IF_MATCH, LOCATION, requestHeaders } from './documented-headers.ts';
import { addOpenApi } from './openapi.ts';

const named = (headers: object): string[] => Object.keys(headers).sort();
const taken = (config: Parameters<typeof requestHeaders>[0]) =>
  named((requestHeaders(config) as { properties: object } | undefined)?.properties ?? {});
const EVERY = ['Fieldbridge-Secret-Expires', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'];

describe('documented request headers', () => {
  test("follow from the route's configuration, and are absent for an ordinary route", () => {
    assert.equal(requestHeaders({}), undefined);
    const route = {};
    assert.deepEqual(taken({ ...route, conditional: true }), ['If-None-Match']);
    assert.deepEqual(taken({ ...route, idempotent: true }), ['Idempotency-Key']);
    assert.deepEqual(taken({ ...route, idempotent: false }), []);
    const own = { ...route, idempotent: true, documentedHeaders: { ...IF_MATCH, Prefer: 'respond-async' } };
    assert.deepEqual(taken(own), ['Idempotency-Key', 'If-Match', 'Prefer']);
    assert.deepEqual((requestHeaders(own) as { properties: Record<string, object> }).properties['Prefer'], {
      type: 'string',
      description: 'respond-async',
    });
  });
});

describe('documented answer headers', () => {
  const route = {};
  test("are those of every answer, and the route's own", () => {
    assert.deepEqual(named(answerHeaders(route, '200')), EVERY);
    const made = { ...route, idempotent: true, answeredHeaders: { ...LOCATION, ...ETAG } };
    assert.deepEqual(named(answerHeaders(made, '201')), ['ETag', 'Idempotency-Replayed', 'Location', ...EVERY].sort());
    assert.deepEqual(named(answerHeaders({ ...route, conditional: true }, '304')), ['ETag', ...EVERY].sort());
  });

  test('of refusals say when to come again, and do not describe a result', () => {
    const all = { ...route, conditional: true as const, idempotent: true, answeredHeaders: LOCATION };
    const refused = ['Allow', 'Idempotency-Replayed', 'Retry-After', 'WWW-Authenticate', ...EVERY].sort();
    assert.deepEqual(named(answerHeaders(all, '4XX')), refused);
    assert.deepEqual(named(answerHeaders(all, '404')), refused);
    assert.deepEqual(named(answerHeaders(all, '5XX')), ['Retry-After', ...EVERY].sort());
    const own = { ...all, refusedHeaders: { 'Content-Range': 'of 416' } };
    assert.deepEqual(named(answerHeaders(own, '4XX')), ['Content-Range', ...refused].sort());
  });
});

test('the document has them next to the bodies, which stay unchanged; a HEAD without a GET is an operation', async () => {
  const app = fastify();
  const document = { title: 'T', description: 'D', paths: ['/openapi.json'], servers: [{ url: '/' }] };
  addOpenApi(app as unknown as App, document, '1.2.3', () => 'http://t');
  const thing = { type: 'object', properties: { name: { type: 'string' } } } as const;
  const none = { type: 'null', description: 'Nothing' };
  const config = { conditional: true, documentedHeaders: IF_MATCH } as const;
  app.get('/thing', { config, schema: { response: { 200: thing } } }, async () => ({}));
  app.delete('/thing', { schema: { response: { 204: none } } }, async () => ({}));
  app.head('/offset', { config: { answeredHeaders: { 'Upload-Offset': 'Bytes' } }, schema: {} }, async () => '');
  const { paths } = (await app.inject('/openapi.json')).json();
  assert.deepEqual(Object.keys(paths['/thing']).sort(), ['delete', 'get'], 'no HEAD that belongs to a GET');
  const { responses, parameters } = paths['/thing'].get;
  assert.deepEqual(
    parameters.map(({ in: place, name, required }: Record<string, unknown>) => [place, name, required]),
    [
      ['header', 'If-None-Match', false],
      ['header', 'If-Match', false],
    ],
  );
  assert.deepEqual(responses['200'].content['application/json'].schema, thing);
  assert.equal(responses['200'].headers['ETag'].schema.type, 'string');
  assert.match(responses['200'].headers['ETag'].description, /current version/);
  assert.ok('application/problem+json' in responses['4XX'].content);
  assert.ok('Retry-After' in responses['4XX'].headers);
  assert.equal(paths['/thing'].delete.responses['204'].content, undefined);
  assert.ok('X-Request-Id' in paths['/thing'].delete.responses['204'].headers);
  assert.ok('Upload-Offset' in paths['/offset'].head.responses['2XX'].headers);
  await app.close();
});
