import { type FieldJob, type JobSink, SELECTION_KINDS, type Surface } from '@fieldbridge/fieldjob';
import type { AttachedTo, Attachment } from './attachment.ts';
import type { ByteSource } from './byte-source.ts';
import type { Choice } from './choice.ts';
import type { CrsSettings } from './crs-settings.ts';
import type { FormatError } from './failure.ts';
import type { FormatText } from './format-texts/table.ts';
import type { Holds } from './holds.ts';
import type { Issue } from './issues/issue.ts';
import type { Limits } from './limits.ts';
import type { OptionTable, OptionValues } from './options.ts';
import type { SourceTally } from './tally.ts';

/** The kinds of data a job holds, as the content report names them. */
export const KINDS = SELECTION_KINDS;
export type Kind = (typeof KINDS)[number];

/** Confidence of a format that it recognises some bytes: 0 none, 1 certain. */
export interface Sniffed {
  readonly confidence: number;
  /** Version of the format, as its own documents call it; '' when not known from the head. */
  readonly version: string;
  /** Set if the bytes are recognised but cannot be read: the error that explains why. */
  readonly refusal?: FormatError;
}

/** Reports the progress of a reader or writer. `total` has the same unit as `done` (bytes or records). */
export type Progress = (done: number, total: number, phase: string) => void;

/** Context of a reader besides the file and the sink. */
export interface ReadContext {
  readonly options: OptionValues;
  /** How a change of reference system is chosen. */
  readonly crs?: CrsSettings;
  readonly signal: AbortSignal;
  readonly limits: Limits;
  readonly progress: Progress;
  readonly report: (issue: Issue) => void;
  readonly tally: SourceTally;
  /** The caller's folder for temporary files (unpacked archives); the caller empties it. */
  readonly workFolder: string;
  /** Receives the files that this one attaches, if they are to be read; without it the reader reports them. */
  readonly attach?: (attachment: Attachment) => void;
  /** Receives the files that this one embeds and attaches; without it the reader reports them. */
  readonly attachEmbedded?: (attachment: Attachment) => void;
  /** The embedded file to read, because another one of the same file attaches it. */
  readonly embedded?: string;
  /** Reads a drawing among the files in a folder, with the others as its references. */
  readonly readUnpacked?: (folder: string, sink: JobSink, context: ReadContext) => Promise<ReadSummary>;
  /** Set if the file is read because another one attaches it. */
  readonly attachedTo?: AttachedTo;
}

/** Facts about the file that a reader returns. */
export interface ReadSummary {
  readonly version: string;
  /** Questions for the caller before an import; absent if nothing is doubtful. */
  readonly choices?: readonly Choice[];
}

/**
 * Reads a file into a sink. Content that can be skipped is reported as an issue with its position and never throws.
 * A reader yields (awaits) at least once per megabyte so that aborts are noticed.
 * @throws FormatError if the file cannot be read at all, LimitError, the signal's reason if aborted
 */
export type Reader = (source: ByteSource, sink: JobSink, context: ReadContext) => Promise<ReadSummary>;

/** Context of a writer besides the job. */
export interface WriteContext {
  readonly options: OptionValues;
  /** How a change of reference system is chosen. */
  readonly crs?: CrsSettings;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Reports alterations and losses, with counts, except those that follow from the format's `holds`. */
  readonly report: (issue: Issue) => void;
  readonly workFolder: string;
}

/**
 * Writes a job as a new file at `path`. After an error the file may be incomplete; the caller removes it.
 * @returns the contents of this file, if options or the job make that less than the format's `holds`
 */
export type Writer = (job: FieldJob, path: string, context: WriteContext) => Promise<void> | Promise<Holds>;

/** A file format: everything that the rest of the system knows about it. */
export interface Format {
  /** Lower-case id as in paths: `dxf`, `tp3`, `mjfzip`. */
  readonly id: string;
  readonly name: FormatText;
  /** Without the dot, lower case, the usual one first. */
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
  readonly kinds: readonly Kind[];
  /** Versions it reads, as named in the format's documents; [] if there is only one. */
  readonly versions: readonly string[];
  /** Directions whose result was not verified with the vendor's own software. */
  readonly experimental: { readonly read: boolean; readonly write: boolean };
  /** Whether the format becomes a background drawing unless features are requested. */
  readonly drawing: boolean;
  /** Notes for users, in a sentence or two. */
  readonly notes: FormatText;
  readonly readOptions: OptionTable;
  readonly writeOptions: OptionTable;
  /**
   * Examines the first bytes.
   * @param head up to the first 64 KiB @param size of the whole file @param extension in lower case, '' without one
   */
  sniff(head: Uint8Array, size: number, extension: string): Sniffed;
  /** Loads the reader on demand; absent if the format cannot be read. */
  readonly loadReader?: () => Promise<Reader>;
  /** Loads the writer; absent if the format cannot be written. */
  readonly loadWriter?: () => Promise<Writer>;
  /** The surfaces of a job that are written with these options, if not all can be. */
  readonly surfacesWritten?: (surfaces: readonly Surface[], options: OptionValues) => readonly Surface[];
  /** The most that a written file keeps of a job; present exactly if there is a writer. */
  readonly holds?: Holds;
}

/** The answer of a sniffer that does not recognise the bytes. */
export const UNKNOWN: Sniffed = { confidence: 0, version: '' };
