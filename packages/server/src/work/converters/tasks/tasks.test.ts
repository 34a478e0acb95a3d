import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Feature, JobBuilder, Path } from '@fieldbridge/fieldjob';
import {
  DEFAULT_LIMITS,
  detect,
  FileSource,
  FormatError,
  formatById,
  mergeIssue,
  SourceTally,
} from '@fieldbridge/formats';
import type { TaskContext } from '../serve-tasks.ts';
import { convertFile, exportSegments } from './export.ts';
import { importSource } from './import.ts';
import { makeReport, makeThumbnail } from './report.ts';
import { SourceStamp } from './source-stamp.ts';
import type { ExportTask, ImportOutcome, ImportTask, NameQuestion, TaskFile, TaskSegment } from './task-types.ts';

// The tasks of a converter, in this process and without the pool: files in, files out.

const root = mkdtempSync(join(tmpdir(), 'tasks-'));
after(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

interface Trial {
  readonly context: TaskContext;
  readonly asked: NameQuestion[];
  readonly phases: Set<string>;
  result<T>(name: string): T;
}
/** A context with its own folder. @param taken names that the job already has */
function trial(taken: readonly string[] = []): Trial {
  const output = join(root, String(folders++));
  const [asked, phases]: [NameQuestion[], Set<string>] = [[], new Set()];
  const context: TaskContext = {
    output: mkdtempSync(`${output}-`),
    signal: new AbortController().signal,
    progress: (done, total, phase) => {
      assert.ok(done >= 0 && done <= total, `${phase}: ${done} of ${total}`);
      phases.add(phase);
    },
    ask: async (body) => {
      if ('made' in (body as object)) return null;
      const question = body as NameQuestion;
      asked.push(question);
      if ('rename' in question) return question.rename.map((name) => `${name}_1`);
      return question.claim.flatMap((name, i) => (taken.includes(name) ? [i] : []));
    },
  };
  const result = <T>(name: string): T => JSON.parse(readFileSync(join(context.output, name), 'utf8')) as T;
  return { context, asked, phases, result };
}
function fileOf(name: string, text: string, requestedFormat = 'auto'): TaskFile {
  const path = join(root, `${folders++}-${name}`);
  writeFileSync(path, text);
  return { path, name, requestedFormat, sha256: createHash('sha256').update(text).digest('hex') };
}
const SOURCE = { options: {}, limits: DEFAULT_LIMITS, target: {} };
const POINTS = 'name,easting,northing,elevation,code\nA,500,800,10,TREE\nB,510,805,11,KERB\n';
const importOf = (file: TaskFile, rest: Partial<ImportTask> = {}): ImportTask => ({
  ...{ kind: 'import', file, ...SOURCE, defaultAs: 'features', onDuplicate: 'rename', importedAt: 1000 },
  ...rest,
});
const exportOf = (segments: readonly TaskSegment[], format = 'csv', rest: Partial<ExportTask> = {}): ExportTask => ({
  ...{ kind: 'export', limits: DEFAULT_LIMITS, segments, job: { name: 'Site', createdAt: 0 }, format, options: {} },
  ...rest,
});

/** Imports a file. @returns its segment, as an export takes it */
async function segmentOf(text: string, onDuplicate: ImportTask['onDuplicate'] = 'rename', taken: string[] = []) {
  const { context } = trial(taken);
  await importSource(importOf(fileOf('points.csv', text), { onDuplicate }), context);
  const replaced = join(context.output, 'replaced.json');
  const path = join(context.output, 'segment.mjf');
  return { path, onDuplicate, ...(existsSync(replaced) ? { replaced } : {}) } satisfies TaskSegment;
}
/** The names and codes of the points in an export of segments, in order. */
async function exported(segments: readonly TaskSegment[]): Promise<string[][]> {
  const { context } = trial();
  await exportSegments(exportOf(segments), context);
  const [head, ...rows] = readFileSync(join(context.output, 'export'), 'utf8').trim().split(/\r?\n/);
  const columns = head!.split(',');
  return rows.map((row) => ['name', 'code'].map((name) => row.split(',')[columns.indexOf(name)]!));
}

describe('an import', () => {
  test('leaves a segment, its outcome, and its issues', async () => {
    const { context, asked, phases, result } = trial();
    const file = fileOf('points.csv', `${POINTS}C,wrong,1,2,X\n`);
    assert.deepEqual(await importSource(importOf(file), context), {}, 'large things are in files');
    assert.deepEqual(readdirSync(context.output).sort(), ['issues.json', 'outcome.json', 'segment.mjf']);
    const outcome = result<ImportOutcome>('outcome.json');
    assert.deepEqual([outcome.counts.points, outcome.replaced, outcome.unit], [2, 0, 'metre']);
    assert.deepEqual(outcome.extent, {
      ...{ minEasting: 500, minNorthing: 800, maxEasting: 510, maxNorthing: 805, minElevation: 10, maxElevation: 11 },
    });
    assert.ok(
      outcome.issues.some(({ severity }) => severity === 'warning'),
      JSON.stringify(outcome.issues),
    );
    for (const row of outcome.source) assert.equal(row.found, row.read + row.skipped, row.type);
    assert.deepEqual(asked, [{ claim: ['A', 'B'] }]);
    assert.ok(phases.has('reading') && phases.has('writing'), [...phases].join());
  });

  test('marks what it brings with its file, and keeps existing marks', async () => {
    const first = await segmentOf(POINTS);
    const { context } = trial();
    const bytes = readFileSync(first.path);
    const path = join(root, 'again.mjf');
    writeFileSync(path, bytes);
    await importSource(importOf({ path, name: 'again.mjf', requestedFormat: 'auto', sha256: 'x' }), context);
    const source = new FileSource(join(context.output, 'segment.mjf'));
    const builder = new JobBuilder();
    const read = await detect(source)!.format.loadReader!();
    await read(source, builder, {
      ...{ options: {}, signal: context.signal, limits: DEFAULT_LIMITS, progress: () => {}, report: () => {} },
      ...{ tally: new SourceTally(), workFolder: context.output },
    });
    source.close();
    const { job } = builder;
    assert.deepEqual(job.sources.map(({ fileName }) => fileName).sort(), ['again.mjf', 'points.csv']);
    const marks = Array.from(
      { length: job.points.length },
      (_, row) => job.sources[job.points.source.get(row)]?.fileName,
    );
    assert.deepEqual(marks, ['points.csv', 'points.csv']);
  });

  test('treats a name that the job has as requested: rename, keep, replace or refuse', async () => {
    for (const [onDuplicate, names, replaced] of [
      [
        'rename',
        [
          ['A_1', 'TREE'],
          ['B', 'KERB'],
        ],
        undefined,
      ],
      ['keep', [['B', 'KERB']], undefined],
      [
        'replace',
        [
          ['A', 'TREE'],
          ['B', 'KERB'],
        ],
        ['A'],
      ],
    ] as const) {
      const segment = await segmentOf(POINTS, onDuplicate, ['A']);
      assert.deepEqual(await exported([segment]), names, onDuplicate);
      const left = 'replaced' in segment ? JSON.parse(readFileSync(segment.replaced!, 'utf8')) : undefined;
      assert.deepEqual(left, replaced, onDuplicate);
    }
    const { context } = trial(['B']);
    await assert.rejects(
      importSource(importOf(fileOf('points.csv', POINTS), { onDuplicate: 'refuse' }), context),
      (error) => error instanceof FormatError && /\bB\b/.test(error.message),
    );
    assert.ok(!existsSync(join(context.output, 'segment.mjf')));
  });

  test('that cannot be read reports a code: no format, a wrong option, a limit', async () => {
    const noise = String.fromCharCode(...Array.from({ length: 2000 }, (_, i) => (i * 7919) % 256));
    for (const [task, code] of [
      [importOf(fileOf('noise.bin', noise)), 'format-unknown'],
      [importOf(fileOf('p.csv', POINTS), { options: { colour: 'red' } }), 'option-invalid'],
      [importOf(fileOf('p.csv', POINTS), { options: { unit: 'parsec' } }), 'option-invalid'],
      [importOf(fileOf('p.csv', POINTS), { limits: { ...DEFAULT_LIMITS, features: 1 } }), 'limit-exceeded'],
    ] as const)
      await assert.rejects(importSource(task, trial().context), { code }, `${task.file.name} ${code}`);
  });
});

describe('an export', () => {
  test('joins segments in order; the first of equal codes and layers is kept, and that is reported', async () => {
    const [first, second] = [await segmentOf(POINTS), await segmentOf('name,easting,northing,code\nC,1,2,TREE\n')];
    assert.deepEqual(await exported([first, second]), [
      ['A', 'TREE'],
      ['B', 'KERB'],
      ['C', 'TREE'],
    ]);
    assert.deepEqual(await exported([second, first]), [
      ['C', 'TREE'],
      ['A', 'TREE'],
      ['B', 'KERB'],
    ]);
    const { context, phases, result } = trial();
    await exportSegments(exportOf([first, second], 'dxf'), context);
    assert.deepEqual([...phases], ['writing'], 'so little is joined without issues');
    assert.ok(Array.isArray(result<{ issues: unknown[] }>('outcome.json').issues));
  });

  test('leaves out of earlier segments what later ones replaced, and nothing of later ones', async () => {
    const old = await segmentOf(POINTS);
    const news = await segmentOf('name,easting,northing,code\nA,1,2,NEW\n', 'replace', ['A']);
    const newest = await segmentOf('name,easting,northing,code\nA,3,4,NEWEST\nC,1,1,X\n', 'replace', ['A']);
    assert.deepEqual(await exported([old, news]), [
      ['B', 'KERB'],
      ['A', 'NEW'],
    ]);
    assert.deepEqual(await exported([old, news, newest]), [
      ['B', 'KERB'],
      ['A', 'NEWEST'],
      ['C', 'X'],
    ]);
  });

  test('of a job is not refused by limits lowered since it was created', async () => {
    const segment = await segmentOf(POINTS);
    const { context } = trial();
    await exportSegments(exportOf([segment], 'csv', { limits: { ...DEFAULT_LIMITS, features: 1 } }), context);
    assert.ok(existsSync(join(context.output, 'export')));
  });

  test('of nothing is a job without content, in formats that allow one', async () => {
    const { context } = trial();
    await exportSegments(exportOf([], 'mjf', { job: { name: 'Empty', createdAt: 0, unit: 'metre' } }), context);
    assert.equal(readFileSync(join(context.output, 'export')).subarray(0, 15).toString(), 'SQLite format 3');
  });
});

test('a conversion reads and writes in one go and names the job after its file', async () => {
  const { context, phases, result } = trial();
  const file = fileOf('my.site.csv', POINTS);
  const task = { kind: 'convert', file, ...SOURCE, defaultAs: 'features', to: 'mjf', exportOptions: {} } as const;
  await convertFile(task, context);
  assert.deepEqual([...phases].sort(), ['reading', 'writing']);
  assert.ok(result<{ issues: unknown[] }>('outcome.json').issues.length > 0);
  const source = new FileSource(join(context.output, 'export'), 'x.mjf');
  const builder = new JobBuilder();
  await (await formatById('mjf')!.loadReader!())(source, builder, {
    ...{ options: {}, signal: context.signal, limits: DEFAULT_LIMITS, progress: () => {}, report: () => {} },
    ...{ tally: new SourceTally(), workFolder: context.output },
  });
  source.close();
  assert.deepEqual([builder.job.info.name, builder.job.points.length], ['my.site', 2]);
});

test('a report counts features where a drawing would be imported, and a thumbnail draws them', async () => {
  const line = ['0', 'LINE', '8', 'Kerb', '10', '0', '20', '0', '11', '10', '21', '5'];
  const file = fileOf('plan.dxf', ['0', 'SECTION', '2', 'ENTITIES', ...line, '0', 'ENDSEC', '0', 'EOF', ''].join('\n'));
  const { context, result } = trial();
  assert.deepEqual(await makeReport({ kind: 'report', file, ...SOURCE }, context), { hasView: true });
  assert.deepEqual(readdirSync(context.output).sort(), ['issues.json', 'report.json', 'view']);
  const report = result<{ format: string; counts: Record<string, number> }>('report.json');
  assert.deepEqual([report.format, report.counts['lines'], report.counts['drawings']], ['dxf', 1, 0]);
  const picture = trial();
  await makeThumbnail({ kind: 'thumbnail', file, ...SOURCE }, picture.context);
  assert.match(readFileSync(join(picture.context.output, 'thumbnail.svg'), 'utf8'), /^<svg .*<\/svg>\s*$/s);
});

describe('the stamp of a source', () => {
  test('marks what has no source, keeps existing marks, and does not change its input', () => {
    const builder = new JobBuilder();
    const other = builder.source({ fileName: 'other', format: 'x', sha256: '', importedAt: 0 });
    const stamp = new SourceStamp(builder, { fileName: 'mine', format: 'csv', sha256: '', importedAt: 0 });
    const feature = new Feature();
    stamp.point(feature, 1, 2, 3);
    assert.equal(feature.source, -1);
    feature.source = other;
    stamp.point(feature, 1, 2, 3);
    feature.source = -1;
    const path = new Path();
    path.vertex(0, 0, 0);
    path.vertex(1, 1, 1);
    stamp.line(feature, path);
    const plane = { name: 'P', easting: 0, northing: 0, elevation: 0, azimuth: 0, slope: 0, crossSlope: 0, source: -1 };
    stamp.plane(plane);
    assert.equal(plane.source, -1);
    const { job } = builder;
    const nameOf = (index: number): string | undefined => job.sources[index]?.fileName;
    assert.deepEqual(
      [0, 1].map((row) => nameOf(job.points.source.get(row))),
      ['mine', 'other'],
    );
    assert.equal(nameOf(job.lines.source.get(0)), 'mine');
    assert.equal(nameOf(job.planes[0]!.source), 'mine');
  });
});

describe('what happened to a name is reported', () => {
  const renamed = { name: 'A', newName: 'A_1' };
  for (const [what, severity, parameters] of [
    ['point-renamed', 'warning', renamed],
    ['point-kept', 'warning', { name: 'A' }],
    ['point-replaced', 'note', { name: 'A' }],
    ['code-kept', 'warning', { name: 'A' }],
    ['code-replaced', 'note', { name: 'A' }],
    ['layer-kept', 'note', { name: 'A' }],
  ] as const)
    test(`as the ${severity} ${what}`, () => {
      const issue = mergeIssue({ what, ...renamed } as Parameters<typeof mergeIssue>[0]);
      assert.deepEqual([issue.code, issue.severity, issue.parameters], [what, severity, parameters]);
    });
});
