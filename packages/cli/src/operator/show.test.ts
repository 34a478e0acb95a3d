import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { showAnswer } from './show.ts';

describe('an answer of the desk, for people', () => {
  test('is one line per item of a list; nested lists and nulls are left out', () => {
    const items = [
      { id: '1', name: 'Gravel & Sons', note: null, secrets: [1, 2] },
      { id: '2', name: 'Quay', count: 3, isOpen: false, place: { easting: 1 } },
    ];
    assert.equal(
      showAnswer({ items }),
      'id=1  name="Gravel & Sons"\nid=2  name=Quay  count=3  isOpen=false  place={"easting":1}\n',
    );
    assert.equal(showAnswer({ items: [] }), 'None.\n');
  });

  test('is names and values for a single thing, with nested things indented', () => {
    const answer = { credential: { id: 'c', revokedAt: null, secrets: [{ id: 's' }] }, clientSecret: 'fbcs_x' };
    assert.equal(
      showAnswer(answer),
      ['credential:', '  id: c', '  secrets:', '    0:', '      id: s', 'clientSecret: fbcs_x', ''].join('\n'),
    );
  });

  test('shows a message line by line, but only its beginning in a list', () => {
    const body = 'Dear Ada,\n\n  the address\nBye\n';
    assert.equal(showAnswer({ body }), 'body:\n\n  Dear Ada,\n  \n    the address\n  Bye\n\n');
    assert.equal(showAnswer({ items: [{ body }] }), 'body="Dear Ada, …"\n');
  });

  test('is a word if there is nothing to show', () => {
    assert.equal(showAnswer(undefined), 'Done.\n');
  });

  describe('quotes what could be mistaken for two values, or for none', () => {
    for (const [value, shown] of [
      ['plain', 'plain'],
      ['', '""'],
      ['a b', '"a b"'],
      ['a=b', '"a=b"'],
      ['a\tb', '"a\\tb"'],
      ['é漢', 'é漢'],
      [0, '0'],
      [true, 'true'],
    ] as const)
      test(JSON.stringify(value), () => {
        assert.equal(showAnswer({ items: [{ value }] }), `value=${shown}\n`);
      });
  });

  test('of any shape is text, each item of a list on its own line', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))), (items) => {
        const text = showAnswer({ items });
        assert.equal(text.split('\n').length, Math.max(1, items.length) + 1, JSON.stringify(text));
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (answer) => {
        assert.equal(typeof showAnswer(answer), 'string');
      }),
    );
  });
});
