import type { Job } from '@fieldbridge/client/wire/conversion.ts';
import type { Extent } from '../../model/report.ts';

/** The content of a job. */
export interface JobContent extends Omit<Job, 'jobId' | 'createdAt' | 'status'> {
  readonly operation: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly extent: Extent | null;
  readonly layers: readonly { readonly name: string; readonly count?: number }[];
  readonly pointLists: readonly { readonly name: string; readonly count: number }[];
  /** Guests do not see the files. */
  readonly sources?: readonly {
    readonly fileId: string;
    readonly name: string;
    readonly format: string;
    readonly version: string;
    readonly counts: Readonly<Record<string, number>>;
  }[];
}

/** The description of a job with what is in it. */
export type JobInfo = Job & JobContent;
