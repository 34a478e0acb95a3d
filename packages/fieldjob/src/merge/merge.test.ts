import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbitraryJob } from '../../testing/arbitrary-job.ts';
import { assertSameJob, plainJob } from '../../testing/same-job.ts';
import { JobBuilder } from '../builder.ts';
import { emitJob } from '../emit.ts';
import { Feature } from '../feature.ts';
import type { FieldJob } from '../job.ts';
import { layerOf } from '../layer.ts';
import type { LineDashes } from '../line-dashes.ts';
import type { Code, CodeAttribute } from '../records.ts';
import { JobJoin, type PartOptions } from './job-join.ts';
import type { MergeNote } from './merge-note.ts';
import { NamesInMemory } from './names-in-memory.ts';
import { DuplicateNameError, ON_DUPLICATE, type OnDuplicate } from './on-duplicate.ts';
import { NAMES_PER_QUESTION, type SettledNames, settlePointNames } from './point-names.ts';

/** A job with points of the given names, their eastings counting from `start`. */
function jobOf(names: readonly string[], start = 0, list = ''): FieldJob {
  const builder = new JobBuilder();
  const source = builder.source({ fileName: `from ${start}`, format: 'csv', sha256: '', importedAt: start });
  const feature = new Feature();
  names.forEach((name, i) => {
    Object.assign(feature.reset(), { name, source, list });
    builder.point(feature, start + i, 0, Number.NaN);
  });
  return builder.job;
}

/** Records the questions. */
class RecordedNames extends NamesInMemory {
  readonly asked: string[][] = [];

  override claim(names: readonly string[]): Promise<number[]> {
    this.asked.push([...names]);
    return super.claim(names);
  }
}

/**
 * Joins parts as the conversion service does: names are settled part by part, replaced points are left out at the end.
 */
async function joined(parts: readonly FieldJob[], onDuplicate: OnDuplicate = 'rename') {
  const notes: MergeNote[] = [];
  const note = (one: MergeNote): void => void notes.push(one);
  const names = new RecordedNames();
  const settled: SettledNames[] = [];
  for (const part of parts) settled.push(await settlePointNames(part, onDuplicate, names.nextPart(), { note }));
  const builder = new JobBuilder();
  const join = new JobJoin(builder, note);
  settled.forEach(({ job }, index) => {
    const gone = new Set(settled.slice(index + 1).flatMap(({ replaced }) => replaced));
    emitJob(job, join.part({ gone, onDuplicate }));
  });
  join.finish();
  return { job: builder.job, notes, asked: names.asked };
}

/** Joins parts whose names are settled. */
function joinOf(parts: readonly FieldJob[], options?: PartOptions) {
  const notes: MergeNote[] = [];
  const builder = new JobBuilder();
  const join = new JobJoin(builder, (note) => void notes.push(note));
  for (const part of parts) emitJob(part, join.part(options));
  join.finish();
  return { job: builder.job, notes };
}

const namesOf = (job: FieldJob): string[] =>
  Array.from({ length: job.points.length }, (_, row) => job.points.name.get(row));
const pointsOf = (job: FieldJob): string[] => namesOf(job).map((name, row) => `${name}@${job.points.easting(row)}`);

const codeOf = (name: string, description: string): Code => ({
  ...{ name, kind: 'line', description, group: '', layer: '', colour: -1, lineType: '', lineWeight: -1 },
  ...{ symbol: '', control: '', attributes: [] },
});

test('a point whose name is taken is renamed by default, or kept out, put in place, or refused; each case is noted', async () => {
  const parts = [jobOf(['A', 'B']), jobOf(['B', 'C'], 10)];
  const renamed = await joined(parts);
  assert.deepEqual(pointsOf(renamed.job), ['A@0', 'B@1', 'B-2@10', 'C@11']);
  assert.deepEqual(renamed.notes, [{ what: 'point-renamed', name: 'B', newName: 'B-2' }]);
  const kept = await joined(parts, 'keep');
  assert.deepEqual([pointsOf(kept.job), kept.notes], [['A@0', 'B@1', 'C@11'], [{ what: 'point-kept', name: 'B' }]]);
  const replaced = await joined(parts, 'replace');
  assert.deepEqual(pointsOf(replaced.job), ['A@0', 'B@10', 'C@11']);
  assert.deepEqual(replaced.notes, [{ what: 'point-replaced', name: 'B' }]);
  await assert.rejects(joined(parts, 'refuse'), (error) => {
    assert.ok(error instanceof DuplicateNameError);
    assert.deepEqual([error.code, error.pointName], ['point-name-taken', 'B']);
    assert.match(error.message, /already has 1 of the point names, the first is "B"; use onDuplicate=/);
    return true;
  });
});

describe('points without a name, and names repeated within the incoming job, are left alone', () => {
  for (const onDuplicate of ON_DUPLICATE)
    test(JSON.stringify(onDuplicate), async () => {
      const { job, notes } = await joined([jobOf(['', '']), jobOf(['', 'A', 'A'], 10)], onDuplicate);
      assert.deepEqual([namesOf(job), notes], [['', '', '', 'A', 'A'], []]);
    });
});

test('each of several incoming points with a taken name is renamed, left out or put in place', async () => {
  const parts = [jobOf(['A']), jobOf(['A', 'A'], 10)];
  assert.deepEqual(pointsOf((await joined(parts)).job), ['A@0', 'A-2@10', 'A-3@11']);
  assert.deepEqual(pointsOf((await joined(parts, 'keep')).job), ['A@0']);
  assert.deepEqual(pointsOf((await joined(parts, 'replace')).job), ['A@10', 'A@11']);
});

test('joined names collide only if a part repeats them, whatever the parts are called; rename loses no point', async () => {
  const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'A-2', 'A-2-2', 'B-3', 'C'), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 4 }), async (parts) => {
      const jobs = parts.map((part, i) => jobOf(part, 100 * i));
      for (const onDuplicate of ['rename', 'keep', 'replace'] as const) {
        const { job, notes } = await joined(jobs, onDuplicate);
        const got = namesOf(job);
        assert.equal(new Set(got).size, got.length, `${onDuplicate}: ${got.join()}`);
        const given = parts.flat().length;
        assert.equal(got.length, onDuplicate === 'rename' ? given : given - notes.length);
      }
    }),
  );
});

test('only incoming names are asked for, in batches', async () => {
  const many = Array.from({ length: NAMES_PER_QUESTION + 1 }, (_, i) => `P${i}`);
  const { asked } = await joined([jobOf([...many, '']), jobOf(['Q'])]);
  assert.deepEqual(
    asked.map(({ length }) => length),
    [NAMES_PER_QUESTION, 1, 1],
  );
  const twice = await joined([jobOf(many), jobOf(many, 10_000)]);
  assert.deepEqual(namesOf(twice.job).slice(-1), [`P${NAMES_PER_QUESTION}-2`]);
  assert.equal(new Set(namesOf(twice.job)).size, 2 * many.length);
});

test('a job whose points have no names asks nothing; progress is reported while asking', async () => {
  const seen: [number, number][] = [];
  const progress = (done: number, total: number): void => void seen.push([done, total]);
  const names = new RecordedNames();
  const job = jobOf(['', '']);
  assert.equal((await settlePointNames(job, 'rename', names, { progress })).job, job);
  assert.deepEqual([names.asked, seen], [[], []]);
  await settlePointNames(jobOf(['A', 'B']), 'rename', names, { progress });
  assert.deepEqual(seen, [[2, 2]]);
});

test('settling changes only names, and leaves the given job alone', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryJob(), async (job) => {
      const before = structuredClone(plainJob(job)['points']) as { name: string }[];
      const names = new RecordedNames();
      await names.claim(before.map(({ name }) => name).filter((name) => name !== ''));
      const settled = (await settlePointNames(job, 'rename', names.nextPart())).job;
      const plain = structuredClone(plainJob(settled));
      const points = plain['points'] as { name: string }[];
      for (const [row, { name }] of before.entries()) {
        assert.equal(points[row]!.name === name, name === '');
        points[row]!.name = name;
      }
      assert.deepStrictEqual(points, before);
      assert.deepStrictEqual({ ...plain, points: 0 }, structuredClone({ ...plainJob(job), points: 0 }));
    }),
    { numRuns: 40 },
  );
});

test('every feature stays with its import, and lists of the same name become one', async () => {
  const { job } = await joined([jobOf(['A'], 0, 'Kerb'), jobOf(['B'], 10, 'Kerb')]);
  const origin = (row: number): string | undefined => job.sources[job.points.source.get(row)]?.fileName;
  assert.deepEqual([origin(0), origin(1)], ['from 0', 'from 10']);
  assert.deepEqual([job.points.list.get(0), job.points.list.get(1)], ['Kerb', 'Kerb']);
});

test('layers and codes are unique by name: the first is kept and differences are noted; replace puts a code in place', () => {
  const part = (colour: number, description: string): FieldJob => {
    const builder = new JobBuilder();
    builder.layer(layerOf(colour === 1 ? 'Kerb' : 'KERB', { colour }));
    builder.code(codeOf('K', description));
    builder.code(codeOf('same', ''));
    return builder.job;
  };
  const parts = [part(1, 'old'), part(2, 'new')];
  const kept = joinOf(parts);
  assert.deepEqual([kept.job.layers.length, kept.job.layers.get(0)?.colour], [1, 1]);
  const descriptions = (job: FieldJob) => job.codes.map(({ description }) => description);
  assert.deepEqual(descriptions(kept.job), ['old', '']);
  const layerKept = { what: 'layer-kept', name: 'KERB' };
  assert.deepEqual(kept.notes, [layerKept, { what: 'code-kept', name: 'K' }]);
  const replaced = joinOf(parts, { onDuplicate: 'replace' });
  assert.deepEqual(descriptions(replaced.job), ['new', '']);
  assert.deepEqual(replaced.notes, [layerKept, { what: 'code-replaced', name: 'K' }]);
});

test('a part adds properties to the job, the first of a name is kept, and nothing else is described', () => {
  const part = (name: string, properties: Record<string, string>): FieldJob => {
    const builder = new JobBuilder();
    builder.describe({ name, unit: 'internationalFoot', properties });
    return builder.job;
  };
  const { job } = joinOf([part('one', { author: 'A' }), part('two', { author: 'B', instrument: 'I' })]);
  assert.deepEqual(job.info.properties, { author: 'A', instrument: 'I' });
  assert.deepEqual([job.info.name, job.info.unit], ['', undefined]);
});

test('a part adds dashes of line types, and the first of a name is kept', () => {
  const dashes: readonly LineDashes[] = [{ rail: [2, -1] }, { rail: [9, -9], fence: [1, -1] }];
  const parts = dashes.map((lineDashes) => {
    const builder = new JobBuilder();
    builder.describe({ lineDashes });
    return builder.job;
  });
  assert.deepEqual(joinOf(parts).job.info.lineDashes, { rail: [2, -1], fence: [1, -1] });
});

test('a job of one part, described by its caller, equals that part', () => {
  fc.assert(
    fc.property(arbitraryJob({ kinds: ['points', 'lines', 'areas', 'texts', 'surfaces', 'drawings'] }), (part) => {
      const builder = new JobBuilder();
      builder.describe({ ...part.info });
      const join = new JobJoin(builder);
      emitJob(part, join.part());
      join.finish();
      assertSameJob(builder.job, part);
    }),
    { numRuns: 40 },
  );
  assert.equal(joinOf([]).job.points.length, 0);
});

test('equal codes become one without a note, whichever reader made them; every field of a code counts', () => {
  const attribute: CodeAttribute = {
    ...{ name: 'DN', type: 'number', required: true, defaultValue: '100', values: ['100', '200'] },
    ...{ minimum: 50, maximum: Number.NaN, unit: 'mm' },
  };
  const code: Code = { ...codeOf('PIPE', 'pipe'), attributes: [attribute] };
  const backwards = <T extends object>(thing: T): T => Object.fromEntries(Object.entries(thing).reverse()) as T;
  const notesOf = (other: Code): MergeNote[] => {
    const parts = [code, other].map((one) => {
      const builder = new JobBuilder();
      builder.code(one);
      return builder.job;
    });
    return joinOf(parts).notes;
  };
  assert.deepEqual(notesOf(backwards({ ...code, attributes: [backwards(attribute)] })), []);
  for (const [field, value] of Object.entries(code)) {
    if (field === 'name' || field === 'kind' || field === 'attributes') continue;
    const other = { ...code, [field]: typeof value === 'number' ? 7 : 'else' };
    assert.deepEqual(notesOf(other), [{ what: 'code-kept', name: 'PIPE' }], field);
  }
  for (const [field, value] of Object.entries(attribute)) {
    const changed =
      typeof value === 'number' ? 7 : typeof value === 'boolean' ? !value : Array.isArray(value) ? [] : 'else';
    const other = { ...code, attributes: [{ ...attribute, [field]: changed }] };
    assert.deepEqual(notesOf(other), [{ what: 'code-kept', name: 'PIPE' }], field);
  }
});
