/** The body that creates an empty job. */
export interface NewJob {
  name?: string;
  /** m, ft or usft. */
  unit?: string | null;
  /** EPSG code (28992, 28992+5709), name, WKT, PROJJSON or "local". */
  crs?: string | null;
}

/** A job. */
export interface Job {
  jobId: string;
  name: string;
  /** Null until the first import settles it. */
  unit: string | null;
  crs: string | null;
  /** Counts the imports that changed the job. */
  revision: number;
  bytes: number;
  createdAt: string;
  modifiedAt: string;
  /** When the job is deleted; null if it is kept. */
  expiresAt: string | null;
  /** Address to poll. */
  status: string;
}

/** The answer to an upload that starts an import. */
export interface Accepted {
  jobId: string;
  fileId: string;
  status: string;
}

export type ImportState = 'idle' | 'queued' | 'running';
export type ImportResult = 'success' | 'partialSuccess' | 'failed';

/** Progress of one import. */
export interface ImportStatus {
  fileId: string;
  name: string;
  format: string;
  state: ImportState;
  result: ImportResult | null;
  /** 0 to 100, never decreases. */
  progress: number;
  phase: string;
  done: number;
  total: number;
  read: number;
  written: number;
  skipped: number;
  /** `parameters` are the values in the sentence `text`. */
  failure: { code: string; text: string; parameters?: Record<string, string | number> } | null;
  issues: { notes: number; warnings: number; errors: number };
  timings: { queuedAt: string; startedAt: string | null; finishedAt: string | null };
}

/** Progress of a job. */
export interface JobStatus {
  jobId: string;
  state: ImportState;
  /** The worst of its imports'. */
  result: ImportResult | null;
  progress: number;
  phase: string;
  revision: number;
  imports: ImportStatus[];
  expiresAt: string | null;
}
