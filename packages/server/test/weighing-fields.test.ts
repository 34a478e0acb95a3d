import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Field, type LeafField, leafFields, TICKET_FIELDS } from '@fieldbridge/contract';
import fc from 'fast-check';
import { NO_CONVERSION, startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';
import { type Answer, type Call, ticket, weighingCaller } from '../testing/weighing.ts';

// Every field of a ticket, invalid and valid in every way, over HTTP.

let server: TestServer;
let call: Call;
let [north, south] = ['', ''];
before(async () => {
  server = await startTestServer({ ...NO_CONVERSION, logLevel: 'error' });
  call = weighingCaller(server.url, server.demo.weighing);
  [north, south] = server.demo.weighing.locationIds as [string, string];
});
after(() => stopFaultless(server));

const LEAVES = leafFields(TICKET_FIELDS);
const name = ({ path }: LeafField): string => path.join('.');
let numbers = 0;
const number = (): string => `F-${++numbers}`;

/** A valid ticket with one field set to any JSON text. */
function ticketWith(path: readonly string[], json: string): string {
  const whole = ticket(north, number()) as Record<string, unknown>;
  let at = whole;
  for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
  at[path.at(-1)!] = '\0here';
  return JSON.stringify(whole).replace('"\\u0000here"', () => json);
}

/** Sends tickets in one batch. @returns the items of the answer */
async function batch(
  texts: readonly string[],
): Promise<{ status: number; ticket?: object; problem?: Answer['json'] }[]> {
  const { status, json, text } = await call('POST', '/weighing', `[${texts.join(',')}]`);
  assert.equal(status, 207, text.slice(0, 500));
  assert.equal(json.items.length, texts.length);
  return json.items;
}

const text = JSON.stringify;
const TEXT_FAULTS = ['0', 'true', '{}', '[]', '["a"]', text('a\0b')];
const NUMBER_FAULTS = ['"1"', 'true', '{}', '[1]', '1e309', '-1e400', `1${'0'.repeat(400)}`, '""'];
/** Invalid days, clocks and notations. */
const TIME_FAULTS = [
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-366T00:00:00Z',
  '2026-W54-1T00:00:00Z',
  '2026-01-01T24:00:01Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-01-01T00:00:61Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00+01:60',
  '2026-01-01T00:00:00',
  '2026-01-01',
  '01-02-2026 10:00',
  '1767225600000',
  'now',
  ' 2026-01-01T00:00:00Z',
  '٢٠٢٦-01-01T00:00:00Z',
].map((one) => text(one));

/** JSON texts that a field refuses. */
function faultsOf({ type, maxLength = 0, minLength = 0 }: Field): string[] {
  const long = text('😀'.repeat(maxLength + 1));
  switch (type) {
    case 'string':
      return [...TEXT_FAULTS, long, ...(minLength > 0 ? ['""', 'null'] : [])];
    case 'uuid':
      return [
        ...TEXT_FAULTS,
        'null',
        '""',
        '"01a1fd1d-2392-74ff-816d-98aae467927"',
        '"not-a-uuid"',
        text('é'.repeat(36)),
      ];
    case 'number':
      return NUMBER_FAULTS;
    case 'integer':
      return [...NUMBER_FAULTS, '1.5', '1e-1', '0.0001'];
    case 'datetime':
      return [...TEXT_FAULTS, ...TIME_FAULTS];
    case 'countryCode':
      return [...TEXT_FAULTS, '"NLD"', '"N"', '"1A"', '"Ä1"', '"nl "'];
    case 'object':
      return ['0', 'true', '"x"', '[]', '""'];
  }
}

/** JSON texts that a field accepts and returns unchanged. */
function goodOf({ type, required = false, maxLength = 0, minLength = 0 }: Field): string[] {
  const optional = required ? [] : ['null'];
  const empty = minLength > 0 ? [] : ['""'];
  switch (type) {
    case 'string':
      return [...optional, ...empty, text('😀'.repeat(maxLength)), '"\\u00e9\\/"', '"\\t\\"\\u2028"', '" x "'];
    case 'uuid':
      return [text(north), text(north.toUpperCase())];
    case 'number':
      return [
        ...optional,
        '25.40',
        '-0',
        '1E+2',
        '9007199254740993',
        `0.${'1'.repeat(300)}`,
        '1.7976931348623157e308',
        '1e-400',
      ];
    case 'integer':
      return [...optional, '0', '-7', '7.000', '7e2', '123456789012345678901234567890'];
    case 'datetime':
      return [
        ...optional,
        ...empty,
        '"2026-05-04T08:15:30.000Z"',
        '"2024-02-29T23:59:60Z"',
        '"20260504T081530,5+0200"',
      ];
    case 'countryCode':
      return [...optional, ...empty, '"NL"', '"nl"', '"QQ"'];
    case 'object':
      return optional;
  }
}

const OBJECTS: LeafField[] = objectsOf(TICKET_FIELDS);
function objectsOf(fields: readonly Field[], above: readonly string[] = []): LeafField[] {
  return fields.flatMap((field) => {
    const path = [...above, field.name];
    return field.fields === undefined ? [] : [{ path, field }, ...objectsOf(field.fields, path)];
  });
}

describe('a field of a ticket', () => {
  for (const one of [...LEAVES, ...OBJECTS])
    test(`${name(one)}: invalid values are refused with their pointer, valid ones returned unchanged`, async () => {
      const faults = faultsOf(one.field);
      const refused = await batch(faults.map((json) => ticketWith(one.path, json)));
      for (const [i, item] of refused.entries()) {
        assert.equal(item.status, 422, `${faults[i]} was taken`);
        const { code, errors } = item.problem;
        assert.equal(code, 'validation-failed');
        assert.deepEqual(
          errors.map(({ pointer }: { pointer: string }) => pointer),
          [`#/${one.path.join('/')}`],
          faults[i],
        );
        assert.ok(errors[0].detail.length > 10 && errors[0].detail.length < 300, errors[0].detail);
      }
      const stored: Answer[] = [];
      for (const json of goodOf(one.field)) {
        const sent = ticketWith(one.path, json);
        const answer = await call('POST', '/weighing', sent);
        assert.equal(answer.status, 201, `${json}: ${answer.text}`);
        assert.ok(answer.text.startsWith(sent.slice(0, -1)), answer.text);
        stored.push(answer);
      }
      for (const { json, text } of stored.slice(-1))
        assert.equal((await call('GET', `/weighing/${json.uuid}`)).text, text);
    });

  test('is refused by PUT and PATCH like by POST, and the ticket is unchanged', async () => {
    const { json } = await call('POST', '/weighing', ticket(south, number()));
    const before = (await call('GET', `/weighing/${json.uuid}`)).text;
    const wrong = fc
      .constantFrom(...LEAVES)
      .chain((leaf) => fc.record({ leaf: fc.constant(leaf), value: fc.constantFrom(...faultsOf(leaf.field)) }));
    await fc.assert(
      fc.asyncProperty(wrong, fc.constantFrom('PUT', 'PATCH'), async ({ leaf, value }, method) => {
        const { status, json: problem } = await call(method, `/weighing/${json.uuid}`, ticketWith(leaf.path, value));
        assert.deepEqual([status, problem.errors[0].pointer], [422, `#/${leaf.path.join('/')}`], value);
      }),
      { numRuns: 60 },
    );
    assert.equal((await call('GET', `/weighing/${json.uuid}`)).text, before);
    assert.equal((await call('GET', `/weighing/${json.uuid}/history`)).json.items.length, 1);
  });

  test('that is required is reported missing by name, in every combination', async () => {
    const required = ['locationId', 'externalId', 'nettWeight', 'nettWeight/quantity', 'nettWeight/unit'];
    await fc.assert(
      fc.asyncProperty(fc.subarray(required, { minLength: 1 }), fc.boolean(), async (missing, asNull) => {
        const whole: Record<string, unknown> = ticket(north, number());
        for (const path of missing) {
          const [first, second] = path.split('/') as [string, string?];
          const at = second === undefined ? whole : (whole[first] as Record<string, unknown> | null | undefined);
          if (at === undefined || at === null) continue;
          if (asNull) at[second ?? first] = null;
          else delete at[second ?? first];
        }
        const { status, json } = await call('POST', '/weighing', whole);
        const gone = missing.includes('nettWeight') ? missing.filter((path) => !path.includes('/')) : missing;
        assert.equal(status, 422);
        assert.deepEqual(
          json.errors.map(({ pointer }: { pointer: string }) => pointer).sort(),
          gone.map((path) => `#/${path}`).sort(),
        );
      }),
      { numRuns: 20 },
    );
  });

  test('that is unknown is refused with the nearest name, wherever it is', async () => {
    const typos = [...LEAVES, ...OBJECTS].flatMap(({ path }) => {
      const last = path.at(-1)!;
      const middle = Math.floor(last.length / 2);
      const doubled = last.slice(0, middle) + last[middle] + last.slice(middle);
      return [last.toUpperCase(), doubled, `${last.slice(0, -1)}`].map((typo) => ({ path, last, typo }));
    });
    const known = new Set([...LEAVES, ...OBJECTS].map(({ path }) => path.join('.')));
    const wrong = typos.filter(({ path, typo }) => !known.has([...path.slice(0, -1), typo].join('.')));
    for (let i = 0; i < wrong.length; i += 500) {
      const part = wrong.slice(i, i + 500);
      const items = await batch(part.map(({ path, typo }) => ticketWith([...path.slice(0, -1), typo], '"x"')));
      for (const [j, { problem, status }] of items.entries()) {
        const { path, last, typo } = part[j]!;
        const found = problem?.errors.find(
          ({ pointer }: { pointer: string }) => pointer === `#/${[...path.slice(0, -1), typo].join('/')}`,
        );
        assert.equal(status, 422, typo);
        assert.equal(found?.nearest, last, `${path.join('.')}: ${typo}: ${JSON.stringify(problem)}`);
        assert.match(found.detail, new RegExp(`Did you mean "${last}"`));
      }
    }
    const { json } = await call('POST', '/weighing', { ...ticket(north, number()), licensePlate: 'x', 'a/b~c': 1 });
    assert.deepEqual(
      json.errors.map(({ pointer, nearest }: { pointer: string; nearest?: string }) => [pointer, nearest]),
      [
        ['#/licensePlate', 'vehicle.licenseplate'],
        ['#/a~1b~0c', undefined],
      ],
    );
  });
});

/** CPU time of some work in this process, which includes the server. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

// Finding the nearest of 150 000 names once took ten seconds, hundreds of times the time of parsing, and blocked
// everybody.
test('a ticket full of faults is answered with fifty of them, and the answer to a batch of such tickets stays small', async () => {
  const many = Object.fromEntries(Array.from({ length: 150_000 }, (_, j) => [`licenseplat${j}`, 0]));
  const parsing = await cpuOf(() => JSON.parse(JSON.stringify(many)));
  for (const body of [many, { vehicle: many }]) {
    const judging = await cpuOf(async () => {
      const refused = await call('POST', '/weighing', body);
      // In a body of more than 20 000 values only the first fault is searched for.
      assert.deepEqual([refused.status, refused.json.errors.length], [422, 1]);
    });
    assert.ok(judging < 100 * parsing, `${judging} µs of CPU; parsing alone takes ${parsing}`);
  }
  const flood = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, i]));
  const { status, json } = await call('POST', '/weighing', flood);
  assert.deepEqual([status, json.errors.length], [422, 50]);
  const items = await batch(Array.from({ length: 30 }, () => JSON.stringify(flood)));
  assert.ok(JSON.stringify(items).length < 30 * 50 * 400, 'the answer is limited by the listed faults');
});

test('prototype names are ordinary names: refused, and without any effect', async () => {
  const names = ['constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'];
  for (const path of [[], ['nettWeight'], ['product', 'temperature'], ['vehicle', 'owner']]) {
    const items = await batch(names.map((bad) => ticketWith([...path, bad], '{"polluted":true}')));
    for (const [i, { status, problem }] of items.entries()) {
      assert.equal(status, 422, names[i]);
      assert.equal(problem.errors.at(-1).pointer, `#/${[...path, names[i]].join('/')}`);
    }
  }
  // A JavaScript object literal cannot have `__proto__` as an own name; a text can.
  const body = `{"locationId":"${north}","externalId":"${number()}","nettWeight":{"quantity":1,"unit":"t","__proto__":{"polluted":true}}}`;
  const { status, json } = await call('POST', '/weighing', body);
  assert.deepEqual([status, json.errors[0].pointer], [422, '#/nettWeight/__proto__']);
  const patched = await call('PATCH', `/weighing/${crypto.randomUUID()}`, '{"__proto__":{"polluted":true}}');
  assert.equal(patched.status, 404);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});
