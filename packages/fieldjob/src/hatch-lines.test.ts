import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type HatchLine, hatchLinesIn, hatchLinesOf, hatchText, mapHatchLines } from './hatch-lines.ts';

const number = fc.double({ min: -1000, max: 1000, noNaN: true });
const pair = fc.tuple(number, number);
const family: fc.Arbitrary<HatchLine> = fc.record({
  angle: fc.double({ min: -3, max: 3, noNaN: true }),
  ...{ base: pair, offset: pair, dashes: fc.array(number, { maxLength: 4 }) },
});
const isNear = (a: number, b: number, size: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, size);

/** A position on a line of a family: `line` lines across, `along` it from where its dashes begin. */
function positionOn({ angle, base, offset }: HatchLine, line: number, along: number): [number, number] {
  return [base[0] + line * offset[0] + along * Math.cos(angle), base[1] + line * offset[1] + along * Math.sin(angle)];
}

describe('the lines of a hatch', () => {
  it('are read back from their attribute', () => {
    fc.assert(
      fc.property(fc.array(family, { minLength: 1, maxLength: 5 }), (families) => {
        const back = hatchLinesOf(hatchText(families)!)!;
        assert.equal(back.length, families.length);
        for (const [i, line] of families.entries()) {
          const [flat, flatBack] = [line, back[i]!].map((one) => [
            one.angle,
            ...one.base,
            ...one.offset,
            ...one.dashes,
          ]);
          assert.ok(flat!.every((value, k) => isNear(value, flatBack![k]!, 1000)));
        }
      }),
    );
  });

  it('follow a map: a position on a line is on the same line afterwards, dashes included', () => {
    fc.assert(
      fc.property(family, fc.tuple(number, number, number, number), fc.nat(5), number, (line, map, across, along) => {
        const [e, n] = positionOn(line, across, along);
        const expected = [map[0] * e + map[1] * n, map[2] * e + map[3] * n];
        const stretch = Math.hypot(
          map[0] * Math.cos(line.angle) + map[1] * Math.sin(line.angle),
          map[2] * Math.cos(line.angle) + map[3] * Math.sin(line.angle),
        );
        const [moved] = mapHatchLines([line], map);
        const found = positionOn(moved!, across, along * stretch);
        assert.ok(expected.every((value, i) => isNear(value, found[i]!, 1e8)));
        assert.ok(moved!.dashes.every((dash, i) => isNear(dash, line.dashes[i]! * stretch, 1e7)));
      }),
    );
  });

  it('are refused where they are not finite, none or too many', () => {
    const line = { angle: 0, base: [0, 0], offset: [0, 1], dashes: [] } as const;
    for (const lines of [[], [{ ...line, angle: Number.NaN }], [{ ...line, dashes: [Infinity] }]])
      assert.equal(hatchText(lines), undefined);
    assert.equal(hatchText(Array(801).fill(line)), undefined);
    assert.equal(hatchText(Array(800).fill(line))?.split(';').length, 800);
  });

  it('are not taken from other texts', () => {
    for (const text of ['', 'brick', '45 0 0 1', '45 0 0 1 x', '45 0 0 1 1;', '45 0 0 1 Infinity', '1 '.repeat(9000)])
      assert.equal(hatchLinesOf(text), undefined, text);
    assert.equal(hatchLinesIn({ attributes: ['name', 'hatch'] }), undefined);
    assert.equal(hatchLinesIn({ attributes: ['hatch', '45 0 0 -1 1'] })?.length, 1);
  });
});
