import type { ImportResult } from '@fieldbridge/contract';
import type { OnDuplicate } from '@fieldbridge/fieldjob';
import type { DefaultAs } from '../work/converters/tasks/task-types.ts';

/** A stored job. */
export interface JobRow {
  readonly id: string;
  readonly organisationId: string;
  readonly name: string;
  readonly unit: string | null;
  readonly crs: string | null;
  readonly revision: number;
  readonly bytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly warnedAt: number | null;
}

export type ReportState = 'none' | 'running' | 'done' | 'failed';

/** An uploaded file. `report`, `reportIssues`, `thumbnail` and `view` are blobs; `options` is JSON. */
export interface FileRow {
  readonly id: string;
  readonly jobId: string;
  readonly name: string;
  /** The format that the caller named: an id, an extension or `auto`. */
  readonly requestedFormat: string;
  /** The format recognised from the content. */
  readonly format: string;
  readonly options: string;
  readonly size: number;
  readonly sha256: string;
  readonly blob: string;
  readonly report: string | null;
  readonly reportState: ReportState;
  readonly reportFailure: string | null;
  readonly reportIssues: string | null;
  readonly thumbnail: string | null;
  readonly view: string | null;
  readonly createdAt: number;
  /** The server that makes the report, if there are several. */
  readonly reportHolder: string | null;
}

export type ImportKind = 'create' | 'append' | 'filtered';
/** How a CAD file is imported by default. */
export const DEFAULT_AS: Readonly<Record<ImportKind, DefaultAs>> = {
  create: 'features',
  append: 'drawing',
  filtered: 'drawing',
};
export type ImportState = 'queued' | 'running' | 'idle';

/**
 * An import: waiting, running or done. `options`, `selection`, `failure` and `outcome` are JSON; `issues` is a blob.
 */
export interface ImportRow {
  readonly id: string;
  readonly jobId: string;
  readonly organisationId: string;
  readonly fileId: string;
  readonly sequence: number;
  readonly kind: ImportKind;
  readonly options: string;
  readonly selection: string | null;
  readonly state: ImportState;
  readonly result: ImportResult | null;
  readonly attempts: number;
  readonly failure: string | null;
  readonly outcome: string | null;
  readonly issues: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** The server that runs it, or ran it last. */
  readonly holder: string | null;
  /** How often it was started. */
  readonly fence: number;
}

/** One immutable part of a job. `replaced` is a blob with point names that earlier segments no longer hold. */
export interface SegmentRow {
  readonly jobId: string;
  readonly position: number;
  readonly importId: string;
  readonly blob: string;
  readonly size: number;
  readonly sha256: string;
  readonly replaced: string | null;
}

/** A segment, with its import's rule for duplicate names. */
export interface OrderedSegment extends SegmentRow {
  readonly onDuplicate: OnDuplicate;
}

/** A job written in a format; `issues` is JSON. */
export interface ExportRow {
  readonly jobId: string;
  readonly revision: number;
  readonly format: string;
  readonly options: string;
  readonly blob: string;
  readonly size: number;
  readonly sha256: string;
  readonly issues: string;
  readonly createdAt: number;
}
