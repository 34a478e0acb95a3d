import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { ServerRefusal, TicketServer } from './server.ts';
import { standIn, stored } from './testing/stand-in.ts';

// Batches for a server in trouble: sent again if that may help, never taken for stored if they are not.

const open = new AbortController().signal;
const sender = (url: string, signal = open): TicketServer => new TicketServer(url, 'client', 'secret', signal);
const tickets = (count: number): string[] => Array.from({ length: count }, (_, i) => `{"externalId":"${i}"}`);
const accept = (response: ServerResponse, body: string): void => void response.writeHead(207).end(stored(body));

/** The refusal that a promise rejects with. */
async function refusalOf(promise: Promise<unknown>): Promise<ServerRefusal> {
  const error = await promise.then(
    () => assert.fail('it was accepted'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServerRefusal, String(error));
  return error;
}

describe('a batch', () => {
  test('is one POST of the tickets verbatim, with the credentials, to the address with or without a slash or the path of the tickets', async () => {
    const seen: string[] = [];
    await using fake = await standIn((request, response) => {
      const { 'content-type': type, 'x-clientid': id, 'x-clientsecret': secret } = request.headers;
      seen.push(`${request.method} ${request.url} ${type} ${id} ${secret}`);
      accept(response, fake.bodies.at(-1)!);
    });
    for (const url of [
      fake.url,
      fake.url.replace(/\/$/, ''),
      `${fake.url}//`,
      `${fake.url}weighing`,
      `${fake.url}weighing/`,
    ])
      assert.equal((await sender(url).send(['{"a":25.40}', '{"b":"é🚚"}'])).length, 2);
    assert.deepEqual(new Set(fake.bodies), new Set(['[{"a":25.40},{"b":"é🚚"}]']));
    assert.deepEqual(new Set(seen), new Set(['POST /v2/weighing application/json client secret']));
  });

  test('is sent again if the answer breaks off: it may have arrived, and then counts as stored before', async () => {
    await using fake = await standIn((request, response, count) => {
      const whole = stored(fake.bodies.at(-1)!);
      if (count === 1) {
        response.writeHead(207, { 'content-length': whole.length });
        response.write(whole.slice(0, 10), () => request.socket.destroy());
      } else if (count === 2) {
        // No Content-Length, so the missing last piece goes unnoticed.
        response.writeHead(207);
        response.write(whole.slice(0, -1), () => request.socket.destroy());
      } else response.writeHead(207).end(whole);
    });
    assert.deepEqual(
      (await sender(fake.url).send(tickets(3))).map(({ status }) => status),
      [201, 201, 201],
    );
    assert.equal(fake.bodies.length, 3);
    assert.equal(new Set(fake.bodies).size, 1);
  });

  describe('counts as refused if the answer has fewer or more tickets, or no list', () => {
    for (const answer of ['{"items":[]}', stored('[1,2,3]'), '[]', '{}', '{"items":{}}', 'null', '', '<html>'])
      test(answer, async () => {
        await using fake = await standIn((_, response) => void response.writeHead(207).end(answer));
        const { code, message } = await refusalOf(sender(fake.url).send(tickets(2)));
        assert.equal(code, 'http-207', answer);
        assert.match(message, /the server answered 207/);
        assert.equal(fake.bodies.length, 1, 'asking again would not help');
      });
  });

  test("is not sent on to a redirect's target: the secret is this server’s", async () => {
    await using other = await standIn((_, response) => accept(response, other.bodies.at(-1)!));
    for (const status of [301, 302, 303, 307, 308]) {
      await using fake = await standIn((_, response) => void response.writeHead(status, { location: other.url }).end());
      const { code, message } = await refusalOf(sender(fake.url).send(tickets(1)));
      assert.equal(code, `http-${status}`);
      assert.ok(message.includes(`redirects to ${other.url}; use that address`), message);
      assert.equal(fake.bodies.length, 1);
    }
    assert.equal(other.bodies.length, 0);
  });

  test('waits as long as asked, in seconds or until a date, and not at all for nonsense', async () => {
    const later = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();
    for (const [retryAfter, least] of [
      ['1', 1000],
      // A date has no fractions of a second.
      [() => later(2), 950],
      [() => later(-3600), 500],
      ['-5', 500],
      ['soon', 500],
    ] as const) {
      const times: number[] = [];
      await using fake = await standIn((_, response, count) => {
        times.push(performance.now());
        if (count > 1) return accept(response, fake.bodies.at(-1)!);
        response
          .writeHead(503, { 'retry-after': typeof retryAfter === 'string' ? retryAfter : retryAfter() })
          .end('{}');
      });
      await sender(fake.url).send(tickets(1));
      const waited = times[1]! - times[0]!;
      assert.ok(waited >= least - 50, `${String(retryAfter)}: ${waited} ms`);
    }
  });

  test("that a server refuses for good is reported once, in the server's words", async () => {
    for (const [status, body, code, words] of [
      [401, '{"code":"not-authenticated","detail":"Wrong."}', 'not-authenticated', /answered 401: Wrong\./],
      [403, '{"code":"x"}', 'x', /answered 403: x/],
      [404, 'not here', 'http-404', /answered 404: not here/],
      [200, '[]', 'http-200', /answered 200/],
      [400, '{"error":"invalid"}', 'http-400', /"error"/],
      [409, '', 'http-409', /answered 409/],
    ] as const) {
      await using fake = await standIn((_, response) => void response.writeHead(status).end(body));
      const refusal = await refusalOf(sender(fake.url).send(tickets(2)));
      assert.equal(refusal.code, code);
      assert.match(refusal.message, words);
      assert.equal(fake.bodies.length, 1, String(status));
    }
  });

  test('that cannot be read as a whole is halved until the culprit is alone, and keeps its order', async () => {
    const bad = new Set([3, 11, 12]);
    await using fake = await standIn((_, response) => {
      const sent = JSON.parse(fake.bodies.at(-1)!) as { externalId: string }[];
      if (!sent.some(({ externalId }) => bad.has(Number(externalId)))) return accept(response, fake.bodies.at(-1)!);
      response.writeHead(400).end('{"code":"malformed-json","detail":"No."}');
    });
    const results = await sender(fake.url).send(tickets(17));
    assert.deepEqual(
      results.map(({ status }) => status),
      Array.from({ length: 17 }, (_, i) => (bad.has(i) ? 400 : 201)),
    );
    assert.equal(results[3]!.problem?.detail, 'the server answered 400: No.');
  });

  test('is given up at once when the caller aborts, also between two attempts', async () => {
    const stop = new AbortController();
    await using fake = await standIn((_, response) => {
      response.writeHead(503, { 'retry-after': '3600' }).end();
      setTimeout(() => stop.abort(), 50);
    });
    await assert.rejects(sender(fake.url, stop.signal).send(tickets(1)), /abort/i);
    assert.equal(fake.bodies.length, 1);
    await assert.rejects(sender(fake.url, AbortSignal.abort()).send(tickets(1)), /abort/i);
    assert.equal(fake.bodies.length, 1);
  });
});
