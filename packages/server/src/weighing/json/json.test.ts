import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonFault } from './fault.ts';
import { mergePatch } from './merge.ts';
import type { JsonNode } from './node.ts';
import { sameJson } from './same.ts';
import { scanJson, scanText } from './scan.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

/** The plain value of a tree, for comparison with JSON.parse. */
function plainValue(text: string, node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map((one) => [one.name, plainValue(text, one.value)]));
    case 'array':
      return node.items.map((item) => plainValue(text, item));
    case 'string':
      return node.value;
    default:
      return JSON.parse(text.slice(node.start, node.end)) as unknown;
  }
}

/** JSON.parse treats `__proto__` as an own name; an object literal does not. */
const wellFormed = fc.json({ maxDepth: 8 }).filter((text) => !text.includes('__proto__'));

function faultOf(input: string | Buffer): string {
  try {
    scanJson(typeof input === 'string' ? bytes(input) : input);
  } catch (error) {
    assert.ok(error instanceof JsonFault, String(error));
    return error.code;
  }
  return 'none';
}

test('reads the same values as JSON.parse', () => {
  fc.assert(
    fc.property(wellFormed, fc.constantFrom('', ' ', '\n\t\r '), (text, space) => {
      const { text: read, root } = scanJson(bytes(space + text + space));
      assert.deepEqual(plainValue(read, root), JSON.parse(text));
    }),
  );
});

test('refuses everything that JSON.parse refuses', () => {
  const alphabet = [...'{}[]":,0123456789.eE+-tfn\\u \n', 'true', 'null', '"a"', '\u0001', 'é'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...alphabet), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      let good = true;
      try {
        JSON.parse(text);
      } catch {
        good = false;
      }
      const fault = faultOf(text);
      if (!good) assert.equal(fault, 'json-syntax', text);
      // Only two faults are our own: duplicate names and lone surrogates.
      else assert.ok(['none', 'json-duplicate-name', 'json-surrogate'].includes(fault), `${text}: ${fault}`);
    }),
    { numRuns: 2000 },
  );
});

test('every value has its original text', () => {
  const text = '{"a": 25.40, "b":[1e2,-0, 9007199254740993], "c":"\\u0041", "d": {"e": null}}';
  const { root } = scanText(text);
  assert.equal(root.kind, 'object');
  const members = root.kind === 'object' ? root.members : [];
  assert.deepEqual(
    members.map(({ value }) => text.slice(value.start, value.end)),
    ['25.40', '[1e2,-0, 9007199254740993]', '"\\u0041"', '{"e": null}'],
  );
  assert.equal(members[2]!.value.kind === 'string' && members[2]!.value.value, 'A');
});

const cases: [string, string | Buffer, string][] = [
  ['an empty body', '', 'json-syntax'],
  ['a byte order mark and nothing', '\uFEFF', 'json-syntax'],
  ['a name twice', '{"a":1,"a":2}', 'json-duplicate-name'],
  ['a duplicate name by an escape', '{"a":1,"\\u0061":2}', 'json-duplicate-name'],
  [
    'a duplicate name among many',
    `{${Array.from({ length: 40 }, (_, i) => `"n${i}":0`).join(',')},"n20":1}`,
    'json-duplicate-name',
  ],
  ['half a surrogate pair', '"\\ud800"', 'json-surrogate'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'json-encoding'],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'json-encoding'],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'json-syntax'],
  ['a trailing comma', '[1,]', 'json-syntax'],
  ['a comment', '{}//', 'json-syntax'],
  ['single quotes', "{'a':1}", 'json-syntax'],
  ['NaN', 'NaN', 'json-syntax'],
  ['Infinity', '-Infinity', 'json-syntax'],
  ['a leading zero', '01', 'json-syntax'],
  ['a bare point', '1.', 'json-syntax'],
  ['a plus', '+1', 'json-syntax'],
  ['two values', '1 2', 'json-syntax'],
  ['a raw line break in a string', '"a\nb"', 'json-syntax'],
  ['a short escape', '"\\u12"', 'json-syntax'],
  ['an open string', '"abc', 'json-syntax'],
  ['deep nesting', '['.repeat(100_000), 'json-too-deep'],
  ['17 levels', `${'['.repeat(17)}${']'.repeat(17)}`, 'json-too-deep'],
  ['16 levels', `${'['.repeat(16)}${']'.repeat(16)}`, 'none'],
  ['a flood of values', `[${'1,'.repeat(200_001)}1]`, 'json-too-many-values'],
  ['a byte order mark before an object', '\uFEFF{}', 'none'],
];
for (const [name, input, code] of cases) test(`${name}: ${code}`, () => assert.equal(faultOf(input), code));

test('a line that is not UTF-8 is named', () => {
  assert.throws(() => scanJson(Buffer.concat([bytes('{"a":\n'), Buffer.from([0xff])])), /line 2 is not UTF-8/);
});

test('names of the prototype are ordinary names', () => {
  const { root } = scanText('{"__proto__":{"polluted":1},"constructor":2}');
  assert.ok(root.kind === 'object');
  assert.deepEqual(
    root.members.map(({ name }) => name),
    ['__proto__', 'constructor'],
  );
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

/** RFC 7396, appendix A. */
const appendix: [string, string, string][] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];
for (const [target, patch, result] of appendix)
  test(`merge patch ${patch} on ${target}`, () => assert.equal(mergePatch(scanText(target), scanText(patch)), result));

test('a merge patch keeps the spelling of everything else', () => {
  const target = '{"a": 25.40,"b":{"c": 1e2 ,"d":"\\u0041"}}';
  assert.equal(mergePatch(scanText(target), scanText('{"b":{"c":7}}')), '{"a": 25.40,"b":{"c": 7,"d":"\\u0041"}}');
});

test('two texts are equal in any spelling and order', () => {
  const same = (a: string, b: string): boolean => sameJson(scanText(a), scanText(b));
  assert.ok(same('{"a":25.40,"b":[1e2]}', '{ "b":[100], "a":25.4 }'));
  assert.ok(same('"\\u0041"', '"A"'));
  assert.ok(!same('{"a":9007199254740993}', '{"a":9007199254740992}'), 'numbers beyond double precision differ');
  assert.ok(!same('{"a":1}', '{"a":1,"b":null}'));
  assert.ok(!same('{"a":true}', '{"a":false}'));
  assert.ok(!same('[1,2]', '[2,1]'));
  assert.ok(!same('{"a":1}', '{"b":1}'));
});

test('a name written with escapes is the same name', () => {
  const { root } = scanText('{"ext\\u0065rnalId":1,"unit":2}');
  assert.deepEqual(root.kind === 'object' && root.members.map(({ name }) => name), ['externalId', 'unit']);
  assert.equal(faultOf('{"unit":1,"un\\u0069t":2}'), 'json-duplicate-name');
});
