import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { FORMATS, LimitError, type Limits, parseExportOptions, parseImportOptions } from '../src/index.ts';
import { readWith, writeWith } from '../testing/run-format.ts';
import { jobWith } from '../testing/traits.ts';

/** A job with several objects of each kind, and lines with many vertices. */
function large() {
  const builder = new JobBuilder(jobWith({ info: { crs: { kind: 'epsg', code: 25832 } } }));
  const path = new Path();
  for (let i = 0; i < 500; i++) path.vertex(1000 + i, 2000 + (i % 2), 5);
  const feature = Object.assign(new Feature(), { layer: builder.layer(layerOf('SITE')) });
  for (let i = 0; i < 20; i++) {
    feature.name = `P${i}`;
    builder.point(feature, 1000 + i, 2000, i);
    builder.line(feature, path);
    builder.code({ ...builder.job.codes[0]!, name: `C${i}`, kind: 'point' });
    builder.plane({ ...builder.job.planes[0]!, name: `L${i}` });
    builder.controlPoint({ ...builder.job.controlPoints[0]!, name: `G${i}` });
    builder.alignment({ ...builder.job.alignments[0]!, name: `A${i}` });
  }
  return builder.job;
}

/** Formats without paths whose vertices could be counted. */
const WITHOUT_VERTICES: ReadonlySet<string> = new Set([
  'gts7',
  'csv',
  'points',
  'codelib',
  'jobxml',
  'pt3',
  'gc3',
  'pl3',
  'rd3',
]);

describe('the limits of an import', () => {
  const job = large();
  for (const format of FORMATS) {
    if (format.loadReader === undefined || format.loadWriter === undefined || format.id.startsWith('mj')) continue;
    it(`stop ${format.id} with their name and value, and not below`, async () => {
      const { values } = parseExportOptions(format, { experimental: true });
      const { result } = await writeWith(format, job, { options: values });
      const options = parseImportOptions(format, {}).values;
      const read = (limits: Partial<Limits>) => readWith(format, result as Buffer, { options, limits });
      await read({ features: 100_000, vertices: 100_000 });
      const limits: [keyof Limits, number][] = format.id === 'tn3' ? [['vertices', 2]] : [['features', 3]];
      if (!WITHOUT_VERTICES.has(format.id) && format.id !== 'tn3') limits.push(['vertices', 100]);
      for (const [limit, value] of limits) {
        await assert.rejects(read({ [limit]: value }), (error: LimitError) => {
          assert.ok(error instanceof LimitError, `${limit}: ${error}`);
          assert.deepEqual([error.code, error.limit, error.value], ['limit-exceeded', limit, value]);
          assert.match(error.message, new RegExp(`${limit} = ${value}`));
          return true;
        });
      }
    });
  }

  describe('of depth stops endlessly nested elements, in every XML format', () => {
    for (const format of FORMATS.filter(({ id }) => ['landxml', 'maxml', 'jobxml', 'codelib'].includes(id)))
      it(format.id, async () => {
        const root = { landxml: 'LandXML', maxml: 'MAXML', jobxml: 'JOBFile', codelib: 'CodeLibrary' }[format.id]!;
        const nested = `<${root}>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</${root}>`;
        await assert.rejects(readWith(format, nested), { code: 'limit-exceeded', limit: 'depth' }, format.id);
      });
  });
});
