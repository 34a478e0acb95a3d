import { setTimeout as pause } from 'node:timers/promises';
import type { Format, OptionValues } from '@fieldbridge/formats';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { undoBlobs } from '../storage/undo-blobs.ts';
import type { ConverterCall } from '../work/converters/converter-call.ts';
import type { JoinTask } from '../work/converters/tasks/task-types.ts';
import type { ExportedFile } from './converter-calls.ts';
import { COMPARISON, type ExportKey, SEGMENT_FEATURES, SEGMENT_VIEW } from './export-store.ts';
import { refusalOf } from './failure.ts';
import type { ConversionParts } from './parts.ts';
import type { ExportRow, FileRow, JobRow, OrderedSegment } from './rows.ts';
import type { ViewRun } from './view-runs.ts';

/** Used in place of a format's id, which never has a space. */
const DESCRIPTION = 'job description';
/** The number is raised when the rules change, so that checks by earlier rules are not kept. */
const CHECK = 'job check 1';
/** The number is raised when the layout changes. */
const FILE_FEATURES = 'file features 1';

/** How often to check whether another server has made an export. */
const AGAIN_MS = 250;

/** Makes the call for the segments of a job. */
type JoinCall = (
  segments: readonly OrderedSegment[],
  task: Omit<JoinTask, 'segments'>,
  rest: { readonly owner: string },
) => ConverterCall<ExportedFile> | Promise<ConverterCall<ExportedFile>>;

/** What a job is compared with. */
export interface ComparedWith {
  readonly other: JobRow;
  readonly otherRevision: number;
  /** Half a millimetre if undefined. */
  readonly tolerance: number | undefined;
}

/** Makes exports and keeps them: each combination of revision, format and options of a job is written once. */
export class Exporter {
  readonly #parts: ConversionParts;
  /** Exports being looked up or made. */
  readonly #finding = new Map<string, Promise<ExportRow>>();

  constructor(parts: ConversionParts) {
    this.#parts = parts;
  }

  /**
   * The export of a job's current revision, made now or earlier.
   * @throws ProblemError export-failed, limit-exceeded, …; not-found when the job is deleted meanwhile
   */
  get(job: JobRow, format: Format, options: OptionValues): Promise<ExportRow> {
    const key: ExportKey = { jobId: job.id, revision: job.revision, format: format.id, options: canonical(options) };
    return this.#once(job, key, (segments, task, rest) =>
      this.#parts.calls.export(segments, { ...task, format: format.id, options }, rest),
    );
  }

  /**
   * Describes the content of a job's current revision from its segments: a file with a JobDescription, kept like an
   * export.
   */
  description(job: JobRow): Promise<ExportRow> {
    const key: ExportKey = { jobId: job.id, revision: job.revision, format: DESCRIPTION, options: canonical({}) };
    return this.#once(job, key, (segments, task, rest) => this.#parts.calls.describe('describe', segments, task, rest));
  }

  /** Checks a job's current revision: a file with a JobCheck, kept like an export. */
  check(job: JobRow): Promise<ExportRow> {
    const key: ExportKey = { jobId: job.id, revision: job.revision, format: CHECK, options: canonical({}) };
    return this.#once(job, key, (segments, task, rest) => this.#parts.calls.describe('check', segments, task, rest));
  }

  /** The view of a run of segments, or their features: a packed file, kept until it is out of date. */
  run(kind: 'view' | 'features', job: JobRow, { from, to, replacedAt }: ViewRun): Promise<ExportRow> {
    const format = kind === 'view' ? SEGMENT_VIEW : SEGMENT_FEATURES;
    const key: ExportKey = { jobId: job.id, revision: to, format, options: canonical({ from, replacedAt }), from };
    return this.#once(job, key, (segments, task, rest) =>
      this.#parts.calls.describe(kind, segments.slice(from, to), task, rest, segments.slice(to)),
    );
  }

  /** The features of a file that is viewed completely: a packed file, kept like an export. */
  fileFeatures(job: JobRow, file: FileRow, call: () => ConverterCall<ExportedFile>): Promise<ExportRow> {
    const key = {
      jobId: job.id,
      revision: job.revision,
      format: FILE_FEATURES,
      options: canonical({ fileId: file.id }),
    };
    return this.#once(job, key, call);
  }

  /**
   * The view of another job, or of an earlier revision, overlaid with a job's current revision: a packed file, kept
   * like an export.
   */
  comparison(job: JobRow, { other, otherRevision, tolerance }: ComparedWith): Promise<ExportRow> {
    const options = canonical({ other: other.id, otherRevision, tolerance });
    const key: ExportKey = { jobId: job.id, revision: job.revision, format: COMPARISON, options };
    return this.#once(job, key, async (segments, task, rest) => {
      const { calls, imports } = this.#parts;
      const before = { segments: await imports.segments(other.id, otherRevision), job: taskJob(other) };
      return calls.comparison(segments, before, { ...task, tolerance }, rest);
    });
  }

  #once(job: JobRow, key: ExportKey, call: JoinCall): Promise<ExportRow> {
    const name = JSON.stringify(key);
    let found = this.#finding.get(name);
    if (found === undefined) {
      found = this.#findOrMake(job, key, call).finally(() => this.#finding.delete(name));
      this.#finding.set(name, found);
    }
    return found;
  }

  async #findOrMake(job: JobRow, key: ExportKey, callOf: JoinCall): Promise<ExportRow> {
    const { cluster, exports } = this.#parts;
    const lease = `export ${JSON.stringify(key)}`;
    for (;;) {
      const kept = await exports.find(key);
      if (kept !== undefined) return kept;
      if (await cluster.claim(lease)) break;
      // Another server is making it; if that fails, this one tries.
      await pause(AGAIN_MS);
    }
    try {
      return await this.#make(job, key, callOf);
    } finally {
      await cluster.release(lease);
    }
  }

  async #make(job: JobRow, key: ExportKey, callOf: JoinCall): Promise<ExportRow> {
    const { imports, exports, pool, limits, tracer } = this.#parts;
    const kept = await exports.find(key);
    if (kept !== undefined) return kept;
    const segments = await imports.segments(job.id, job.revision);
    const call = await callOf(segments, { job: taskJob(job), limits }, { owner: job.organisationId });
    const attributes = {
      'fieldbridge.organisation': job.organisationId,
      'fieldbridge.job': job.id,
      'fieldbridge.revision': key.revision,
      'fieldbridge.format': key.format,
    };
    const made = await tracer
      .within('export', { attributes }, () => pool.run(call))
      .catch((error: unknown) => {
        throw refusalOf(error, 'export-failed');
      });
    return this.#keep(job, key, made);
  }

  async #keep(job: JobRow, key: ExportKey, { file, outcome }: ExportedFile): Promise<ExportRow> {
    const { store, blobs, jobs, exports, clock, cluster } = this.#parts;
    const { id: blob, size, sha256 } = file;
    const { from, ...names } = key;
    const row = { ...names, blob, size, sha256, issues: JSON.stringify(outcome.issues), createdAt: clock.now() };
    let stale: string[] | undefined;
    let found: ExportRow | undefined;
    try {
      stale = await store.write(async (tx) => {
        // Made by two servers, one of which was stalled: the first one stays, because others may be reading it.
        const there = cluster.isShared ? await exports.find(key, tx) : undefined;
        if (there !== undefined) {
          found = there;
          return [blob];
        }
        const room = await jobs.quotaLeft(job.organisationId, tx);
        if (size > room) throw tooLarge(size, room);
        return exports.insert(tx, row, room, from);
      });
    } catch (error) {
      await undoBlobs(blobs, [blob], error);
      throw error;
    }
    await Promise.all((stale ?? [blob]).map((id) => blobs.delete(id)));
    if (stale === undefined) throw new ProblemError('not-found', detailOf('The job was deleted.'));
    return found ?? row;
  }
}

/** A job as a task names it. */
function taskJob({ name, createdAt, unit, crs }: JobRow): JoinTask['job'] {
  return { name, createdAt, ...(unit === null ? {} : { unit }), ...(crs === null ? {} : { crs }) };
}

function tooLarge(size: number, room: number): ProblemError {
  const detail = detailOf(
    'The export has {size} bytes, and the quota bytesPerOrganisation leaves {room}. Delete jobs that are no longer needed.',
    { size, room },
  );
  return new ProblemError('quota-exceeded', detail);
}

/** Options as text that does not depend on their order. */
function canonical(options: OptionValues): string {
  return JSON.stringify(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
