/** What an organisation stores, as its quotas count it. */
export interface Usage {
  readonly jobs: number;
  /** Of files and jobs; exports give way to them. */
  readonly bytes: number;
}

/** Counts what an organisation stores. */
export type UsageMeter = (organisationId: string) => Promise<Usage>;
