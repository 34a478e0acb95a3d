import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arbitraryJob, copyOf } from '../../test/support/arbitrary-job.ts';
import { assertSameJob, plainJob } from '../../test/support/same-job.ts';
import { JobBuilder } from '../builder.ts';
import { Feature } from '../feature.ts';
import type { FieldJob } from '../job.ts';
import { layerOf } from '../layer.ts';
import type { Code } from '../records.ts';
import { FreeNames } from './free-name.ts';
import { joinJobs } from './join-jobs.ts';
import { MergeSink } from './merge-sink.ts';
import { DuplicateNameError, ON_DUPLICATE, type OnDuplicate } from './on-duplicate.ts';

/** A job with points of the given names, their eastings counting from `start`. */
function jobOf(
  names: readonly string[],
  start = 0,
  rest: { list?: string; unit?: 'metre' | 'usSurveyFoot' } = {},
): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: rest.unit ?? 'metre' });
  const source = builder.source({ fileName: `from ${start}`, format: 'csv', sha256: '', importedAt: start });
  const feature = new Feature();
  names.forEach((name, i) => {
    Object.assign(feature.reset(), { name, source, list: rest.list ?? '' });
    builder.point(feature, start + i, 0, Number.NaN);
  });
  return builder.job;
}

const pointsOf = (job: FieldJob): string[] =>
  Array.from({ length: job.points.length }, (_, row) => `${job.points.name.get(row)}@${job.points.easting(row)}`);

const codeOf = (name: string, description: string): Code => ({
  ...{ name, kind: 'line', description, group: '', layer: '', colour: -1, lineType: '', lineWeight: -1 },
  ...{ symbol: '', control: '', attributes: [] },
});

test('a point whose name is taken is renamed by default, kept out, put in place, or refused, and counted', () => {
  const parts = [jobOf(['A', 'B']), jobOf(['B', 'C'], 10)];
  const joined = (onDuplicate?: OnDuplicate) => joinJobs(parts, { onDuplicate });
  const byDefault = joined();
  assert.deepEqual(pointsOf(byDefault.job), ['A@0', 'B@1', 'B_1@10', 'C@11']);
  assert.deepEqual(byDefault.report.notes, [{ what: 'renamed', name: 'B', newName: 'B_1' }]);
  const kept = joined('keep');
  assert.deepEqual([pointsOf(kept.job), kept.report.kept], [['A@0', 'B@1', 'C@11'], 1]);
  const replaced = joined('replace');
  assert.deepEqual([pointsOf(replaced.job), replaced.report.replaced], [['A@0', 'B@10', 'C@11'], 1]);
  assert.throws(
    () => joined('refuse'),
    (error) => error instanceof DuplicateNameError && error.pointName === 'B',
  );
});

test('points without a name never collide', () => {
  for (const onDuplicate of ON_DUPLICATE) {
    const { job, report } = joinJobs([jobOf(['', '']), jobOf(['', 'A'], 10)], { onDuplicate });
    assert.deepEqual([job.points.length, report.notes], [4, []]);
  }
});

test('a name that comes twice in what comes in is settled like any other, and replaces nothing', () => {
  const parts = [jobOf(['A']), jobOf(['A', 'A'], 10)];
  assert.deepEqual(pointsOf(joinJobs(parts).job), ['A@0', 'A_1@10', 'A_2@11']);
  assert.deepEqual(pointsOf(joinJobs(parts, { onDuplicate: 'keep' }).job), ['A@0']);
  assert.deepEqual(pointsOf(joinJobs(parts, { onDuplicate: 'replace' }).job), ['A@10', 'A_1@11']);
});

test('a new name never meets one that is there or one that was given', () => {
  const { job } = joinJobs([jobOf(['A', 'A_1', 'A_2']), jobOf(['A', 'A_3'], 10), jobOf(['A', 'A_1'], 20)]);
  const names = Array.from({ length: job.points.length }, (_, row) => job.points.name.get(row));
  assert.equal(new Set(names).size, names.length);
  assert.equal(names.length, 7);
});

test('joined names are unique whatever the parts are called, and no point is lost under rename', () => {
  const names = fc.array(fc.constantFrom('A', 'B', 'A_1', 'A_1_1', 'B_2'), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), (parts) => {
      const jobs = parts.map((part, i) => jobOf(part, 100 * i));
      for (const onDuplicate of ['rename', 'keep', 'replace'] as const) {
        const { job, report } = joinJobs(jobs, { onDuplicate });
        const got = Array.from({ length: job.points.length }, (_, row) => job.points.name.get(row));
        assert.equal(new Set(got).size, got.length, `${onDuplicate}: ${got.join()}`);
        const given = parts.flat().length;
        if (onDuplicate === 'rename') assert.equal(got.length, given);
        if (onDuplicate === 'keep') assert.equal(got.length, given - report.kept);
      }
    }),
  );
});

test('an append asks for the names that come in and for nothing else', () => {
  const asked: string[] = [];
  const replaced: string[] = [];
  const existing = {
    isTaken: (name: string) => {
      asked.push(name);
      return name === 'B';
    },
  };
  const builder = new JobBuilder();
  const sink = new MergeSink(builder, existing, {
    onDuplicate: 'replace',
    replaced: (name) => void replaced.push(name),
  });
  const feature = new Feature();
  for (const name of ['A', 'B', '']) sink.point(Object.assign(feature, { name }), 1, 2, 3);
  assert.deepEqual([asked, replaced, sink.report.replaced], [['A', 'B'], ['B'], 1]);
});

test('a thousand points of one name cost a thousand steps', () => {
  let steps = 0;
  const taken = new Set<string>(['A']);
  const free = new FreeNames((name) => {
    steps++;
    return taken.has(name);
  });
  for (let i = 0; i < 1000; i++) taken.add(free.from('A'));
  assert.equal(steps, 1000);
  assert.ok(taken.has('A_1000'));
  assert.throws(() => new FreeNames(() => true).from('A'), RangeError);
});

test('the feature that the caller fills again and again keeps the name it came with', () => {
  const sink = new MergeSink(new JobBuilder(), { isTaken: () => true });
  const feature = Object.assign(new Feature(), { name: 'B' });
  const builder = new JobBuilder();
  const other = new MergeSink(builder, { isTaken: (name) => name === 'B' });
  other.point(feature, 0, 0, 0);
  assert.deepEqual([feature.name, builder.job.points.name.get(0)], ['B', 'B_1']);
  assert.throws(() => sink.point(feature, 0, 0, 0), RangeError);
});

test('every feature stays with the import that brought it, and lists of one name become one', () => {
  const { job } = joinJobs([jobOf(['A'], 0, { list: 'Kerb' }), jobOf(['B'], 10, { list: 'Kerb' })]);
  const origin = (row: number): string | undefined => job.sources[job.points.source.get(row)]?.fileName;
  assert.deepEqual([origin(0), origin(1)], ['from 0', 'from 10']);
  assert.deepEqual([job.points.list.get(0), job.points.list.get(1)], ['Kerb', 'Kerb']);
});

test('layers and codes are one by name: the job keeps its own and what differs is reported', () => {
  const part = (colour: number, description: string): FieldJob => {
    const builder = new JobBuilder();
    builder.layer(layerOf(colour === 1 ? 'Kerb' : 'KERB', { colour }));
    builder.code(codeOf('K', description));
    builder.code(codeOf('same', ''));
    return builder.job;
  };
  const kept = joinJobs([part(1, 'old'), part(2, 'new')]);
  assert.deepEqual([kept.job.layers.length, kept.job.layers.get(0)?.colour, kept.report.layerKept], [1, 1, 1]);
  assert.deepEqual([kept.job.codes.map(({ description }) => description), kept.report.codeKept], [['old', ''], 1]);
  const replaced = joinJobs([part(1, 'old'), part(2, 'new')], { onDuplicate: 'replace' });
  assert.deepEqual(
    replaced.job.codes.map(({ description }) => description),
    ['new', ''],
  );
  assert.equal(replaced.report.codeReplaced, 1);
});

test('later parts are converted to the unit and the system of the job', () => {
  const feet = jobOf(['B'], 3937, { unit: 'usSurveyFoot' });
  const { job } = joinJobs([jobOf(['A']), feet]);
  assert.deepEqual([job.unit, job.points.easting(1)], ['metre', 1200]);
  const inZone = (code: number, name: string): FieldJob => {
    const one = jobOf([name], 5);
    one.info.crs = { kind: 'epsg', code };
    return one;
  };
  const zones = [inZone(25832, 'A'), inZone(25833, 'B')];
  const unmapped = joinJobs(zones);
  assert.deepEqual([unmapped.mixedCrs, unmapped.job.points.easting(1)], [1, 5]);
  const map = (): ((position: Float64Array) => void) => (position) => {
    position[0]! += 1000;
  };
  const mapped = joinJobs(zones, { map });
  assert.deepEqual([mapped.mixedCrs, mapped.job.points.easting(1)], [0, 1005]);
  assert.deepEqual(mapped.job.info.crs, { kind: 'epsg', code: 25832 });
});

test('a job joined with nothing, and with an empty one, is that job', () => {
  fc.assert(
    fc.property(arbitraryJob({ kinds: ['lines', 'areas', 'texts', 'surfaces', 'codes', 'drawings'] }), (job) => {
      assertSameJob(joinJobs([job]).job, job);
      const twice = joinJobs([job, copyOf(jobOf([]))]).job;
      assert.deepEqual(plainJob(twice)['lines'], plainJob(job)['lines']);
    }),
    { numRuns: 40 },
  );
  assert.equal(joinJobs([]).job.points.length, 0);
});
