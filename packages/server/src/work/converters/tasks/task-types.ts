import type { Counts, ExtentBox, OnDuplicate, Selection, Unit } from '@fieldbridge/fieldjob';
import type { CountedIssue, Finding, Limits, OptionValues, TallyRow } from '@fieldbridge/formats';
import type { StoredOperation } from '@fieldbridge/formats/kit/crs/operation-properties.ts';
import type { TaskFailure } from '../protocol.ts';

/** Format of stored segments: it holds everything a job holds. */
export const SEGMENT_FORMAT = 'mjf';

/** A source file for a task: a path in the work folder, and the caller's name for it. */
export interface TaskFile {
  readonly path: string;
  readonly name: string;
  /** Id or extension named by the caller, or `auto`. */
  readonly requestedFormat: string;
  readonly sha256: string;
}

/** The unit and system of a job as texts that `parseUnit` and `parseCrs` read; absent if not settled yet. */
export interface TaskTarget {
  readonly unit?: string;
  readonly crs?: string;
}

/** How a CAD file is imported if its options do not say. */
export type DefaultAs = 'drawing' | 'features';

/** The fields of every task that reads a source file. */
interface SourceTask {
  readonly file: TaskFile;
  readonly options: Readonly<Record<string, unknown>>;
  /** Limits set by the operator. */
  readonly limits: Readonly<Limits>;
  readonly target: TaskTarget;
}

/** Makes the content report: leaves REPORT and ISSUES and says so; then, unless the file is large, VIEW. */
export interface ReportTask extends SourceTask {
  readonly kind: 'report';
}

/** What a report says to the server in between: that is there. */
export interface MadeSoFar {
  readonly made: 'report';
}

/** The result of a report. */
export interface ReportOutcome {
  readonly hasView: boolean;
}

/** Draws a small plan of a source file: leaves THUMBNAIL. */
export interface ThumbnailTask extends SourceTask {
  readonly kind: 'thumbnail';
}

/** Packs the view of a source file, with everything in it, or its features: leaves OUTCOME, a packed file. */
export interface FileViewTask extends SourceTask {
  readonly kind: 'fileView' | 'fileFeatures';
}

/** Turns a source file into a segment: leaves SEGMENT, OUTCOME, ISSUES and, if points replace others, REPLACED. */
export interface ImportTask extends SourceTask {
  readonly kind: 'import';
  readonly defaultAs: DefaultAs;
  readonly onDuplicate: OnDuplicate;
  readonly selection?: Selection;
  readonly importedAt: number;
}

/** A segment for an export. */
export interface TaskSegment {
  readonly path: string;
  /** A REPLACED file of its import: names whose points in earlier segments no longer count. */
  readonly replaced?: string;
  readonly onDuplicate: OnDuplicate;
}

/** The fields of every task that joins the segments of a job. */
export interface JoinTask {
  readonly limits: Readonly<Limits>;
  readonly segments: readonly TaskSegment[];
  /** REPLACED files of the segments after these. */
  readonly later?: readonly string[];
  readonly job: { readonly name: string; readonly createdAt: number } & TaskTarget;
}

/** Describes what a job holds: leaves OUTCOME, a JobDescription. */
export interface DescribeTask extends JoinTask {
  readonly kind: 'describe';
}

/** Checks what a job holds before it is sent: leaves OUTCOME, a JobCheck. */
export interface CheckTask extends JoinTask {
  readonly kind: 'check';
}

/** Packs what the viewer shows of segments of a job, or their features: leaves OUTCOME, a packed file. */
export interface ViewTask extends JoinTask {
  readonly kind: 'view' | 'features';
}

/** Packs the view of another job with this one over it: leaves OUTCOME, a packed file. */
export interface CompareTask extends JoinTask {
  readonly kind: 'compare';
  readonly other: Pick<JoinTask, 'segments' | 'job'>;
  /** Lengths that differ by no more are the same; half a millimetre if undefined. */
  readonly tolerance?: number;
}

/** Joins the segments of a job and writes a format: leaves EXPORT and OUTCOME. */
export interface ExportTask extends JoinTask {
  readonly kind: 'export';
  readonly format: string;
  readonly options: OptionValues;
}

/** Reads one file and writes it in another format, without a job: leaves EXPORT and OUTCOME. */
export interface ConvertTask extends SourceTask {
  readonly kind: 'convert';
  readonly defaultAs: DefaultAs;
  readonly to: string;
  readonly exportOptions: OptionValues;
}

/** Looks reference systems up: the result is a list of them. */
export interface SystemsTask {
  readonly kind: 'systems';
  readonly text: string;
  readonly most: number;
  /** Data that is to be in one of them. Of a single one found, the change of coordinates is looked for, too. */
  readonly data?: {
    readonly box: ExtentBox;
    readonly unit: Unit;
    readonly from?: string;
    readonly to?: string;
  };
}

/** Finds where Web Mercator is in a reference system, under a box: the result is an EarthNet. */
export interface EarthTask {
  readonly kind: 'earth';
  readonly box: ExtentBox;
  readonly unit: Unit;
  readonly crs: string;
}

export type ConversionTask =
  | ReportTask
  | ThumbnailTask
  | ImportTask
  | DescribeTask
  | CheckTask
  | ViewTask
  | CompareTask
  | FileViewTask
  | ExportTask
  | ConvertTask
  | SystemsTask
  | EarthTask;

/** Names of the results in the work folder's `out`. */
export const RESULT = {
  report: 'report.json',
  issues: 'issues.json',
  outcome: 'outcome.json',
  segment: 'segment.mjf',
  replaced: 'replaced.json',
  thumbnail: 'thumbnail.svg',
  view: 'view',
  export: 'export',
} as const;

/** The contents of a job, or of one part of it. */
export interface JobDescription {
  readonly unit: string | null;
  readonly crs: string | null;
  /** How its coordinates came into that system; absent in outcomes of older servers. */
  readonly operation?: StoredOperation | null;
  readonly counts: Counts;
  readonly extent: ExtentBox | null;
  readonly layers: readonly string[];
  /** As `codeKey` names them; a job has each once. Absent in outcomes of older servers. */
  readonly codes?: readonly string[];
  readonly pointLists: readonly { readonly name: string; readonly count: number }[];
}

/** What a check found in a job. */
export interface JobCheck {
  readonly unit: string;
  readonly crs: string;
  readonly counts: Counts;
  readonly findings: readonly Finding[];
}

/** The result of an import. */
export interface ImportOutcome extends JobDescription {
  readonly format: string;
  readonly version: string;
  readonly source: readonly TallyRow[];
  readonly issues: readonly CountedIssue[];
  /** How many points of the job were replaced by this import. */
  readonly replaced: number;
  /** Why nothing came in, so that there is no segment. */
  readonly failure?: TaskFailure;
}

/** What an export could not hold or altered. */
export interface ExportOutcome {
  readonly issues: readonly CountedIssue[];
  /** Why there is no file, if a source was read for it. */
  readonly failure?: TaskFailure;
}

/** A question of an import about point names; both kinds also claim the names for this import. */
export type NameQuestion =
  | { readonly claim: readonly string[] }
  /** Free names for these. */
  | { readonly rename: readonly string[] };
