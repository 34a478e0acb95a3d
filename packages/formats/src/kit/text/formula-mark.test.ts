import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { marked, unmarked, verbatim } from './formula-mark.ts';

describe('texts in spreadsheets', () => {
  for (const [text, expected] of [
    ['=HYPERLINK("http://x","y")', `'=HYPERLINK("http://x","y")`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ['-2+3+cmd', "'-2+3+cmd"],
    ['\t=1', "'\t=1"],
    ["'=1", "''=1"],
    ['-12.5', '-12.5'],
    ['+31 (0)6 1234-567', '+31 (0)6 1234-567'],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['Sand =', 'Sand ='],
    ['', ''],
  ] as const)
    it(`${JSON.stringify(text)} → ${JSON.stringify(expected)}`, () => {
      assert.equal(marked(text), expected);
      assert.equal(unmarked(expected), text);
    });

  it('are read back as they were, and never begin as a formula', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a', '1', ' ', '.') });
    fc.assert(
      fc.property(text, (one) => {
        assert.equal(unmarked(marked(one)), one);
        assert.equal(unmarked(verbatim(one)), one);
        assert.match(marked(one), /^(?![=+\-@\t\r])|^[+-]?[\d .,()/-]*$/);
      }),
    );
  });
});
