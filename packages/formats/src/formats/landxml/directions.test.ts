import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HorizontalElement, Path, strokePath } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { type ReadResult, readWith, writeWith } from '../../../testing/run-format.ts';
import { landxml } from './format.ts';

const documentOf = (body: string): string =>
  `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>\n${body}</LandXML>`;
const read = (body: string): Promise<ReadResult> => readWith(landxml, documentOf(body));
const axis = (geometry: string): string =>
  `<Alignments><Alignment name="A" staStart="100"><CoordGeom>${geometry}</CoordGeom></Alignment></Alignments>`;
const feature = (geometry: string): string =>
  `<PlanFeatures><PlanFeature name="F"><CoordGeom>${geometry}</CoordGeom></PlanFeature></PlanFeatures>`;
/** Positions are northing, easting. */
const line = (from: string, to: string): string => `<Line><Start>${from}</Start><End>${to}</End></Line>`;
const curve = (rot: string, from: string, centre: string, to: string, more = ''): string =>
  `<Curve rot="${rot}"${more}><Start>${from}</Start><Center>${centre}</Center><End>${to}</End></Curve>`;
const elementsOf = ({ job }: ReadResult): readonly HorizontalElement[] => job.alignments[0]!.horizontal;
const near = (found: readonly number[], expected: readonly number[], what: string, most = 1e-9): void => {
  assert.equal(found.length, expected.length, what);
  for (const [i, value] of expected.entries())
    assert.ok(Object.is(found[i], value) || Math.abs(found[i]! - value) < most, `${what}: ${found} not ${expected}`);
};
const RIGHT = Math.PI / 2;

describe('directions of an alignment: clockwise from north, northing first', () => {
  describe('of straights are those of the compass', () => {
    for (const [to, azimuth, length] of [
      ['10 0', 0, 10],
      ['10 10', RIGHT / 2, Math.SQRT2 * 10],
      ['0 10', RIGHT, 10],
      ['-10 10', 1.5 * RIGHT, Math.SQRT2 * 10],
      ['-10 0', 2 * RIGHT, 10],
      ['0 -10', 3 * RIGHT, 10],
      ['10 -10', 3.5 * RIGHT, Math.SQRT2 * 10],
    ] as const)
      it(JSON.stringify(to), async () => {
        const [element] = elementsOf(await read(axis(line('0 0', to))));
        near(
          [element!.azimuth, element!.length, element!.startNorthing, element!.startEasting, element!.startStation],
          [azimuth, length, 0, 0, 100],
          to,
        );
      });
  });

  it('of arcs are tangents; positive radii turn right', async () => {
    // From north of the centre, over a quarter, a half and three quarters of a circle of radius 10.
    for (const [rot, to, azimuth, length, radius] of [
      ['cw', '0 10', RIGHT, 5 * Math.PI, 10],
      ['cw', '-10 0', RIGHT, 10 * Math.PI, 10],
      ['cw', '0 -10', RIGHT, 15 * Math.PI, 10],
      ['ccw', '0 -10', 3 * RIGHT, 5 * Math.PI, -10],
      ['ccw', '-10 0', 3 * RIGHT, 10 * Math.PI, -10],
      ['ccw', '0 10', 3 * RIGHT, 15 * Math.PI, -10],
    ] as const) {
      const [element] = elementsOf(await read(axis(curve(rot, '10 0', '0 0', to))));
      near(
        [element!.azimuth, element!.length, element!.startRadius, element!.endRadius],
        [azimuth, length, radius, radius],
        `${rot} to ${to}`,
      );
    }
  });

  it('of clothoids begin towards their corner, or in the end direction of the previous element', async () => {
    const spiral = (start: string, pi: string, end: string): string =>
      `<Spiral length="50" radiusStart="INF" radiusEnd="200" rot="ccw" spiType="clothoid"><Start>${start}</Start>${pi}<End>${end}</End></Spiral>`;
    const own = elementsOf(await read(axis(spiral('0 0', '<PI>0 33</PI>', '2 50'))));
    near(
      [own[0]!.azimuth, own[0]!.length, own[0]!.startRadius, own[0]!.endRadius],
      [RIGHT, 50, Infinity, -200],
      'its own corner',
    );
    const after = elementsOf(await read(axis(line('-10 0', '0 0') + spiral('0 0', '', '50 -2'))));
    near([after[1]!.azimuth, after[1]!.startStation], [0, 110], 'the previous straight');
    const bend = elementsOf(await read(axis(curve('cw', '0 -10', '0 0', '10 0') + spiral('10 0', '', '8 50'))));
    near([bend[1]!.azimuth], [RIGHT], 'the end of the previous arc');
    const { issues, job } = await read(axis(spiral('0 0', '', '2 50')));
    assert.deepEqual(
      [job.alignments.length, issues.count('geometry-damaged'), issues.count('alignment-damaged')],
      [0, 1, 1],
      'no start direction',
    );
  });
});

describe('arcs of plan features and parcels', () => {
  const shapeOf = ({ job }: ReadResult, of: 'lines' | 'areas' = 'lines'): Path => job[of].loadPath(0, new Path());
  const lengthOf = (path: Path): number => {
    const { coordinates: c, count } = strokePath(path, 1e-4);
    let length = 0;
    const last = path.closed ? count : count - 1;
    for (let i = 0; i < last; i++) {
      const k = (i + 1) % count;
      length += Math.hypot(c[3 * k]! - c[3 * i]!, c[3 * k + 1]! - c[3 * i + 1]!);
    }
    return length;
  };

  describe('bend to the stated side, by the tangent of a quarter of their angle', () => {
    for (const [rot, to, bulge] of [
      ['cw', '0 10', -Math.tan(Math.PI / 8)],
      ['ccw', '0 -10', Math.tan(Math.PI / 8)],
      ['cw', '-10 0', -1],
      ['cw', '0 -10', -Math.tan((3 * Math.PI) / 8)],
    ] as const)
      it(JSON.stringify(rot), async () => {
        near([shapeOf(await read(feature(curve(rot, '10 0', '0 0', to)))).bulges[0]!], [bulge], `${rot} to ${to}`);
      });
  });

  it('that end at their start are whole circles if their length says so, otherwise empty', async () => {
    const whole = ` radius="10" length="${20 * Math.PI}"`;
    for (const rot of ['cw', 'ccw']) {
      const path = shapeOf(await read(feature(curve(rot, '10 0', '0 0', '10 0', whole))));
      assert.equal(path.closed, true);
      near([lengthOf(path)], [20 * Math.PI], rot, 0.01);
      const lot = `<Parcels><Parcel name="P"><CoordGeom>${curve(rot, '10 0', '0 0', '10 0', whole)}</CoordGeom></Parcel></Parcels>`;
      const parcel = shapeOf(await read(lot), 'areas');
      near([lengthOf(parcel)], [20 * Math.PI], `parcel ${rot}`, 0.01);
      const elements = elementsOf(await read(axis(curve(rot, '10 0', '0 0', '10 0', whole) + line('10 0', '10 50'))));
      near([elements.reduce((sum, { length }) => sum + length, 0)], [20 * Math.PI + 50], 'an axis once around', 1e-6);
      // Half way around it goes in the opposite direction.
      near(
        elements.slice(0, 2).map(({ azimuth, startNorthing }) => Math.cos(azimuth - RIGHT) * startNorthing),
        rot === 'cw' ? [10, 10] : [-10, -10],
        `tangents ${rot}`,
      );
      near([elements.at(-1)!.startStation], [100 + 20 * Math.PI], 'the following station', 1e-6);
    }
    const none = shapeOf(
      await read(
        feature(line('0 0', '10 0') + curve('cw', '10 0', '0 0', '10 0', ' length="0"') + line('10 0', '10 50')),
      ),
    );
    near([lengthOf(none)], [60], 'an arc of length 0');
  });

  it('are read back unchanged, in any chain', async () => {
    const turn = fc.double({ min: 0.1, max: 6, noNaN: true });
    const piece = fc.record({
      rot: fc.constantFrom('cw', 'ccw'),
      sweep: turn,
      radius: fc.integer({ min: 1, max: 500 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (pieces) => {
        let [n, e, azimuth] = [1000, 2000, 1];
        let expected = 0;
        const geometry = pieces.map(({ rot, sweep, radius }) => {
          const side = rot === 'cw' ? 1 : -1;
          const [cn, ce] = [n - side * radius * Math.sin(azimuth), e + side * radius * Math.cos(azimuth)];
          const start = `${n} ${e}`;
          azimuth += side * sweep;
          [n, e] = [cn + side * radius * Math.sin(azimuth), ce - side * radius * Math.cos(azimuth)];
          expected += radius * sweep;
          return curve(rot, start, `${cn} ${ce}`, `${n} ${e}`);
        });
        const first = await read(feature(geometry.join('')));
        near([lengthOf(shapeOf(first))], [expected], 'length', expected * 1e-3 + 0.01);
        const again = await readWith(landxml, (await writeWith(landxml, first.job)).result);
        const [one, two] = [shapeOf(first), shapeOf(again)];
        assert.equal(one.count, two.count);
        near(
          [...two.coordinates.subarray(0, 3 * two.count)].map((value) => (Number.isNaN(value) ? 0 : value)),
          [...one.coordinates.subarray(0, 3 * one.count)].map((value) => (Number.isNaN(value) ? 0 : value)),
          'vertices',
          1e-6,
        );
        near([...two.bulges.subarray(0, two.count)], [...one.bulges.subarray(0, one.count)], 'bulges', 1e-5);
      }),
      { numRuns: 40 },
    );
  });
});
