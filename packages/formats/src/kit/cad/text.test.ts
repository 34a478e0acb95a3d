import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { colourOfIndex, nearestIndex } from './aci.ts';
import { codePage, utf8Or, WINDOWS_1252 } from './code-page.ts';
import { drawingUnit, drawingUnitNamed, insUnits } from './drawing-unit.ts';
import { plainMtext } from './mtext.ts';
import { fillFromAttributes, isPointBlock, POINT_BLOCK } from './point-block.ts';
import { readable, type TextRun } from './readable-text.ts';
import { decodeCarets, isBlank, plainText } from './text-codes.ts';

test('format codes of MTEXT are dropped, their effect on the text itself stays', () => {
  const cases: Record<string, string> = {
    plain: 'plain',
    '\\A1;{\\fArial|b0|i0;Bold} and \\H2.5x;tall\\Pnext\\~line': 'Bold and tall\nnext\u00a0line',
    '\\S1/2; \\S1#4; \\S+0.1^ -0.2;': '1/2 1/4 +0.1 -0.2',
    // A number and what is stacked behind it stay two.
    '4\'-0{\\H0.7x;\\S1#4;}" 50\\S0.01^0.02; 7\\S+0.1^-0.2; m\\S2^ ;': '4\'-0 1/4" 50 0.01 0.02 7+0.1 -0.2 m2',
    '\\C1;red \\c255;true \\L under\\l \\O over\\o \\K struck\\k': 'red true  under  over  struck',
    'back\\\\slash \\{braces\\}': 'back\\slash {braces}',
    '\\pxqc;centred\\W0.8;\\T1.1;\\Q15;x': 'centredx',
    '%%c20 \\U+00B1 5^Itab^ caret': 'Ø20 ± 5\ttab^caret',
    // The result of a code is not decoded again.
    '10^ M^  y': '10^M^ y',
    '\\Fromans.shx;unclosed \\H': 'unclosed ',
    'ends with \\': 'ends with \\',
    // A small p in the place of a capital one.
    'Customer\\pProject': 'Customer\nProject',
  };
  for (const [raw, plain] of Object.entries(cases)) assert.equal(plainMtext(raw), plain, raw);
});

test('no MTEXT makes the decoder fail or grow', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\\{};^%SHPU+a-f0-9 ]{0,60}$/), (raw) => {
      assert.ok(plainMtext(raw).length <= raw.length);
      assert.ok(plainText(raw).length <= raw.length);
    }),
    { numRuns: 1000 },
  );
});

test('single-line codes: signs, characters by number, carets', () => {
  assert.equal(plainText('%%D %%p %%C %%% %%065 %%u%%oline%%z'), '° ± Ø % A line%%z');
  assert.equal(decodeCarets('a^Jb^Ic^Md^ e^'), 'a\nb\tcd^e^');
});

test('the colour index: known colours, nearest ones, numbers outside the index', () => {
  assert.deepEqual(
    [1, 2, 3, 5, 7, 8, 10, 11, 255].map(colourOfIndex),
    [0xff0000, 0xffff00, 0x00ff00, 0x0000ff, 0xffffff, 0x808080, 0xff0000, 0xff7f7f, 0xffffff],
  );
  assert.deepEqual([0, 256, -1, 1.5, Number.NaN].map(colourOfIndex), [-1, -1, -1, -1, -1]);
  assert.deepEqual([0xff0000, 0xfe0101, 0xffffff].map(nearestIndex), [1, 1, 7]);
  for (let index = 1; index < 256; index++)
    assert.equal(colourOfIndex(nearestIndex(colourOfIndex(index))), colourOfIndex(index));
});

test('code pages are found by the names that CAD files use', () => {
  assert.equal(codePage('ANSI_1250')!(Uint8Array.of(0x9c)), 'ś');
  assert.equal(codePage('ansi_936')!(Uint8Array.of(0xb2, 0xe2)), '测');
  assert.equal(codePage('iso8859-2')!(Uint8Array.of(0xb6)), 'ś');
  assert.equal(codePage('dos437')!(Uint8Array.of(0x41, 0x81, 0xff)), 'Aü\u00a0');
  assert.equal(codePage('DOS852')!(Uint8Array.of(0x98)), 'ś');
  assert.equal(codePage('UTF-8')!(Uint8Array.of(0xc3, 0xbc)), 'ü');
  assert.deepEqual([codePage('ANSI_9999'), codePage('')], [undefined, undefined]);
  const mixed = utf8Or(WINDOWS_1252);
  assert.deepEqual([mixed(Uint8Array.of(0xc3, 0xbc)), mixed(Uint8Array.of(0xfc))], ['ü', 'ü']);
  for (const page of ['437', '850', '852'])
    assert.equal(new Set(codePage(`dos${page}`)!(Uint8Array.from({ length: 128 }, (_, i) => 128 + i))).size, 128, page);
});

test('drawing units are exact ratios of a unit that a job can have', () => {
  assert.deepEqual(drawingUnit(4), {
    name: 'millimetre',
    unit: 'metre',
    numerator: 1,
    denominator: 1000,
    metric: true,
  });
  assert.equal(drawingUnit(21)!.unit, 'usSurveyFoot');
  assert.deepEqual(
    [drawingUnit(0), drawingUnit(18), drawingUnit(-1), drawingUnitNamed('parsec')],
    [undefined, undefined, undefined, undefined],
  );
  assert.equal(drawingUnitNamed('cm'), drawingUnit(5));
  assert.deepEqual(
    [insUnits(undefined), insUnits('metre'), insUnits('internationalFoot'), insUnits('usSurveyFoot')],
    [0, 6, 2, 21],
  );
});

test('attributes of a reference become name, code and description by their usual tags', () => {
  const feature = new Feature();
  assert.equal(
    fillFromAttributes(feature, 'SCHACHT', ['PT_NO', '7', 'Code', 'S', 'Bemerkung', 'neu', 'NR', '8']),
    true,
  );
  assert.deepEqual([feature.name, feature.code, feature.description, feature.attributes.length], ['7', 'S', 'neu', 8]);
  const own = new Feature();
  assert.equal(
    fillFromAttributes(own, POINT_BLOCK, [
      'NAME',
      'P',
      'ELEVATION',
      '',
      'TIME',
      '2026-01-02T03:04:05.000Z',
      'QUALITY',
      '0.02',
      'x',
      'y',
    ]),
    false,
  );
  assert.deepEqual([own.name, own.quality, own.attributes], ['P', 0.02, ['x', 'y']]);
  assert.equal(own.time, Date.UTC(2026, 0, 2, 3, 4, 5));
});

test('mirror writing becomes readable and fills the same box', () => {
  const width = 7;
  const height = 2;
  /** Middle of the box of such a text at the origin; `up` is 1, or -1 in mirror writing. */
  const middle = ({ rotation, justification, verticalJustification }: TextRun, up: 1 | -1): [number, number] => {
    const along = { left: width / 2, centre: 0, right: -width / 2 }[justification];
    const above = { baseline: height / 2, bottom: height / 2, middle: 0, top: -height / 2 }[verticalJustification] * up;
    const [c, s] = [Math.cos(rotation), Math.sin(rotation)];
    return [along * c - above * s, along * s + above * c];
  };
  fc.assert(
    fc.property(
      fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      fc.constantFrom('left', 'centre', 'right'),
      fc.constantFrom('baseline', 'bottom', 'middle', 'top'),
      (rotation, justification, verticalJustification) => {
        const run = readable(rotation, justification, verticalJustification);
        const [before, after] = [middle({ rotation, justification, verticalJustification }, -1), middle(run, 1)];
        assert.ok(Math.hypot(before[0] - after[0], before[1] - after[1]) < 1e-9);
        assert.ok(Math.cos(run.rotation) > -1e-8);
        assert.ok(Math.abs(run.rotation) <= Math.PI + 1e-12);
      },
    ),
  );
});

test('a code is found in short and long texts; a text without codes stays', () => {
  for (const [raw, plain] of [
    ['90%%d', '90°'],
    ['\\U+00B0', '°'],
    ['a^Jb', 'a\nb'],
    ['+', '+'],
    ['100 %', '100 %'],
  ] as const) {
    assert.equal(plainText(raw), plain);
    const long = 'Schacht '.repeat(10);
    assert.equal(plainText(long + raw), long + plain);
    assert.equal(plainText(raw + long), plain + long);
  }
});

for (const blank of ['', ' ', '\t\r\n', '\u00a0', '\u2003 \u00a0'])
  test(`${JSON.stringify(blank)} shows nothing: it is blank`, () => assert.equal(isBlank(blank), true));
for (const text of ['7', ' 7', '\u00a07', 'ä', '\u0001', '~'])
  test(`${JSON.stringify(text)} is not blank`, () => assert.equal(isBlank(text), false));

test('every format code of MTEXT: alone, in the middle of a text and at its end', () => {
  // DXF reference, MTEXT: format codes are dropped with their values, but their effect on the text itself stays.
  for (const [code, text] of [
    ['\\L', ''],
    ['\\l', ''],
    ['\\O', ''],
    ['\\o', ''],
    ['\\K', ''],
    ['\\k', ''],
    ['\\fArial|b1|i0|c0|p34;', ''],
    ['\\Ftxt.shx;', ''],
    ['\\H3.5;', ''],
    ['\\H0.7x;', ''],
    ['\\C1;', ''],
    ['\\c16711680;', ''],
    ['\\Q15;', ''],
    ['\\T1.2;', ''],
    ['\\W0.8;', ''],
    ['\\A0;', ''],
    ['\\pi-2,l2,t2;', ''],
    ['\\pxqr;', ''],
    ['\\P', '\n'],
    ['\\N', '\n'],
    ['\\n', '\n'],
    ['\\~', '\u00a0'],
    ['\\\\', '\\'],
    ['\\{', '{'],
    ['\\}', '}'],
    ['\\X', ''],
    ['\\S1/2;', '1/2'],
    ['\\S1#2;', '1/2'],
    ['\\S+1^ -2;', '+1 -2'],
    ['\\S^ 2;', '2'],
    ['\\Sa\\;b;', 'a;b'],
    ['\\Sabc;', 'abc'],
    ['%%d', '°'],
    ['^I', '\t'],
    ['^J', '\n'],
    ['\\U+00D8', 'Ø'],
    ['\\M+193B9', '道'],
    ['{}', ''],
  ] as const) {
    assert.equal(plainMtext(code), text, code);
    assert.equal(plainMtext(`a${code}b`), `a${text}b`, code);
    assert.equal(plainMtext(`{a${code}}b`), `a${text}b`, code);
    const between = /^\d.*\d$/.test(text) || text === '2' ? ' ' : '';
    assert.equal(plainMtext(`${code}${code}`), `${text}${between}${text}`, code);
  }
});

test('text without codes stays, and so does anything that only looks like a code', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'aZ 0.,;:äż道😀-_/#'), maxLength: 40 }),
      (text) => plainMtext(text) === text,
    ),
  );
  for (const text of ['\\y', 'C:\\data', '100 % ', 'a;b', '\\']) assert.equal(plainMtext(text), text);
});

/** Pairs of a tag and the property of the point it sets. */
const tagged = (tag: string): string[] => {
  const feature = new Feature();
  fillFromAttributes(feature, 'B', [tag, 'v']);
  return (['name', 'code', 'description'] as const).filter((role) => feature[role] === 'v');
};

test('tags of surveying programs for numbers, codes and remarks, in any case; all others are plain attributes', () => {
  for (const tag of [
    'NAME',
    'nr',
    'No',
    'NUMMER',
    'PNR',
    'PTNO',
    'PT_NO',
    'PtId',
    'PUNKT',
    'Punktnummer',
    'POINT',
    'POINT_ID',
    'POINTNAME',
    'pt_num',
  ])
    assert.deepEqual(tagged(tag), ['name'], tag);
  for (const tag of ['CODE', 'Kode', 'PUNKTCODE', 'FEATURE_CODE', 'PTCODE', 'point_code'])
    assert.deepEqual(tagged(tag), ['code'], tag);
  for (const tag of ['DESC', 'Description', 'BEMERKUNG', 'RAW_DESC', 'RAWDESCRIPTION', 'remark'])
    assert.deepEqual(tagged(tag), ['description'], tag);
  for (const tag of ['', 'NAMES', 'NR.', 'ELEV', 'Z', 'X'.repeat(5000), '__proto__', 'NR ', 'CODES'])
    assert.deepEqual(tagged(tag), [], tag);
});

test('the first non-empty tag of a kind counts, and properties that a feature has already stay', () => {
  const feature = new Feature();
  fillFromAttributes(feature, 'B', ['NR', '', 'PUNKT', '7', 'NAME', '8', 'CODE']);
  assert.deepEqual([feature.name, feature.attributes.length], ['7', 7]);
  const named = Object.assign(new Feature(), { name: 'own' });
  fillFromAttributes(named, 'B', ['NR', '5']);
  assert.equal(named.name, 'own');
});

test('the own block is recognised in any case, and only the first of each of its tags counts', () => {
  assert.deepEqual(
    [POINT_BLOCK, 'fieldbridge_point', 'FIELDBRIDGE_POINT2', 'FIELDBRIDGE-POINT', ''].map(isPointBlock),
    [true, true, false, false, false],
  );
  const feature = new Feature();
  const has = fillFromAttributes(feature, POINT_BLOCK, [
    'NAME',
    '',
    'NAME',
    'Linde',
    'nr',
    '5',
    'ELEVATION',
    '',
    'ELEVATION',
    '7',
    'TIME',
    'x',
    'QUALITY',
    'y',
  ]);
  assert.deepEqual([feature.name, has, feature.time, feature.quality], ['', false, Number.NaN, Number.NaN]);
  assert.deepEqual(feature.attributes, ['NAME', 'Linde', 'nr', '5', 'ELEVATION', '7']);
});
