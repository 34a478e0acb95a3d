import assert from 'node:assert/strict';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { webhookBody } from './event.ts';
import { pauseAfter } from './schedule.ts';
import { readSecret, signedHeaders, writeSecret } from './signature.ts';

/**
 * A receiver exactly as in Standard Webhooks 1.0.0, "verifying webhook authenticity", without any of our code.
 * @param now seconds since 1970; more than five minutes off is rejected
 * @returns whether the webhook is genuine
 */
function isGenuine(headers: Record<string, string>, body: Buffer, secret: string, now: number): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (id === undefined || timestamp === undefined || signatures === undefined) return false;
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]))
    .digest();
  return signatures.split(' ').some((one) => {
    const [version, value] = one.split(',', 2);
    const given = Buffer.from(value ?? '', 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const NOW = 1_767_225_600;
const event = fc.record({
  id: fc.uuid().map((id) => `evt_${id}_1`),
  organisationId: fc.constant('o'),
  type: fc.constantFrom('ticket.created', 'job.import.failed'),
  at: fc.integer({ min: 0, max: 4e12 }),
  data: fc.oneof(fc.json(), fc.constant('{"quantity":25.40,"name":"Müller 🚚\u2028"}')),
});

describe('a webhook', () => {
  test('is genuine to a receiver with any of the signing secrets, and to no other', () => {
    const secrets = fc.array(fc.uint8Array({ minLength: 24, maxLength: 64 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(event, secrets, (one, many) => {
        const body = webhookBody(one);
        const headers = signedHeaders(one.id, NOW, body, many);
        for (const secret of many) assert.ok(isGenuine(headers, Buffer.from(body), writeSecret(secret), NOW));
        assert.ok(!isGenuine(headers, Buffer.from(body), writeSecret(randomBytes(32)), NOW));
        assert.equal(headers['webhook-signature']!.split(' ').length, many.length);
      }),
      { numRuns: 60 },
    );
  });

  test('is rejected once anything in it changes: a byte, its id, its time, the secret', () => {
    const secret = Buffer.alloc(32, 5);
    fc.assert(
      fc.property(event, fc.nat(), fc.integer({ min: 1, max: 255 }), (one, at, change) => {
        const body = Buffer.from(webhookBody(one));
        const headers = signedHeaders(one.id, NOW, body.toString(), [secret]);
        const forged = Buffer.from(body);
        forged[at % forged.length]! ^= change;
        const known = writeSecret(secret);
        assert.ok(!isGenuine(headers, forged, known, NOW));
        assert.ok(!isGenuine({ ...headers, 'webhook-id': `${one.id}x` }, body, known, NOW));
        assert.ok(!isGenuine({ ...headers, 'webhook-timestamp': String(NOW + 1) }, body, known, NOW));
        assert.ok(!isGenuine(headers, body, writeSecret(secret.with(at % 32, 6)), NOW));
        assert.ok(!isGenuine(headers, body, known, NOW + 301), 'one that was intercepted and is sent again later');
      }),
      { numRuns: 60 },
    );
  });

  test('cannot be read as another: no signed part contains the point that separates them', () => {
    fc.assert(
      fc.property(event, (one) => {
        const headers = signedHeaders(one.id, NOW, webhookBody(one), [Buffer.alloc(32)]);
        for (const name of ['webhook-id', 'webhook-timestamp']) assert.ok(!headers[name]!.includes('.'));
        for (const value of Object.values(headers)) assert.match(value, /^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'a header');
      }),
      { numRuns: 30 },
    );
  });

  test('has a body of three members, type, timestamp and data, with the data verbatim', () => {
    fc.assert(
      fc.property(event, (one) => {
        const body = webhookBody(one);
        assert.deepEqual(Object.keys(JSON.parse(body) as object), ['type', 'timestamp', 'data']);
        const { type, timestamp } = JSON.parse(body) as { type: string; timestamp: string };
        assert.deepEqual([type, timestamp], [one.type, new Date(one.at).toISOString()]);
        assert.ok(body.endsWith(`"data":${one.data}}`));
      }),
      { numRuns: 60 },
    );
  });
});

test('a secret is read with and without its prefix, as receivers store it', () => {
  const bytes = Buffer.from('31c290abdbfc1988ab3ab4c0d5b3c2f0b3c86a90a3a2e8d4', 'hex');
  assert.equal(writeSecret(bytes), 'whsec_McKQq9v8GYirOrTA1bPC8LPIapCjoujU');
  assert.deepEqual(readSecret('whsec_McKQq9v8GYirOrTA1bPC8LPIapCjoujU'), bytes);
  assert.deepEqual(readSecret('McKQq9v8GYirOrTA1bPC8LPIapCjoujU'), bytes);
});

test('a failed attempt is repeated after the pauses of the guide, give or take a tenth, ten times', () => {
  const minutes = [5 / 60, 0.5, 2, 10, 30, 60, 120, 240, 480, 497];
  for (const [index, expected] of minutes.entries()) {
    assert.equal(pauseAfter(index + 1, 0.5), expected * 60_000, `attempt ${index + 2}`);
    assert.equal(pauseAfter(index + 1, 0), Math.round(expected * 54_000));
    assert.equal(pauseAfter(index + 1, 1), Math.round(expected * 66_000));
  }
  for (const attempts of [11, 12, 1000]) assert.equal(pauseAfter(attempts, 0.5), undefined);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const pause = pauseAfter(attempts, random)!;
      assert.ok(Number.isInteger(pause) && pause >= 4500 && pause <= 497 * 66_000);
    }),
  );
});
