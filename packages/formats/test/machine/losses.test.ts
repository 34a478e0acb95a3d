import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alignmentOf, Feature, type FieldJob, JobBuilder, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { endOf } from '../../src/formats/machine/horizontal.ts';
import { ARC } from '../../testing/machine/jobs.ts';
import { readWith, writeWith } from '../../testing/machine/support.ts';
import { walk } from '../../testing/machine/walker.ts';
import { jobWith } from '../../testing/traits.ts';

const lineOf = (count: number, bulge = 0): FieldJob => {
  const builder = new JobBuilder();
  const path = new Path();
  for (let i = 0; i < count; i++) path.vertex(i, 2 * (i % 2), 5, bulge);
  builder.line(Object.assign(new Feature(), { layer: builder.layer(layerOf('L')) }), path);
  return builder.job;
};
const closedLine = (): FieldJob => {
  const builder = new JobBuilder();
  const path = new Path();
  path.closed = true;
  for (const [e, n] of [
    [0, 0],
    [10, 0],
    [10, 10],
  ] as const)
    path.vertex(e, n, 1);
  builder.line(Object.assign(new Feature(), { name: 'closed', layer: builder.layer(layerOf('L')) }), path);
  return builder.job;
};
const triangle = Float64Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0);
const edge = { name: '', kind: 'hard', coordinates: triangle };
const long = 'x'.repeat(70);
const vertical = { station: 10, elevation: 5, curve: 'arc', length: 8, radius: 100 } as const;

/** An issue of the writers: a job, the code, and the remaining contents of its file. */
const LOSSES: readonly (readonly [id: string, code: string, job: FieldJob, look: (job: FieldJob) => void])[] = [
  ['tp3', 'arc-stroked', lineOf(2, 0.5), (job) => assert.ok(job.lines.vertexCount > 4)],
  ['tp3', 'line-too-short', lineOf(1), (job) => assert.equal(job.lines.length, 0)],
  ['tp3', 'line-too-long', lineOf(65_536), (job) => assert.equal(job.lines.length, 0)],
  ['tp3', 'area-left-out', jobWith({}), (job) => assert.equal(job.areas.length, 0)],
  [
    'tp3',
    'text-broken',
    jobWith({ label: { text: 'C:\\PLAN' } }),
    (job) => assert.equal(job.texts.text.get(0), 'C:\nLAN'),
  ],
  [
    'tp3',
    'text-justification-lost',
    jobWith({ label: { justification: 'right' } }),
    (job) => assert.equal(job.texts.length, 1),
  ],
  [
    'tp3',
    'text-cut',
    jobWith({ point: { name: long } }),
    (job) => assert.equal(job.points.name.get(0), long.slice(0, 64)),
  ],
  [
    'tp3',
    'text-cut',
    jobWith({ layer: { description: '' }, plane: { name: long } }),
    (job) => assert.equal(job.planes[0]!.name, long.slice(0, 64)),
  ],
  [
    'tp3',
    'text-cut',
    jobWith({ controlPoint: { name: long } }),
    (job) => assert.equal(job.controlPoints[0]!.name, long.slice(0, 32)),
  ],
  [
    'tp3',
    'attribute-left-out',
    jobWith({ line: { attributes: ['a', 'b'] } }),
    (job) => assert.equal(job.lines.length, 1),
  ],
  [
    'tp3',
    'description-left-out',
    jobWith({ point: { description: 'about' } }),
    (job) => assert.equal(job.points.length, 1),
  ],
  ['tp3', 'list-left-out', jobWith({ point: { list: 'monday' } }), (job) => assert.equal(job.points.length, 1)],
  ['tp3', 'quality-left-out', jobWith({ point: { quality: 0.01 } }), (job) => assert.equal(job.points.length, 1)],
  [
    'tp3',
    'breakline-left-out',
    jobWith({ surface: { breaklines: [edge] } }),
    (job) => assert.equal(job.surfaces.length, 1),
  ],
  [
    'tp3',
    'boundary-left-out',
    jobWith({ surface: { boundaries: [edge] } }),
    (job) => assert.equal(job.surfaces.length, 1),
  ],
  [
    'tp3',
    'surface-layer-left-out',
    jobWith({ surface: { layer: 0 } }),
    (job) => assert.equal(job.surfaces[0]!.layer, -1),
  ],
  [
    'tp3',
    'section-left-out',
    jobWith({ alignment: { sections: [{ name: '', station: 0, points: new Float64Array(2) }] } }),
    (job) => assert.equal(job.alignments[0]!.sections.length, 0),
  ],
  [
    'tp3',
    'station-equation-left-out',
    jobWith({ alignment: { equations: [{ back: 1, ahead: 2 }] } }),
    (job) => assert.equal(job.alignments[0]!.equations.length, 0),
  ],
  [
    'tp3',
    'clothoid-stroked',
    jobWith({ alignment: { horizontal: [{ ...ARC, kind: 'clothoid' }] } }),
    (job) => assert.ok(job.alignments[0]!.horizontal.every(({ kind }) => kind === 'straight')),
  ],
  [
    'tp3',
    'alignment-joined',
    jobWith({ alignment: { horizontal: [ARC, { ...ARC, startEasting: ARC.startEasting + 500 }] } }),
    (job) => assert.equal(job.alignments[0]!.horizontal.length, 2),
  ],
  [
    'tp3',
    'vertical-arc-as-parabola',
    jobWith({ alignment: { vertical: [vertical] } }),
    (job) => assert.deepEqual(job.alignments[0]!.vertical, [{ ...vertical, curve: 'parabola', radius: Number.NaN }]),
  ],
  [
    'tp3',
    'control-code-left-out',
    jobWith({ controlPoint: { code: 'CP' } }),
    (job) => assert.equal(job.controlPoints[0]!.code, ''),
  ],
  [
    'tp3',
    'control-use-joined',
    jobWith({ controlPoint: { useVertical: false } }),
    (job) => assert.equal(job.controlPoints[0]!.useVertical, true),
  ],
  [
    'tp3',
    'control-residual-joined',
    jobWith({ controlPoint: { residualEasting: 0.03 } }),
    (job) => assert.equal(job.controlPoints.length, 1),
  ],
  [
    'tp3',
    'layer-default',
    jobWith({ point: { layer: -1 } }),
    (job) => assert.equal(job.layers.name(job.points.layer.get(0)), 'Default'),
  ],
  [
    'tp3',
    'unit-converted',
    jobWith({ info: { unit: 'internationalFoot' } }),
    (job) => assert.deepEqual([job.points.easting(0), job.unit], [304.8, 'metre']),
  ],
  [
    'ln3',
    'line-closing-repeated',
    closedLine(),
    (job) => assert.deepEqual([job.lines.vertexCount, job.lines.closed.get(0)], [4, 0]),
  ],
  ['ln3', 'line-name-left-out', closedLine(), (job) => assert.equal(job.lines.name.get(0), '')],
  ['ln3', 'single-precision', lineOf(3), (job) => assert.equal(job.lines.length, 1)],
  ['tn3', 'surface-layer-left-out', jobWith({ surface: { layer: 0 } }), (job) => assert.equal(job.surfaces.length, 1)],
  [
    'tn3',
    'breakline-left-out',
    jobWith({ surface: { breaklines: [edge] } }),
    (job) => assert.equal(job.surfaces.length, 1),
  ],
  [
    'tn3',
    'boundary-left-out',
    jobWith({ surface: { boundaries: [edge] } }),
    (job) => assert.equal(job.surfaces.length, 1),
  ],
];

describe('each issue of the writers names data missing from the file', () => {
  for (const [id, code, job, look] of LOSSES) {
    it(`${id}: ${code}`, async () => {
      const { bytes, issues } = await writeWith(id, job);
      assert.equal(
        issues.places().filter((issue) => issue.code === code).length,
        1,
        `only ${issues.summary().map((issue) => issue.code)}`,
      );
      look((await readWith(id, bytes)).job);
    });
  }

  it('jobs with too many objects, or none, are refused before a file is created', async () => {
    const layers = new JobBuilder();
    for (let i = 0; i <= 65_535; i++) layers.layer(layerOf(`L${i}`));
    layers.point(new Feature(), 1, 2, 3);
    await assert.rejects(writeWith('tp3', layers.job), {
      code: 'too-large-for-format',
      message: /65535 layers.*65537/,
    });
    const empty = new JobBuilder().job;
    await assert.rejects(writeWith('tn3', empty), { code: 'nothing-to-write' });
    await assert.rejects(writeWith('tn3', jobWith({}), { surface: 'other' }), {
      code: 'surface-not-found',
      message: /"TIN"/,
    });
    for (const id of ['rd3', 'gc3', 'pl3']) {
      const message = `the job has nothing that the format ${id.toUpperCase()} can hold`;
      await assert.rejects(writeWith(id, empty, { experimental: true }), { code: 'nothing-to-write', message });
      await assert.rejects(writeWith(id, jobWith({})), { code: 'experimental-only' });
    }
    const curved = jobWith({ alignment: { horizontal: [{ ...ARC, azimuth: Number.NaN }] } });
    await assert.rejects(writeWith('rd3', curved, { experimental: true }), {
      code: 'nothing-to-write',
      message: /the format RD3 can hold: 1 alignment left out: the axis is not fully known/,
    });
  });

  it('ln3: a line too far from the others for single precision is refused with the distance', async () => {
    const builder = new JobBuilder();
    const path = new Path();
    path.vertex(0, 0, 0);
    path.vertex(400_000.123, 0, 0);
    builder.line(new Feature(), path);
    await assert.rejects(writeWith('ln3', builder.job), { code: 'precision-too-low', message: /0\.5 mm/ });
  });

  it('tn3: the requested surface is written, and the others are reported', async () => {
    const builder = new JobBuilder();
    for (const name of ['first', 'second', 'third']) builder.surface(surfaceOf(name, triangle, Int32Array.of(0, 1, 2)));
    for (const [options, name] of [
      [{}, 'first'],
      [{ surface: 'third' }, 'third'],
    ] as const) {
      const { bytes, issues } = await writeWith('tn3', builder.job, options);
      assert.equal((await readWith('tn3', bytes)).job.surfaces[0]!.name, name);
      const issue = issues.summary().find(({ code }) => code === 'surface-not-chosen');
      assert.deepEqual(issue!.parameters, { count: 2, name });
    }
  });

  it('more than 65 535 layers are refused', async () => {
    const builder = new JobBuilder();
    for (let i = 0; i < 65_536; i++) builder.layer(layerOf(`L${i}`));
    await assert.rejects(writeWith('tp3', builder.job), {
      code: 'too-large-for-format',
      message: /65535 layers.*65536/,
    });
  });

  it('the lists of an alignment have the numbers of the vendor', async () => {
    const { bytes } = await writeWith('tp3', jobWith({ alignment: { horizontal: [ARC] } }));
    const [record] = walk(bytes).tables.get(19)!.records;
    assert.deepEqual(
      [0, 6, 12, 18].map((at) => record!.readUInt16LE(at)),
      [1, 2, 5, 3],
    );
  });

  it('elements without length are left out of an axis, and those after them are kept', async () => {
    const [easting, northing] = endOf(ARC.startEasting, ARC.startNorthing, ARC.azimuth, ARC.length, ARC.startRadius);
    const next = {
      ...ARC,
      startEasting: easting,
      startNorthing: northing,
      azimuth: ARC.azimuth + ARC.length / ARC.startRadius,
    };
    const { bytes, issues } = await writeWith(
      'tp3',
      jobWith({ alignment: { horizontal: [ARC, { ...next, length: 0 }, next] } }),
    );
    assert.equal(issues.count('alignment-joined'), 0);
    const { job } = await readWith('tp3', bytes);
    assert.deepEqual(
      job.alignments[0]!.horizontal.map(({ length }) => length),
      [ARC.length, ARC.length],
    );
  });

  it('an empty alignment is kept by name', async () => {
    const builder = new JobBuilder();
    builder.alignment(alignmentOf('empty'));
    const { bytes } = await writeWith('tp3', builder.job);
    assert.deepEqual((await readWith('tp3', bytes)).job.alignments, [alignmentOf('empty')]);
  });
});
