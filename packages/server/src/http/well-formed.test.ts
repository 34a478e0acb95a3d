import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { faultsIn } from '../core/detail.ts';
import { unstorableTexts } from './well-formed.ts';

const HALF = 'The text contains half a surrogate pair, which is not a character.';
const NUL = 'The text contains the character U+0000.';

test('texts that UTF-8 cannot represent, or that would end early in the store, are named with their positions', () => {
  for (const [value, expected] of [
    ['\ud800', [['#', HALF]]],
    ['a\udfffb', [['#', HALF]]],
    ['\udc00\ud800', [['#', HALF]]],
    [{ name: 'a\0b' }, [['#/name', NUL]]],
    [{ a: ['x', { 'b/c~d': '\ud83d' }] }, [['#/a/1/b~1c~0d', HALF]]],
    [
      { first: '\ud800', second: 'fine', third: '\0' },
      [
        ['#/first', HALF],
        ['#/third', NUL],
      ],
    ],
  ] as const)
    assert.deepEqual(
      faultsIn(unstorableTexts(value)).map(({ pointer, detail }) => [pointer, detail]),
      expected,
      JSON.stringify(value),
    );
});

test('a name of a field is checked, too, and the message about it is valid text', () => {
  const [fault] = faultsIn(unstorableTexts({ good: { '\ud800': 1 } }));
  assert.equal(fault?.pointer, '#/good');
  assert.match(fault.detail, /field name/);
  const inside = faultsIn(unstorableTexts({ '\ud800': '\ud800' }));
  assert.ok(
    inside.every(({ pointer, detail }) => `${pointer}${detail}`.isWellFormed()),
    JSON.stringify(inside),
  );
});

test('pairs, other control characters, and values that are not text are accepted', () => {
  for (const value of ['😀', '\u0001\t\n', '\ufffd', '', null, undefined, 7, true, [], {}, [[{ a: ['𝄞'] }]]])
    assert.deepEqual(unstorableTexts(value), [], JSON.stringify(value));
});

test('at most ten are named, and a body nested ten thousand deep is traversed', () => {
  assert.equal(unstorableTexts(Array.from({ length: 5000 }, () => '\ud800')).length, 10);
  let deep: unknown = '\0';
  for (let i = 0; i < 10_000; i++) deep = [deep];
  assert.equal(unstorableTexts(deep).length, 1);
});

test('it finds a fault exactly where UTF-8 would change the text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00', 'é', '漢') })), (texts) => {
      const wrong = texts.filter((text) => Buffer.from(text).toString() !== text);
      assert.equal(unstorableTexts(texts).length, Math.min(10, wrong.length));
    }),
    { numRuns: 200 },
  );
});
