import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CAPITAL_UNITS, strokesOf } from './stroke-font.ts';

const xs = (lines: readonly (readonly number[])[]): number[] => lines.flat().filter((_, i) => i % 2 === 0);
const ys = (lines: readonly (readonly number[])[]): number[] => lines.flat().filter((_, i) => i % 2 === 1);
const BOX = strokesOf('漢').lines;

describe('the stroke font', () => {
  for (const letter of 'ABCDEFGHIJKLMNOPRSTUVWXYZ')
    it(`has ${letter} in the height of capitals that it states, on the base line`, () => {
      const heights = ys(strokesOf(letter).lines);
      assert.deepEqual([Math.min(...heights), Math.max(...heights)], [0, CAPITAL_UNITS]);
    });

  it('has a form of its own for each character of ASCII but I, l and |', () => {
    const forms = new Map<string, string>();
    for (let code = 0x21; code < 0x7f; code++) {
      const letter = String.fromCharCode(code);
      const form = JSON.stringify(strokesOf(letter).lines);
      if (letter === 'I' || letter === 'l' || letter === '|' || letter === '`') continue;
      assert.ok(!forms.has(form) && form !== '[]', `${letter} looks like ${forms.get(form)}`);
      forms.set(form, letter);
    }
  });

  const ACCENTED: readonly (readonly [text: string, of: string, more: number])[] = [
    ['ä', 'a', 2],
    ['É', 'E', 1],
    ['ç', 'c', 1],
    ['ï', 'i', 1],
    ['m²', 'm2', 0],
    ['ﬁ', 'fi', 0],
    ['“a”', '"a"', 0],
  ];
  for (const [text, of, more] of ACCENTED)
    it(`writes ${text} as ${of} with ${more} more lines`, () => {
      const [one, plain] = [strokesOf(text), strokesOf(of)];
      assert.deepEqual([one.width, one.lines.length - plain.lines.length], [plain.width, more]);
    });

  it('has letters side by side, and nothing outside of the width', () => {
    const text = 'Kanaalrand 12,50 m² Ø300 — größer';
    const { width, lines } = strokesOf(text);
    assert.ok(Math.max(...xs(lines)) <= width + 1e-9 && Math.min(...xs(lines)) >= -0.2);
    assert.deepEqual([strokesOf('').width, strokesOf('AA').width], [0, 2 * strokesOf('A').width + 2]);
  });

  it('has a box for what it lacks', () => {
    assert.deepEqual(strokesOf('\u{1f600}').lines, BOX);
    assert.equal(BOX[0]!.length, 10);
  });
});
