import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { merged } from '../../../testing/ticket-model.ts';
import { digestJson } from './digest.ts';
import { JsonFault } from './fault.ts';
import { mergePatch } from './merge.ts';
import { type JsonNode, type JsonObject, member, raw } from './node.ts';
import { sameJson } from './same.ts';
import { type ScannedJson, scanJson, scanText } from './scan.ts';

// Laws for any JSON, compared with plain values and the wording of RFC 7396.

/**
 * Few names, so that target and patch overlap, in no sorted order. No name of a single backslash: after one, JSON.parse
 * of V8 14.6 confuses it with a name that begins with an escape (`{"b":0,"\\":0}`, then `{"b":0,"\\u0061":0}`).
 */
const NAMES = ['b', 'a', 'unit', 'externalId', 'é', '1', '', 'a b', '"', 'a\\b'];
const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', 'x', '\u2028', '🚚', 0, -1, 25.4, 1e21),
  fc.integer({ min: -3, max: 3 }),
);
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));
const object = fc.dictionary(fc.constantFrom(...NAMES), json, { maxKeys: 5 });

/** White space around each token, drawn again for each text. */
const spaces = fc.array(fc.constantFrom('', ' ', '\n', '\t\r\n'), { minLength: 1, maxLength: 7 });

/** A value as JSON text with white space in every possible place, and some characters as escapes. */
function spelled(value: unknown, space: readonly string[]): string {
  let at = 0;
  const next = (): string => space[at++ % space.length]!;
  const string = (text: string): string =>
    `"${[...text].map((one) => (at++ % 3 === 0 && one.length === 1 ? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}` : JSON.stringify(one).slice(1, -1))).join('')}"`;
  const write = (one: unknown): string => {
    const inner = (): string => {
      if (Array.isArray(one)) return `[${one.length === 0 ? next() : one.map(write).join(',')}]`;
      if (typeof one === 'object' && one !== null) {
        const members = Object.entries(one).map(([name, held]) => `${next()}${string(name)}${next()}:${write(held)}`);
        return `{${members.length === 0 ? next() : members.join(',')}}`;
      }
      if (typeof one === 'string') return string(one);
      // The same number in another spelling.
      if (typeof one === 'number' && one !== 0 && at % 2 === 0) return one.toExponential();
      return JSON.stringify(one);
    };
    return `${next()}${inner()}${next()}`;
  };
  return write(value);
}

describe('a merge patch', () => {
  test('has the value defined by RFC 7396, in any spelling of both', () => {
    fc.assert(
      fc.property(json, json, spaces, spaces, (target, patch, one, two) => {
        const text = mergePatch(scanText(spelled(target, one)), scanText(spelled(patch, two)));
        // JSON.stringify writes -0 as 0, in both.
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(merged(target, patch))), text);
      }),
      { numRuns: 400 },
    );
  });

  test('keeps the order of members and appends new ones in the order of the patch', () => {
    fc.assert(
      fc.property(object, object, spaces, (target, patch, space) => {
        const text = mergePatch(scanText(spelled(target, space)), scanText(JSON.stringify(patch)));
        const { root } = scanText(text);
        const kept = namesOf(scanText(spelled(target, space)).root).filter((name) => patch[name] !== null);
        const added = namesOf(scanText(JSON.stringify(patch)).root).filter(
          (name) => !(name in target) && patch[name] !== null,
        );
        assert.deepEqual(namesOf(root), [...kept, ...added]);
      }),
      { numRuns: 200 },
    );
  });

  test('leaves everything else unchanged, at any depth', () => {
    fc.assert(
      fc.property(object, object, spaces, (target, patch, space) => {
        const before = scanText(spelled(target, space));
        const after = scanText(mergePatch(before, scanText(JSON.stringify(patch))));
        untouched(before.text, before.root, patch, after.text, after.root);
      }),
      { numRuns: 200 },
    );
  });

  test('changes nothing if empty, is idempotent, and as a whole object fills everything in', () => {
    fc.assert(
      fc.property(object, object, spaces, (target, patch, space) => {
        const text = spelled(target, space);
        assert.ok(sameJson(scanText(mergePatch(scanText(text), scanText('{}'))), scanText(text)));
        const once = mergePatch(scanText(text), scanText(JSON.stringify(patch)));
        assert.equal(mergePatch(scanText(once), scanText(JSON.stringify(patch))), once);
        const self = mergePatch(scanText('{}'), scanText(text));
        assert.deepEqual(JSON.parse(self), JSON.parse(JSON.stringify(merged({}, target))));
      }),
      { numRuns: 150 },
    );
  });

  test('keeps numbers that are not doubles as spelled, in the ticket and the patch', () => {
    const target = '{"a":25.40,"b":{"c":9007199254740993,"d":-0},"e":[1E+2]}';
    const cases: [string, string][] = [
      ['{"a":1e400}', '{"a":1e400,"b":{"c":9007199254740993,"d":-0},"e":[1E+2]}'],
      ['{"b":{"d":0.10}}', '{"a":25.40,"b":{"c":9007199254740993,"d":0.10},"e":[1E+2]}'],
      ['{"b":null,"e":null}', '{"a":25.40}'],
      ['{"b":{"c":null,"d":null}}', '{"a":25.40,"b":{},"e":[1E+2]}'],
      ['{"b":{"c":{"x":1.0,"y":null}}}', '{"a":25.40,"b":{"c":{"x":1.0},"d":-0},"e":[1E+2]}'],
      ['{"b":7.00}', '{"a":25.40,"b":7.00,"e":[1E+2]}'],
      ['{"a":{"x":null}}', '{"a":{},"b":{"c":9007199254740993,"d":-0},"e":[1E+2]}'],
      ['{"e":[null,{"x":null}]}', '{"a":25.40,"b":{"c":9007199254740993,"d":-0},"e":[null,{"x":null}]}'],
      ['{"f":null,"g":1e-7}', '{"a":25.40,"b":{"c":9007199254740993,"d":-0},"e":[1E+2],"g":1e-7}'],
    ];
    for (const [patch, expected] of cases) assert.equal(mergePatch(scanText(target), scanText(patch)), expected, patch);
  });
});

function namesOf(node: JsonNode): string[] {
  return node.kind === 'object' ? node.members.map(({ name }) => name) : [];
}

/** Asserts that each member outside the patch has the same text before and after. */
function untouched(textA: string, a: JsonNode, patch: Record<string, unknown>, textB: string, b: JsonNode): void {
  if (a.kind !== 'object' || b.kind !== 'object') return;
  for (const { name, value } of a.members) {
    const after: JsonNode | undefined = member(b, name)?.value;
    const change = patch[name];
    if (!(name in patch)) assert.equal(after && raw(textB, after), raw(textA, value), name);
    else if (typeof change === 'object' && change !== null && !Array.isArray(change) && after !== undefined)
      untouched(textA, value, change as Record<string, unknown>, textB, after);
  }
}

describe('two texts are equal', () => {
  test('if they are the same value in two spellings and orders', () => {
    fc.assert(
      fc.property(json, spaces, spaces, (value, one, two) => {
        const a = scanText(spelled(value, one));
        assert.ok(agree(a, scanText(spelled(reversed(value), two))), a.text);
      }),
      { numRuns: 200 },
    );
  });

  test('and only then', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
        const same = agree(scanText(JSON.stringify(a)), scanText(JSON.stringify(b)));
        assert.equal(same, isDeepStrictEqual(plain(a), plain(b)));
      }),
      { numRuns: 300 },
    );
  });

  test('with numbers compared by all digits, not by the nearest double', () => {
    const same = (a: string, b: string): boolean => agree(scanText(`{"a":${a}}`), scanText(`{"a":${b}}`));
    for (const [a, b] of [
      ['100', '1e2'],
      ['1E+2', '100.000'],
      ['-0', '0'],
      ['0e7', '-0.00'],
      ['0.001', '1e-3'],
      [`1${'0'.repeat(300)}`, '1e300'],
    ] as const)
      assert.ok(same(a, b), `${a} ${b}`);
    for (const [a, b] of [
      ['9007199254740992', '9007199254740993'],
      ['0.1', '0.1000000000000000055511151231257827'],
      ['1e-324', '0'],
      ['1', '-1'],
      ['1', '"1"'],
      ['0', 'false'],
      ['null', '{}'],
    ] as const)
      assert.ok(!same(a, b), `${a} ${b}`);
  });
});

test('a digest ignores the given names, on the first level only', () => {
  const of = (text: string, ignored?: string[]): string => {
    const { root } = scanText(text);
    assert.equal(root.kind, 'object');
    return digestJson(text, root as JsonObject, ignored);
  };
  assert.equal(of('{"a":1,"uuid":2}', ['uuid']), of('{ "a" : 1.0 }'));
  assert.notEqual(of('{"a":{"uuid":2}}', ['uuid']), of('{"a":{}}'));
  assert.notEqual(of('{"a":"1"}'), of('{"a":1}'));
});

/** Whether two texts are equal; digests of objects must agree. */
function agree(a: ScannedJson, b: ScannedJson): boolean {
  const same = sameJson(a, b);
  if (a.root.kind === 'object' && b.root.kind === 'object')
    assert.equal(digestJson(a.text, a.root) === digestJson(b.text, b.root), same, `${a.text} ${b.text}`);
  return same;
}

/** The same value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, held]) => [name, reversed(held)])
      .reverse(),
  );
}

describe('a text', () => {
  test('is read the same from bytes and characters, with or without a byte order mark', () => {
    fc.assert(
      fc.property(json, spaces, fc.boolean(), (value, space, marked) => {
        const text = spelled(value, space);
        const scanned = scanJson(Buffer.from(`${marked ? '\uFEFF' : ''}${text}`));
        assert.equal(scanned.text, text);
        assert.deepEqual(scanned.root, scanText(text).root);
      }),
      { numRuns: 100 },
    );
  });

  test('has the range of every value, inside its parent and separate from its neighbours', () => {
    fc.assert(
      fc.property(json, spaces, (value, space) => {
        const { text, root } = scanText(spelled(value, space));
        const walk = (node: JsonNode, from: number, to: number): void => {
          assert.ok(from <= node.start && node.start < node.end && node.end <= to);
          assert.deepEqual(text.slice(node.start, node.end).trim(), raw(text, node));
          let at = node.start + 1;
          const inner =
            node.kind === 'object' ? node.members.map((one) => one.value) : node.kind === 'array' ? node.items : [];
          for (const one of inner) {
            walk(one, at, node.end - 1);
            at = one.end + 1;
          }
        };
        walk(root, 0, text.length);
      }),
      { numRuns: 100 },
    );
  });

  test('is refused at its end if truncated, and at a surplus character', () => {
    const text = '{"a":[1.5e3,"x\\u0041"],"b":{"c":null}}';
    const faultOf = (one: string): JsonFault => {
      try {
        scanText(one);
      } catch (error) {
        assert.ok(error instanceof JsonFault);
        return error;
      }
      return assert.fail(`${one} was read`);
    };
    for (let end = 0; end < text.length; end++) {
      const { code, offset } = faultOf(text.slice(0, end));
      assert.equal(code, 'json-syntax');
      assert.ok(offset <= end, `${text.slice(0, end)}: ${offset}`);
    }
    for (const character of ['x', ',', '}', ']', ':', '"', '1', '\u00a0', '\uFEFF']) {
      const { code, offset } = faultOf(`${text}${character}`);
      assert.deepEqual([code, offset], ['json-syntax', text.length], JSON.stringify(character));
    }
    for (const space of ['\u00a0', '\uFEFF', '\v', '\f', '\u2028', '\u3000'])
      assert.equal(faultOf(`[${space}1]`).offset, 1, 'not white space in JSON');
  });
});
