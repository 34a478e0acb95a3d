import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { formatById, parseExportOptions } from '../src/index.ts';
import { writeWith } from '../testing/run-format.ts';
import { jobWith } from '../testing/traits.ts';

/** The texts of the issues with a code that writing a job reports. */
async function reported(id: string, job: FieldJob, code: string): Promise<string[]> {
  const format = formatById(id)!;
  const { issues } = await writeWith(format, job, { options: parseExportOptions(format, {}).values });
  return issues.summary().flatMap((issue) => (issue.code === code ? [issue.text] : []));
}

describe('a part of an object that a format cannot hold is reported', () => {
  for (const id of ['dxf', 'dwg', 'dgn', 'landxml'])
    it(`of ${id}: a surface without triangles`, async () => {
      const { job } = new JobBuilder();
      job.surfaces.push(surfaceOf('Ground', Float64Array.of(0, 0, 1, 9, 0, 1, 9, 9, 1), new Int32Array()));
      assert.deepEqual(await reported(id, job, 'surface-not-written'), [
        'the surface "Ground" was left out: it has no triangles',
      ]);
    });

  for (const id of ['dxf', 'dwg'])
    it(`of ${id}: characters of points and texts that become blanks`, async () => {
      const job = jobWith({
        ...{ only: ['point', 'text'], label: { text: 'bell\u0007' } },
        point: { name: 'line\nend, tab\t', attributes: ['Note', 'form\u000cfeed', 'Other', 'delete\u007f'] },
      });
      const issues = await reported(id, job, 'character-replaced');
      assert.deepEqual(issues, ['characters that the format cannot hold were replaced by blanks']);
      const whole = jobWith({
        only: ['point', 'text'],
        point: { name: 'line\nend, tab\t' },
        label: { text: 'a\nb\t' },
      });
      assert.deepEqual(await reported(id, whole, 'character-replaced'), []);
    });

  it('of geojson: a ring of two vertices in an area that has others', async () => {
    const builder = new JobBuilder();
    const path = new Path();
    path.closed = true;
    for (const [e, n] of [
      [0, 0],
      [9, 0],
      [9, 9],
    ] as const)
      path.vertex(e, n, 1);
    path.ring();
    for (const [e, n] of [
      [7, 1],
      [8, 2],
    ] as const)
      path.vertex(e, n, 1);
    builder.area(new Feature(), path);
    assert.deepEqual(await reported('geojson', builder.job, 'ring-left-out'), [
      '1 ring of areas left out: fewer than three vertices',
    ]);
  });
});
