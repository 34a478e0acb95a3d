import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asWritten } from '../core/detail.ts';
import { ProblemError, problemDocument } from '../core/problem.ts';
import { ServerKey } from '../storage/server-key.ts';
import { negotiate } from './accept.ts';
import { Cursors, pageOfAll } from './cursor.ts';
import { etagOf, etagOfView, notModified, requireMatch } from './etag.ts';
import { escapeHtml, htmlPage } from './html.ts';
import { instantOf } from './instant.ts';
import { Limiter } from './rate-limit.ts';

/** A reply that records what was set. */
function replyOf() {
  const seen = { headers: {} as Record<string, unknown>, status: 200, sent: false };
  const reply = {
    header: (name: string, value: unknown) => {
      seen.headers[name] = value;
      return reply;
    },
    code: (status: number) => {
      seen.status = status;
      return reply;
    },
    send: () => {
      seen.sent = true;
      return reply;
    },
  };
  return { seen, reply: reply as unknown as FastifyReply };
}
const requestOf = (headers: Record<string, string>): FastifyRequest => ({ headers }) as unknown as FastifyRequest;

describe('entity tags', () => {
  const tag = etagOf('id', 7);

  test('of If-Match are compared strongly: a weak one never matches (RFC 9110 §13.1.1)', () => {
    for (const header of [tag, '*', `"other", ${tag}`, `${tag},"other"`, ` ${tag} `])
      assert.doesNotThrow(() => requireMatch(requestOf({ 'if-match': header }), tag), header);
    for (const header of ['"other"', `W/${tag}`, tag.slice(1, -1), '', '"*"'])
      assert.throws(
        () => requireMatch(requestOf({ 'if-match': header }), tag),
        { code: 'precondition-failed' },
        header,
      );
    assert.doesNotThrow(() => requireMatch(requestOf({}), tag));
  });

  test('of If-None-Match are compared weakly, and a match is 304 with the tag (RFC 9110 §13.1.2)', () => {
    for (const header of [tag, `W/${tag}`, '*', `"other", W/${tag}`]) {
      const { seen, reply } = replyOf();
      assert.equal(notModified(requestOf({ 'if-none-match': header }), reply, tag), true, header);
      assert.deepEqual(seen, { headers: { etag: tag }, status: 304, sent: true });
    }
    for (const header of [undefined, '"other"', 'W/"other"', '']) {
      const { seen, reply } = replyOf();
      const headers = header === undefined ? {} : { 'if-none-match': header };
      assert.equal(notModified(requestOf(headers as Record<string, string>), reply, tag), false);
      assert.deepEqual(seen, { headers: { etag: tag }, status: 200, sent: false }, 'the tag is always sent');
    }
  });

  test('are equal for equal things and differ otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [one, other] = [etagOfView({ a }), etagOfView({ a: b })];
        assert.equal(one === other, JSON.stringify(a) === JSON.stringify(b));
        assert.match(one, /^"[\w-]+"$/);
      }),
      { numRuns: 100 },
    );
  });
});

describe('Accept', () => {
  test('is weighed as RFC 9110 §12.5.1 shows', () => {
    const offers = ['text/html', 'text/plain', 'image/jpeg'];
    const accept = 'text/*;q=0.3, text/plain;q=0.7, */*;q=0.5';
    assert.equal(negotiate(accept, offers), 'text/plain');
    assert.equal(negotiate(accept, ['text/html', 'image/jpeg']), 'image/jpeg');
    assert.equal(negotiate('audio/*; q=0.2, audio/basic', ['audio/mpeg', 'audio/basic']), 'audio/basic');
    assert.equal(negotiate('text/html;q=0, text/*', ['text/html', 'text/plain']), 'text/plain');
    assert.equal(negotiate('TEXT/PLAIN ; Q=0.5', offers), 'text/plain');
  });

  test('of any length costs no more than a limited list', () => {
    const long = Array.from({ length: 100_000 }, (_, i) => `a/b${i}`).join(',');
    assert.equal(negotiate(long, ['text/plain']), undefined);
    assert.equal(negotiate(`text/plain,${long}`, ['text/plain']), 'text/plain');
  });

  test('chooses only offers, and never a refused one', () => {
    const type = fc.constantFrom('a/a', 'a/b', 'b/a', 'a/*', '*/*');
    const range = fc.tuple(type, fc.constantFrom('', ';q=0', ';q=0.5', ';q=1'));
    fc.assert(
      fc.property(fc.uniqueArray(range, { selector: ([name]) => name, minLength: 1 }), (ranges) => {
        const offers = ['a/a', 'a/b', 'b/a'];
        const chosen = negotiate(ranges.map((parts) => parts.join('')).join(', '), offers);
        const quality = (offer: string): number => {
          const fits = [offer, `${offer[0]}/*`, '*/*'].map((name) => ranges.find(([wanted]) => wanted === name));
          const weight = fits.find((one) => one !== undefined)?.[1];
          return weight === undefined ? 0 : Number(weight.slice(3) || 1);
        };
        const best = Math.max(...offers.map(quality));
        assert.equal(chosen, best === 0 ? undefined : offers.find((offer) => quality(offer) === best));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a moment', () => {
  const at = Date.UTC(2026, 1, 28, 12, 30, 15);
  test('is the same however RFC 3339 and its relatives write it', () => {
    for (const text of [
      '2026-02-28T12:30:15Z',
      '2026-02-28t12:30:15z',
      '2026-02-28 12:30:15Z',
      '2026-02-28T13:30:15+01:00',
      '2026-02-28T13:30:15+0100',
      '2026-02-28T13:30:15+01',
      '2026-02-28T07:00:15-05:30',
      '2026-02-28T12:30:15.000000Z',
      '2026-02-28T12:30:15-00:00',
    ])
      assert.equal(instantOf(text), at, text);
    assert.equal(instantOf('2026-02-28T12:30:15.25Z'), at + 250);
    assert.equal(instantOf('2026-02-28T12:30:15.123456789Z'), at + 123);
  });

  test('within a leap second is the first one after it', () => {
    const after = Date.UTC(2017, 0, 1);
    assert.equal(instantOf('2016-12-31T23:59:60Z'), after);
    assert.equal(instantOf('2016-12-31T23:59:60.9Z'), after);
    assert.equal(instantOf('2017-01-01T00:59:60+01:00'), after);
  });
});

describe('a limit on requests', () => {
  test('shows itself in the headers of every answer and says when it ends', () => {
    const limiter = new Limiter('requests', 2);
    const { seen, reply } = replyOf();
    limiter.take('a', reply);
    assert.deepEqual(seen.headers, { 'ratelimit-policy': '"requests";q=2;w=60', ratelimit: '"requests";r=1;t=1' });
    limiter.take('a', reply);
    const refusal = (() => {
      try {
        limiter.take('a', reply);
      } catch (error) {
        return error as ProblemError;
      }
      return assert.fail('the third is one too many');
    })();
    assert.deepEqual([refusal.code, refusal.status], ['too-many-requests', 429]);
    // Two a minute: the next token comes half a minute after the bucket was empty.
    const seconds = Number(refusal.options.headers?.['retry-after']);
    assert.ok(seconds >= 29 && seconds <= 30, String(seconds));
    assert.equal(seen.headers['ratelimit'], `"requests";r=0;t=${seconds}`);
    assert.doesNotThrow(() => limiter.take('b', reply), 'others have their own');
  });

  test('of 0 is no limit and adds no headers', () => {
    const { seen, reply } = replyOf();
    const limiter = new Limiter('requests', 0);
    for (let i = 0; i < 100; i++) limiter.take('a', reply);
    assert.deepEqual([limiter.count('a', reply), seen.headers], [undefined, {}]);
  });
});

describe('pages of a list that is read whole', () => {
  const cursors = new Cursors(new ServerKey(randomBytes(32)));
  test('hold every row once, in order of the ids, whatever the page size', () => {
    const id = fc.string({ minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 30 }), fc.integer({ min: 1, max: 12 }), (rows, limit) => {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
          const { items, next } = pageOfAll(rows, (row) => row, query, cursors, 'list');
          assert.ok(items.length <= limit && (next === undefined || items.length === limit));
          seen.push(...items);
          cursor = next;
        } while (cursor !== undefined);
        assert.deepEqual(
          seen,
          rows.toSorted((a, b) => (a < b ? -1 : 1)),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('have a hundred rows by default, and continue after a row that was deleted', () => {
    const rows = Array.from({ length: 250 }, (_, i) => String(1000 + i));
    const first = pageOfAll(rows, (row) => row, {}, cursors, 'list');
    assert.deepEqual([first.items.length, first.items.at(-1)], [100, '1099']);
    const fewer = rows.filter((row) => row !== '1099' && row !== '1100');
    const second = pageOfAll(fewer, (row) => row, { cursor: first.next! }, cursors, 'list');
    assert.equal(second.items[0], '1101');
    assert.throws(() => pageOfAll(rows, (row) => row, { cursor: first.next! }, cursors, 'other list'), {
      code: 'invalid-cursor',
    });
  });
});

test('ignore what a caller wrote into the cursor', () => {
  assert.equal(escapeHtml(`<a href="x">'&amp;'`), `&lt;a href=&quot;x&quot;>'&amp;amp;'`);
  const page = htmlPage('<script>1</script>', '<p>body</p>');
  assert.doesNotMatch(page, /<script/);
  assert.match(page, /^<!doctype html>.*<title>&lt;script>1&lt;\/script><\/title>.*<p>body<\/p><\/html>$/s);
});

test('a problem document has the members of RFC 9457 and ours, in a batch without a request', () => {
  const errors = [{ pointer: '#/a', detail: 'wrong' }];
  const problem = new ProblemError('conflict', asWritten('It is so.'), {
    errors: [{ pointer: '#/a', detail: asWritten('wrong') }],
    extra: { existing: 'x' },
    cause: new Error('inside'),
  });
  const common = {
    type: '/docs/problems#conflict',
    title: 'The request conflicts with the current state',
    status: 409,
  };
  const rest = { code: 'conflict', detail: 'It is so.', errors, existing: 'x' };
  assert.deepEqual(problemDocument(problem), { ...common, ...rest });
  const where = { instance: '/a', requestId: 'r' };
  assert.deepEqual(problemDocument(problem, where), { ...common, ...rest, ...where });
  assert.equal(
    problemDocument(new ProblemError('conflict')).detail,
    common.title,
    'without a sentence, only the title',
  );
});
