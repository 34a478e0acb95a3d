import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { binaryOf } from './testing/binary.ts';
import { block, drawing, type Groups, insert } from './testing/groups.ts';
import { randomDrawing } from './testing/random-drawing.ts';
import { asciiOf, readGroups, readSource } from './testing/reading.ts';
import { entity } from './testing/shapes.ts';

// Users of other converters complain about "an error without a line": lines, offsets and handles are exact.

/** One of each kind of faulty entity, with the code of its issue. */
const FAULTY: Readonly<Record<string, Groups>> = {
  'bad-radius': entity('CIRCLE 8 ROAD 10 0 20 0 40 -1'),
  'bad-coordinate': entity('LINE 8 ROAD 10 x 20 0 11 1 21 1'),
  'too-few-vertices': entity('LWPOLYLINE 8 ROAD 90 1 10 0 20 0'),
  'bad-spline': entity('SPLINE 8 ROAD 71 3'),
  'hatch-without-boundary': entity('HATCH 8 ROAD 2 SOLID 70 1'),
  'empty-text': entity('TEXT 8 ROAD 10 0 20 0 40 1', 1, ' '),
  'mesh-without-faces': entity('MESH 8 ROAD 91 0 92 0 93 0'),
  'dimension-without-block': entity('DIMENSION 8 ROAD 2 *D77'),
  'table-without-block': entity('ACAD_TABLE 8 ROAD 2 *T77'),
  'face-without-area': entity('3DFACE 8 ROAD 10 0 20 0 30 0 11 0 21 0 31 0 12 0 22 0 32 0'),
  'ole-not-read': entity('OLEFRAME 8 ROAD'),
  'solid-not-read': entity('3DSOLID 8 ROAD'),
  'block-undefined': entity('INSERT 8 ROAD 2 nowhere 10 0 20 0'),
  'multileader-empty': entity('MULTILEADER 8 ROAD'),
  'viewport-not-drawn': entity('VIEWPORT 8 ROAD 10 0 20 0'),
  'entity-hidden': entity('LINE 8 ROAD 60 1 10 0 20 0 11 1 21 1'),
};
const withHandle = (groups: Groups, handle: string): Groups => [groups[0]!, groups[1]!, 5, handle, ...groups.slice(2)];
const about = (issues: { places(): Issue[] }, code: string): Issue[] =>
  issues.places().filter((issue) => issue.code === code);

test('every issue of an entity has its line, handle and layer, wherever the entity is', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomDrawing(4),
      fc.constantFrom(...Object.keys(FAULTY)),
      fc.nat(),
      async (groups, code, where) => {
        const from = groups.lastIndexOf('ENTITIES') + 1;
        const entities = groups.flatMap((value, i) =>
          i >= from && i % 2 === 0 && value === 0 && !/SEQEND|VERTEX|ATTRIB/.test(String(groups[i + 1])) ? [i] : [],
        );
        // Before an entity or the end of the section.
        const at = entities[where % (entities.length - 1)]!;
        const before = groups.slice(0, at);
        const all = [...before, ...withHandle(FAULTY[code]!, 'BEEF1'), ...groups.slice(at)];
        const lines = about((await readGroups(all)).issues, code).filter(({ handle }) => handle === 'BEEF1');
        assert.deepEqual(
          lines.map(({ line, offset, about: layer }) => [line, offset, layer]),
          [[at + 1, undefined, { layer: 'ROAD' }]],
          code,
        );
        const bytes = binaryOf(all);
        const { issues } = await readSource(new MemorySource(bytes, 'a.dxf'));
        const found = about(issues, code).filter(({ handle }) => handle === 'BEEF1');
        assert.deepEqual(
          found.map(({ line, offset }) => [line, offset]),
          [[undefined, binaryOf(all.slice(0, at)).length]],
          code,
        );
      },
    ),
    { numRuns: 150 },
  );
});

test('lines are counted alike for all line ends, with comments and empty lines before', async () => {
  const groups = drawing([], [entity('LINE 10 0 20 0 11 1 21 1'), withHandle(FAULTY['bad-radius']!, 'C0')]);
  const at = groups.indexOf('CIRCLE');
  for (const lineEnd of ['\n', '\r\n', '\r', '\r\r\n']) {
    const comments = asciiOf([999, 'a', 999, '', ...groups], lineEnd);
    const { issues } = await readSource(new MemorySource(comments, 'a.dxf'));
    assert.deepEqual(
      about(issues, 'bad-radius').map(({ line }) => line),
      [at + 4],
      JSON.stringify(lineEnd),
    );
  }
});

test('a fault in a block is reported once at its line, and a fault in an early section at its own line', async () => {
  const bad = withHandle(FAULTY['bad-radius']!, 'D0');
  const groups = drawing([block('B', bad)], [insert('B'), insert('B')]);
  const { issues } = await readGroups(groups);
  assert.deepEqual(
    about(issues, 'bad-radius').map(({ line, handle }) => [line, handle]),
    [[groups.indexOf('CIRCLE'), 'D0']],
  );
  const early = [0, 'SECTION', 2, 'ENTITIES', ...bad, 0, 'ENDSEC', ...drawing([], [])];
  const first = await readGroups(early);
  assert.deepEqual(
    about(first.issues, 'bad-radius').map(({ line }) => line),
    [5],
  );
});

test('handles are reported in capitals; missing and invalid handles are omitted', async () => {
  const circle = FAULTY['bad-radius']!;
  for (const [spelled, reported] of [
    ['2f', '2F'],
    ['00A1', 'A1'],
    [' 7B ', '7B'],
    ['FFFFFFFF', 'FFFFFFFF'],
    ['1FFFFFFFFFFFFF', '1FFFFFFFFFFFFF'],
    ['xyz', undefined],
    ['', undefined],
  ] as const) {
    const { issues } = await readGroups(drawing([], [withHandle(circle, spelled)]));
    assert.equal(about(issues, 'bad-radius')[0]?.handle || undefined, reported, spelled);
  }
  const { issues } = await readGroups(drawing([], [circle]));
  assert.equal(about(issues, 'bad-radius')[0]?.handle || undefined, undefined);
});

test('an extra line is reported where it is, not where the reader recovered', async () => {
  const groups = drawing([], [entity('LINE 10 0 20 0 11 1 21 1'), entity('LINE 10 0 20 0 11 2 21 2')]);
  const at = groups.indexOf('LINE') + 9;
  const { job, issues } = await readGroups(groups.toSpliced(at, 0, 'trash', 'more trash'));
  assert.deepEqual(
    about(issues, 'bad-group-code').map(({ line }) => line),
    [at + 1],
  );
  assert.equal(job.lines.length, 2);
});

test('issues of the whole drawing have no handle, and parameters that state what was found', async () => {
  const groups = drawing(
    [],
    [entity('LINE 8 NEW 10 0 20 0 11 1 21 1')],
    [9, '$INSUNITS', 70, 4, 9, '$MEASUREMENT', 70, 0, 9, '$DWGCODEPAGE', 3, 'KLINGON'],
  );
  const { issues } = await readGroups(groups.slice(0, -2));
  const reported = Object.fromEntries(issues.places().map((issue) => [issue.code, issue]));
  for (const [code, parameters] of [
    ['code-page-unknown', { name: 'KLINGON' }],
    ['unit-contradiction', { unit: 'millimetre', measurement: 'imperial' }],
    ['unit-converted', { from: 'millimetre', to: 'metre' }],
    ['layer-undefined', { name: 'NEW' }],
    ['no-end-of-file', {}],
  ] as const) {
    assert.deepEqual(reported[code]?.parameters ?? {}, parameters, code);
    assert.equal(reported[code]?.handle ?? '', '', code);
  }
});

const CIRCLE = entity('CIRCLE 8 ROAD 10 10 20 20 40 -1');
const inBlock = drawing([block('B', CIRCLE)], [entity('INSERT 8 ROAD 2 B 10 100 20 200 41 2 42 2 50 90')]);
const PLACED: readonly (readonly [what: string, code: string, groups: Groups, place: readonly number[] | undefined])[] =
  [
    ['in the plan', 'bad-radius', drawing([], [CIRCLE]), [10, 20]],
    ['of a block has that of the first reference:', 'bad-radius', inBlock, [60, 220]],
    ['in millimetres', 'bad-radius', drawing([], [CIRCLE], [9, '$INSUNITS', 70, 4]), [0.01, 0.02]],
    ['seen from below', 'bad-radius', drawing([], [[...CIRCLE, 230, -1]]), undefined],
    ['on a sheet', 'bad-radius', drawing([], [[...CIRCLE, 67, 1]]), undefined],
    ['without a position', 'solid-not-read', drawing([], [FAULTY['solid-not-read']!]), undefined],
    [
      'whose origin means nothing',
      'hatch-without-boundary',
      drawing([], [entity('HATCH 8 R 10 0 20 0 70 1')]),
      undefined,
    ],
  ];
for (const [what, code, groups, place] of PLACED)
  test(`an entity ${what} ${place === undefined ? 'has no place' : place.join(' / ')}`, async () => {
    const { issues } = await readGroups(groups, { space: 'both' });
    const found = about(issues, code).map((issue) => issue.place && [issue.place.easting, issue.place.northing]);
    assert.deepEqual(
      found.map((one) => one?.map((value) => Math.round(value * 1e6) / 1e6)),
      [place],
    );
  });
