import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alignmentOf, type FieldJob, JobBuilder, surfaceOf, type Unit } from '@fieldbridge/fieldjob';
import { ARC, assertNear } from '../../testing/machine/jobs.ts';
import { readWith, writeWith } from '../../testing/machine/support.ts';
import { utf16, walk } from '../../testing/machine/walker.ts';
import { jobWith } from '../../testing/traits.ts';

/** Metres per foot by definition: exactly 0.3048 m, and 1200/3937 m. */
const FEET: readonly (readonly [unit: Unit, metres: (feet: number) => number])[] = [
  ['internationalFoot', (feet) => (feet * 3048) / 10_000],
  ['usSurveyFoot', (feet) => (feet * 1200) / 3937],
];
const HOLDING = ['tp3', 'pt3', 'ln3', 'tn3', 'rd3', 'gc3', 'pl3'] as const;
/** The lengths of `jobWith` in each file: eastings of 1000, northings of 2000, heights of 50. */
const lengths = (job: FieldJob): number[] => [
  ...job.points.coordinates.view(),
  ...job.lines.coordinates.view(),
  ...job.surfaces.flatMap(({ vertices }) => [...vertices]),
  ...job.controlPoints.flatMap(({ easting, northing, elevation }) => [easting, northing, elevation]),
  ...job.planes.flatMap(({ easting, northing, elevation }) => [easting, northing, elevation]),
  ...job.alignments.flatMap(({ horizontal, vertical }) => [
    ...horizontal.flatMap((element) => [
      element.startEasting,
      element.startNorthing,
      element.length,
      element.startStation,
    ]),
    ...vertical.flatMap(({ station, elevation, length }) => [station, elevation, length]),
  ]),
];
const profile = [
  { station: 10, elevation: 50, curve: 'none', length: 0, radius: Number.NaN },
  { station: 60, elevation: 52, curve: 'parabola', length: 20, radius: Number.NaN },
] as const;

describe('a job in feet becomes metres in every file, by the exact factor', () => {
  for (const [unit, metres] of FEET) {
    describe(unit, () => {
      for (const id of HOLDING)
        it(id, async () => {
          const metric = jobWith({ alignment: { vertical: profile } });
          const { job: expected } = await readWith(id, (await writeWith(id, metric, { experimental: true })).bytes);
          const feet = jobWith({ info: { unit }, alignment: { vertical: profile } });
          const { bytes, issues } = await writeWith(id, feet, { experimental: true });
          const { job } = await readWith(id, bytes);
          assert.equal(issues.count('unit-converted'), 1, id);
          assert.ok(lengths(expected).length > 2, id);
          // LN3 has single precision relative to its own middle.
          assertNear(lengths(job), lengths(expected).map(metres), id === 'ln3' ? 1e-6 : 1e-9);
          assert.equal(job.info.unit, 'metre');
        });
    });
  }

  describe('including radii and lengths of curves, but not angles and slopes', () => {
    for (const [unit, metres] of FEET)
      it(JSON.stringify(unit), async () => {
        const { bytes } = await writeWith(
          'tp3',
          jobWith({ info: { unit }, alignment: { horizontal: [ARC] }, plane: { slope: 0.02 } }),
        );
        const { job } = await readWith('tp3', bytes);
        const [{ startRadius, length, azimuth }] = job.alignments[0]!.horizontal as [typeof ARC];
        assertNear([startRadius, length, azimuth], [metres(ARC.startRadius), metres(ARC.length), ARC.azimuth], 1e-12);
        assertNear([job.planes[0]!.slope, job.planes[0]!.azimuth], [0.02, 0.5], 1e-15);
      });
  });

  describe('without a report if the job is in metres', () => {
    for (const id of HOLDING)
      it(JSON.stringify(id), async () => {
        assert.equal((await writeWith(id, jobWith({}), { experimental: true })).issues.count('unit-converted'), 0);
      });
  });
});

describe('the name of a file', () => {
  const named = (name: string): FieldJob => jobWith({ info: { name } });
  const held = (bytes: Buffer): string => utf16(bytes.subarray(0x1e, 0x60));

  describe('is the name of the job, or "Fieldbridge" without one, up to 32 characters', () => {
    for (const [given, expected, cut] of [
      ['Bridge', 'Bridge', 0],
      ['', 'Fieldbridge', 0],
      ['x'.repeat(32), 'x'.repeat(32), 0],
      ['x'.repeat(33), 'x'.repeat(32), 1],
      ['Bridge\0junk', 'Bridge', 1],
    ] as const)
      describe(JSON.stringify(given), () => {
        for (const id of ['tp3', 'pt3', 'ln3', 'rd3'] as const)
          it(id, async () => {
            const { bytes, issues } = await writeWith(id, named(given), { experimental: true });
            assert.equal(held(bytes), expected, id);
            assert.equal(issues.count('text-cut'), cut, `${id} ${given}`);
            assert.equal((await readWith(id, bytes)).job.info.name, expected);
          });
      });
  });

  it('never ends with half a character', async () => {
    const { bytes } = await writeWith('tp3', named(`${'x'.repeat(31)}😀`));
    assert.equal(held(bytes), 'x'.repeat(31));
  });

  describe('of a TN3 is that of its surface; if it is shortened, that is reported', () => {
    for (const [name, cut] of [
      ['n'.repeat(32), 0],
      ['n'.repeat(33), 1],
      [`${'n'.repeat(31)}😀`, 1],
    ] as const)
      it(JSON.stringify(name), async () => {
        const { bytes, issues } = await writeWith('tn3', surfaceOnly(name));
        assert.equal(issues.count('text-cut'), cut);
        const back = (await readWith('tn3', bytes)).job.surfaces[0]!.name;
        assert.equal(back, name.slice(0, 32).replace(/\ud83d$/, ''));
      });
  });
});

function surfaceOnly(name: string): FieldJob {
  const builder = new JobBuilder();
  builder.surface(surfaceOf(name, Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), Int32Array.of(0, 1, 2)));
  return builder.job;
}

function alignmentOnly(name: string): FieldJob {
  const builder = new JobBuilder();
  builder.alignment(alignmentOf(name));
  return builder.job;
}

describe('texts of the length of their fields', () => {
  /** Characters that a field holds, by object. */
  const FIELDS = [
    ['point', 64, (name: string) => jobWith({ point: { name } }), (job: FieldJob) => job.points.name.get(0)],
    ['code', 64, (code: string) => jobWith({ line: { code } }), (job: FieldJob) => job.lines.code.get(0)],
    ['surface', 64, (name: string) => surfaceOnly(name), (job: FieldJob) => job.surfaces[0]!.name],
    ['plane', 64, (name: string) => jobWith({ plane: { name } }), (job: FieldJob) => job.planes[0]!.name],
    ['alignment', 32, (name: string) => alignmentOnly(name), (job: FieldJob) => job.alignments[0]!.name],
    [
      'control point',
      32,
      (name: string) => jobWith({ controlPoint: { name } }),
      (job: FieldJob) => job.controlPoints[0]!.name,
    ],
    [
      'description',
      64,
      (description: string) => jobWith({ controlPoint: { description } }),
      (job: FieldJob) => job.controlPoints[0]!.description,
    ],
  ] as const;
  for (const [what, most, jobOf, of] of FIELDS) {
    describe(`${what}: ${most} characters and no more, an emoji whole or not at all`, () => {
      for (const [given, expected] of [
        ['ß'.repeat(most), 'ß'.repeat(most)],
        ['ß'.repeat(most + 1), 'ß'.repeat(most)],
        [`${'x'.repeat(most - 2)}😀`, `${'x'.repeat(most - 2)}😀`],
        [`${'x'.repeat(most - 1)}😀`, 'x'.repeat(most - 1)],
      ] as const)
        it(JSON.stringify(given), async () => {
          const { bytes, issues } = await writeWith('tp3', jobOf(given));
          assert.equal(of((await readWith('tp3', bytes)).job), expected);
          assert.equal(issues.count('text-cut'), given === expected ? 0 : 1, `${what} ${given}`);
        });
    });
  }

  it('a text is in the smallest pool that holds it and its NUL', async () => {
    const sizes = await Promise.all(
      [0, 1, 4, 5, 8, 9, 16, 17, 32, 33, 64].map(async (length) => {
        const { bytes } = await writeWith('tp3', jobWith({ only: ['point'], point: { name: 'x'.repeat(length) } }));
        const { job } = await readWith('tp3', bytes);
        assert.equal(job.points.name.get(0).length, length);
        return [6, 7, 8, 9, 10].filter((id) => walk(bytes).tables.has(id));
      }),
    );
    assert.deepEqual(sizes, [[], [6], [6], [7], [7], [8], [8], [9], [9], [10], [10]]);
  });
});
