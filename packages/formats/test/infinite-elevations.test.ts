import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder, labelOf, Path } from '@fieldbridge/fieldjob';
import { formatById, parseExportOptions, parseImportOptions } from '../src/index.ts';
import { readWith, writeWith } from '../testing/run-format.ts';

/** A known elevation between two infinite ones, of each kind that has any. */
function job(): FieldJob {
  const builder = new JobBuilder();
  const elevations = [Infinity, 7, -Infinity] as const;
  const path = new Path();
  elevations.forEach((elevation, i) => {
    builder.point(Object.assign(new Feature(), { name: `P${i}` }), 10 * i, i * i, elevation);
    builder.text(new Feature(), labelOf(`T${i}`, 10 * i, i * i, { elevation }));
    builder.controlPoint({
      ...{ name: `C${i}`, code: '', description: '', easting: 10 * i, northing: i * i, elevation },
      ...{ latitude: Number.NaN, longitude: Number.NaN, ellipsoidHeight: Number.NaN },
      ...{ useHorizontal: true, useVertical: true, source: -1 },
      ...{ residualEasting: Number.NaN, residualNorthing: Number.NaN, residualElevation: Number.NaN },
    });
    path.vertex(10 * i, i * i, elevation);
  });
  builder.line(new Feature(), path);
  path.closed = true;
  builder.area(new Feature(), path);
  return builder.job;
}

/** The elevations read back, by kind. */
function elevationsOf({ points, lines, areas, texts, controlPoints }: FieldJob): Record<string, number[]> {
  const third = (values: Float64Array): number[] => Array.from(values).filter((_, i) => i % 3 === 2);
  const found = {
    ...{ point: third(points.coordinates.view()), line: third(lines.coordinates.view()) },
    ...{ area: third(areas.coordinates.view()), text: third(texts.coordinates.view()) },
    controlPoint: controlPoints.map(({ elevation }) => elevation),
  };
  return Object.fromEntries(Object.entries(found).filter(([, values]) => values.length > 0));
}

/** The kinds that each format holds. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  csv: ['point'],
  points: ['point'],
  gts7: ['point'],
  jobxml: ['point'],
  pt3: ['point'],
  landxml: ['point', 'line', 'area'],
  geojson: ['point', 'line', 'area', 'text', 'controlPoint'],
  tp3: ['point', 'line', 'text', 'controlPoint'],
  ln3: ['line'],
  gc3: ['controlPoint'],
};

describe('infinite elevations', () => {
  for (const [id, kinds] of Object.entries(FORMATS)) {
    it(`are written as unknown by ${id} and counted`, async () => {
      const format = formatById(id)!;
      const experimental = 'experimental' in format.writeOptions ? { experimental: true } : {};
      const { values } = parseExportOptions(format, experimental);
      const { result, issues } = await writeWith(format, job(), { options: values });
      assert.equal(issues.count('elevation-infinite'), 2 * kinds.length);
      const back = await readWith(format, result, { options: parseImportOptions(format, {}).values });
      const expected = kinds.map((kind) => [kind, [Number.NaN, 7, Number.NaN]]);
      assert.deepEqual(elevationsOf(back.job), Object.fromEntries(expected));
      // The file itself has no infinity: a machine would take it for a number.
      assert.equal(back.issues.count('coordinate-not-finite') + back.issues.count('control-value-unusable'), 0);
    });
  }

  it('are not reported if the job has none, or the file no column for them', async () => {
    const format = formatById('csv')!;
    const { values } = parseExportOptions(format, { columns: 'name,northing,easting' });
    const { issues } = await writeWith(format, job(), { options: values });
    assert.equal(issues.count('elevation-infinite'), 0);
  });
});
