import type { ImportResult, ReferenceSystem } from '@fieldbridge/contract';
import type { EarthNet } from '@fieldbridge/view-wire';
import type { BlobInfo, Blobs } from '../storage/port/blobs.ts';
import type { ConverterCall } from '../work/converters/converter-call.ts';
import { ConverterFailure } from '../work/converters/failure.ts';
import { parseFailure, parseIssues, type TaskFailure } from '../work/converters/protocol.ts';
import {
  type CheckTask,
  type CompareTask,
  type ConversionTask,
  type ConvertTask,
  type DescribeTask,
  type EarthTask,
  type ExportOutcome,
  type ExportTask,
  type ImportOutcome,
  type ImportTask,
  type MadeSoFar,
  RESULT,
  type ReportOutcome,
  type SystemsTask,
  type TaskFile,
  type TaskSegment,
  type ViewTask,
} from '../work/converters/tasks/task-types.ts';
import type { WorkFolder } from '../work/converters/work-folder.ts';
import type { FileRow, OrderedSegment } from './rows.ts';

/** Longest JSON result that the server reads into memory. */
const MOST_JSON = 64 * 2 ** 20;

type CallRest = Pick<ConverterCall<never>, 'owner' | 'signal' | 'progress' | 'ask'>;
/** A task without the fields that the call fills in. */
type Without<T extends ConversionTask, K extends string> = Omit<T, K | 'kind'>;

/** The result of an import: stored blobs, for rows to refer to. */
export interface ImportedSegment {
  readonly segment: BlobInfo;
  readonly issues: BlobInfo;
  readonly replaced: BlobInfo | undefined;
  readonly outcome: ImportOutcome;
}

/** The result of an import that imported nothing: the reason, and the issues with details. */
export interface NothingImported {
  readonly failure: TaskFailure;
  readonly issues: BlobInfo;
  readonly outcome: ImportOutcome;
}

/** A file that a converter wrote for a caller. */
export interface ExportedFile {
  readonly file: BlobInfo;
  readonly outcome: ExportOutcome;
}

/** Receives a report, once, as soon as it is made. */
export type OnReport = (made: { readonly report: BlobInfo; readonly issues: BlobInfo }) => Promise<void>;

/** Makes the calls that the converter pool runs: blobs are their input, and their results become blobs. */
export class ConverterCalls {
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  import(
    file: FileRow,
    task: Without<ImportTask, 'file'>,
    rest: CallRest,
  ): ConverterCall<ImportedSegment | NothingImported> {
    return {
      ...rest,
      prepare: async (folder) => ({ kind: 'import', file: await this.#give(folder, file), ...task }) as ImportTask,
      collect: async (folder) => {
        const outcome = (await readJson(folder, RESULT.outcome)) as ImportOutcome;
        const issues = await this.#take(folder, RESULT.issues);
        const replaced = outcome.replaced > 0 ? await this.#take(folder, RESULT.replaced) : undefined;
        if (outcome.failure === undefined)
          return { segment: await this.#take(folder, RESULT.segment), issues, replaced, outcome };
        return { issues, outcome, failure: soundFailure(outcome.failure) };
      },
    };
  }

  /**
   * Makes the report of a file, then its view, which is the result; undefined if the view is to be made separately.
   */
  report(
    file: FileRow,
    task: Without<ImportTask, 'file' | 'defaultAs' | 'onDuplicate' | 'importedAt'>,
    rest: Omit<CallRest, 'ask'>,
    onReport: OnReport,
  ): ConverterCall<BlobInfo | undefined> {
    let place: WorkFolder;
    let isTaken = false;
    return {
      ...rest,
      prepare: async (folder) => {
        place = folder;
        return { kind: 'report', file: await this.#give(folder, file), ...task };
      },
      ask: async (body) => {
        if ((body as Partial<MadeSoFar> | null)?.made !== 'report') throw new TypeError('a report has no questions');
        // A second process makes it again if the first one died in a later step.
        if (isTaken) return null;
        isTaken = true;
        await onReport({
          report: await this.#take(place, RESULT.report),
          issues: await this.#take(place, RESULT.issues),
        });
        return null;
      },
      collect: async (folder, result) =>
        (result as Partial<ReportOutcome>).hasView === true ? this.#take(folder, RESULT.view) : undefined,
    };
  }

  /** Packs the features of a file, as its view shows them. */
  fileFeatures(
    file: FileRow,
    task: Pick<ImportTask, 'options' | 'limits' | 'target'>,
    rest: CallRest,
  ): ConverterCall<ExportedFile> {
    return {
      ...rest,
      prepare: async (folder) => ({ kind: 'fileFeatures', file: await this.#give(folder, file), ...task }),
      collect: async (folder) => ({ file: await this.#take(folder, RESULT.outcome), outcome: { issues: [] } }),
    };
  }

  /** Draws a small plan of a file, or packs its view for the viewer. */
  picture(
    kind: 'thumbnail' | 'fileView',
    file: FileRow,
    task: Pick<ImportTask, 'options' | 'limits' | 'target'>,
    rest: CallRest,
  ): ConverterCall<BlobInfo> {
    return {
      ...rest,
      prepare: async (folder) => ({ kind, file: await this.#give(folder, file), ...task }),
      collect: (folder) => this.#take(folder, kind === 'thumbnail' ? RESULT.thumbnail : RESULT.outcome),
    };
  }

  export(
    segments: readonly OrderedSegment[],
    task: Without<ExportTask, 'segments'>,
    rest: CallRest,
  ): ConverterCall<ExportedFile> {
    return {
      ...rest,
      prepare: async (folder) => ({ kind: 'export', segments: await this.#giveSegments(folder, segments), ...task }),
      collect: (folder) => this.#export(folder),
    };
  }

  /**
   * Describes the content of a job (a JobDescription), checks it (a JobCheck) or packs its view or features, in a file.
   * @param later segments after those, which may replace points of them
   */
  describe(
    kind: 'describe' | 'check' | 'view' | 'features',
    segments: readonly OrderedSegment[],
    task: Without<DescribeTask | CheckTask | ViewTask, 'segments'>,
    rest: CallRest,
    later: readonly OrderedSegment[] = [],
  ): ConverterCall<ExportedFile> {
    return {
      ...rest,
      prepare: async (folder) => ({
        ...{ kind, segments: await this.#giveSegments(folder, segments) },
        later: await Promise.all(
          later.flatMap(({ replaced, position }) =>
            replaced === null ? [] : [this.#place(folder, replaced, `later-${position}`)],
          ),
        ),
        ...task,
      }),
      collect: async (folder) => ({ file: await this.#take(folder, RESULT.outcome), outcome: { issues: [] } }),
    };
  }

  /** Packs the view of two overlaid jobs, in a file. @param before the segments of the other one */
  comparison(
    segments: readonly OrderedSegment[],
    before: { readonly segments: readonly OrderedSegment[]; readonly job: CompareTask['other']['job'] },
    task: Without<CompareTask, 'segments' | 'other'>,
    rest: CallRest,
  ): ConverterCall<ExportedFile> {
    return {
      ...rest,
      prepare: async (folder) => ({
        kind: 'compare',
        segments: await this.#giveSegments(folder, segments),
        other: { segments: await this.#giveSegments(folder, before.segments, 'other-'), job: before.job },
        ...task,
      }),
      collect: async (folder) => ({ file: await this.#take(folder, RESULT.outcome), outcome: { issues: [] } }),
    };
  }

  convert(
    file: Pick<FileRow, 'blob' | 'name' | 'requestedFormat' | 'sha256'>,
    task: Without<ConvertTask, 'file'>,
    rest: CallRest,
  ): ConverterCall<ExportedFile> {
    return {
      ...rest,
      prepare: async (folder) => ({ kind: 'convert', file: await this.#give(folder, file), ...task }),
      collect: (folder) => this.#export(folder, true),
    };
  }

  /** Looks reference systems up. */
  systems(task: Without<SystemsTask, never>, rest: CallRest): ConverterCall<ReferenceSystem[]> {
    return {
      ...rest,
      prepare: async () => ({ kind: 'systems', ...task }),
      collect: async (_folder, result) => result as ReferenceSystem[],
    };
  }

  /** Finds where Web Mercator is in a reference system. */
  earth(task: Without<EarthTask, never>, rest: CallRest): ConverterCall<EarthNet> {
    return {
      ...rest,
      prepare: async () => ({ kind: 'earth', ...task }),
      collect: async (_folder, result) => result as EarthNet,
    };
  }

  /** @param isPassing whether the file is sent and deleted at once */
  async #export(folder: WorkFolder, isPassing = false): Promise<ExportedFile> {
    const outcome = (await readJson(folder, RESULT.outcome)) as ExportOutcome;
    if (outcome.failure !== undefined) {
      const { code, text, parameters } = soundFailure(outcome.failure);
      throw new ConverterFailure(code, text, parameters, parseIssues(outcome.issues));
    }
    return { file: await this.#take(folder, RESULT.export, isPassing), outcome };
  }

  async #giveSegments(folder: WorkFolder, segments: readonly OrderedSegment[], prefix = ''): Promise<TaskSegment[]> {
    const given: TaskSegment[] = [];
    for (const { blob, position, replaced, onDuplicate } of segments) {
      given.push({
        path: await this.#place(folder, blob, `${prefix}segment-${position}`),
        onDuplicate,
        ...(replaced === null
          ? {}
          : { replaced: await this.#place(folder, replaced, `${prefix}replaced-${position}`) }),
      });
    }
    return given;
  }

  async #give(
    folder: WorkFolder,
    { blob, name, requestedFormat, sha256 }: Pick<FileRow, 'blob' | 'name' | 'requestedFormat' | 'sha256'>,
  ): Promise<TaskFile> {
    return { path: await this.#place(folder, blob, 'source'), name, requestedFormat, sha256 };
  }

  #place(folder: WorkFolder, blob: string, name: string): Promise<string> {
    return this.#blobs.local(blob, (path) => folder.give(path, name));
  }

  async #take(folder: WorkFolder, name: string, isPassing = false): Promise<BlobInfo> {
    return this.#blobs.adopt(await folder.take(name), { isPassing });
  }
}

function soundFailure(stated: TaskFailure): TaskFailure {
  const failure = parseFailure(stated);
  if (failure === undefined) throw new ConverterFailure('converter-answer', 'the converter gave no reason');
  return failure;
}

async function readJson(folder: WorkFolder, name: string): Promise<unknown> {
  return JSON.parse((await folder.read(name, MOST_JSON)).toString('utf8'));
}

/** The result of an import: partial when something was altered or skipped; notes do not count. */
export function resultOf(outcome: ImportOutcome): ImportResult {
  return outcome.issues.some(({ severity }) => severity !== 'note') ? 'partialSuccess' : 'success';
}
