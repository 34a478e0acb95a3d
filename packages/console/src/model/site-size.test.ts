import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OptionField } from './report.ts';
import { sizeDoubt } from './site-size.ts';

const square = (size: number) => ({ minEasting: 5, minNorthing: 7, maxEasting: 5 + size, maxNorthing: 8 });
const field = (name: string): OptionField => ({ name, title: name, type: 'choice', values: [], usual: '', hint: '' });
const CAD = [field('unit'), field('drawingUnit')];

describe('the size of a site', () => {
  it('of some kilometres is usual in any unit', () => {
    for (const unit of ['metre', 'internationalFoot', 'usSurveyFoot'])
      assert.equal(sizeDoubt(square(39_000), unit, CAD), undefined);
    assert.equal(sizeDoubt(null, 'metre', CAD), undefined);
  });
  it('of 45 km is doubtful, and each other unit says what it would be', () => {
    const { metres, readings } = sizeDoubt(square(45_000), 'metre', CAD)!;
    assert.equal(metres, 45_000);
    assert.deepEqual(
      readings.map(({ unit, metres: size, option }) => [unit, Math.round(size), option]),
      [
        ['mm', 45, 'drawingUnit'],
        ['cm', 450, 'drawingUnit'],
        ['in', 1143, 'drawingUnit'],
        ['ft', 13_716, 'drawingUnit'],
      ],
    );
  });
  it('in feet is measured in feet', () => {
    assert.equal(sizeDoubt(square(100_000), 'internationalFoot', CAD), undefined);
    assert.ok(sizeDoubt(square(140_000), 'internationalFoot', CAD));
  });
  it('only offers what the format has an option for', () => {
    const { readings } = sizeDoubt(square(45_000), 'metre', [field('unit')])!;
    assert.deepEqual(
      readings.map(({ unit, option }) => [unit, option]),
      [
        ['mm', undefined],
        ['cm', undefined],
        ['in', undefined],
        ['ft', 'unit'],
      ],
    );
  });
  it('that no unit makes sensible has no readings', () => {
    assert.deepEqual(sizeDoubt(square(5e9), 'metre', CAD)?.readings, []);
    assert.equal(sizeDoubt(square(Number.NaN), 'metre', CAD), undefined);
  });
});
