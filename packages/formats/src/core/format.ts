import { type FieldJob, type JobSink, SELECTION_KINDS } from '@fieldbridge/fieldjob';
import type { ByteSource } from './byte-source.ts';
import type { CrsSettings } from './crs-settings.ts';
import type { Holds } from './holds.ts';
import type { Issue } from './issues/issue.ts';
import type { Limits } from './limits.ts';
import type { OptionTable, OptionValues } from './options.ts';
import type { SourceTally } from './tally.ts';

/** The kinds of data a job holds, as the content report names them. */
export const KINDS = SELECTION_KINDS;
export type Kind = (typeof KINDS)[number];

/** How sure a format is that some bytes are its own: 0 not at all, 1 beyond doubt. */
export interface Sniffed {
  readonly confidence: number;
  /** Version of the format, as its own documents call it; '' when not known from the head. */
  readonly version: string;
  /** Set when the bytes are recognised but cannot be read: the sentence that explains it. */
  readonly refusal?: string;
}

/** Tells a running reader or writer's caller how far it is. `total` is in the same measure as `done` (bytes or records). */
export type Progress = (done: number, total: number, phase: string) => void;

/** What a reader is given besides the file and the sink. */
export interface ReadContext {
  readonly options: OptionValues;
  /** How a change of reference system is chosen. */
  readonly crs?: CrsSettings;
  readonly signal: AbortSignal;
  readonly limits: Limits;
  readonly progress: Progress;
  readonly report: (issue: Issue) => void;
  readonly tally: SourceTally;
  /** A folder of the caller's for temporary files (unpacked archives); emptied by the caller. */
  readonly workFolder: string;
}

/** What a reader knows of the file when it is done. */
export interface ReadSummary {
  readonly version: string;
}

/**
 * Reads a file into a sink. Never throws for content that can be skipped: that is an issue with a position, and on it goes.
 * A reader gives way (awaits) at least once a megabyte so that signals are seen.
 * @throws FormatError when nothing can be read, LimitError when a named limit is passed, the signal's reason when aborted
 */
export type Reader = (source: ByteSource, sink: JobSink, context: ReadContext) => Promise<ReadSummary>;

/** What a writer is given besides the job. */
export interface WriteContext {
  readonly options: OptionValues;
  /** How a change of reference system is chosen. */
  readonly crs?: CrsSettings;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** What is altered or left out is reported here, counted; what the format's `holds` says is not. */
  readonly report: (issue: Issue) => void;
  readonly workFolder: string;
}

/**
 * Writes a job as a new file at `path`. On an error the file may be left half-written; the caller removes it.
 * @returns what this file holds, where options or the job make that less than the format's `holds`
 */
export type Writer = (job: FieldJob, path: string, context: WriteContext) => Promise<void> | Promise<Holds>;

/** A file format: all the rest of the system knows of it. */
export interface Format {
  /** Lower-case id as it stands in paths: `dxf`, `tp3`, `mjfzip`. */
  readonly id: string;
  readonly name: string;
  /** Without the dot, lower case, the usual one first. */
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
  readonly kinds: readonly Kind[];
  /** Versions it reads, as the format's documents name them; [] where there is only one. */
  readonly versions: readonly string[];
  /** Directions whose result is not proven against the vendor's own software. */
  readonly experimental: { readonly read: boolean; readonly write: boolean };
  /** CAD files come in as a background drawing unless features are asked for. */
  readonly drawing: boolean;
  /** What a user should know, in a sentence or two. */
  readonly notes: string;
  readonly readOptions: OptionTable;
  readonly writeOptions: OptionTable;
  /**
   * Looks at the first bytes.
   * @param head up to the first 64 KiB @param size of the whole file @param extension of its name, lower case, '' without
   */
  sniff(head: Uint8Array, size: number, extension: string): Sniffed;
  /** Loads the reader when it is first needed; absent where the format cannot be read. */
  readonly loadReader?: () => Promise<Reader>;
  /** Loads the writer; absent where the format cannot be written. */
  readonly loadWriter?: () => Promise<Writer>;
  /** What a written file keeps of a job at most; present exactly where there is a writer. */
  readonly holds?: Holds;
}

/** The answer of a sniffer that does not know the bytes. */
export const UNKNOWN: Sniffed = { confidence: 0, version: '' };
