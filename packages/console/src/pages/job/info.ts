import type { Job } from '@fieldbridge/client/wire/conversion.ts';
import type { Extent } from '../../model/report.ts';

/** The description of a job with what is in it. */
export interface JobInfo extends Job {
  readonly operation: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly extent: Extent | null;
  readonly layers: readonly { readonly name: string; readonly count?: number }[];
  readonly pointLists: readonly { readonly name: string; readonly count: number }[];
  readonly sources: readonly {
    readonly fileId: string;
    readonly name: string;
    readonly format: string;
    readonly version: string;
    readonly counts: Readonly<Record<string, number>>;
  }[];
}
