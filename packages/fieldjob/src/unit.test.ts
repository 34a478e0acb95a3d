import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCrs, sameCrs } from './crs.ts';
import { convertLength, parseUnit, UNITS, unitFactor } from './unit.ts';

test('the US survey foot is 1200/3937 m and the international foot 0.3048 m, exactly', () => {
  assert.deepEqual(unitFactor('usSurveyFoot', 'metre'), { numerator: 1200, denominator: 3937 });
  assert.equal(convertLength(3937, 'usSurveyFoot', 'metre'), 1200);
  assert.equal(convertLength(10000, 'internationalFoot', 'metre'), 3048);
  assert.equal(convertLength(1e6, 'internationalFoot', 'usSurveyFoot'), (1e6 * 3048 * 3937) / (10000 * 1200));
});

test('converting there and back is exact to a bit or two', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e8, max: 1e8, noNaN: true }),
      fc.constantFrom(...UNITS),
      fc.constantFrom(...UNITS),
      (value, from, to) => {
        const back = convertLength(convertLength(value, from, to), to, from);
        assert.ok(Math.abs(back - value) <= Math.abs(value) * 2 ** -50 + Number.MIN_VALUE * 4);
      },
    ),
  );
});

test('the same unit returns the very same number', () => {
  assert.ok(Object.is(convertLength(-0, 'metre', 'metre'), -0));
  assert.ok(Number.isNaN(convertLength(Number.NaN, 'metre', 'usSurveyFoot')));
});

test('units are read by their usual names only', () => {
  for (const text of ['usft', 'US Survey Foot', 'US-survey-feet', 'ftUS', 'US ft', 'survey feet', 'us-foot'])
    assert.equal(parseUnit(text), 'usSurveyFoot');
  assert.equal(parseUnit('M'), 'metre');
  assert.equal(parseUnit('Feet'), 'internationalFoot');
  for (const text of ['', 'mm', 'constructor', '__proto__', 'yard']) assert.equal(parseUnit(text), undefined, text);
});

test('reference systems are read as EPSG codes, WKT or local', () => {
  assert.deepEqual(parseCrs(' epsg:25832 '), { kind: 'epsg', code: 25832 });
  assert.deepEqual(parseCrs('25832'), { kind: 'epsg', code: 25832 });
  assert.equal(parseCrs('LOCAL')?.kind, 'local');
  assert.equal(parseCrs('PROJCS["x",GEOGCS["y"]]')?.kind, 'wkt');
  for (const text of ['', 'EPSG:', '12', 'utm 32']) assert.equal(parseCrs(text), undefined, text);
  assert.ok(sameCrs({ kind: 'epsg', code: 4326, name: 'a' }, { kind: 'epsg', code: 4326 }));
  assert.ok(!sameCrs({ kind: 'epsg', code: 4326 }, { kind: 'local' }));
});
