import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doubles, f32, HandMade, record, u16, u32, utf16 } from '../../testing/machine/hand-made.ts';
import { readWith } from '../../testing/machine/support.ts';

/** Means "no value". */
const NO_VALUE = 2e-308;

describe('control points and planes of a hand-made TP3', () => {
  const control = (name: string, description: string, numbers: readonly number[], flags: number): Buffer =>
    record(264, utf16(0, name), utf16(66, description), doubles(196, ...numbers), u32(260, flags));
  const RADIANS = Math.PI / 180;

  it('control points: degrees from radians, north before east, the lowest two flags mean "used"', async () => {
    const made = new HandMade('TP3', 2, 19).table(
      15,
      [
        control(
          'base',
          'static',
          [-27.5 * RADIANS, 153.05 * RADIANS, 54.517, 6_959_121.4, 504_951.1, 13.035, 0.012, -0.003],
          0x43,
        ),
        control('TBM 2', '', [0, 0, NO_VALUE, 200, 100, 7.5, NO_VALUE, NO_VALUE], 0x40),
        control('one bit', '', [0, 0, NO_VALUE, 200, 100, NO_VALUE, NO_VALUE, NO_VALUE], 0x41),
      ],
      32,
    );
    const { job, issues } = await readWith('tp3', made.build().file);
    const [base, mark, bit] = job.controlPoints;
    assert.deepEqual(
      [base!.name, base!.description, base!.easting, base!.northing],
      ['base', 'static', 504_951.1, 6_959_121.4],
    );
    assert.ok(Math.abs(base!.latitude + 27.5) < 1e-12 && Math.abs(base!.longitude - 153.05) < 1e-12);
    assert.deepEqual([base!.ellipsoidHeight, base!.elevation, base!.residualElevation], [54.517, 13.035, -0.003]);
    assert.ok(Number.isNaN(base!.residualEasting), 'the length of a residual is not its easting');
    assert.ok(
      [mark!.latitude, mark!.longitude, mark!.ellipsoidHeight].every(Number.isNaN),
      '0, 0 without a height is no position',
    );
    assert.deepEqual(
      [base, mark, bit].map((one) => one!.useHorizontal),
      [true, false, true],
    );
    assert.deepEqual([mark!.elevation, bit!.elevation], [7.5, Number.NaN]);
    assert.equal(issues.count('control-residual-length'), 1);
  });

  for (const [name, flags, numbers, known, unmarked] of [
    ['marked, known', 0x43, [0.5, 0.25, 54.5], [0.5 / RADIANS, 0.25 / RADIANS, 54.5], 0],
    ['marked, "no value"', 0x44, [NO_VALUE, NO_VALUE, NO_VALUE], [], 0],
    ['not marked, 0', 0x03, [0, 0, 0], [], 0],
    ['not marked, uninitialised', 0x04, [2.2e-96, 1e-310, 6e200], [], 0],
    ['not marked, but plausible', 0, [0.5, 0.25, 54.5], [], 1],
    ['not marked, not finite', 0, [Number.NaN, Infinity, -Infinity], [], 0],
  ] as const)
    it(`a control point whose position on the earth is ${name}`, async () => {
      const made = new HandMade('TP3', 2, 31);
      made.table(15, [control('P', '', [...numbers, 200, 100, 7.5, NO_VALUE, NO_VALUE], flags)], 32);
      const { job, issues } = await readWith('tp3', made.build().file);
      const { easting, northing, elevation, latitude, longitude, ellipsoidHeight } = job.controlPoints[0]!;
      assert.deepEqual([easting, northing, elevation], [100, 200, 7.5]);
      assert.deepEqual([latitude, longitude, ellipsoidHeight].filter(Number.isFinite), known);
      assert.equal(issues.count('control-position-unmarked'), unmarked);
      assert.ok(!issues.has('warning'));
    });

  it('infinite numbers of control points are not read', async () => {
    for (let field = 0; field < 8; field++) {
      const numbers = [0.5, 0.5, 30, 200, 100, 10, 0.01, 0.02];
      numbers[field] = Infinity;
      const made = new HandMade('TP3', 2, 19).table(15, [control('P', '', numbers, 0x43)], 32);
      const { job, issues } = await readWith('tp3', made.build().file);
      assert.equal(issues.has('warning'), field !== 6, 'an unused length is not reported');
      for (const point of job.controlPoints)
        for (const [key, value] of Object.entries(point))
          assert.ok(Math.abs(Number(value)) !== Infinity, `${field}: ${key}`);
      assert.equal(job.controlPoints.length, field === 3 || field === 4 ? 0 : 1, `double ${field}`);
    }
  });

  it('control points beyond the poles have no position on the earth, which is reported; their grid position is kept', async () => {
    for (const [latitude, longitude, lost] of [
      [Math.PI / 2, -Math.PI, ''],
      [1.6, 0.5, 'latitude, longitude'],
      [0.5, 6.3, 'latitude, longitude'],
      [NO_VALUE, NO_VALUE, ''],
    ] as const) {
      const made = new HandMade('TP3', 2, 19);
      made.table(15, [control('P', '', [latitude, longitude, 30, 200, 100, 10, NO_VALUE, NO_VALUE], 0x43)], 32);
      const { job, issues } = await readWith('tp3', made.build().file);
      const [{ easting, northing, latitude: found }] = job.controlPoints as [(typeof job.controlPoints)[number]];
      assert.deepEqual([easting, northing, Number.isNaN(found)], [100, 200, latitude !== Math.PI / 2]);
      const said = issues.places().find(({ code }) => code === 'control-value-unusable');
      assert.equal(said?.parameters?.['fields'] ?? '', lost);
    }
  });

  it('planes: origin, direction of fall, and the tangent of the angle of slope', async () => {
    const made = new HandMade('TP3', 2, 19);
    const numbers = [1000, 2000, 50, Math.PI / 4, Math.atan(0.5), Math.atan(-0.02), 10, 1];
    made.table(
      20,
      [record(374, utf16(0, 'Real Test Plane'), u16(132, 1), u16(134, 0x21f), doubles(140, ...numbers))],
      32,
    );
    const { job, issues } = await readWith('tp3', made.build().file);
    const { name, easting, northing, elevation, azimuth, slope, crossSlope } = job.planes[0]!;
    assert.deepEqual([name, easting, northing, elevation, azimuth], ['Real Test Plane', 1000, 2000, 50, Math.PI / 4]);
    assert.ok(Math.abs(slope - 0.5) < 1e-15 && Math.abs(crossSlope + 0.02) < 1e-15);
    assert.equal(issues.count('plane-slope-assumed'), 1);
  });

  it('unknown tables are counted by number and size, and their bytes ignored', async () => {
    const made = new HandMade('TP3', 2, 31).table(36, [record(336)], 1).table(34, [record(16), record(16)], 256);
    made.table(4711, [record(5, f32(0, Number.NaN))]);
    const { tally, issues } = await readWith('tp3', made.build().file);
    const rows = tally
      .rows()
      .filter(({ found }) => found > 0)
      .map(({ type, found, read, skipped }) => [type, found, read, skipped]);
    assert.deepEqual(rows, [
      ['table 36', 1, 0, 1],
      ['table 34', 2, 0, 2],
      ['table 4711', 1, 0, 1],
    ]);
    const texts = issues
      .places()
      .filter(({ code }) => code === 'table-unknown')
      .map(({ parameters }) => Object.values(parameters!));
    assert.deepEqual(texts, [
      [36, 1, 336],
      [34, 2, 16],
      [4711, 1, 5],
    ]);
  });
});
