import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { faultsIn } from '../core/detail.ts';
import { nearest } from '../core/nearest.ts';
import { isUuid, uuidv7 } from '../core/uuid.ts';
import { ServerKey } from '../storage/server-key.ts';
import { negotiate } from './accept.ts';
import { Cursors, page } from './cursor.ts';
import { etagOf } from './etag.ts';
import { parseJson } from './json-body.ts';
import { mergePatch } from './merge-patch.ts';
import { Metrics } from './metrics.ts';
import { TokenBuckets } from './token-bucket.ts';
import { compileBody, describeFaults, validationProblem } from './validation.ts';

describe('nearest', () => {
  test('finds the intended name', () => {
    const known = ['licenseplate', 'reference', 'countryCode', 'owner'];
    for (const [typed, meant] of [
      ['licensePlate', 'licenseplate'],
      ['refernce', 'reference'],
      ['contryCode', 'countryCode'],
      ['onwer', 'owner'],
    ] as const) {
      assert.equal(nearest(typed, known), meant);
    }
    assert.equal(nearest('colour', known), undefined);
    assert.equal(nearest('x'.repeat(1000), known), undefined);
  });
});

describe('nearest, for any names,', () => {
  /** The distance by its definition, without shortcuts. */
  function distance(a: string, b: string): number {
    if (a === '' || b === '') return a.length + b.length;
    const [headA, headB] = [a.slice(0, -1), b.slice(0, -1)];
    const change = a.at(-1) === b.at(-1) ? 0 : 1;
    const ways = [distance(headA, b) + 1, distance(a, headB) + 1, distance(headA, headB) + change];
    const isSwapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
    if (isSwapped) ways.push(distance(a.slice(0, -2), b.slice(0, -2)) + 1);
    return Math.min(...ways);
  }
  test('is the first of those that differ least, by at most a third of the letters', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'B'), maxLength: 6 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 5 }), (name, known) => {
        const lower = name.toLowerCase();
        const distances = known.map((one) => distance(lower, one.toLowerCase()));
        const least = Math.min(...distances);
        const expected =
          least <= Math.max(1, Math.floor(name.length / 3)) ? known[distances.indexOf(least)] : undefined;
        assert.equal(nearest(name, known), expected);
      }),
      { numRuns: 300 },
    );
    // The dotted capital I of Turkish is two units in lower case.
    assert.equal(nearest('İ'.repeat(64), ['i'.repeat(64), 'a']), undefined);
  });
});

describe('negotiate', () => {
  const offers = ['application/json', 'text/csv'];
  describe('follows RFC 9110: quality, then the order of the offers', () => {
    for (const [accept, best] of [
      [undefined, 'application/json'],
      ['', 'application/json'],
      ['*/*', 'application/json'],
      ['text/csv', 'text/csv'],
      ['TEXT/CSV; charset=utf-8', 'text/csv'],
      ['application/json;q=0.1, text/*;q=0.5', 'text/csv'],
      ['text/csv;q=0, */*', 'application/json'],
      ['text/html', undefined],
      ['*/*;q=0', undefined],
      ['application/json;q=nonsense', undefined],
    ] as const)
      test(JSON.stringify(accept), () => {
        assert.equal(negotiate(accept, offers), best, String(accept));
      });
  });
  test('accepts any text without failing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => [undefined, ...offers].includes(negotiate(text, offers))),
      { numRuns: 200 },
    );
  });
});

describe('mergePatch', () => {
  describe('gives what the examples of RFC 7396 give', () => {
    for (const [target, patch, result] of [
      [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
      [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
      [{ a: 'b' }, { a: null }, {}],
      [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
      [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
      [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
      [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
      [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
      [
        ['a', 'b'],
        ['c', 'd'],
        ['c', 'd'],
      ],
      [{ a: 'b' }, ['c'], ['c']],
      [{ a: 'foo' }, null, null],
      [{ e: null }, { a: 1 }, { e: null, a: 1 }],
      [[1, 2], { a: 'b', c: null }, { a: 'b' }],
      [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    ])
      test(`${JSON.stringify(target)} and ${JSON.stringify(patch)}`, () => {
        assert.deepEqual(mergePatch(target, patch), result);
      });
  });
  test('never changes its target and stops at a depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (target, patch) => {
        const before = JSON.stringify(target);
        mergePatch(target, patch);
        assert.equal(JSON.stringify(target), before);
      }),
      { numRuns: 200 },
    );
    const deep = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`) as unknown;
    assert.throws(() => mergePatch({}, deep), RangeError);
  });
});

describe('cursors', () => {
  const cursors = new Cursors(new ServerKey(randomBytes(32)));
  test('come back as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.integer())), (position) =>
        assert.deepEqual(cursors.read('list', cursors.write('list', position)), position),
      ),
      { numRuns: 100 },
    );
  });
  test('are refused if changed, invented, or taken to another list', () => {
    const cursor = cursors.write('list', ['id']);
    assert.throws(() => cursors.read('other', cursor), { code: 'invalid-cursor' });
    fc.assert(
      fc.property(fc.string(), (text) => assert.throws(() => cursors.read('list', text), { code: 'invalid-cursor' })),
      { numRuns: 100 },
    );
    for (let i = 0; i < Buffer.from(cursor, 'base64url').length; i++) {
      const changed = Buffer.from(cursor, 'base64url');
      changed[i]! ^= 1;
      assert.throws(() => cursors.read('list', changed.toString('base64url')), { code: 'invalid-cursor' });
    }
  });
  test('are on a page only if more rows follow', () => {
    assert.deepEqual(page([1, 2], 2, String), { items: [1, 2] });
    assert.deepEqual(page([1, 2, 3], 2, String), { items: [1, 2], next: '2' });
    assert.deepEqual(page([], 2, String), { items: [] });
  });
});

describe('token buckets', () => {
  test('give their quota at once, then what flows in', () => {
    let now = 0;
    const buckets = new TokenBuckets(3, 3000, () => now);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => buckets.take('a').allowed),
      [true, true, true, false],
    );
    assert.equal(buckets.take('b').allowed, true);
    assert.equal(buckets.take('a').retrySeconds, 1);
    now = 1000;
    assert.deepEqual(
      [1, 2].map(() => buckets.take('a').allowed),
      [true, false],
    );
    now = 1_000_000;
    assert.deepEqual(
      [1, 2, 3, 4].map(() => buckets.take('a').allowed),
      [true, true, true, false],
    );
  });
  test('stay limited whatever keys come', () => {
    const buckets = new TokenBuckets(1, 60_000, () => 0);
    for (let i = 0; i < 120_000; i++) buckets.take(`key ${i}`);
    assert.equal(buckets.take('key 119999').allowed, false);
  });
});

describe('JSON bodies', () => {
  test('that are broken are refused with the position, not with their content', () => {
    for (const [text, sentence] of [
      ['{"secret": tru}', /unexpected "}"/],
      ['{\n  "a": 1,\n}', /unexpected "}" in line 3, column 1/],
      ['{"a"', /ends too early/],
      ['', /ends too early, after 0 characters/],
    ] as const) {
      assert.throws(
        () => parseJson(text),
        (e: Error) => sentence.test(e.message) && !e.message.includes('secret'),
      );
    }
  });
  test('with __proto__ as a key are refused, as a text are accepted', () => {
    assert.throws(() => parseJson('{"a":[{"__proto__":{"x":1}}]}'), { code: 'malformed-json' });
    assert.deepEqual(parseJson('{"a":"__proto__"}'), { a: '__proto__' });
  });
  test('are searched for __proto__ whatever they hold, even next to a million values', () => {
    const many = `[${'1,'.repeat(1_000_000)}1]`;
    assert.throws(() => parseJson(`{"many":${many},"a":{"__proto__":1}}`), { code: 'malformed-json' });
    assert.equal((parseJson(`{"many":${many},"a":"__proto__"}`) as { many: number[] }).many.length, 1_000_001);
  });
  test('are accepted ten thousand levels deep without a crash', () => {
    assert.ok(Array.isArray(parseJson(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)));
  });
});

describe('faults of a body', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['unit'],
    properties: { unit: { type: 'string' }, 'a/b~c': { type: 'number' } },
  };
  const faultsOf = (value: unknown, base = '') => {
    const validate = compileBody(schema);
    assert.equal(validate(value), false);
    return faultsIn(describeFaults(validate.errors!, base));
  };
  test('point at the position, with escapes, and name the nearest field', () => {
    assert.deepEqual(faultsOf({ unti: 1, unit: 'kg' }), [
      { pointer: '#/unti', detail: 'There is no field "unti". Did you mean "unit"?', nearest: 'unit' },
    ]);
    assert.deepEqual(faultsOf({}, '/3'), [{ pointer: '#/3/unit', detail: 'The field is required.' }]);
    assert.equal(faultsOf({ unit: 'kg', 'a/b~c': 'x' })[0]!.pointer, '#/a~1b~0c');
    assert.equal(faultsOf({ unit: '3', zzzzzzz: 1 })[0]!.detail, 'There is no field "zzzzzzz". Known: unit, a/b~c.');
  });
  test('are strict: a number in quotes is not a number', () => {
    assert.equal(faultsOf({ unit: 3 })[0]!.pointer, '#/unit');
    assert.equal(faultsOf({ unit: 'kg', 'a/b~c': '3' }).length, 1);
  });
  test('at most fifty are shown', () => {
    const unknown = (length: number) => Object.fromEntries(Array.from({ length }, (_, i) => [`field${i}`, 1]));
    assert.equal(faultsOf(unknown(500)).length, 50);
    const check = compileBody(schema);
    for (const [fields, kept, sentence] of [
      [unknown(49), 50, /^The body has 50 faults: /],
      [unknown(50), 51, /^The body has 50 faults \(and 1 more\): /],
      [unknown(998), 999, /\(and 949 more\)/],
      [unknown(19_000), 1000, /\(and at least 950 more\)/],
      [unknown(200_000), 1, /^The body has a fault: /],
    ] as const) {
      check(fields);
      assert.equal(check.errors!.length, kept);
      assert.match(validationProblem(check.errors as never, 'body', false).message, sentence);
    }
    assert.ok(check({ unit: 'kg' }) && (check.errors ?? null) === null, 'nothing is left of the last value');
  });
});

describe('identifiers', () => {
  test('are version 7 UUIDs that sort by time and never repeat', () => {
    const ids = Array.from({ length: 20_000 }, () => uuidv7());
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual([...ids].sort(), ids);
    for (const id of ids.slice(0, 100))
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(Math.abs(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16) - Date.now()) < 10_000);
  });
  test('keep increasing when the clock steps back', () => {
    const first = uuidv7(Date.now() + 1000);
    assert.ok(uuidv7(Date.now() - 100_000) > first);
  });
  test('are distinguished from other texts', () => {
    assert.ok(isUuid(uuidv7()) && isUuid(crypto.randomUUID().toUpperCase()));
    for (const text of ['', 'x', `${uuidv7()} `, uuidv7().replaceAll('-', '')]) assert.ok(!isUuid(text));
  });
});

test('entity tags differ with every part of the version', () => {
  assert.notEqual(etagOf('a', 1), etagOf('a', 2));
  assert.notEqual(etagOf('a1'), etagOf('a', 1));
  assert.match(etagOf('a'), /^"[\w-]{22}"$/);
});

test('metrics are written in the text format of Prometheus', async () => {
  const metrics = new Metrics();
  metrics.count('requests_total', 'Requests', { status: 200 });
  metrics.count('requests_total', 'Requests', { status: 200 });
  metrics.gauge('memory', 'Memory', () => 42);
  metrics.observe('seconds', 'Durations', 0.003);
  metrics.observe('seconds', 'Durations', 99);
  const text = await metrics.text();
  assert.match(
    text,
    /# HELP requests_total Requests\n# TYPE requests_total counter\nrequests_total\{status="200"\} 2\n/,
  );
  assert.match(text, /memory 42\n/);
  assert.match(text, /seconds_bucket\{le="0.005"\} 1\n/);
  assert.match(
    text,
    /seconds_bucket\{le="60"\} 1\nseconds_bucket\{le="\+Inf"\} 2\nseconds_sum 99.003\nseconds_count 2\n/,
  );
});
