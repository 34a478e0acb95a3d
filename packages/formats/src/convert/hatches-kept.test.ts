import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, type HatchLine, hatchLinesIn, Path } from '@fieldbridge/fieldjob';
import { codesOf, exported, imported } from '../../testing/journeys.ts';

const RING = [91, 1, 92, 2, 72, 0, 73, 1, 93, 4, 10, 100, 20, 50, 10, 110, 20, 50, 10, 110, 20, 60, 10, 100, 20, 60];
/** Bricks: courses of 2, joints of every second course by one brick of 4. */
const BRICKS = [
  ...[78, 2, 53, 0, 43, 101, 44, 50, 45, 0, 46, 2, 79, 0],
  ...[53, 90, 43, 101, 44, 50, 45, 2, 46, 2, 79, 2, 49, 2, 49, -2],
];
const hatch = (name: string, solid: number, pattern: readonly number[]) => [
  ...[0, 'HATCH', 8, 'WALL', 10, 0, 20, 0, 30, 0, 2, name, 70, solid, 71, 0, ...RING, 97, 0, 75, 0, 76, 1, ...pattern],
  ...[98, 0],
];
const WALLS = [hatch('BRICK', 0, [52, 0, 41, 1, 77, 0, ...BRICKS]), hatch('SOLID', 1, [])];
const drawing = (...entities: readonly (readonly (string | number)[])[]): string =>
  [0, 'SECTION', 2, 'ENTITIES', ...entities.flat(), 0, 'ENDSEC', 0, 'EOF'].join('\n');

/** The name of the pattern and its lines, with the place of their dashes, rounded; by area. */
function hatchesOf({ areas }: FieldJob): string[] {
  return Array.from({ length: areas.length }, (_, row) => {
    const feature = areas.load(row, new Feature());
    const [e = 0, n = 0] = areas.loadPath(row, new Path()).coordinates;
    const line = ({ angle, base, offset, dashes }: HatchLine): string =>
      [(angle * 180) / Math.PI, base[0] + e, base[1] + n, ...offset, ...dashes]
        .map((value) => Math.round(value * 1e6) / 1e6 + 0)
        .join(' ');
    const at = feature.attributes.indexOf('pattern');
    return [feature.attributes[at + 1], ...(hatchLinesIn(feature) ?? []).map(line)].join(': ');
  });
}
const EXPECTED = ['BRICK: 0 101 50 0 2: 90 101 50 2 2 2 -2', 'SOLID'];

describe('hatches keep their pattern: its lines, their angle and their distance', () => {
  it('on import', async () => assert.deepEqual(hatchesOf((await imported(drawing(...WALLS), 'a.dxf')).job), EXPECTED));

  for (const [format, raw] of [
    ['dxf', { version: '2000' }],
    ['dxf', { version: '2018' }],
    ['dxf', { areas: 'hatch' }],
    ['dwg', {}],
    ['mjf', {}],
    ['geojson', {}],
  ] as const)
    it(`through ${format} ${JSON.stringify(raw)}`, async () => {
      const { job } = await imported(drawing(...WALLS), 'a.dxf');
      const { bytes, issues } = await exported(job, format, raw);
      assert.deepEqual(hatchesOf((await imported(bytes, `a.${format}`)).job), EXPECTED);
      assert.ok(!codesOf(issues).some((code) => code === 'hatch-as-area' || code === 'properties-left-out'));
    });

  it('in a block that is turned, mirrored and stretched', async () => {
    const block = [0, 'BLOCK', 2, 'W', 10, 0, 20, 0, ...WALLS[0]!, 0, 'ENDBLK'];
    const insert = [0, 'INSERT', 8, '0', 2, 'W', 10, 0, 20, 0, 41, -3, 42, 1, 50, 90];
    const text = [0, 'SECTION', 2, 'BLOCKS', ...block, 0, 'ENDSEC', drawing(insert)].join('\n');
    // East becomes three times as long and south, north becomes west.
    const [found] = hatchesOf((await imported(text, 'a.dxf')).job);
    assert.equal(found, 'BRICK: -90 -50 -303 -2 0: -180 -50 -303 -2 -6 2 -2');
  });

  it('not where its lines were drawn as lines: they would be duplicated', async () => {
    const { job } = await imported(drawing(...WALLS), 'a.dxf', { patternLines: true });
    assert.deepEqual([hatchesOf(job), job.lines.length > 4], [['BRICK', 'SOLID'], true]);
  });
});

describe('a format with areas only gets areas, and the loss is reported', () => {
  for (const [format, raw, code] of [
    ['dgn', {}, 'hatch-as-area'],
    ['dxf', { version: 'R12' }, 'hatch-as-area'],
    ['dxf', { areas: 'outline' }, 'hatch-as-area'],
  ] as const)
    it(`${format} ${JSON.stringify(raw)}`, async () => {
      const { job } = await imported(drawing(...WALLS), 'a.dxf');
      const { issues } = await exported(job, format, raw);
      const found = issues.summary().find((issue) => issue.code === code);
      assert.ok(found !== undefined && found.count >= 2, JSON.stringify(issues.summary().map((issue) => issue.code)));
    });
});
