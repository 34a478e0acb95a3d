import type { Format, OptionValues } from '@fieldbridge/formats';
import { ProblemError } from '../core/problem.ts';
import type { ConverterCall } from '../work/converters/converter-call.ts';
import type { JoinTask } from '../work/converters/tasks/task-types.ts';
import type { ExportedFile } from './converter-calls.ts';
import type { ExportKey } from './export-store.ts';
import { refusalOf } from './failure.ts';
import type { ConversionParts } from './parts.ts';
import type { ExportRow, JobRow, OrderedSegment } from './rows.ts';

/** Stands where exports have the id of their format, none of which has a space. */
const DESCRIPTION = 'job description';

/** Makes the call for the segments of a job. */
type JoinCall = (
  segments: readonly OrderedSegment[],
  task: Omit<JoinTask, 'segments'>,
  rest: { readonly owner: string },
) => ConverterCall<ExportedFile>;

/** Makes exports and keeps them: the same job, revision, format and options are written once. */
export class Exporter {
  readonly #parts: ConversionParts;
  readonly #making = new Map<string, Promise<ExportRow>>();

  constructor(parts: ConversionParts) {
    this.#parts = parts;
  }

  /**
   * The export of a job's present revision, made now or before.
   * @throws ProblemError export-failed, limit-exceeded, …; not-found when the job is deleted meanwhile
   */
  get(job: JobRow, format: Format, options: OptionValues): Promise<ExportRow> {
    const key: ExportKey = { jobId: job.id, revision: job.revision, format: format.id, options: canonical(options) };
    return this.#once(job, key, (segments, task, rest) =>
      this.#parts.calls.export(segments, { ...task, format: format.id, options }, rest),
    );
  }

  /** What a job holds at its present revision, read out of its segments: a file with a JobDescription, kept as exports are. */
  description(job: JobRow): Promise<ExportRow> {
    const key: ExportKey = { jobId: job.id, revision: job.revision, format: DESCRIPTION, options: canonical({}) };
    return this.#once(job, key, (segments, task, rest) => this.#parts.calls.describe(segments, task, rest));
  }

  async #once(job: JobRow, key: ExportKey, call: JoinCall): Promise<ExportRow> {
    const kept = this.#parts.exports.find(key);
    if (kept !== undefined) return kept;
    const name = JSON.stringify(key);
    let making = this.#making.get(name);
    if (making === undefined) {
      making = this.#make(job, key, call).finally(() => this.#making.delete(name));
      this.#making.set(name, making);
    }
    return making;
  }

  async #make(job: JobRow, key: ExportKey, callOf: JoinCall): Promise<ExportRow> {
    const { database, blobs, imports, exports, pool, limits } = this.#parts;
    const { name, createdAt, unit, crs } = job;
    const target = { ...(unit === null ? {} : { unit }), ...(crs === null ? {} : { crs }) };
    // A revision is the list of its first segments, so one that is older than the present one can still be told.
    const segments = imports.segments(job.id).slice(0, job.revision);
    const call = callOf(segments, { job: { name, createdAt, ...target }, limits }, { owner: job.organisationId });
    const { file, outcome } = await pool.run(call).catch((error: unknown) => {
      throw refusalOf(error, 'export-failed');
    });
    const row = { ...key, blob: file.id, size: file.size, sha256: file.sha256, issues: JSON.stringify(outcome.issues) };
    let stale: string[] | undefined;
    try {
      stale = await database.writer.run(() => exports.insertWithin(row));
    } finally {
      await Promise.all((stale ?? [file.id]).map((id) => blobs.delete(id)));
    }
    if (stale === undefined) throw new ProblemError('not-found', 'The job was deleted.');
    return exports.find(key)!;
  }
}

/** Options as text, the same for the same options in any order. */
function canonical(options: OptionValues): string {
  return JSON.stringify(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
