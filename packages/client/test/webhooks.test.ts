import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addEndpoint, startReceiver, until } from '@fieldbridge/server/testing/receiver.ts';
import { NO_CONVERSION, startTestServer } from '@fieldbridge/server/testing/server.ts';
import { ticket, weighingCaller } from '@fieldbridge/server/testing/weighing.ts';
import { signWebhook, verifyWebhook } from '../src/index.ts';

const SECRET = `whsec_${btoa('a secret of thirty-two characters')}`;
const OTHER = `whsec_${btoa('another secret of some characters')}`;
const BODY = '{"type":"ticket.created","data":{"weight":25.40}}';
const AT = 1_800_000_000_000;

test('the example of the Standard Webhooks libraries verifies', async () => {
  // https://github.com/standard-webhooks/standard-webhooks: the vector of its reference implementations.
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const event = await verifyWebhook(
    '{"test": 2432232314}',
    headers,
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    1_614_265_330_000,
  );
  assert.deepEqual(event, { test: 2432232314 });
});

describe('a webhook', () => {
  const signed = () => signWebhook(BODY, SECRET, { at: AT });

  test('signed by the test helper verifies, as text, as bytes, with either of two secrets', async () => {
    const expected = JSON.parse(BODY) as object;
    assert.deepEqual(await verifyWebhook(BODY, await signed(), SECRET, AT), expected);
    const bytes = new TextEncoder().encode(BODY);
    assert.deepEqual(await verifyWebhook(bytes, new Headers(await signed()), [OTHER, SECRET], AT), expected);
  });

  const rows: readonly (readonly [string, string, (headers: Record<string, string>) => object, string, number])[] = [
    ['by another secret', BODY, (headers) => headers, OTHER, AT],
    ['changed on its way', BODY.replace('25', '26'), (headers) => headers, SECRET, AT],
    ['with another id', BODY, (headers) => ({ ...headers, 'webhook-id': 'x' }), SECRET, AT],
    ['of a scheme that is unknown', BODY, (headers) => ({ ...headers, 'webhook-signature': 'v9,AAAA' }), SECRET, AT],
    [
      'with a signature that is not base64',
      BODY,
      (headers) => ({ ...headers, 'webhook-signature': 'v1,*' }),
      SECRET,
      AT,
    ],
  ];
  for (const [what, body, change, secret, now] of rows)
    test(`${what} is refused`, async () => {
      await assert.rejects(verifyWebhook(body, change(await signed()) as Record<string, string>, secret, now), {
        name: 'WebhookError',
        code: 'webhook-signature',
      });
    });

  for (const minutes of [-6, 6])
    test(`${minutes} minutes from the time here is refused`, async () => {
      const late = verifyWebhook(BODY, await signed(), SECRET, AT + minutes * 60_000);
      await assert.rejects(late, { code: 'webhook-time' });
    });

  test('without its headers is refused', async () => {
    await assert.rejects(verifyWebhook(BODY, {}, SECRET, AT), { code: 'webhook-headers' });
  });

  test('that is signed but not JSON is refused', async () => {
    await assert.rejects(verifyWebhook('no', await signWebhook('no', SECRET, { at: AT }), SECRET, AT), {
      code: 'webhook-body',
    });
  });
});

test('a webhook of the server verifies', async () => {
  await using server = await startTestServer({
    ...NO_CONVERSION,
    webhookPlainHttp: true,
    webhookPrivateAddresses: true,
  });
  await using receiver = await startReceiver();
  const call = weighingCaller(server.url, server.demo.weighing);
  const { secret } = await addEndpoint(call, receiver.url);
  await call('POST', '/weighing', ticket(server.demo.weighing.locationIds[0]!, 'T-1'));
  await until(() => receiver.received.length > 0);
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]];
  const event = await verifyWebhook<{ type: string }>(body, headers, secret);
  assert.equal(event.type, 'ticket.created');
});
